"""A story whose chronicle is kept by the engine's own job, whenever a program has it run: all of it, a part, or cut."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import sha256
from typing import Any, Final

from engine.actions.house.settings import put
from engine.db.house import work
from engine.db.memory import derivations
from engine.jobs.story.keeper import keep
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.values.chats.entries import Derived, EntryKind, Line, row_says
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import MemoryKind
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import ChapterBody, EvolutionBody, NamedBody, PageBody, TimelineBody
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.servers.model import ModelServer, Script, Seen
from tests.servers.model_scripts import Gate
from tests.story import told
from tests.story.house import House
from tests.story.model import PERSONS, Model, Node
from tests.story.places import fresh_origin
from tests.story.play import PATIENCE, Play
from tests.story.teller import tells
from tests.story.told import Happened, Live, Rules

KINDS: Final = (*ChronicleKind, MemoryKind.EVENT, MemoryKind.PLOT)
MOST_STEPS: Final = 400
"""So many claims come to an end in any program."""
SPOKEN: Final = frozenset({"said", "answer", "mended"})
LENGTH: Final = 200
MENDING: Final = frozenset({EntryKind.REVISION, EntryKind.HIDE})


class LongModel(Model):
    """What is said is long enough that talks become too long; each message has a name of its own in its text."""

    def name(self, kind: str) -> str:
        name = super().name(f"{kind} #").replace("# ", "#")
        return f"{name} {'x-' * LENGTH}"[:LENGTH] if kind in SPOKEN else name


class Chronicled(Play):
    """A play with ``rules``. ``digests`` are what was live at each savepoint that was made with nothing left to do."""

    kinds = ("core",)

    def __init__(self, house: House, server: ModelServer, rules: Rules) -> None:
        super().__init__(house, server, fresh_origin(PERSONS[0], house.platform), LongModel())
        self.rules = rules
        self.digests: dict[Any, str] = {}

    async def begin(self) -> None:
        await super().begin()
        chosen = {
            "mode": "story", "language": "en", "story_pages": "on", "page_every": str(self.rules.page_every),
            "fresh_pages": str(told.FRESH), "catalogue_pages": str(told.CATALOGUE), "timeline_lines": str(told.LINES),
            "summary": self.rules.summary, "summary_trigger": str(told.TRIGGER), "summary_first": str(told.FIRST),
            "summary_last": str(told.LAST), "budget_tokens": str(told.BUDGET), "evolve": "on",
            "evolve_every": str(told.EVERY_REPLIES), "evolve_turns": str(told.TURNS), "evolve_change": "100",
        }  # fmt: skip
        for name, value in chosen.items():
            await put(self.boot.ctx, self.here, SettingScope.SPACE, name, value)
        self.server.notes = tells

    # --- the job ---

    async def keep(self, most: int = MOST_STEPS) -> int:
        """Have the chronicle kept for so many claims at most; how many there were."""
        ctx, tasks = self.boot.ctx, Tasks()
        due = self._due_work(tasks)
        await self._mark()
        done = 0
        while done < most and await due.run_ready():
            done += 1
            failed = await self._sql("SELECT tries FROM due WHERE space_id = $1 AND kind = $2 AND tries > 3", CHRONICLE)
            assert not failed, "the chronicle is not kept; why is in the log"
            await self._sql(
                "UPDATE due SET not_before = now() WHERE space_id = $1 AND owner IS NULL AND kind = $2", CHRONICLE
            )
        assert done < MOST_STEPS, "the chronicle is never done"
        await tasks.stop()
        ctx.due_bell.clear()
        return done

    async def while_kept(self, step: Callable[[], Awaitable[None]], *, dies: bool) -> None:
        """Do ``step`` while the model thinks about what the chronicle lacks, then let it answer, or never."""
        gate, asked = Gate(), asyncio.Event()

        def thinks(seen: Seen) -> Script:
            self.server.notes = tells
            asked.set()
            said = tells(seen)
            return Script(said.steps, before=gate)

        self.server.notes = thinks
        tasks = Tasks()
        await self._mark()
        keeping = asyncio.ensure_future(self._due_work(tasks).run_ready())
        waiting = asyncio.ensure_future(asked.wait())
        await asyncio.wait((keeping, waiting), return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
        waiting.cancel()
        self.server.notes = tells
        try:
            if dies and not keeping.done():
                await self._die(tasks)
            await step()
        finally:
            gate.open()
            await asyncio.wait((keeping,), timeout=PATIENCE)
            await tasks.stop()

    async def _die(self, tasks: Tasks) -> None:
        """The process is killed while the model is asked; another boot takes the claim over."""
        await tasks.stop()
        await self.reboot()
        await self._due_work(Tasks()).recover()

    def _due_work(self, tasks: Tasks) -> DueWork:
        ctx = self.boot.ctx
        return DueWork(ctx.db, self.house.owner, {CHRONICLE: partial(keep, ctx)}, SystemClock(), tasks)

    async def _mark(self) -> None:
        """As a sweep does. What is due elsewhere in the tests' database is put off."""
        await work.mark_due(self.boot.ctx.db, self.key, CHRONICLE)
        await self._sql(
            "UPDATE due SET not_before = now() + interval '1 day' WHERE space_id <> $1 AND kind = $2", CHRONICLE
        )
        await self._sql(
            "UPDATE due SET not_before = now() WHERE space_id = $1 AND kind = $2 AND owner IS NULL", CHRONICLE
        )

    async def _sql(self, query: str, *args: Any) -> list[Any]:
        async with self.boot.ctx.db.connection() as connection:
            return await connection.fetch(query, self.key.space, *args)

    # --- what is there ---

    async def live(self, line: Line) -> frozenset[Live]:
        """Every live row of the chronicle on a line, as people and prompts can tell them apart."""
        rows = await derivations.live(self.boot.ctx.db, self.key, line, KINDS)
        # A chapter of one page that is told anew is told where that page is, and may be told in its words.
        found = {(_seen(it), row_says(it, MemoryBody).chapter is not None) for it in rows}
        assert len(found) == len(rows), "nothing is there twice"
        return frozenset(it for it, _ in found)

    async def lines(self) -> dict[int, Line]:
        """The line of each branch."""
        ctx = self.boot.ctx
        return {it: await ctx.lines.current(ctx.db, self.key, it) for it in self.model.heads}

    async def here_live(self) -> frozenset[Live]:
        ctx = self.boot.ctx
        return await self.live(await ctx.lines.current(ctx.db, self.key, self.model.here))

    def steps(self, head: Node | None) -> list[Happened]:
        """What the chronicle is to do along the way to ``head``."""
        return told.happened(head.way if head else [], self.rules)

    async def digest(self) -> str:
        """One hash over all that is live where people stand."""
        rows = sorted(await self.here_live(), key=repr)
        return sha256(f"{(await self.check()).digest} {rows}".encode()).hexdigest()


async def new_chronicled(house: House, server: ModelServer, rules: Rules) -> Chronicled:
    """A story at its beginning."""
    play = Chronicled(house, server, rules)
    await play.begin()
    return play


def is_plain(head: Node | None) -> bool:
    """Whether nothing was mended or hidden on the way to ``head``."""
    return all(it.said.kind not in MENDING for it in (head.way if head else []))


def _seen(row: Derived) -> Live:
    first, last, mark, text = row.from_seq, row.to_seq, "", row.text
    match row.body:
        case PageBody() as it:
            mark = f"{it.number}/{it.level.value}"
        case TimelineBody(merged=True):
            mark = "merged"
        case NamedBody() as it:
            first, mark = 0, it.name
        case ChapterBody() as it:
            mark = f"chapter {it.chapter}"
        case EvolutionBody() as it:
            first, mark, text = 0, str(it.number), it.fields.get("personality", "")
        case _:
            pass
    return Live(str(row.kind), text, first, last, row.place.seq, mark)
