"""What a file holds is kept and goes out again, or is named before anybody says yes: no importer loses it in silence.

Every form that can be read is tried. What the code lists (kinds, containers, dialects, programs) must stand here, so
that the next one cannot be forgotten.
"""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.file_facts import contents_of
from engine.rules.formats.books.book_dialects import BOOK_DIALECTS
from engine.rules.formats.books.books import read_book, write_book
from engine.rules.formats.cards.card_files import (
    CardContainer,
    read_card,
    read_card_file,
    write_charx,
    write_json,
    write_png,
)
from engine.rules.formats.chats.chats import read_chat, write_chat
from engine.rules.formats.chats.foreign_chats import PROGRAMS, program_of
from engine.rules.formats.presets.presets import read_preset, write_preset
from engine.rules.formats.presets.quick_replies import read_quick_replies, write_quick_replies
from engine.rules.formats.presets.regex_scripts import read_scripts, write_scripts
from engine.rules.formats.stories.backgrounds import read_background, write_background
from engine.rules.formats.stories.memory_files import read_memory_file, write_memory_file
from engine.values.transfers.transfers import FileKind
from tests.rules.formats import book_samples, card_samples, chat_samples, memory_samples, preset_samples
from tests.rules.formats.card_samples import V1, V2, V3, chunk, dump, png, text_chunk, webp, zipped
from tests.rules.formats.preset_samples import QUICK, QUICK_OLD
from tests.turns.files import BACKGROUND

NAME: Final = "x_never_read"
VALUES: Final = st.sampled_from(["never read", 4711, 1.5, True, ["never read"], {"a": "never read"}, [{"b": 4711}]])
JPEG: Final = b"\xff\xd8\xff\xe0\0\x10JFIF\xff\xd9"
BYAF: Final = {path: json.loads(data) for path, data in card_samples.BYAF.items() if path.endswith(".json")}
LEFT_OUT: Final = {
    FileKind.BACKUP: "its members are files of the other kinds, read by their readers",
    FileKind.STORY: "Omoide alone writes it, and a hash proves that all of it came in",
}
"""Kinds that are not tried, and why."""


@dataclass(frozen=True)
class Form:
    """A form of files: a value of it, the file that it makes, and what goes out after it came in.

    ``named``: what is left as a whole under a key, and the fact that says so.
    """

    kind: FileKind
    sample: Any
    pack: Callable[[Any], bytes]
    out: Callable[[bytes], bytes]
    filename: str = "file.json"
    named: Mapping[str, str] = field(default_factory=dict[str, str])


def card(sample: Any, pack: Callable[[Any], bytes] = dump, filename: str = "file.json", **more: Any) -> Form:
    return Form(FileKind.CHARACTER, sample, pack, lambda data: write_json(read_card(data)), filename, **more)


def card_as(out: Callable[[bytes], bytes], sample: Any) -> Form:
    """A card that leaves in another container than it came in."""
    return Form(FileKind.CHARACTER, sample, dump, lambda data: write_json(read_card(out(data))))


def book(sample: Any, pack: Callable[[Any], bytes] = dump, filename: str = "file.json") -> Form:
    return Form(FileKind.WORLD, sample, pack, lambda data: write_book(read_book(data, filename)), filename)


def preset(sample: Any) -> Form:
    return Form(FileKind.PRESET, sample, dump, lambda data: write_preset(read_preset(data)))


def chat(sample: Any, pack: Callable[[Any], bytes] = dump, filename: str = "file.json") -> Form:
    return Form(FileKind.CHAT, sample, pack, lambda data: write_chat(read_chat(data)), filename)


def memories(sample: Any) -> Form:
    return Form(FileKind.MEMORIES, sample, dump, lambda data: write_memory_file(read_memory_file(data)))


def as_yaml(sample: Any) -> bytes:
    return yaml.safe_dump(sample, allow_unicode=True).encode()


def in_png(sample: Any) -> bytes:
    return png(text_chunk("ccv3", sample))


def in_zip(sample: Any) -> bytes:
    return zipped({"card.json": dump(sample), "assets/icon/images/main.png": png()})


def byaf(sample: Any) -> bytes:
    return zipped({**card_samples.BYAF, **{path: dump(value) for path, value in sample.items()}})


