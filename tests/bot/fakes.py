"""A tiny engine for the bot's own tests: one channel, scripted replies, no database."""

import asyncio
import builtins
from collections.abc import AsyncIterable, AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from engine.errors import OmoideError
from engine.values.characters import Card, CharacterInfo, Face
from engine.values.differences import Apart, Changed, Differences, Part, State
from engine.values.entries import Place, Status
from engine.values.ids import SessionKey
from engine.values.incoming import Here, Incoming, Origin
from engine.values.notes import AuthorsNote
from engine.values.outgoing import Began, Ended, Grew, Sending, Show, Spoken, View
from engine.values.paging import Paged, Wanted
from engine.values.places import Admission, SpaceAccess
from engine.values.sessions import (
    BranchInfo,
    BranchNode,
    ForkReason,
    Holdings,
    Recap,
    Savepoint,
    SessionInfo,
    SessionStatus,
)
from engine.values.setting_fields import FIELDS
from engine.values.settings import Language, Scope, Settings
from engine.values.turns import Notice, TurnState
from tests.bot.fake_allowances import FakeAllowances
from tests.bot.fake_chronicle import (
    FakeBackgrounds,
    FakeChapters,
    FakeChronicle,
    FakeDirector,
    FakeEvolution,
    FakeInitiation,
)
from tests.bot.fake_memory import FakeCorrections, FakeMemories
from tests.bot.fake_scene import FakeFiles, FakeInspect, FakeLinks, FakePeople, FakePresets, FakeWorlds

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
HERE = Here(1, 2, 3, "terminal")


def spoken(text: str, *, character: int | None = 1, status: Status = Status.COMPLETE) -> Spoken:
    """A message of the character, or of the person."""
    return Spoken(1, "Aki" if character else "Mo", character, text, status, NOW)


def view(*messages: Spoken, fresh: bool = False) -> View:
    """What the channel shows."""
    return View(7, "Harbour", "Aki", 4, messages, fresh)


@dataclass(frozen=True, slots=True)
class Turnout:
    """How one turn goes: the growing texts, then its end."""

    grows: Sequence[str]
    text: str
    state: TurnState = TurnState.COMPLETE
    notice: Notice | None = None


@dataclass
class FakeTurns:
    """Answers everything with the next of ``script``, or with "…"."""

    script: list[Turnout] = field(default_factory=list)
    accepted: list[Incoming] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    shown: list[Sending] = field(default_factory=list)
    stopped: bool = False
    refuse: OmoideError | Exception | None = None
    watchers: list[asyncio.Queue[Show]] = field(default_factory=list)
    early: list[Show] = field(default_factory=list)
    number: int = 0

    async def accept(self, incoming: Incoming) -> bool:
        if self.refuse:
            raise self.refuse
        self.accepted.append(incoming)
        self._play()
        return True

    async def first_time(self, incoming: Incoming) -> bool:
        return True

    async def stop(self, here: Here) -> bool:
        return self.stopped

    async def again(self, here: Here) -> None:
        self.done.append("again")
        self._play()

    async def go_on(self, here: Here) -> None:
        self.done.append("go_on")
        self._play()

    async def impersonate(self, here: Here) -> None:
        self.done.append("impersonate")
        self._play()

    @contextmanager
    def watch(self, here: Here) -> Iterator[AsyncIterable[Show]]:
        queue: asyncio.Queue[Show] = asyncio.Queue()
        self.watchers.append(queue)
        for show in self.early:
            queue.put_nowait(show)

        async def events() -> AsyncIterator[Show]:
            while True:
                yield await queue.get()

        yield events()

    async def idle(self, here: Here) -> None:
        await asyncio.sleep(0)

    def delivered(self, sendings: Sequence[Sending], platform_ids: Sequence[str | None] = ()) -> None:
        self.shown += sendings

    def tell(self, show: Show) -> None:
        for queue in self.watchers:
            queue.put_nowait(show)

    def _play(self) -> None:
        self.number += 1
        turn = self.script.pop(0) if self.script else Turnout(("…",), "…")
        self.tell(Began(self.number, "Aki"))
        for text in turn.grows:
            self.tell(Grew(self.number, text))
        sending = Sending(self.number, 1, "reply", turn.text)
        self.tell(Ended(self.number, turn.text, turn.state, turn.notice, (sending,) if turn.text else ()))


