"""One channel of a running engine, as a platform sees it: say something, see what is shown, look into the tables."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import access, settings
from engine.app import Engine
from engine.background_work import jobs_of, proofs_of
from engine.config.config import Config
from engine.config.endpoints import RoleConfig
from engine.context import EngineContext
from engine.db.postgres.pool import Database
from engine.jobs.chats.answer import answer
from engine.jobs.chats.unasked import Proofs
from engine.rules.lines import place_at
from engine.turns.commit import unanswered
from engine.turns.runner import Runner
from engine.values.chats.incoming import Forward, Heard, Here, Incoming, IncomingKind, Origin, ReactionChange
from engine.values.chats.outgoing import Ended, Grew, PartLimit, TurnEvent
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.connections import engine_at
from tests.servers.model import ModelServer

CARD: Mapping[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Mira",
        "description": "{{char}} keeps a lighthouse. {{user}} came by boat.",
        "personality": "Calm and exact.",
        "scenario": "A storm is near.",
        "first_mes": "You made it, {{user}}. Sit down.",
        "alternate_greetings": ["The lamp is out, {{user}}. Help me."],
        "mes_example": "<START>\n{{user}}: Is it far?\n{{char}}: Two miles.",
        "post_history_instructions": "{{char}} never leaves the island.",
    },
}

_numbers = itertools.count(1)
MOST_ROUNDS = 2_000
"""Of due work in one test: more come to no end."""


class Recorder:
    """Every event of a channel, none left out."""

    def __init__(self) -> None:
        self.events: list[TurnEvent] = []
        self._more = asyncio.Event()

    def put(self, show: TurnEvent) -> None:
        self.events.append(show)
        self._more.set()

    def of(self, kind: type[Any]) -> list[Any]:
        return [it for it in self.events if isinstance(it, kind)]

    async def until(self, enough: Callable[["Recorder"], bool]) -> None:
        """Wait until ``enough`` is true of what was shown."""
        while not enough(self):
            self._more.clear()
            await self._more.wait()


@dataclass
class Room:
    """``shown`` is everything that a platform was told about the channel."""

    engine: Engine
    model: ModelServer
    origin: Origin
    here: Here
    shown: Recorder = field(default_factory=Recorder)
    position: int = 0
    changes: int = 0

    @property
    def ctx(self) -> EngineContext:
        return self.runner._ctx

    @property
    def runner(self) -> Runner:
        return self.engine.runner

    @property
    def db(self) -> Database:
        return self.ctx.db

    @property
    def ended(self) -> list[Ended]:
        return self.shown.of(Ended)

    @property
    def grown(self) -> list[str]:
        return [it.text for it in self.shown.of(Grew)]

    def change(self, **parts: Any) -> None:
        """Give the turns other parts than the wiring did."""
        self.runner._ctx = replace(self.runner._ctx, **parts)
        self.engine = replace(self.engine, ctx=self.ctx)

    def stand_still(self, at: datetime, **parts: Any) -> None:
        """The date stands still at ``at``, in a house in UTC, and with other ``parts`` if told."""
        given = self.ctx.defaults
        self.change(clock=StillClock(at), defaults=replace(given, values={**given.values, "timezone": "UTC"}), **parts)

    async def accept(
        self,
        text: str,
        external: str | None = None,
        *,
        at: datetime | None = None,
        replied: str = "",
        forward: Forward | None = None,
    ) -> bool:
        """A message arrives; returns once it is stored, False if it was not."""
        self.position += 1
        sent_at = at or calendar.now()
        external = external or f"m{self.position}"
        said = Incoming(self.origin, external, text, sent_at, self.position, replied=replied, forward=forward)
        heard = await self.engine.turns.accept(said)
        return heard in (Heard.TAKEN, Heard.QUIET)

    async def edit(self, external: str, text: str) -> Heard:
        """Somebody gives a message of theirs another text."""
        return await self._change(IncomingKind.EDIT, external, text)

    async def delete(self, external: str) -> Heard:
        """A message is deleted on the platform."""
        return await self._change(IncomingKind.DELETE, external, "")

    async def _change(self, kind: IncomingKind, external: str, text: str) -> Heard:
        self.changes += 1
        now = calendar.now()
        change = Incoming(self.origin, f"{external}@{self.changes}", text, now, self.position, kind, target=external)
        return await self.engine.turns.accept(change)

    async def react(
        self, external: str, *put: str, taken: tuple[str, ...] = (), whole: bool = False, by: Origin | None = None
    ) -> Heard:
        """Somebody reacts to a message, or takes it back; returns once that is stored."""
        self.changes += 1
        change = Incoming(
            by or self.origin,
            f"{external}+{self.changes}",
            "",
            calendar.now(),
            self.position,
            IncomingKind.REACTION,
            target=external,
            reaction=ReactionChange(put, taken, whole),
        )
        return await self.engine.turns.react(change)

    async def last_reply(self) -> str:
        """What the last reply of the line that is played is called, by where it lies."""
        view = await sessions.open_here(self.engine.ctx, self.here, "Ann")
        last = [it for it in view.spoken if it.character is not None][-1]
        line = await self.ctx.lines.current(self.db, SessionKey(self.here.space, view.session), view.branch)
        place = place_at(line, last.seq)
        assert place is not None
        return f"@{view.session}.{place.branch}.{place.seq}"

    async def felt(self) -> list[tuple[int, int | None, list[str]]]:
        """Every reaction in the log, on all branches: the message's seq, whose, and what is there from then on."""
        rows = await self.sql(
            "SELECT target_seq, person_id, body FROM entry WHERE space_id = $1 AND kind = 'reaction' "
            "ORDER BY session_id, written_at, seq",
            self.here.space,
        )
        return [(it["target_seq"], it["person_id"], it["body"].get("emojis", [])) for it in rows]

    async def grew(self, text: str) -> None:
        """Wait until people were shown something with ``text`` in it."""
        await self.shown.until(lambda it: any(text in shown.text for shown in it.of(Grew)))

    async def outbox(self) -> list[tuple[int, str, str, str, str | None]]:
        """What is planned for the channel: part, kind, state, text, message."""
        rows = await self.sql(
            "SELECT part, kind, state, text, platform_id FROM outbox WHERE space_id = $1 AND channel_id = $2 "
            "ORDER BY turn_id, part",
            self.here.space,
            self.here.channel,
        )
        return [(it["part"], it["kind"], it["state"], it["text"], it["platform_id"]) for it in rows]

    async def say(self, *texts: str) -> None:
        """Messages, each answered before the next."""
        for text in texts:
            await self.accept(text)
            await self.idle()

    async def idle(self) -> None:
        await self.engine.turns.idle(self.here)

    async def sql(self, query: str, *args: Any) -> list[Any]:
        async with self.db.connection() as connection:
            return await connection.fetch(query, *args)

    async def spoken(self) -> list[tuple[str, str]]:
        """The line that is played, as (status, text)."""
        view = await sessions.open_here(self.engine.ctx, self.here, "Ann")
        return [(it.status.value, it.text) for it in view.spoken]

    async def log(self) -> list[Any]:
        """Every message of the channel's sessions, on all branches, in the order of writing."""
        return await self.sql(
            "SELECT branch_id, seq, person_id, character_id, status, text, raw, turn_id, body FROM entry "
            "WHERE space_id = $1 AND kind = 'message' ORDER BY session_id, branch_id, seq",
            self.here.space,
        )

    async def turns(self) -> list[Any]:
        return await self.sql("SELECT * FROM turn WHERE space_id = $1 ORDER BY id", self.here.space)

    async def due(self) -> list[Any]:
        return await self.sql("SELECT * FROM due WHERE space_id = $1", self.here.space)

    async def do_due_work(self, proofs: Proofs | None = None) -> None:
        """What the timer does once the pause is over, without waiting for either, and what follows from it.

        By ``proofs`` what a character wrote by itself is proved again; None: by those of the product.
        """
        await self.run_due_work(proofs)
        await self.idle()

    async def run_due_work(self, proofs: Proofs | None = None) -> None:
        await self.sql("UPDATE due SET not_before = now() WHERE space_id = $1", self.here.space)
        platform = self.here.platform
        again = proofs_of(self.ctx) if proofs is None else proofs
        job = partial(answer, self.ctx, self.runner, again, platform)
        tasks = Tasks()
        await DueWork(self.db, "test", {unanswered(platform): job}, SystemClock(), tasks).run_ready()
        await tasks.stop()

    async def drain(self) -> None:
        """Do all that is due in this room's space, and what follows from that, to the end. Nothing is waited for.

        What is due elsewhere in the tests' database is put off. Fails when a job does.
        """
        tasks = Tasks()
        due = DueWork(self.db, "test", jobs_of(self.ctx, self.runner), SystemClock(), tasks)
        await self.sql("UPDATE due SET not_before = now() + interval '1 day' WHERE space_id <> $1", self.here.space)
        for _ in range(MOST_ROUNDS):
            await self.sql("UPDATE due SET not_before = now() WHERE space_id = $1 AND owner IS NULL", self.here.space)
            claimed = await due.run_ready()
            failed = [it["kind"] for it in await self.due() if it["tries"] and it["owner"] is None]
            assert not failed, f"jobs failed: {failed}; their errors are in the log"
            if not claimed:
                break
        else:
            raise AssertionError(f"there is always something to be done: {await self.due()}")
        await tasks.stop()
        await self.idle()

    def prompt(self, number: int = -1) -> list[tuple[str, str]]:
        """What one request to the model said, as (role, text)."""
        return [(it["role"], it["content"]) for it in self.model.generations[number].body["messages"]]

    def prompts_say(self, text: str, number: int = -1) -> bool:
        return any(text in content for _, content in self.prompt(number))


