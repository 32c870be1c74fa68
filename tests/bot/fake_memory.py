"""The part of the tiny engine that is about memories, corrections and facts about people."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from engine.errors import CorrectionGone, DateUnknown, NoSuchFact, NoSuchMemory
from engine.values.chats.entries import Place
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey
from engine.values.memory.garden import (
    AboutMe,
    DiaryPages,
    GardenPage,
    KnownFact,
    MemorySource,
    MemoryVersion,
    Planted,
    Recallable,
    Unfolded,
    UnfoldedFact,
)
from engine.values.memory.memories import Consent, Correction, Memory, MemoryKind, PersonFact, Tag
from engine.values.memory.stars import Star, StarMap
from engine.values.paging import Paged, Wanted

AT = datetime(2026, 11, 20, 15, 30, tzinfo=UTC)


def memory(number: int, text: str, kind: MemoryKind = MemoryKind.CORE, **parts: Any) -> Memory:
    """A memory of chat 7."""
    tag = {MemoryKind.CORE: Tag.CORE, MemoryKind.DIARY: Tag.DIARY}.get(kind, Tag.MANUAL)
    plain = Memory(number, SessionKey(1, 7), kind, tag, Place(1, number), 1, text, AT, AT, number, number)
    return replace(plain, **parts)


@dataclass
class FakeMemories:
    """Eleven notes, two of them pages of the diary."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)
    known: list[Memory] = field(
        default_factory=lambda: [
            memory(21, "Her boat is called Tern.", pinned=True, topic="boats"),
            *(memory(n, f"Note {n}.") for n in range(12, 20)),
            memory(31, "A quiet day by the lamp.", MemoryKind.DIARY),
            memory(32, "It rained.", MemoryKind.DIARY, occurred_at=AT - timedelta(days=1)),
        ]
    )

    async def page(self, here: Here, wanted: Wanted) -> GardenPage:
        start = (wanted.page - 1) * wanted.size
        shown = [Planted(it, "Harbour", True) for it in self.known[start : start + wanted.size]]
        part = wanted.part(shown, len(self.known), start, [str(it.memory.id) for it in shown])
        return GardenPage(part, 40, "Aki")

    async def recallable(self, here: Here) -> Recallable:
        kinds = Counter(it.kind for it in self.known)
        return Recallable("Aki", {**kinds, MemoryKind.SAID: 40}, 6, 3)

    async def newest(self, here: Here, limit: int) -> Sequence[Memory]:
        return self.known[:limit]

    async def search(self, here: Here, text: str) -> list[Planted]:
        return [Planted(it, "Mountain", False) for it in self.known if text.casefold() in it.text.casefold()]

    async def show(self, here: Here, number: int) -> Unfolded:
        found = next((it for it in self.known if it.id == number), None)
        if found is None:
            raise NoSuchMemory(number=number)
        past = (MemoryVersion("Her boat is called Gull.", AT, "corrected"),)
        return Unfolded(Planted(found, "Harbour", True, 3), (MemorySource("Mo", "She is called Tern.", AT),), past)

    async def add(self, here: Here, text: str) -> int:
        self.calls.append(("add", text))
        return 50

    async def edit(self, here: Here, number: int, text: str) -> int:
        self.calls.append(("edit", number, text))
        return 51

    async def pin(self, here: Here, number: int, on: bool) -> int:
        self.calls.append(("pin", number, on))
        return 52

    async def delete(self, here: Here, numbers: Sequence[int]) -> int:
        self.calls.append(("delete", *numbers))
        return len(numbers)

    async def sky(self, here: Here) -> StarMap:
        return StarMap("Aki", (Star(21, MemoryKind.CORE, 0.5, 0.5, 1.0, 1.0, "Her boat"),), 51)

    async def diary(self, here: Here, day: str) -> DiaryPages:
        if day == "soon":
            raise DateUnknown(given=day)
        pages = [it for it in self.known if it.kind is MemoryKind.DIARY]
        if day:
            pages = [it for it in pages if it.occurred_at.date().isoformat() == day]
        return DiaryPages(Paged(tuple(pages[:1]), len(pages)), 6, "Aki", "UTC")

    async def diary_pages(self, here: Here, wanted: Wanted) -> DiaryPages:
        pages = [it for it in self.known if it.kind is MemoryKind.DIARY]
        return DiaryPages(Paged(tuple(pages), len(pages)), 6, "Aki", "UTC")