@dataclass
class FakeSessions:
    """Two chats; 7 is open."""

    view: View
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def open(self, here: Here, name: str) -> View:
        return self.view

    async def new(self, here: Here, name: str, character: int | None = None) -> View:
        self.calls.append(("new", character))
        return view(spoken("A fresh morning."), fresh=True)

    async def list(self, here: Here, statuses: Sequence[SessionStatus] = (SessionStatus.ACTIVE,)) -> list[SessionInfo]:
        every = [(7, "Harbour", SessionStatus.ACTIVE), (9, "Mountain", SessionStatus.ACTIVE)]
        return [
            SessionInfo(SessionKey(1, number), title, status, ("Aki",), 12, NOW, number == 7, (1,))
            for number, title, status in every
            if status in statuses
        ]

    async def page(self, here: Here, statuses: Sequence[SessionStatus], wanted: Wanted) -> Paged[SessionInfo]:
        every = [it for it in await self.list(here, statuses) if wanted.words in it.title.lower()]
        return Paged(tuple(every), len(every))

    async def called(self, here: Here, given: str) -> builtins.list[SessionInfo]:
        infos = await self.list(here, tuple(SessionStatus))
        return [it for it in infos if str(it.key.session) == given or given.lower() in it.title.lower()]

    async def played(self, here: Here) -> SessionInfo | None:
        return (await self.list(here))[0]

    async def holdings(self, here: Here, session: int) -> Holdings:
        return Holdings(12, 3, 2, 4, 1)

    async def recap(self, here: Here) -> Recap | None:
        return Recap("Aki: Somebody knocked.", 3, NOW, told=False)

    async def switch(self, here: Here, session: int) -> View:
        self.calls.append(("switch", session))
        return self.view

    async def rename(self, here: Here, title: str, session: int | None = None) -> str:
        self.calls.append(("rename", title))
        return title

    async def archive(self, here: Here, session: int | None = None) -> None:
        self.calls.append(("archive", session))

    async def trash(self, here: Here, session: int | None = None) -> None:
        self.calls.append(("trash", session))


@dataclass
class FakeStory:
    """Two saves and two branches."""

    view: View
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    written: AuthorsNote | None = None

    async def undo(self, here: Here) -> View:
        self.calls.append(("undo",))
        return self.view

    async def edit(self, here: Here, text: str) -> View:
        self.calls.append(("edit", text))
        return view(spoken(text, character=None))

    async def own_words(self, here: Here) -> str:
        return "I came by boot."

    async def branches(self, here: Here) -> list[BranchInfo]:
        return [
            BranchInfo(4, None, 0, ForkReason.START, 3, "the first line", NOW, True),
            BranchInfo(5, 4, 2, ForkReason.AGAIN, 1, "another line", NOW, False),
        ]

    async def switch(self, here: Here, branch: int) -> View:
        self.calls.append(("switch", branch))
        return self.view

    async def branch_from(self, here: Here, back: int) -> View:
        self.calls.append(("from", back))
        return self.view

    async def save(self, here: Here, name: str) -> Savepoint:
        self.calls.append(("save", name))
        return Savepoint(3, Place(4, 9), name, "a preview", "manual", NOW)

    async def saves(self, here: Here) -> list[Savepoint]:
        return [
            Savepoint(1, Place(4, 2), "Harbour", "by the sea", "manual", NOW),
            Savepoint(2, Place(4, 5), "Hill", "up there", "manual", NOW),
        ]

    async def save_page(self, here: Here, wanted: Wanted, deleted: bool = False) -> Paged[Savepoint]:
        found = [] if deleted else [it for it in await self.saves(here) if wanted.words in it.name.lower()]
        return Paged(tuple(found), len(found))

    async def saves_called(self, here: Here, given: str, deleted: bool = False) -> list[Savepoint]:
        saves = await self.saves(here)
        return [it for it in saves if str(it.id) == given or given.lower() in it.name.lower()]

    async def compare_save(self, here: Here, number: int) -> Differences:
        apart = (Apart(Part.MESSAGES, 3, 0, ("I go.",)), Apart(Part.MEMORIES, 2, 1))
        return Differences(5, apart, (Changed(State.NOTE, "rain", ""),))

    async def undelete_save(self, here: Here, save: int) -> None:
        self.calls.append(("undelete_save", save))

    async def preview(self, here: Here, save: int) -> View:
        return view(spoken("by the sea"))

    async def load(self, here: Here, save: int) -> View:
        self.calls.append(("load", save))
        return replace(view(spoken("by the sea")), left=4)

    async def rename_save(self, here: Here, save: int, name: str) -> None:
        self.calls.append(("rename_save", save, name))

    async def delete_save(self, here: Here, save: int) -> None:
        self.calls.append(("delete_save", save))

    async def note(self, here: Here) -> AuthorsNote | None:
        return self.written

    async def set_note(self, here: Here, note: AuthorsNote | None) -> None:
        self.written = note

    async def hide(self, here: Here, first: int, last: int, hidden: bool = True) -> int:
        self.calls.append(("hide", first, last, hidden))
        return last - first + 1