def config_for(database_url: str, data_dir: Path, model: ModelServer, *fallbacks: ModelServer) -> Config:
    """An engine's configuration: this database, these models."""
    others = [{"url": one.url, "model": "other"} for one in fallbacks]
    chat = RoleConfig.model_validate({"url": model.url, "model": "m", "key": "sk-canary-key", "fallbacks": others})
    embedding = RoleConfig.model_validate({"url": model.url, "model": "vectors"})  # the built-in one loads slowly
    return Config(
        database_url=database_url,  # type: ignore[arg-type]
        chat=chat,
        embedding=embedding,
        data_dir=data_dir,
        language="en",  # type: ignore[arg-type]
        timezone=calendar.ZONE,
    )


@asynccontextmanager
async def opened(
    config: Config, platform: str, *, name: str = "test", limit: PartLimit | None = None
) -> AsyncIterator[Engine]:
    """An engine without work in the background; ``drain`` does it."""
    async with engine_at(config, name=name, platforms={platform: limit}, background=False) as engine:
        yield engine


def new_origin() -> Origin:
    """A space of its own, on a platform of its own, so that no other test's engine takes it up."""
    number = next(_numbers)
    return Origin(f"platform{number}", "space", "channel", "person", "Ann")


async def enter(
    engine: Engine, model: ModelServer, origin: Origin, card: Mapping[str, Any] | None = CARD, debounce: float = 0.0
) -> Room:
    """Go into a channel and begin a session there with ``card`` (None: begin none)."""
    here = await engine.places.resolve(origin)
    await access.at_home(engine.ctx, here)
    await settings.put(engine.ctx, here, SettingScope.SPACE, "debounce", str(debounce))
    room = Room(engine, model, origin, here)
    if card is not None:
        made = await characters.import_file(engine.ctx, here, json.dumps(card).encode())
        await sessions.new(engine.ctx, engine.runner, here, "Ann", made.id)
    room.ctx.shows._watches[here.key].append(room.shown)  # type: ignore[arg-type]
    return room


class StillClock(SystemClock):
    """A clock whose date stands still, for prompts that are compared to the letter."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at


def said(log: Sequence[Any], *, by_people: bool) -> list[str]:
    """The texts of a log that people said, or that characters said."""
    return [it["text"] for it in log if (it["person_id"] is not None) is by_people]
