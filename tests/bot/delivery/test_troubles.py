"""A model that fails, as people see it: the character says so, and the same message becomes the answer."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.commands.framework.reply import Reply
from bot.commands.framework.table import table_for
from bot.delivery.delivery import Delivery
from bot.delivery.troubles import told_as
from bot.delivery.waiting import LoopClock
from bot.handler import Handler
from bot.terminal.conversation import Conversation
from bot.words.localise import Speech
from engine.actions.chats import replies
from engine.actions.house import settings
from engine.errors import ModelError
from engine.turns.troubles import BROKEN, of_end, of_failure
from engine.values.chats.incoming import Origin
from engine.values.chats.notices import TROUBLE, Notice, Trouble
from engine.values.chats.outgoing import Began
from engine.values.chats.turns import TurnState
from engine.values.house.setting_choices import Language
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.bot.delivery.test_delivery_engine import begun, house
from tests.bot.delivery.test_live import seated
from tests.platforms.recording import GROUP, PATIENCE, RecordingSurface, staged
from tests.servers.model import ModelServer, Script, fail, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

pytestmark = pytest.mark.calendar
LATER = "I can't think right now. I'll answer when I can."
AWAY = [fail(503, retry_after=60)]
"""Every try of one request: the same is not tried again where the service asks for so long a pause."""


def _kinds(kind: type[ModelError] = ModelError) -> Iterator[type[ModelError]]:
    yield kind
    for it in kind.__subclasses__():
        yield from _kinds(it)


FAILURES = [
    *(of_failure(it(endpoint="host", model="m-1", url="http://host", reason="why", role="chat")) for it in _kinds()),
    *(of_end(it, "host") for it in BROKEN),
]


@pytest.mark.parametrize("language", [it.value for it in Language])
@pytest.mark.parametrize("notice", FAILURES, ids=lambda it: it.message)
def test_nobody_reads_of_endpoints(notice: Notice, language: str) -> None:
    """ "127.0.0.1 has a problem with m-1 (status 500)" would stand in the middle of a story."""
    speak = Speech().speaker(language)
    told = told_as(notice, speak, owner=False)
    assert told
    assert not any(str(value) in told for name, value in notice.data.items() if name != TROUBLE)
    assert "500" not in told
    assert "error-" not in told


@pytest.mark.parametrize("language", [it.value for it in Language])
@pytest.mark.parametrize("trouble", Trouble)
def test_there_are_words_for_every_trouble(trouble: Trouble, language: str) -> None:
    """People would read the name of a text."""
    speak = Speech().speaker(language)
    assert speak.knows(f"trouble-{trouble}")
    notice = Notice("error-model-busy", {"endpoint": "host", "model": "m-1", "status": 500, TROUBLE: trouble})
    mine, theirs = (told_as(notice, speak, owner=it) for it in (True, False))
    told_of = "error-model-busy-waits" if trouble is Trouble.LATER else "error-model-busy"
    assert mine.splitlines()[-1] == speak.notice(replace(notice, message=told_of)), "on a line of its own"
    assert "host" in mine
    assert "host" not in theirs


_TRY = {"en": re.compile("try again|/again|/continue", re.IGNORECASE), "zh": re.compile("重试|再试|稍后|/重来|/继续")}


@pytest.mark.parametrize("language", [it.value for it in Language])
@pytest.mark.parametrize("trouble", [Trouble.LATER, Trouble.AGAIN])
@pytest.mark.parametrize("notice", FAILURES, ids=lambda it: it.message)
def test_nobody_is_told_to_wait_and_to_try_again(notice: Notice, trouble: Trouble, language: str) -> None:
    """ "I'll answer when I can." stood above "Try again in a moment.": one says wait, the other act."""
    if notice.data[TROUBLE] not in (Trouble.AGAIN, Trouble.CUT):
        return  # its answer never comes by itself
    speak = Speech().speaker(language)
    said = told_as(replace(notice, data={**notice.data, TROUBLE: trouble}), speak, owner=True)
    assert bool(_TRY[language].search(said)) is (trouble is Trouble.AGAIN), said
    assert "{" not in said


@dataclass
class Evening:
    """A channel of a house that can end and be opened again; what people see there, and what owners are told."""

    database_url: str
    data: Path
    model: ModelServer
    origin: Origin
    surface: RecordingSurface
    told: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    begun: Room | None = None
    position: int = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Room]:
        """The house, while this lasts."""
        async with house(config_for(self.database_url, self.data, self.model), self.origin) as engine:
            if self.begun is None:
                self.begun = await begun(engine, self.model, self.origin)
            room = Room(engine, self.model, self.origin, self.begun.here, position=self.position)
            surface = Delivery(engine, self.origin.platform, self.surface, Speech(), "en", self._owners, LoopClock())
            running = asyncio.ensure_future(surface.run())
            try:
                yield room
                await room.idle()
                self.position = room.position
            finally:
                running.cancel()
                await asyncio.wait({running})

    async def _owners(self, reply: Reply) -> None:
        self.told.put_nowait(str(reply.blocks))

    async def sees(self, *texts: str) -> None:
        await self.surface.until(lambda it: it.texts() == list(texts))

    async def fails(self, room: Room, *scripts: Script) -> None:
        """The model is away when somebody says something."""
        self.model.script(*(scripts or AWAY))
        await room.accept("Are you there?", at=calendar.now())
        await room.idle()


@pytest.fixture
async def evening(database_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Evening]:
    origin = replace(new_origin(), private=getattr(request, "param", False))
    async with ModelServer() as model:
        yield Evening(database_url, tmp_path, model, origin, RecordingSurface(LoopClock(), limit=400))


def _shape(evening: Evening) -> list[tuple[Any, ...]]:
    return [(name, part.speaker) for name, (_, part) in evening.surface.messages.items()]


async def test_the_character_says_it_and_owners_read_the_rest(evening: Evening) -> None:
    """Technical words break a story, and whoever could mend it would hear nothing."""
    async with evening.open() as room:
        await evening.fails(room)
        await evening.sees(LATER)
        assert _shape(evening) == [("m1", "Mira")]
        assert [it.small for it in evening.surface.parts()] == [()]
        async with asyncio.timeout(PATIENCE):
            assert "has a problem with" in await evening.told.get()
        await evening.fails(room)
        await evening.surface.until(lambda it: len(it.of("send")) == 2)
        assert evening.told.empty(), "once an hour"


@pytest.mark.parametrize("evening", [True], indirect=True)
async def test_an_owner_reads_it_where_they_are_alone(evening: Evening) -> None:
    """Whoever set the house up would look for the reason elsewhere."""
    async with evening.open() as room:
        await evening.fails(room, fail(401))
        await evening.surface.until(lambda it: bool(it.texts()))
        [text] = evening.surface.texts()
        assert text.startswith("I can't think right now")
        assert "key" in text
        [part] = evening.surface.parts()
        [(start, end)] = part.small
        assert text[:start].endswith("\n"), "it stands on a line of its own"
        assert "key" in text[start:end]
        assert end == len(text)
        assert evening.told.empty()


async def test_whoever_wrote_reads_it_in_their_language(evening: Evening) -> None:
    """In a group of a house that speaks English somebody writes Chinese, and reads English when the model is away."""
    async with evening.open() as room:
        await settings.hear(room.engine.ctx, room.here, {SettingScope.WRITTEN: "zh"})
        await evening.fails(room)
        await evening.sees(Speech().speaker("zh").say("trouble-later", owner="no"))


async def test_it_becomes_the_answer(evening: Evening) -> None:
    """The notice would stay there for ever, with the answer below it."""
    async with evening.open() as room:
        await evening.fails(room)
        await evening.sees(LATER)
        evening.model.script(say("I am back."))
        await room.do_due_work()
        await evening.sees("I am back.")
        assert _shape(evening) == [("m1", "Mira")]
        assert not evening.surface.of("delete")


@pytest.mark.parametrize("other", [False, True], ids=["the same", "another"])
async def test_it_becomes_the_answer_before_its_message_is_stored(other: bool) -> None:
    """A quick retry would be posted below the notice, which is deleted then: a flicker, and a second notification."""
    notice = of_failure(ModelError(endpoint="host", model="m-1", url="http://host", reason="why", role="chat"))
    async with staged() as stage:
        stage.turns.tell(GROUP, Began(1, "Mira", 7, answers="q1"))
        stage.turns.tell(GROUP, stage.ended(1, "", state=TurnState.ERROR, notice=notice))
        await stage.settle()
        again = Began(2, "Ada", 8, answers="q1", behind=True) if other else Began(2, "Mira", 7, answers="q1")
        stage.turns.tell(GROUP, again, stage.ended(2, "I am back."))
        await stage.settle()
        assert [it.kind for it in stage.surface.of("send", "delete")] == (
            ["send", "send", "delete"] if other else ["send"]
        )
        assert stage.surface.texts()[-1] == "I am back."


async def test_a_terminal_says_the_same_and_answers_later(database_url: str, tmp_path: Path) -> None:
    """At a terminal the owner would read of endpoints alone, and would have to ask again when the model is back."""
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin)
        handler = Handler(engine, table_for("terminal"), Speech(), engine.now, "en")
        speak = Speech().speaker("en")
        talk = Conversation(engine, handler, table_for("terminal"), origin, engine.now, speak, tmp_path)
        async with seated(talk, tmp_path / "data/history", "Sit down.") as (keys, screen, _):
            model.script(*AWAY)
            keys.send_text("Are you there?\r")
            told = await screen.shows("has a problem with")
            assert "Mira" in told
            assert LATER in told
            keys.send_text("half a li")
            await screen.shows("half a li")
            model.script(*AWAY)
            await room.do_due_work()
            model.script(say("I am back."))
            await room.do_due_work()
            again = await screen.shows("I am back.")
            assert LATER not in again
            assert "/again" not in again
            model.script(say("Whole."))
            keys.send_text("ne\r")
            await screen.shows("Whole.")
            await room.idle()
            assert [it["text"] for it in await room.log()][-2:] == ["half a line", "Whole."]


async def test_a_try_that_fails_is_not_seen(evening: Evening) -> None:
    """Each try would make a message and take it away again, or take the notice away."""
    async with evening.open() as room:
        await evening.fails(room)
        await evening.sees(LATER)
        for _ in range(2):
            evening.model.script(*AWAY)
            await room.do_due_work()
        assert len(evening.surface.of("send", "edit", "delete")) == 1
        evening.model.script(say("I am back."))
        await room.do_due_work()
        await evening.sees("I am back.")
        assert _shape(evening) == [("m1", "Mira")]


async def test_asking_again_answers_in_it(evening: Evening) -> None:
    """The answer would stand below a notice that is not true any more."""
    async with evening.open() as room:
        await evening.fails(room, fail(401))
        await evening.surface.until(lambda it: bool(it.texts()))
        evening.model.script(say("Here I am."))
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
        await evening.sees("Here I am.")
        assert _shape(evening) == [("m1", "Mira")]


@pytest.mark.parametrize("restarts", [False, True])
async def test_it_goes_when_something_newer_is_answered(evening: Evening, restarts: bool) -> None:
    """ "I'll answer when I can" would stand above an answer."""
    async with evening.open() as room:
        await evening.fails(room)
        await evening.sees(LATER)
        if not restarts:
            evening.model.script(say("To both."))
            await room.accept("Hello?", at=calendar.now())
            await evening.sees("To both.")
            return
        await room.ctx.saver.flush()
    async with evening.open() as room:
        evening.model.script(say("To both."))
        await room.accept("Hello?", at=calendar.now())
        await evening.sees("To both.")
