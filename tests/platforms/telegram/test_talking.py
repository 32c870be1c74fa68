"""Talking on Telegram with everything in place: the engine, a model, the delivery, and the real library in between."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

from bot.commands.table import table_for
from bot.delivery.delivery import Delivery
from bot.guest import House
from bot.handler import Handler
from bot.telegram.client import TelegramClient
from bot.telegram.surface import TelegramSurface
from engine.service import Engine
from engine.wiring import open_engine
from tests.conftest import NewDatabase
from tests.platforms.telegram.room import SPEECH, account
from tests.servers.model import ModelServer, say
from tests.servers.model_scripts import Finish, Gate, Script
from tests.servers.telegram import Chat, Message, TelegramServer, User, telegram_server
from tests.turns.room import config_for

CODE = "lantern-harbour-nine"


@dataclass
class Living:
    """Everything that runs."""

    t: TelegramServer
    model: ModelServer
    engine: Engine

    def shown(self, chat: Chat) -> list[str]:
        """What the bot says in a chat now."""
        return [it.text for it in self.t.messages(chat, by_bot=True)]

    async def sees(self, chat: Chat, text: str) -> Message:
        """Wait until the newest message of the bot in ``chat`` holds ``text``."""

        await self.t.history.holds(lambda: text in ([it.text for it in self.t.messages(chat, by_bot=True)] or [""])[-1])
        return self.t.messages(chat, by_bot=True)[-1]

    async def owner(self, name: str = "Ann", language: str = "en") -> User:
        """Somebody who has sent the owner's code."""
        ann = self.t.user(name, language)
        ann.uses(ann.private(), f"/start {CODE}")
        await self.t.history.holds(lambda: self.shown(ann.private()))
        return ann


@asynccontextmanager
async def house(new_database: NewDatabase, folder: Path) -> AsyncIterator[Living]:
    """A daemon's insides against the test servers."""
    async with telegram_server(privacy=False) as t, ModelServer() as model:
        config = config_for(await new_database(), folder, model).model_copy(update={"owner_code": SecretStr(CODE)})
        async with open_engine(config, name="daemon", platforms={"telegram": TelegramSurface.limit}) as engine:
            table = table_for("telegram")

            def now() -> datetime:
                return datetime.now(UTC)  # noqa: TID251 — people's time

            handler = Handler(engine, table, SPEECH, now, "en")
            client = TelegramClient(
                account(t),
                House(engine, handler, table, SPEECH, "en", now),
                lambda surface, tell: Delivery(engine, "telegram", surface, SPEECH, "en", tell),
            )
            running = asyncio.ensure_future(client.run())
            try:
                await client.ready.wait()
                yield Living(t, model, engine)
            finally:
                running.cancel()
                await asyncio.wait({running})


async def test_a_first_conversation(new_database: NewDatabase, tmp_path: Path) -> None:
    """A new owner sends the code, writes, and sees one message grow into the reply."""
    async with house(new_database, tmp_path) as h:
        ann = await h.owner()
        ann.uses(ann.private(), "/settings debounce 0")
        await h.sees(ann.private(), "0")
        before = len(h.shown(ann.private()))
        gate = Gate()
        h.model.script(Script(["The lamp ", "is lit. ", gate, "Come *in*, @everyone <b>now</b>.", Finish()]))
        ann.says(ann.private(), "Is anybody there?")
        growing = await h.sees(ann.private(), "The lamp")
        gate.open()
        await h.sees(ann.private(), "Come *in*, @everyone <b>now</b>.")
        assert len(h.shown(ann.private())) == before + 1
        assert growing.text == "The lamp is lit. Come *in*, @everyone <b>now</b>."
        assert h.t.rejected == []


async def test_a_stranger_reads_one_line_and_no_model_is_asked(new_database: NewDatabase, tmp_path: Path) -> None:
    """Anybody who finds the bot would spend the owner's money."""
    async with house(new_database, tmp_path) as h:
        ann = await h.owner()
        asked, told = len(h.model.generations), len(h.shown(ann.private()))
        eve = h.t.user("Eve")
        for text in ("hello", "hello?", "anybody?"):
            eve.says(eve.private(), text)
        await h.t.history.holds(lambda: h.shown(eve.private()))
        await h.t.history.holds(lambda: len(h.shown(ann.private())) > told)
        assert len(h.shown(eve.private())) == 1
        assert len(h.model.generations) == asked


