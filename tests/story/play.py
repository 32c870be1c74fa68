"""One story, told to the engine and to the model at once. After each step both must show the same."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from engine.actions.chats import sessions
from engine.actions.chats.head_moves import current_head
from engine.actions.house.access import at_home
from engine.db.chats import log, saves
from engine.db.chats import sessions as session_store
from engine.db.memory import derivations
from engine.values.chats.entries import EntryKind, Line
from engine.values.chats.incoming import Here, Incoming, Origin
from engine.values.chats.outgoing import Grew, View
from engine.values.ids import SessionKey
from tests import calendar
from tests.servers.model import ModelServer
from tests.servers.model_scripts import Finish, Gate, Script
from tests.story.house import Boot, House, answer_at_once
from tests.story.model import PERSONS, Model, Said, Seen, State, state
from tests.story.places import fresh_character, fresh_origin

CHARACTER = "Ada"
GREETINGS = ("Hello.", "Good evening.")
KINDS = ("summary", "core")
SHOWN = 6
PATIENCE = 60.0
"""Seconds after which a program that hangs is a failure."""


class Play:
    """A session with two people and one character. ``boot`` is the life of the engine that runs now."""

    people: tuple[Here, ...]
    key: SessionKey
    character: int
    kinds: tuple[str, ...] = KINDS
    """The derived rows that steps make by hand."""

    def __init__(self, house: House, server: ModelServer, origin: Origin, model: Model | None = None) -> None:
        self.house = house
        self.server = server
        self.boot: Boot = house.boot()
        self.model = model or Model()
        self._origin = origin
        self._said = 0

    @property
    def here(self) -> Here:
        """The channel, as the first person sees it."""
        return self.people[0]

    async def begin(self) -> None:
        """The session: its cast, and the first greeting."""
        ctx = self.boot.ctx
        origins = [self._origin_of(it) for it in PERSONS]
        self.people = tuple([await ctx.places.resolve(ctx.db, it) for it in origins])
        await at_home(ctx, self.here)
        self.character = await fresh_character(ctx.db, self.here, CHARACTER, *GREETINGS)
        await answer_at_once(ctx.db, self.here)
        await sessions.begin(ctx, self.here, PERSONS[0], self.character)
        self.key = (await current_head(ctx, self.here)).session_key
        self.model.add(Said(EntryKind.MEMBER, CHARACTER, ""))
        self.model.add(Said(EntryKind.MESSAGE, CHARACTER, GREETINGS[0], greeting=0))
        await self.check()

    async def end(self) -> None:
        """The end of it: every branch that was ever made holds what it should."""
        ctx = self.boot.ctx
        for branch, head in self.model.heads.items():
            line = await ctx.lines.current(ctx.db, self.key, branch)
            assert await self.state(line) == state(head), f"branch {branch}"

    def incoming(self, person: int, text: str) -> Incoming:
        """A new message of one of the two."""
        self._said += 1
        now = calendar.now()
        return Incoming(self._origin_of(PERSONS[person]), f"m{self._said}", text, now, self._said)

    def _origin_of(self, name: str) -> Origin:
        return replace(self._origin, person=name, person_name=name)

    async def idle(self) -> None:
        """Wait until everything is answered."""
        async with asyncio.timeout(PATIENCE):
            await self.boot.runner.wait_idle(self.here.key)

    async def growing(self, start: Callable[[], Awaitable[object]]) -> str:
        """Do ``start``; return when people see a reply grow, which then stands still. What they see is saved."""
        text = self.model.name("begun")
        self.server.script(Script([text, Gate(), " and ended.", Finish()]))
        async with asyncio.timeout(PATIENCE):
            with self.boot.ctx.shows.watch(self.here.key) as watch:
                await start()
                async for show in watch:
                    if isinstance(show, Grew):
                        assert [show.text] == await self._drafts() == [text]
                        break
        return text

    async def reboot(self) -> None:
        """The process is killed and started again; what it left is taken up."""
        await self.boot.die()
        self.boot = self.house.boot()
        await self.boot.runner.recover()

    async def state(self, line: Line) -> State:
        """Everything that is live on ``line``, as the stores read it."""
        ctx = self.boot.ctx
        entries = await log.entries(ctx.db, self.key, line)
        messages = await log.messages(ctx.db, self.key, line, 1_000)
        memories = await derivations.live(ctx.db, self.key, line, self.kinds)
        seen = (Seen(it.place.seq, it.person_name or CHARACTER, it.text, it.status, it.revised) for it in messages)
        return State(
            tuple((it.place.seq, it.kind.value, it.text) for it in entries),
            tuple(seen),
            frozenset((it.place.seq, it.kind, it.text) for it in memories),
        )

    async def check(self) -> State:
        """What the channel shows and all that is live there are as the model has them."""
        ctx, wanted = self.boot.ctx, state(self.model.head)
        view = await sessions.open_here(ctx, self.here, PERSONS[0])
        assert _seen(view) == wanted.messages[-SHOWN:]
        assert view.branch == self.model.here
        line = await ctx.lines.current(ctx.db, self.key, view.branch)
        read = await self.state(line)
        assert read == wanted
        assert await session_store.messages_on(ctx.db, self.key, line) == len(wanted.messages)
        kept = await saves.savepoints(ctx.db, self.key)
        assert [(it.kind, it.name, it.place.seq, it.preview) for it in reversed(kept)] == [
            (it.kind, it.label, it.node.seq, it.preview) for it in self.model.saves
        ]
        return read

    async def _drafts(self) -> list[str]:
        query = "SELECT text FROM draft WHERE space_id = $1 AND session_id = $2"
        async with self.boot.ctx.db.connection() as connection:
            return [row["text"] for row in await connection.fetch(query, self.key.space, self.key.session)]


async def new_play(house: House, server: ModelServer) -> Play:
    """A story at its beginning."""
    play = Play(house, server, fresh_origin(PERSONS[0], house.platform))
    await play.begin()
    return play


def _seen(view: View) -> tuple[Seen, ...]:
    return tuple(Seen(it.seq, it.speaker, it.text, it.status, it.revised) for it in view.spoken)