@dataclass
class FakeBranching:
    """The two branches of the story."""

    story: FakeStory
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def page(self, here: Here, wanted: Wanted, archived: bool = False) -> Paged[BranchInfo]:
        found = [] if archived else await self.story.branches(here)
        return Paged(tuple(found), len(found))

    async def called(self, here: Here, given: str) -> list[BranchInfo]:
        return [it for it in await self.story.branches(here) if str(it.id) == given]

    async def tree(self, here: Here) -> tuple[list[BranchNode], int]:
        infos = await self.story.branches(here)
        return [BranchNode(it.id, it.parent, it.forked_at, it.name, it.preview, it.messages) for it in infos], 4

    async def compare(self, here: Here, branch: int) -> Differences:
        return Differences(2, (Apart(Part.MESSAGES, 1, 1, ("I stay.",), ("I go.",)),))

    async def rename(self, here: Here, branch: int, name: str) -> str:
        self.calls.append(("rename", branch, name))
        return name

    async def put_away(self, here: Here, branch: int, away: bool = True) -> None:
        self.calls.append(("put_away", branch, away))

    async def fork(self, here: Here, there: Here) -> View:
        self.calls.append(("fork", there.channel))
        return self.story.view


@dataclass
class FakeCharacters:
    """Aki and Ren."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def list(self, here: Here) -> list[CharacterInfo]:
        return [CharacterInfo(1, "Aki", builtin=True, version=1), CharacterInfo(2, "Ren", builtin=False, version=1)]

    async def show(self, here: Here, character: int) -> Card:
        self.calls.append(("show", character))
        return Card(2.0, "Aki", description="Keeps a bookshop.", tags=("calm",))

    async def use(self, here: Here, name: str, character: int, greeting: int = 0) -> View:
        self.calls.append(("use", character))
        return view(spoken("I am Ren."))

    async def face(self, number: int) -> Face:
        return Face("Aki")


@dataclass
class FakeSettings:
    """Values that were put, with no rules of their own."""

    values: dict[str, Any] = field(default_factory=dict)

    async def current(self, here: Here) -> Settings:
        return Settings.model_validate(self.values)

    async def explain(self, here: Here, name: str | None = None) -> list[Any]:
        names = list(FIELDS) if name is None else [name]
        return [
            SimpleNamespace(
                name=it,
                value=self.values.get(it, FIELDS[it].default),
                scope=Scope.CHANNEL if it in self.values else Scope.DEFAULT,
                origins=(SimpleNamespace(scope=Scope.CHANNEL, given=self.values[it], fate="wins"),)
                if it in self.values
                else (),
            )
            for it in names
        ]

    async def put(self, here: Here, scope: Scope, name: str, text: str) -> Any:
        kinds: dict[str, Any] = {"language": Language, "timezone": str}
        self.values[name] = kinds.get(name, int)(text)
        return self.values[name]

    async def clear(self, here: Here, scope: Scope, names: Sequence[str] | None = None) -> None:
        for name in names or list(self.values):
            self.values.pop(name, None)


@dataclass
class FakePlaces:
    """Everything is here."""

    async def resolve(self, origin: Origin) -> Here:
        return HERE


@dataclass
class FakeAccess:
    """Everybody is an owner, and every place open."""

    async def admission(self, here: Here) -> Admission:
        return Admission(owner=True, access=SpaceAccess.OPEN, asked=True)

    async def at_home(self, here: Here) -> None:
        pass

    async def claim(self, here: Here, text: str) -> bool:
        return False


class FakeEngine:
    """Quacks like ``engine.service.Engine`` as far as the bot's tests need it."""

    def __init__(self, *messages: Spoken, language: str = "en") -> None:
        shown = view(*(messages or (spoken("Good morning."),)))
        self.turns = FakeTurns()
        self.sessions = FakeSessions(shown)
        self.story = FakeStory(shown)
        self.branching = FakeBranching(self.story)
        self.characters = FakeCharacters()
        self.settings = FakeSettings({"language": Language(language)})
        self.places = FakePlaces()
        self.access = FakeAccess()
        self.allowances = FakeAllowances()
        self.files = FakeFiles(shown)
        self.worlds = FakeWorlds()
        self.presets = FakePresets()
        self.people = FakePeople()
        self.links = FakeLinks()
        self.inspect = FakeInspect()
        self.memories = FakeMemories()
        self.corrections = FakeCorrections()
        self.chronicle = FakeChronicle()
        self.chapters = FakeChapters()
        self.director = FakeDirector()
        self.backgrounds = FakeBackgrounds()
        self.evolution = FakeEvolution()
        self.initiation = FakeInitiation()
