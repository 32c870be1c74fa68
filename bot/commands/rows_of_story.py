"""What a story is told by, piece by piece: how each kind is listed, and how people mean one of it."""

from dataclasses import dataclass, replace
from typing import Final

from bot.commands import controls
from bot.commands.declared import Call
from bot.commands.picking import pick
from bot.commands.reply import Choice, Item
from bot.commands.story import shortened
from engine.errors import NotInChronicle
from engine.values.chronicle import ChronicleKind, Dossier, Level, Page, Summary, TimelineLine
from engine.values.chronicle import Item as Thing

LINES: Final = {
    ChronicleKind.PAGE: "/story pages",
    ChronicleKind.TIMELINE: "/story timeline",
    ChronicleKind.ITEM: "/story items",
    ChronicleKind.DOSSIER: "/story people",
    ChronicleKind.SUMMARY: "/story summary",
    ChronicleKind.CHAPTER: "/story chapters",
}
"""The command that shows each kind, behind which stands what is to be done with one."""
SIGNS: Final = {Level.DETAILED: "🟢", Level.BRIEF: "🟡"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a kind. ``row`` is its id, ``number`` and ``name`` what people type to mean it."""

    kind: ChronicleKind
    row: int
    number: int
    name: str
    title: str
    text: str
    detail: str = ""

    @property
    def key(self) -> str:
        """What is typed to mean it: the number, or where there is none for people its name."""
        return self.name if self.kind in (ChronicleKind.ITEM, ChronicleKind.DOSSIER) else str(self.number)

    @property
    def item(self) -> Item:
        """As a line of a list."""
        words = shortened(self.text)
        said = " · ".join(it for it in (self.detail, words if self.title else "") if it)
        return Item(self.title or words, said, "" if self.key == self.name else self.key)


async def pieces(call: Call, kind: ChronicleKind) -> list[Piece]:
    """Everything of a kind, in the order in which it is shown."""
    if kind is ChronicleKind.CHAPTER:
        return await _chapters(call)
    told = await call.engine.chronicle.read(call.here)
    match kind:
        case ChronicleKind.PAGE:
            return [_page(it) for it in reversed(told.pages)]
        case ChronicleKind.TIMELINE:
            return [_line(it) for it in reversed(told.timeline)]
        case ChronicleKind.ITEM:
            return [_named(call, kind, it) for it in reversed(told.items)]
        case ChronicleKind.DOSSIER:
            return [_named(call, kind, it) for it in reversed(told.dossiers)]
        case _:
            return [summed(call, it) for it in reversed(told.summaries) if not it.chapter]


async def meant(call: Call, kind: ChronicleKind) -> Piece:
    """The piece that the argument ``piece`` names; without one the newest. Raises NothingCalled, SeveralCalled."""
    given = call.text("piece")
    found = await pieces(call, kind)
    if not given and found:
        return found[0]
    one = pick(found, given or "?", LINES[kind])
    if not one.row:
        raise NotInChronicle(kind=kind.value, name=one.key)
    return one


def changing(call: Call, piece: Piece) -> tuple[Choice, ...]:
    """The buttons that change a piece, have it written again, and delete it where that can be done."""
    words = [("edit", "change"), ("redo", "anew")]
    if piece.kind not in (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER):
        words.append(("delete", "drop"))
    key = piece.key if piece.key != piece.name else f"#{piece.number}"
    lines = [(f"{LINES[piece.kind]} {action} {key}", label) for action, label in words]
    return tuple(
        Choice(controls.control(controls.RUN, line), call.speak.say(f"button-{label}", number=shortened(piece.key, 24)))
        for line, label in lines
    )


def listed(call: Call, piece: Piece) -> Item:
    """A piece as a line of a list, with the buttons that change and delete it; all of them say its number."""
    key = piece.key if piece.key != piece.name else f"#{piece.number}"
    words = [("edit", "change")] if piece.row else []
    if piece.kind not in (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER):
        words.append(("delete", "drop"))
    made = tuple(
        Choice(
            controls.control(controls.RUN, f"{LINES[piece.kind]} {action} {key}"),
            call.speak.say(f"button-{label}", number=key),
        )
        for action, label in words
    )
    return replace(piece.item, key=key, choices=made)


def summed(call: Call, it: Summary, why: str = "") -> Piece:
    """A summary; ``why`` it is no more."""
    what = call.speak.say("story-summary-is", chapter=it.chapter, why=why or "none")
    return Piece(ChronicleKind.SUMMARY, it.id, it.id, str(it.id), "", it.text, what)


def _page(it: Page) -> Piece:
    title = f"{SIGNS[it.level]} {it.title or shortened(it.text)}"
    return Piece(ChronicleKind.PAGE, it.id, it.number, it.title, title, it.text, it.when)


def _line(it: TimelineLine) -> Piece:
    return Piece(ChronicleKind.TIMELINE, it.id, it.id, "", "", it.text, it.when)


def _named(call: Call, kind: ChronicleKind, it: Thing | Dossier) -> Piece:
    aliases = it.aliases if isinstance(it, Dossier) else ()
    return Piece(kind, it.id, it.id, it.name, it.name, it.text, call.speak.say("list-comma").join(aliases))


async def _chapters(call: Call) -> list[Piece]:
    """The newest first; one without a summary has no row yet."""
    found: list[Piece] = []
    for it in reversed(await call.engine.chronicle.chapters(call.here)):
        title = it.title or call.speak.say("story-chapter-untitled", number=it.number)
        text = it.told.text if it.told else call.speak.say("story-chapter-untold")
        ago = call.speak.ago(it.when, call.now)
        found.append(Piece(ChronicleKind.CHAPTER, it.told.id if it.told else 0, it.number, it.title, title, text, ago))
    return found
