"""All that can be recalled in a place, grouped, each kind with a button that shows it and leads to what changes it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, ReplyChoice
from bot.commands.story.rows_of_story import LINES
from engine.actions.characters import worlds
from engine.actions.memory import garden
from engine.actions.story import chronicle
from engine.values.memory.garden import Recallable
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import Chronicle, ChronicleKind

OF_MEMORIES: Final[Mapping[MemoryKind, str]] = {
    MemoryKind.SAID: "said",
    MemoryKind.CORE: "notes",
    MemoryKind.MANUAL: "notes",
    MemoryKind.EVENT: "events",
    MemoryKind.DIARY: "diary",
    MemoryKind.PLOT: "plots",
}
"""What each kind of memory is counted under."""
OF_STORY: Final[Mapping[ChronicleKind, str]] = {
    ChronicleKind.PAGE: "pages",
    ChronicleKind.TIMELINE: "timeline",
    ChronicleKind.ITEM: "items",
    ChronicleKind.DOSSIER: "people",
    ChronicleKind.SUMMARY: "summaries",
    ChronicleKind.CHAPTER: "chapters",
    ChronicleKind.EVOLUTION: "grown",
}
"""The same for what a story is told by; a judgement of how far it has come is recalled by nobody."""
GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "talk": {"said": "/memory search", "notes": "/memory list", "diary": "/diary list"},
    "people": {"facts": "/me fact"},
    "story": {
        **{name: LINES[kind] for kind, name in OF_STORY.items() if kind in LINES},
        "events": "/story pages",
        "plots": "/story pages",
        "grown": "/story persona",
    },
    "books": {"entries": "/scene world"},
}
"""Each group with its kinds, and the command that shows one and leads to what changes it."""
_ALWAYS: Final = frozenset({"said", "notes", "facts"})
"""What is listed also while there is none of it: people look for it here."""


@dataclass(frozen=True, slots=True)
class _Counts:
    memories: Recallable
    told: Chronicle
    entries: int

    def of(self, name: str) -> int:
        if name == "facts":
            return self.memories.facts
        if name == "entries":
            return self.entries
        if name in OF_STORY.values():
            return self._told(next(kind for kind, it in OF_STORY.items() if it == name))
        return sum(count for kind, count in self.memories.memories.items() if OF_MEMORIES[kind] == name)

    def _told(self, kind: ChronicleKind) -> int:
        told = self.told
        chapters = sum(it.chapter > 0 for it in told.summaries)
        return {
            ChronicleKind.PAGE: len(told.pages),
            ChronicleKind.TIMELINE: len(told.timeline),
            ChronicleKind.ITEM: len(told.items),
            ChronicleKind.DOSSIER: len(told.dossiers),
            ChronicleKind.SUMMARY: len(told.summaries) - chapters,
            ChronicleKind.CHAPTER: chapters,
            ChronicleKind.EVOLUTION: int(told.persona is not None),
        }[kind]


async def overview(call: CommandCall) -> tuple[Listing, ...]:
    """What can be recalled here: a list for each group that has anything."""
    books = await worlds.listed(call.ctx, call.here)
    counts = _Counts(
        await garden.recallable(call.ctx, call.here),
        await chronicle.read(call.ctx, call.here),
        sum(it.entries for it in books if it.bound),
    )
    return tuple(_lists(call, counts))


def _lists(call: CommandCall, counts: _Counts) -> Iterator[Listing]:
    for group, kinds in GROUPS.items():
        ways = {(line, counts.of(name)): name for name, line in reversed(kinds.items())}
        first = set(ways.values())  # pages, in brief and in detail: one command, one count, one line
        items = tuple(
            _item(call, name, line, counts)
            for name, line in kinds.items()
            if name in first and (counts.of(name) or name in _ALWAYS)
        )
        if items:
            yield Listing(call.speak.say("recallable-group", group=group, name=counts.memories.character), items)


def _item(call: CommandCall, name: str, line: str, counts: _Counts) -> ListItem:
    count = counts.of(name)
    kind = call.speak.say("recallable-kind", kind=name)
    here = counts.memories.here if name == "facts" else count
    detail = call.speak.say("recallable-count", count=count, here=here, all="yes" if here == count else "no")
    look = ReplyChoice(controls.control(controls.RUN, line), kind)
    return ListItem(call.speak.say("with-colon", before=kind, behind=detail), choices=(look,))
