"""A tiny engine for the bot's own tests: one channel, scripted replies, no database."""

import asyncio
import builtins
from collections.abc import AsyncIterable, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from engine.errors import OmoideError
from engine.rules.scopes import Fate
from engine.values.characters.characters import Card, CharacterInfo, CharacterPage, Face
from engine.values.chats.incoming import Here, Incoming, Origin
from engine.values.chats.outgoing import Began, Ended, Grew, ReadMessage, Sending, TurnEvent, View
from engine.values.chats.places import Admission, Claim, SpaceAccess
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import Notice, TurnState
from engine.values.house.numbers import Thing
from engine.values.house.setting_fields import FIELDS
from engine.values.house.settings import Language, Settings, SettingScope
from engine.values.paging import Paged, Wanted
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
from tests.bot.fake_story import HERE, NOW, FakeBranching, FakeSessions, FakeStory, spoken, view  # noqa: F401 — for tests


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
    watchers: list[asyncio.Queue[TurnEvent]] = field(default_factory=list)
    early: list[TurnEvent] = field(default_factory=list)
    number: int = 0
    lies: Swipe | None = None

    async def swipe(self, here: Here, step: int) -> View:
        return view(spoken(f"turned {step}"))

    async def newest(self, here: Here) -> Swipe | None:
        return self.lies

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
    def watch(self, here: Here) -> Iterator[AsyncIterable[TurnEvent]]:
        queue: asyncio.Queue[TurnEvent] = asyncio.Queue()
        self.watchers.append(queue)
        for show in self.early:
            queue.put_nowait(show)

        async def events() -> AsyncIterator[TurnEvent]:
            while True:
                yield await queue.get()

        yield events()

    async def idle(self, here: Here) -> None:
        await asyncio.sleep(0)

    def delivered(self, sendings: Sequence[Sending], platform_ids: Sequence[str | None] = ()) -> None:
        self.shown += sendings

    def tell(self, show: TurnEvent) -> None:
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
class FakeCharacters:
    """Aki and Ren."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def list(self, here: Here) -> list[CharacterInfo]:
        return [CharacterInfo(1, "Aki", builtin=True, version=1), CharacterInfo(2, "Ren", builtin=False, version=1)]

    async def page(self, here: Here, wanted: Wanted) -> CharacterPage:
        every = await self.list(here)
        return CharacterPage(Paged(tuple(every), len(every)), 0)

    async def called(self, here: Here, given: str) -> builtins.list[tuple[int, str]]:
        meant = given.strip().lstrip("#").casefold()
        return [(it.id, it.name) for it in await self.list(here) if str(it.id) == meant or meant in it.name.casefold()]

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
                scope=SettingScope.CHANNEL if it in self.values else SettingScope.DEFAULT,
                origins=(SimpleNamespace(scope=SettingScope.CHANNEL, given=self.values[it], fate=Fate.WINS),)
                if it in self.values
                else (),
            )
            for it in names
        ]

    async def put(self, here: Here, scope: SettingScope, name: str, text: str) -> Any:
        kinds: dict[str, Any] = {"language": Language, "timezone": str}
        self.values[name] = kinds.get(name, int)(text)
        return self.values[name]

    async def hear(self, here: Here, noticed: Mapping[SettingScope, str], guessed: str = "") -> None:
        return None  # the language was chosen

    async def language_of_owners(self, platform: str) -> Language:
        return Language(self.values.get("language", "en"))

    async def changes(self, here: Here, name: str, most: int) -> list[Any]:
        return []

    async def clear(self, here: Here, scope: SettingScope, names: Sequence[str] | None = None) -> None:
        for name in names or list(self.values):
            self.values.pop(name, None)


@dataclass
class FakePlaces:
    """Everything is here."""

    async def resolve(self, origin: Origin) -> Here:
        return HERE

    def seen(self, origin: Origin) -> Here:
        return HERE

    async def title(self, here: Here) -> str:
        return "Harbour"


class FakePanels:
    """Remembers none."""

    async def open(self, here: Here) -> list[Any]:
        return []


@dataclass
class FakeAccess:
    """Everybody is an owner, and every place open."""

    async def admission(self, here: Here) -> Admission:
        return Admission(owner=True, access=SpaceAccess.OPEN, asked=True)

    async def at_home(self, here: Here) -> None:
        pass

    async def claim(self, here: Here, text: str, *, meant: bool = False) -> Claim:
        return Claim.NONE

    async def unused_code(self, platform: str) -> str | None:
        return None

    async def wait(self, here: Here, incoming: Incoming, text: str, tongue: str) -> bool:
        return True


class FakeNumbers:
    """Everything is called by its row."""

    async def of(self, here: Here, thing: Thing, ids: Sequence[int]) -> Mapping[int, int]:
        return {it: it for it in ids}

    known = of

    async def meant(self, here: Here, thing: Thing, number: int) -> int | None:
        return number


class FakeEngine:
    """Quacks like ``engine.service.Engine`` as far as the bot's tests need it."""

    def __init__(self, *messages: ReadMessage, language: str = "en") -> None:
        shown = view(*(messages or (spoken("Good morning."),)))
        self.turns = FakeTurns()
        self.sessions = FakeSessions(shown)
        self.story = FakeStory(shown)
        self.branching = FakeBranching(self.story)
        self.characters = FakeCharacters()
        self.settings = FakeSettings({"language": Language(language)})
        self.places = FakePlaces()
        self.panels = FakePanels()
        self.access = FakeAccess()
        self.allowances = FakeAllowances()
        self.files = FakeFiles(shown)
        self.worlds = FakeWorlds()
        self.presets = FakePresets()
        self.people = FakePeople()
        self.links = FakeLinks()
        self.inspect = FakeInspect()
        self.memories = FakeMemories()
        self.numbers = FakeNumbers()
        self.corrections = FakeCorrections()
        self.chronicle = FakeChronicle()
        self.chapters = FakeChapters()
        self.director = FakeDirector()
        self.backgrounds = FakeBackgrounds()
        self.evolution = FakeEvolution()
        self.initiation = FakeInitiation()
