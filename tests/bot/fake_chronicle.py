"""The part of the tiny engine that is about what a story is told by, its outline and the persona."""

from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import NoBackground, NothingToCompress, PersonaNotGrown
from engine.values.chats.entries import Place
from engine.values.chats.incoming import Here
from engine.values.story.backgrounds import BackgroundDraft, BackgroundInfo, Switched
from engine.values.story.chronicle import (
    Chronicle,
    ChronicleItem,
    ChronicleKind,
    Dossier,
    Level,
    StoryPage,
    Summary,
    TimelineLine,
)
from engine.values.story.chronicle_views import ChapterSeen, StoryStand, SummarySeen
from engine.values.story.director import Background, Mark, Plot, PointStatus, Progress
from engine.values.story.evolution import PersonaVersion
from engine.values.story.initiation import InitiationCost, InitiationStand, InitiationState
from tests.bot.fake_memory import AT

P = Place(1, 9)
HARBOUR = Background("Harbour", "A town by the sea.", ("They meet.", "They row out.", "They come back."), "Home.")


def page(number: int) -> StoryPage:
    level = Level.BRIEF if number < 4 else Level.DETAILED
    return StoryPage(
        100 + number, number, f"What happened on day {number}.", level, number, number, P, f"Day {number}", "D1"
    )


TOLD = Chronicle(
    summaries=(Summary(31, "They met.", 1, 4, P, chapter=1, at=4), Summary(32, "They rowed.", 5, 8, P)),
    pages=tuple(page(it) for it in range(1, 11)),
    timeline=(TimelineLine(51, "They meet.", P, "D1"), TimelineLine(52, "A storm comes.", P, "D2")),
    items=(ChronicleItem(61, "Lamp", "broken", P),),
    dossiers=(Dossier(71, "Tom Reed", "Keeps the light.", P, ("Old Tom",)),),
)


@dataclass
class FakeChronicle:
    """Ten pages, three of them brief; ``told`` may be emptied."""

    told: Chronicle = TOLD
    progress: Progress | None = None
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def stand(self, here: Here) -> StoryStand:
        return StoryStand(self.told, 2, 40, paged=bool(self.told.pages), progress=self.progress)

    async def read(self, here: Here) -> Chronicle:
        return self.told

    async def chapters(self, here: Here) -> list[ChapterSeen]:
        told = self.told.summaries[:1]
        return [ChapterSeen(1, "The meeting", AT, told[0])] if told else []

    async def summaries(self, here: Here) -> list[SummarySeen]:
        old = SummarySeen(Summary(30, "They walked.", 5, 6, P), "folded")
        return [*(SummarySeen(it) for it in reversed(self.told.summaries)), old] if self.told.summaries else []

    async def edit(self, here: Here, kind: ChronicleKind, row: int, text: str) -> int:
        self.calls.append(("edit", kind.value, row, text))
        return row + 1

    async def redo(self, here: Here, kind: ChronicleKind, row: int) -> None:
        self.calls.append(("redo", kind.value, row))

    async def delete(self, here: Here, kind: ChronicleKind, row: int) -> None:
        self.calls.append(("delete", kind.value, row))

    async def sum_up(self, here: Here) -> None:
        self.calls.append(("sum up",))

    async def compress(self, here: Here) -> int:
        if not self.told.pages:
            raise NothingToCompress
        return 7


@dataclass
class FakeChapters:
    calls: list[str] = field(default_factory=list)

    async def close(self, here: Here, title: str = "") -> int:
        self.calls.append(title)
        return 2


@dataclass
class FakeDirector:
    """At the second point of the harbour; or set nowhere."""

    lost: bool = False

    async def progress(self, here: Here) -> Progress:
        if self.lost:
            raise NoBackground
        return Progress(HARBOUR, Plot(2, PointStatus.IN_PROGRESS), directed=True)

    async def move_to(self, here: Here, point: int, status: PointStatus = PointStatus.IN_PROGRESS) -> Progress:
        mark = Mark(point, status)
        return Progress(HARBOUR, Plot(mark.point, mark.status), directed=False)


@dataclass
class FakeBackgrounds:
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def list(self, here: Here) -> list[BackgroundInfo]:
        return [BackgroundInfo(4, "Harbour", 1, 3, used=1), BackgroundInfo(5, "Mountain", 1, 0)]

    async def show(self, here: Here, number: int) -> Background:
        return HARBOUR

    async def used(self, here: Here) -> Background:
        return HARBOUR

    async def use(self, here: Here, number: int) -> Switched:
        return Switched("Mountain", 3, 3, 5)

    async def stop(self, here: Here) -> None:
        self.calls.append(("stop",))

    async def create(self, here: Here, background: Background) -> int:
        self.calls.append(("create", background.name, background.setting))
        return 6

    async def change(self, here: Here, number: int, part: str, text: str) -> Background:
        self.calls.append(("change", number, part, text))
        return replace(HARBOUR, ending=text)

    async def delete(self, here: Here, number: int) -> None:
        self.calls.append(("delete", number))

    async def draft(self, here: Here, idea: str, points: int = 5) -> BackgroundDraft:
        return BackgroundDraft("a1b2c3d4e5f6a7b8", replace(HARBOUR, name=idea))

    async def again(self, here: Here, token: str, wish: str = "") -> BackgroundDraft:
        return BackgroundDraft("b1b2c3d4e5f6a7b8", replace(HARBOUR, name=wish or "Another"))


@dataclass
class FakeEvolution:
    """Two versions; or none."""

    young: bool = False
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def versions(self, here: Here) -> list[PersonaVersion]:
        newest = PersonaVersion(2, {"goals": "to sail"}, "Goals: to sail", current=True, auto=True)
        return [] if self.young else [newest, PersonaVersion(1, {}, "Goals: none", by_hand=True)]

    async def show(self, here: Here, number: int = 0) -> PersonaVersion:
        if self.young:
            raise PersonaNotGrown
        return next(it for it in await self.versions(here) if it.number == (number or 2))

    async def diff(self, here: Here, first: int, second: int) -> tuple[str, ...]:
        return () if first == second else (f"- from {first}", f"+ to {second}")

    async def grow(self, here: Here) -> None:
        self.calls.append(("grow",))

    async def rollback(self, here: Here, number: int) -> int:
        self.calls.append(("back", number))
        return number

    async def edit(self, here: Here, field: str, text: str) -> int:
        self.calls.append(("edit", field, text))
        return 3

    async def clear(self, here: Here) -> int:
        self.calls.append(("clear",))
        return 2


@dataclass
class FakeInitiation:
    """Forty messages that nobody has read."""

    state: InitiationState = InitiationState.NONE

    async def stand(self, here: Here) -> InitiationStand:
        return InitiationStand(self.state, 20, 40)

    async def cost(self, here: Here, *, again: bool = False) -> InitiationCost:
        return InitiationCost(40, 40, True, 3, 9_000, 900)

    async def start(self, here: Here, *, again: bool = False) -> InitiationCost:
        self.state = InitiationState.RUNNING
        return await self.cost(here)

    async def pause(self, here: Here) -> InitiationStand:
        self.state = InitiationState.PAUSED
        return await self.stand(here)

    async def resume(self, here: Here) -> InitiationStand:
        self.state = InitiationState.RUNNING
        return await self.stand(here)
