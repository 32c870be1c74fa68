"""Nothing that only one person may read is told aloud in a group, whichever command is used there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pytest

from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import table_for
from engine.config.config import AllowanceConfig
from tests.platforms.room import House
from tests.platforms.telegram.room import Room, origin, room
from tests.servers.telegram import Chat, TelegramServer, User, telegram_server

FACT, PERSONA, WORDS = "Keeps a quokka.", "Marquess Velvet", "My cellar is flooded."
ELSEWHERE, WAITING, ZONE = "The Other Club", "Zebedee", "Pacific/Chatham"
TOLD_ALONE: Final = (FACT, PERSONA, WORDS, ELSEWHERE, WAITING, ZONE, "sk-canary-key", "123,457", "77,777")
GIVEN: Final[Mapping[ParamKind, str]] = {ParamKind.INT: "1", ParamKind.PAGE: "1"}
NOT_HERE: Final = ("/me forget", "/start")
"""What ends the person that is asked about, and what is Telegram's own."""


def _lines() -> Iterator[str]:
    """Every command and action of the table, with what it needs."""
    for command in table_for("telegram"):
        for name, params in (
            (f"/{command.name}", command.params),
            *((f"/{command.name} {it.name}", it.params) for it in command.actions),
        ):
            yield _line(name, params)


def _line(name: str, params: Sequence[Param]) -> str:
    given = [GIVEN.get(it.kind, it.choices[0] if it.choices else "parrot") for it in params if it.required]
    return " ".join([name, *given])


LINES: Final = (
    *(it for it in _lines() if not it.startswith(NOT_HERE)),
    "/settings timezone",
    "/admin open 2",
    "/admin backup",
    "/admin audit",
    "/admin usage",
)


def _said(reply: Reply) -> str:
    return repr((reply.blocks, reply.confirm, reply.choices, reply.documents, reply.form))


async def _prepare(t: TelegramServer, r: Room, ann: User, ben: User) -> None:
    """Ann is somebody of whom there is something to tell, and there are other chats."""
    alone, stranger = ann.private(), t.user(WAITING)
    other = t.group(ELSEWHERE, [ann])
    await r.daemon.let_in(origin(other, ann))
    said = (
        WORDS,
        f"/me fact add {FACT}",
        f'/me persona set "{PERSONA}" Wears velvet.',
        f"/me timezone {ZONE}",
        "/admin budget set house 123457 tokens",
        "/admin budget set me 77777 tokens",
        "/admin spaces",
        "/admin backup now",
    )
    for line in said:
        before = len(r.handler.heard)
        ann.says(alone, line)
        await r.handler.until(before + 1)
    stranger.says(stranger.private(), "Let me in!")
    ben.says(ben.private(), "hello")
    await r.handler.until(len(said) + 2)
    await t.history.holds(lambda: any(WAITING in it for it in r.shown(alone)))


async def _asks_everything(r: Room, who: User, group: Chat) -> None:
    for line in LINES:
        before = len(r.handler.heard)
        who.uses(group, line)
        await r.handler.until(before + 1)


@pytest.mark.share(2)
@pytest.mark.parametrize("standing", ["owner", "admin"])
async def test_no_command_tells_aloud_what_is_for_one_person(house: House, standing: str) -> None:
    """A group reads who else writes to the bot, where its model runs, or what is known about whoever asks."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann if standing == "owner" else ben, ann, ben])
        fast = AllowanceConfig(messages_a_minute=0)
        async with room(t, house, ann, ann.private(), group, allowance=fast) as r:
            await _prepare(t, r, ann, ben)
            who = ann if standing == "owner" else ben
            first = len(r.handler.replies)
            await _asks_everything(r, who, group)
            told = zip(LINES, r.handler.replies[first:], strict=False)
            host = house.model.url.partition("//")[2].partition("/")[0]
            backups = [it.name for it in (house.folder / "backups").iterdir()]
            alone = (*TOLD_ALONE, host, str(house.folder), *backups)
            assert len(backups) > 0
            assert [(line, it) for line, reply in told if not reply.secret for it in alone if it in _said(reply)] == []
            assert [it for it in alone if it in "\n".join(r.shown(group))] == []
