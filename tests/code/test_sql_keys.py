"""Statements look into bodies by key. A key that no class of a body has is one that was renamed and forgotten there."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from engine.rules.bodies.arrived import kept_json
from engine.rules.bodies.changes import READERS
from engine.rules.bodies.fields import ORIGIN, VERSION
from engine.rules.bodies.messages import SPOKEN, UNHEARD
from engine.rules.bodies.personas import user_persona_json
from engine.rules.bodies.sendings import notice_json
from engine.rules.formats.stories.backgrounds import background_json
from engine.values.chats.entries import kind_of
from engine.values.chats.notices import TONGUE, Notice
from engine.values.chats.reactions import KeptReactions
from engine.values.story.director import Background
from engine.values.story.notes import UserPersona
from tests.code.sources import ROOT
from tests.rules import test_bodies, test_due_bodies, test_row_bodies

Keys = Mapping[str, frozenset[str]]
"""Of one table: the keys that a body may have, those inside of values too, by kind; "" for any kind."""

_BODY: Final = r"(?:\b(?P<of>\w+)\.)?\bbody *"
_READS: Final = (
    re.compile(_BODY + r"(?P<how>->>?|\?|-) *'(?P<key>\w+)'"),
    re.compile(_BODY + r"(?P<how>#>>?) *'\{(?P<key>[\w,]+)\}'"),
    re.compile(r"\b(?P<of>\w+) *(?P<how>->>?) *'(?P<key>\w+)'"),
)
_OTHER_JSON: Final = ("facts", "body")
"""Columns that hold no body; and what the patterns before the last one have found."""


def keys_in(value: object) -> Iterator[str]:
    """Every key of a JSON value, at any depth."""
    if isinstance(value, Mapping):
        for key, inside in value.items():
            yield str(key)
            yield from keys_in(inside)
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from keys_in(inside)


class Asked(dict[str, Any]):
    """An object without keys that notes for which ones it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.keys_asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.keys_asked.add(key)
        return default


def asked_by(act: str) -> frozenset[str]:
    """The keys that the audit's reader of an act looks for."""
    asked = Asked()
    READERS[act](asked)
    return frozenset(asked.keys_asked)


def _of_kinds(stored: Mapping[str, object], *more: str) -> Keys:
    by_kind = {kind: frozenset([*keys_in(it), *more]) for kind, it in stored.items()}
    return {**by_kind, "": frozenset[str]().union(*by_kind.values())}


MARKED: Final = (*test_row_bodies.MARKED, VERSION)
ENTRIES: Final = _of_kinds({kind_of(body): stored for body, stored in test_bodies.WHOLE}, ORIGIN, VERSION)
TABLES: Final[Mapping[str, Keys]] = {
    "entry": ENTRIES,
    "derived": _of_kinds({kind: it for kind, (_, it) in test_row_bodies.WHOLE.items()}, *MARKED),
    "due": _of_kinds({"": [it[1] for it in test_due_bodies.CASES]}),
    "outbox": _of_kinds({"": notice_json(Notice("a"), "b", "c")}),
    "audit": _of_kinds({act: dict.fromkeys(asked_by(act)) for act in READERS}, VERSION),
    # What arrived says what a message will say; and what only statements write and read.
    "inbox": _of_kinds(
        {
            "": dict.fromkeys(
                [*ENTRIES["message"], *kept_json(KeptReactions()), "edited_at", "call", TONGUE, SPOKEN, UNHEARD]
            )
        }
    ),
    "user_persona": _of_kinds({"": user_persona_json(UserPersona("Ann"))}),
    "background_version": _of_kinds({"": background_json(Background("", "a", ("b",), "c"))}),
}


def test_statements_know_the_keys_of_bodies() -> None:
    """A field was renamed, and what somebody wanted to be forgotten is no longer found by its old name."""
    files = sorted((ROOT / "engine/db/sql").glob("*.sql"))
    strange = [f"{file.name}: {it}" for file in files for it in strange_keys(file.read_text("utf-8"))]
    assert strange == [], "no body has it: read what the class in engine/rules/bodies writes"