CARDS: Final[dict[CardContainer, Form]] = {
    "png": card(V3, in_png),
    "apng": card(V3, lambda it: png(chunk(b"acTL", b"\0" * 8), text_chunk("ccv3", it))),
    "json": card(V3),
    "charx": card(V3, in_zip),
    "charx-jpeg": card(V3, lambda it: JPEG + in_zip(it)),
    "webp": card(V3, lambda it: webp(dump(it))),
    "byaf": card(BYAF, byaf, "ada.byaf", named={"messages": "card-chats-left"}),
    "yaml": card(yaml.safe_load(card_samples.YAML), as_yaml, "ada.yaml"),
}
BOOKS: Final = {name: book(sample) for name, sample in book_samples.DIALECTS.items()}
CHATS: Final = {name: chat(sample) for name, sample in chat_samples.FOREIGN.items()}
LINES: Final = [chat_samples.HEADER, chat_samples.GREETING, chat_samples.ASKED, chat_samples.ANSWERED]
FORMS: Final[dict[str, Form]] = {
    **{f"card {name}": form for name, form in CARDS.items()},
    "card v1": card(V1),
    "card v2": card(V2),
    "card pygmalion": card({"char_name": "Ada", "char_persona": "x"}),
    "card nodest": card(card_samples.NODEST),
    "card nodest as png": card_as(lambda data: write_png(read_card(data), png()), card_samples.NODEST),
    "card v2 as png": card_as(lambda data: write_png(read_card(data), png()), V2),
    "card v1 as charx": card_as(lambda data: write_charx(read_card(data), data), V1),
    "card v2 as charx": card_as(lambda data: write_charx(read_card(data), data), V2),
    **{f"book {name}": form for name, form in BOOKS.items()},
    "book png": book(book_samples.NOVELAI, lambda it: png(text_chunk("naidata", it))),
    "book yaml": book(yaml.safe_load(book_samples.YAML), as_yaml, "world.yaml"),
    "preset": preset(preset_samples.PRESET),
    "preset nodest": preset(preset_samples.NODEST),
    "preset old": preset(preset_samples.OLD),
    **{f"chat {name}": form for name, form in CHATS.items()},
    "chat": chat(LINES, lambda it: chat_samples.jsonl(*it), "chat.jsonl"),
    "chat list": chat(LINES),
    "script": Form(FileKind.SCRIPTS, preset_samples.SCRIPT, dump, lambda data: write_scripts(read_scripts(data))),
    "scripts": Form(
        FileKind.SCRIPTS, [preset_samples.SCRIPT] * 2, dump, lambda data: write_scripts(read_scripts(data))
    ),
    "quick": Form(FileKind.QUICK, QUICK, dump, lambda data: write_quick_replies(read_quick_replies(data))),
    "quick old": Form(FileKind.QUICK, QUICK_OLD, dump, lambda data: write_quick_replies(read_quick_replies(data))),
    "background": Form(FileKind.BACKGROUND, BACKGROUND, dump, lambda data: write_background(read_background(data))),
    "memories": memories(memory_samples.OWN),
    "memories first": memories(memory_samples.FIRST),
    "memories second": memories(memory_samples.SECOND),
}


def objects_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the objects of a value are."""
    if isinstance(value, dict):
        yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from objects_in(inner, (*path, key))


def leaves(value: Any) -> Iterator[str]:
    """The values in a value, as they stand in JSON, without quotes."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from leaves(one)
    if not isinstance(value, dict | list):
        yield json.dumps(value).strip('"')


def around(path: tuple[Any, ...]) -> Iterator[str]:
    """The names of what a place lies in, as the import calls them."""
    keys = [key for key in path if isinstance(key, str)]
    return (".".join(keys[:count]) for count in range(1, len(keys) + 1))


def with_field(sample: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The value with a field that nobody knows, at a place in it."""
    changed = at = copy.deepcopy(sample)
    for key in path:
        at = at[key]
    at[NAME] = value
    return changed


def test_every_form_stands_here() -> None:
    """A format that is added later would lose what it does not know, as the one of NodeST did."""
    assert {form.kind for form in FORMS.values()} | LEFT_OUT.keys() == {*FileKind}
    assert {*CARDS} == {*get_args(CardContainer)}
    assert {*BOOKS} == {*BOOK_DIALECTS}
    assert {program_of(form.sample) for form in CHATS.values()} == {*PROGRAMS}
    for container, form in CARDS.items():
        assert read_card_file(form.pack(form.sample)).container == container


@pytest.mark.parametrize("name", FORMS)
@given(data=st.data())
def test_nothing_is_lost_in_silence(name: str, data: st.DataObject) -> None:
    """What somebody had written into a file would be gone, and they would learn it when they look for it."""
    form = FORMS[name]
    root_is_no_object = name == "card byaf"
    places = [path for path in objects_in(form.sample) if path or not root_is_no_object]
    path, value = data.draw(st.sampled_from(places)), data.draw(VALUES)
    file = form.pack(with_field(form.sample, path, value))
    told = contents_of(file, form.filename)
    assert told.kind is form.kind
    whole = next((fact for key, fact in form.named.items() if key in path), "")
    if whole:
        assert whole in {it.message for it in told.facts}
        return
    names = {name for it in told.facts for name in str(it.data.get("names", "")).split(", ")}
    written = form.out(file).decode()
    kept = all(text in written for text in (NAME, *leaves(value)))
    assert kept or any(name in names or NAME in name for name in (*around(path), *names)), [*told.facts]


def test_a_script_that_looks_for_nothing_is_counted() -> None:
    """Somebody would count ten scripts in their file and nine here."""
    facts = contents_of(dump([preset_samples.SCRIPT, {"scriptName": "Empty"}, 7]), "scripts.json").facts
    assert [it.data for it in facts if it.message == "file-scripts-left"] == [{"count": 2}]


def test_what_an_archive_of_backyard_leaves_is_named() -> None:
    """Chats and other characters of an archive would be gone without a word."""
    manifest = BYAF["manifest.json"] | {
        "characters": ["characters/ada/character.json", "characters/bea/character.json"]
    }
    facts = contents_of(byaf(BYAF | {"manifest.json": manifest}), "ada.byaf").facts
    assert {"card-chats-left", "card-characters-left"} <= {it.message for it in facts}
    plain = {**BYAF, "scenarios/one.json": BYAF["scenarios/two.json"]}
    assert not [it for it in contents_of(byaf(plain), "ada.byaf").facts if it.message.endswith("-left")]
