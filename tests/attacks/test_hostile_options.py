"""Odd text in every option of every command: it is a word like others, or it is refused in words, and no more."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from structlog.testing import capture_logs

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.arguments import as_typed
from bot.commands.framework.controls import fits as control_fits
from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import table_for
from bot.handler import Handler, Sender
from bot.words.localise import Speech
from engine.actions.house.access import fits
from engine.values.chats.incoming import Incoming, IncomingKind
from tests.bot.at_terminal import AtTerminal, Terminals, terminals_at
from tests.bot.visitor import NoFiles, now

pytestmark = pytest.mark.share(24)

HOSTILE: Final[Mapping[str, str]] = {
    "statement": "'; DROP TABLE entry; --",
    "condition": "1 OR 1=1",
    "closed": '"); DELETE FROM person WHERE ("1" = "1',
    "sleep": "id:1; SELECT pg_sleep(9)",
    "union": "0 UNION SELECT text FROM entry",
    "pattern": "%_%\\",
    "placeholder": "$1 %s %(name)s ?",
    "huge row": "id:99999999999999999999",
    "huge": "9" * 400,
    "past a bigint": "9223372036854775808",
    "below a bigint": "-9223372036854775809",
    "page": "1>99999999999999999999",
    "page back": "0>-1>-1",
    "no number": "NaN",
    "endless": "1e309",
    "other digits": "٣²①𝟙",
    "nothing": "\x00",
    "nothing inside": "a\x00b",
    "half a sign": "\ud800",
    "other half": "a\udfffb",
    "turned round": "\u202eevil\u2066\u2069",
    "unseen": "\u200b\u200d\ufeff\u00ad",
    "long": "x" * 10_000,
    "long in Chinese": "灯" * 10_000,
    "many words": "a " * 5_000,
    "braces": "{0} {name} {",
    "fluent": '{ $number } { -brand } { "x" ->\n *[a] b }',
    "markdown": "**_`~||# [a](javascript:b) <b>c</b> ```",
    "macros": "{{setvar::a::{{getvar::a}}}} {{user}}",
    "mentions": "@everyone <@1> <#2> @here",
    "path": "../../../../etc/passwd",
    "path with an end": "/tmp/a\x00.json",
    "lines": "one\r\n/admin open all\n/quit",
    "quotes": "\"''“”「」'\"",
    "escapes": "\x1b[2J\x1b]0;x\x07\\u0000",
}
UNTOLD: Final = ("event failed", "suggestions failed", "job failed")
OWNER: Final = Sender(frozenset({AccessRole.OWNER}), NoFiles(), "en")
_WITH_SPACE: Final = """
SELECT column_name, table_name FROM information_schema.columns
WHERE table_schema = 'public' AND column_name IN ('space_id') ORDER BY table_name
"""
_SCHEMA: Final = """
SELECT table_name || '.' || column_name || ' ' || data_type AS line FROM information_schema.columns
WHERE table_schema = 'public' ORDER BY 1
"""


@pytest.fixture(scope="module")
async def terminals(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Terminals]:
    """One engine for all of these."""
    async with terminals_at(database_url, tmp_path_factory.mktemp("data")) as made:
        yield made


def options() -> Iterator[tuple[str, Sequence[Param], Param]]:
    """Every option: the line of its command, all options of that, and it."""
    for command in table_for("terminal"):
        for line, params in (
            (f"/{command.name}", command.params),
            *((f"/{command.name} {it.name}", it.params) for it in command.actions),
        ):
            yield from ((line, params, it) for it in params)


def usual(param: Param) -> str:
    """What somebody might give."""
    if param.kind in (ParamKind.INT, ParamKind.PAGE):
        return "1"
    return param.choices[0] if param.choices else "parrot"


def typed(line: str, params: Sequence[Param], odd: Param, text: str) -> str:
    """The command as it is typed with ``text`` for one option, and something usual for what it needs besides."""
    given = [as_typed(it, text if it is odd else usual(it)) for it in params if it is odd or it.required]
    return " ".join([line, *given])


async def contents(them: AtTerminal) -> Mapping[str, Any]:
    """All rows of a space, by table; and what tables there are."""
    sql, found = them.room.sql, dict[str, Any]()
    for it in await sql(_WITH_SPACE):
        query = f"SELECT md5(string_agg(it::text, ' ' ORDER BY it::text)) AS sum FROM {it['table_name']} AS it"
        [row] = await sql(f"{query} WHERE space_id = $1", them.here.space)
        found[it["table_name"]] = row["sum"]
    return found | {"schema": [it["line"] for it in await sql(_SCHEMA)]}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_every_option_takes_it_or_says_why_not(
    terminals: Terminals, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody types odd things, and is told of an error without a word, or changes what is not theirs."""
    monkeypatch.chdir(tmp_path)
    them, others = await terminals.somebody(), await terminals.somebody()
    await others.types("Hello.", "/memory add The door creaks.", "/me persona set Bo A sailor.", "/save door")
    before = await contents(others)
    wrong = [it async for it in failing(them, text)]
    assert "\n".join(wrong) == ""
    assert await contents(others) == before
    assert "Fine" in await them.types("/new", "/chats rename Fine", "/chats")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_any_text_can_be_compared_with_a_code(text: str) -> None:
    """Somebody sends half a sign where a code is awaited, and is told of an error without a word."""
    assert not fits(text, "open-sesame")
    assert not control_fits(text * 100)


async def failing(them: AtTerminal, text: str) -> AsyncIterator[str]:
    """The lines with ``text`` in an option that fail: as they are typed, as a form is filled in, as a field asks."""
    conversation = them.conversation()
    await conversation.begin()
    await conversation.submit(text)
    handler = Handler(them.engine, table_for("terminal"), Speech(), now, "en")
    for number, (line, params, odd) in enumerate(options()):
        for how, act in (
            ("typed", partial(conversation.submit, typed(line, params, odd, text))),
            ("filled", partial(filled, them, handler, number, line, {odd.name: text})),
            ("asked", partial(handler.complete, them.origin, OWNER, line[1:], odd.name, text)),
        ):
            with capture_logs() as logged:
                found = await act()
            conversation.give_up()
            told = [str(it.get("exc_info")) for it in logged if it.get("event") in UNTOLD]
            if told or (isinstance(found, Reply) and "Something went wrong" in repr(found.blocks)):
                yield f"{how} {line} {odd.name}: {told}"[:400]


async def filled(them: AtTerminal, handler: Handler, number: int, line: str, fields: Mapping[str, str]) -> Reply:
    incoming = Incoming(them.origin, f"form{number}", line, now(), 100_000 + number, IncomingKind.COMMAND)
    return await handler.fill(incoming, OWNER, line, fields)
