"""A door for measuring recall: JSON lines on stdin and stdout, answered by the real store and the real retrievers.

``{"op": "reset", "channel", "speakers", "lang"}`` begins an empty session. ``{"op": "ingest", "messages"}`` puts
messages (``id``, ``ts``, ``speaker``, ``text``) into its log and remembers them. ``{"op": "query", "text", "now",
"asker", "k"}`` is answered with what a prompt would get, best first: ``{"items": [{"ids": […], "text": …}]}``. Times
are in UTC. A speaker whose name says that it is a companion is the character, whose words are recalled too; all others
are people. There is no utility model; the built-in embedding is used.

It is the product that answers: with the settings that ship for the mode a conversation stands for (``chat`` with one
person, ``lounge`` with several; ``reset`` may name another ``mode``), so many lines and tokens as a turn is given, each
line as the model reads it.
"""

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import structlog
from pydantic import SecretStr

from engine.actions.chats import sessions as sessions_actions
from engine.app import Engine
from engine.background_work import jobs_of
from engine.config.config import Config
from engine.context import EngineContext
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.postgres.embedded import start
from engine.recall.fan_out import Ask
from engine.recall.once import Once
from engine.recall.question import Asking, question_of
from engine.recall.scope import Presence, reach_of
from engine.rules.framework.history.quotes import chosen
from engine.rules.macros.context import MacroContext
from engine.rules.recall.remembering.sources import REMEMBER
from engine.turns.inputs.cast import who_plays
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here, Origin
from engine.values.house.setting_choices import Language, Mode
from engine.values.house.setting_modes import MODES
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.models.prompts import PromptPart, Quote
from engine.wiring.opening import open_engine
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks

PLATFORM = "door"
_COMPANION = re.compile(r"\b(?:ai|bot|assistant|companion)\b|^ai|伴侣|助手|机器人", re.IGNORECASE)