@dataclass
class FakeCorrections:
    """Whatever is wrong is about the brother."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)
    as_written: list[bool] = field(default_factory=list)
    pending: dict[str, Correction] = field(default_factory=dict)

    async def propose(
        self,
        here: Here,
        text: str,
        memory: tuple[str, int] | None = None,
        replied: str = "",
        as_written: bool = False,
    ) -> Correction:
        self.as_written.append(as_written)
        self.calls.append(("propose", text, memory, replied))
        self.pending["ab12cd34ef"] = Correction("Tom is her brother.", text, *(memory or ("core", 21)), "ab12cd34ef")
        return self.pending["ab12cd34ef"]

    async def reword(self, here: Here, token: str, text: str) -> Correction:
        self.pending[token] = replace(self._of(token), now=text)
        return self.pending[token]

    async def waiting(self, here: Here, token: str) -> Correction:
        return self._of(token)

    async def accept(self, here: Here, token: str) -> Correction:
        made = self._of(token)
        del self.pending[token]
        return made

    async def forget(self, here: Here, token: str) -> Correction:
        return replace(await self.accept(here, token), now="")

    def _of(self, token: str) -> Correction:
        if token not in self.pending:
            raise CorrectionGone
        return self.pending[token]


@dataclass
class FakeAbout:
    """What is known about the one person: two facts."""

    consent: Consent = field(default_factory=Consent)
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    facts: list[KnownFact] = field(
        default_factory=lambda: [
            KnownFact(PersonFact(4, 2, "Mo is allergic to nuts.", AT, 1), "Aki"),
            KnownFact(PersonFact(3, 2, "Mo lives in Bergen.", AT, private=False)),
        ]
    )

    async def about(self, here: Here) -> AboutMe:
        return AboutMe(self.facts, self.consent)

    async def fact(self, here: Here, number: int) -> UnfoldedFact:
        return UnfoldedFact(self._of(number), (MemoryVersion("Mo lives in Oslo.", AT, "edited"),))

    async def add_fact(self, here: Here, text: str) -> KnownFact:
        return self._done("add", 9, text)

    async def edit_fact(self, here: Here, number: int, text: str) -> KnownFact:
        return self._done("edit", number, text)

    async def delete_fact(self, here: Here, number: int) -> None:
        self.calls.append(("delete", number))

    async def share_fact(self, here: Here, number: int, on: bool) -> KnownFact:
        self.calls.append(("share", number, on))
        return replace(self._of(number), knower="" if on else "Aki")

    async def tell_fact(self, here: Here, number: int, in_groups: bool) -> KnownFact:
        self.calls.append(("tell", number, in_groups))
        known = self._of(number)
        return replace(known, fact=replace(known.fact, private=not in_groups))

    async def allow(
        self,
        here: Here,
        *,
        elsewhere: bool | None = None,
        remember: bool | None = None,
        opted_out: bool | None = None,
    ) -> Consent:
        now = self.consent
        self.consent = Consent(
            now.elsewhere if elsewhere is None else elsewhere,
            now.facts if remember is None else remember,
            now.opted_out if opted_out is None else opted_out,
        )
        return self.consent

    def _done(self, what: str, number: int, text: str) -> KnownFact:
        self.calls.append((what, number, text))
        return KnownFact(PersonFact(number, 2, text, AT, 1), "Aki")

    def _of(self, number: int) -> KnownFact:
        found = next((it for it in self.facts if it.fact.id == number), None)
        if found is None:
            raise NoSuchFact(number=number)
        return found