def test_every_table_with_bodies_is_known() -> None:
    """A new table's bodies are read by keys that nobody compares with anything."""
    schema = (ROOT / "migrations/schema.sql").read_text("utf-8")
    tables = re.findall(r"CREATE TABLE (\w+) \((?:(?!^\)).)*?^    body jsonb", schema, re.MULTILINE | re.DOTALL)
    assert sorted(tables) == sorted(TABLES)


PLANTED: Final = {
    "SELECT body ->> 'titel' FROM entry": ["titel"],
    "SELECT it.body -> 'files' FROM entry AS it WHERE it.kind = 'note'": ["files"],
    "SELECT it.body -> 'files' FROM entry AS it WHERE it.kind = 'message'": [],
    "SELECT file ->> 'sha1' FROM entry, jsonb_array_elements(entry.body -> 'files') AS file": ["sha1"],
    "UPDATE entry SET body = entry.body - 'reply'": ["reply"],
    "SELECT body #>> '{reply_to,words}' FROM inbox": ["words"],
    "SELECT body ? 'title' FROM outbox": ["title"],
    "INSERT INTO audit (body) VALUES (jsonb_build_object('kind', f($1, 'x'), 'many', $2))": ["many"],
}


@pytest.mark.parametrize("statement", PLANTED)
def test_keys_of_statements_are_found(statement: str) -> None:
    """The check is green because it sees nothing."""
    assert [*strange_keys(f"-- name: planted\n{statement}")] == [f"planted: {it}" for it in PLANTED[statement]]


def strange_keys(text: str) -> Iterator[str]:
    """The keys that the statements of a file name and that no body has which they may mean, with the statement."""
    for block in re.split(r"^-- (?:name|fragment): *", text, flags=re.MULTILINE)[1:]:
        name, _, told = block.partition("\n")
        statement = re.sub(r"--.*", "", told)
        for of, key, any_kind in (*_read(statement), *(("", key, True) for key in _built(statement))):
            if key not in _known(statement, of, any_kind=any_kind):
                yield f"{name}: {key}"


def _read(statement: str) -> Iterator[tuple[str, str, bool]]:
    """Whose body is read, by which key, and whether of any kind: a key that is taken out need not be there."""
    for pattern in _READS:
        for found in pattern.finditer(statement):
            if pattern is not _READS[-1] or found["of"] not in _OTHER_JSON:
                yield from ((found["of"] or "", key, found["how"] == "-") for key in found["key"].split(","))


def _built(statement: str) -> Iterator[str]:
    """The keys of the objects that a statement makes: every other argument."""
    for found in re.finditer(r"jsonb_build_object\(", statement):
        depth, arguments = 1, [""]
        for sign in statement[found.end() :]:
            depth += {"(": 1, ")": -1}.get(sign, 0)
            if not depth:
                break
            if sign == "," and depth == 1:
                arguments.append("")
            else:
                arguments[-1] += sign
        yield from (it.strip().strip("'") for it in arguments[::2])


def _known(statement: str, of: str, *, any_kind: bool) -> frozenset[str]:
    """The keys of whatever ``of`` may be: a table, another name of one, or a part of the statement made of some."""
    sources = re.findall(r"\b(?:FROM|JOIN|UPDATE|INTO|USING)\s+(\w+)(?:\s+AS\s+(\w+))?", statement)
    named = [table for table, other in sources if of and table in TABLES and of in (table, other)]
    anywhere = [table for table, _ in sources if table in TABLES]
    prefix = rf"\b{of}\." if of else r"(?<!\.)\b"
    listed = re.findall(prefix + r"kind (?:= '(\w+)'|IN \(([^)]*)\))", statement)
    kinds = [kind for one, several in listed for kind in re.findall(r"\w+", one or several)]
    tables = [TABLES[it] for it in named or anywhere or ([of] if of in TABLES else TABLES)]
    of_kinds = [keys[kind] for keys in tables for kind in kinds if kind in keys and not any_kind]
    return frozenset[str]().union(*(of_kinds or [keys[""] for keys in tables]))