async def test_a_group_is_silent_until_the_owner_opens_it(new_database: NewDatabase, tmp_path: Path) -> None:
    """A bot that was added to a group would talk there before its owner knows; later it would not answer at all."""
    async with house(new_database, tmp_path) as h:
        ann = await h.owner()
        ben = h.t.user("Ben")
        group = h.t.group("Club", [ben], with_bot=False)
        ben.adds_bot(group)
        question = await h.sees(ann.private(), "Club")
        assert h.shown(group) == []
        story = next(it for it in question.buttons if it["callback_data"].endswith("story"))
        await ann.taps(question, story["text"]).answered()
        await h.t.history.holds(lambda: not question.buttons)
        h.model.script(say("Welcome to the harbour."))
        ben.says(group, "just talking")
        asked = ben.says(group, "who are you?", mention=True)
        reply = await h.sees(group, "Welcome to the harbour.")
        assert reply.reply_to is asked
        assert len(h.shown(group)) == 1


async def test_what_comes_twice_is_answered_once(new_database: NewDatabase, tmp_path: Path) -> None:
    """Telegram delivers again after a lost answer: the character would repeat itself."""
    async with house(new_database, tmp_path) as h:
        ann = await h.owner()
        ann.uses(ann.private(), "/settings debounce 0")
        await h.sees(ann.private(), "0")
        for number in range(3):
            h.model.script(say(f"Answer {number}."))
            ann.says(ann.private(), f"Question {number}?")
            await h.sees(ann.private(), f"Answer {number}.")
        asked, shown = len(h.model.generations), h.shown(ann.private())
        for same in (True, False, False):
            h.t.redeliver(5, shuffled=True, same_id=same)
        h.model.script(say("The last answer."))
        ann.says(ann.private(), "And now?")
        await h.sees(ann.private(), "The last answer.")
        assert h.shown(ann.private()) == [*shown, "The last answer."]
        assert len(h.model.generations) == asked + 1
        assert [str(it.body).count("And now?") for it in h.model.generations[-1:]] == [1]


async def test_a_reply_may_grow_as_a_draft(new_database: NewDatabase, tmp_path: Path) -> None:
    """The setting would change nothing, or cost the reply."""
    async with house(new_database, tmp_path) as h:
        ann = await h.owner()
        for setting in ("debounce 0", "drafts on"):
            before = len(h.shown(ann.private()))
            ann.uses(ann.private(), f"/settings {setting}")
            await h.t.history.holds(lambda before=before: len(h.shown(ann.private())) > before)
        gate = Gate()
        h.model.script(Script(["The lamp ", gate, "is lit.", Finish()]))
        before = len(h.shown(ann.private()))
        ann.says(ann.private(), "Is anybody there?")
        await h.t.history.holds(lambda: h.t.draft(ann.private()) == "The lamp")
        gate.open()
        await h.sees(ann.private(), "The lamp is lit.")
        assert len(h.shown(ann.private())) == before + 1
        assert h.t.calls("editMessageText") == []


async def test_undo_by_a_sign_removes_what_it_takes_back(new_database: NewDatabase, tmp_path: Path) -> None:
    """People would see words that the story does not hold any more."""
    async with house(new_database, tmp_path) as h:
        ann = await h.owner("Ann", "zh")
        ann.uses(ann.private(), "/设置 debounce 0")
        await h.t.history.holds(lambda: len(h.shown(ann.private())) > 1)
        h.model.script(say("Words to be taken back."))
        ann.says(ann.private(), "你好")
        said = await h.sees(ann.private(), "Words to be taken back.")
        await h.t.history.holds(lambda: True)
        ann.says(ann.private(), "🗑", reply_to=said)
        await h.t.history.holds(lambda: said.deleted)