class Door:
    """One open session at a time. ``changed`` are settings other than those that ship, by name."""

    def __init__(self, engine: Engine, changed: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.engine = engine
        self.changed = changed
        self.ctx: EngineContext = engine.ctx
        self._resets = 0
        self._here = Here(0, 0, 0, PLATFORM)
        self._people: dict[str, int] = {}
        self._ids: dict[int, str] = {}
        self._language = Language.EN
        self._mode = Mode.CHAT
        self.told_nothing = False

    async def reset(self, speakers: Sequence[str], lang: str, mode: str | None = None) -> None:
        """An empty session in a space of its own."""
        self._resets += 1
        self._language = Language(lang)
        self._people, self._ids = {}, {}
        people = [it for it in speakers if not _COMPANION.search(it)] or list(speakers[:1])
        self._mode = Mode(mode) if mode else Mode.CHAT if len(people) == 1 else Mode.LOUNGE
        for number, name in enumerate(people):
            origin = Origin(PLATFORM, f"space {self._resets}", "channel", f"{self._resets}:{number}", name)
            self._here = await self.engine.places.resolve(origin)
            self._people[name] = self._here.person
        await sessions_actions.open_here(self.engine.ctx, self._here, people[0])

    async def ingest(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """Put messages into the log, and remember them with their vectors."""
        async with self.ctx.db.transaction() as on:
            channel_head = await sessions.current(on, self._here.key)
            assert channel_head is not None, "reset begins a session"
            line = await self.ctx.lines.current(on, channel_head.session_key, channel_head.branch)
            character = await who_plays(on, channel_head.session_key, line)
            entries = [self._entry(it, character) for it in messages]
            head = await log.append(on, channel_head.session_key, channel_head.branch, line.head, entries)
            await work.mark_due(on, channel_head.session_key, REMEMBER)
        self._ids |= {head - len(messages) + at: it["id"] for at, it in enumerate(messages, start=1)}
        await self._drain(channel_head.session_key)

    def _entry(self, message: Mapping[str, Any], character: int) -> NewEntry:
        said_at = datetime.fromisoformat(message["ts"]).replace(tzinfo=UTC)
        person = self._people.get(message["speaker"])
        by = None if person is not None else character
        return NewEntry(MessageBody(), said_at, message["text"], person=person, character=by)

    async def _drain(self, key: SessionKey) -> None:
        tasks = Tasks()
        runner = self.engine.runner
        due = DueWork(self.ctx.db, "door", jobs_of(self.ctx, runner), SystemClock(), tasks)
        while await due.run_ready():
            pass
        await tasks.stop()

    async def query(self, text: str, now: str, asker: str | None, k: int) -> list[dict[str, Any]]:
        """The first ``k`` lines of what a prompt shows for ``text``, best first.

        ``told_nothing`` says then whether the prompt says that nothing is remembered.
        """
        ask = await self.ask(text, datetime.fromisoformat(now).replace(tzinfo=UTC), asker)
        try:
            found = [await it.propose(ask) for it in self.ctx.retrievers if it.name in ("diary", "episodic")]
        finally:
            ask.close()
        proposed = [part for parts in found for part in parts if isinstance(part, PromptPart)]
        self.told_nothing = any(
            self.ctx.texts[self._language].nothing_remembered.strip() in _words(it) for it in proposed
        )
        quotes = [it for part in chosen(proposed, frozenset(), 1.0) for it in part.quotes]
        return [self._item(it) for it in sorted(quotes, key=_score, reverse=True)[:k]]

    @property
    def settings(self) -> Settings:
        """What holds in the open session."""
        return Settings.model_validate({"language": self._language, **MODES[self._mode], **self.changed})

    async def ask(self, text: str, now: datetime, asker: str | None) -> Ask:
        """What the retrievers are asked for ``text``; the caller closes it."""
        channel_head = await sessions.current(self.ctx.db, self._here.key)
        assert channel_head is not None, "reset begins a session"
        key = channel_head.session_key
        line = await self.ctx.lines.current(self.ctx.db, key, channel_head.branch)
        character = await who_plays(self.ctx.db, key, line)
        person = self._people.get(asker or "")
        settings = self.settings
        people = {number: name for name, number in self._people.items()}
        present = Presence(people, () if person is None else (person,))
        names = {name.lower(): number for name, number in self._people.items()}
        return Ask(
            session=key,
            line=line,
            character=character,
            person=person,
            text=text,
            now=now,
            last_spoken=None,
            settings=settings,
            scene=MacroContext(user=asker or "", now=now),
            texts=self.ctx.texts[self._language],
            question=question_of(Asking((text,), now, person, names), self.ctx.embedder),
            present=present,
            reach=Once(partial(reach_of, self.ctx.db, key, line, (character, person), present, settings)),
        )

    def _item(self, quote: Quote) -> dict[str, Any]:
        return {"ids": [self._ids[seq] for seq in sorted(quote.seqs) if seq in self._ids], "text": quote.text}

    async def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """One request."""
        match asked["op"]:
            case "reset":
                await self.reset(asked["speakers"], asked["lang"], asked.get("mode"))
            case "ingest":
                await self.ingest(asked["messages"])
            case "query":
                items = await self.query(asked["text"], asked["now"], asked.get("asker"), asked["k"])
                return {"items": items}
            case other:
                return {"error": f"unknown op {other!r}; it is reset, ingest or query"}
        return {"ok": 1}


def _words(part: PromptPart) -> str:
    return "\n".join(it.text for it in part.messages)


def _score(quote: Quote) -> float:
    return (quote.scores[0] if quote.scores else None) or 0.0


@asynccontextmanager
async def opened() -> AsyncIterator[Door]:
    """A door with a database of its own, which goes when it closes."""
    with tempfile.TemporaryDirectory(prefix="omoide-door-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o711)  # noqa: ASYNC240 — once; the database may run as another user
        server = await start(folder / "database", durable=False)
        config = Config(
            database_url=SecretStr(server.dsn), data_dir=folder / "data", language=Language.EN, timezone="UTC"
        )
        try:
            async with open_engine(config, name="door", platforms={PLATFORM: None}, background=False) as engine:
                yield Door(engine)
        finally:
            await server.stop()


async def main() -> None:
    """Answer line by line until stdin ends. Stdout has nothing but answers: what the log says goes to stderr."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    async with opened() as door:
        while line := await asyncio.to_thread(sys.stdin.readline):
            sys.stdout.write(json.dumps(await door.answer(json.loads(line)), ensure_ascii=False) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
