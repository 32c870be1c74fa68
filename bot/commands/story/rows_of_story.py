"""What a story is told by, piece by piece: how each kind is listed, and how people mean one of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, numbers, with_sign
from bot.commands.framework.picking import pick
from bot.commands.framework.reply import ListItem, ReplyChoice
from bot.commands.story.story import shortened
from engine.actions.story import chronicle
from engine.errors import NotInChronicle
from engine.values.house.numbers import Thing
from engine.values.story.chronicle import ChronicleItem, ChronicleKind, Dossier, Level, StoryPage, Summary, TimelineLine

LINES: Final = {
    ChronicleKind.PAGE: "/story pages",
    ChronicleKind.TIMELINE: "/story timeline",
    ChronicleKind.ITEM: "/story items",
    ChronicleKind.DOSSIER: "/story people",
    ChronicleKind.SUMMARY: "/story summary",
    ChronicleKind.CHAPTER: "/story chapters",
}
"""The command that shows each kind, behind which stands what is to be done with one."""
COUNTED: Final = {
    ChronicleKind.TIMELINE: Thing.TIMELINE,
    ChronicleKind.ITEM: Thing.ITEM,
    ChronicleKind.DOSSIER: Thing.DOSSIER,
    ChronicleKind.SUMMARY: Thing.SUMMARY,
}
"""What is numbered as it is shown; pages and chapters count along the line."""
SIGNS: Final = {Level.DETAILED: "🟢", Level.BRIEF: "🟡"}


@dataclass(frozen=True, slots=True)
class ChroniclePiece:
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
    def typed(self) -> str:
        """The same as a word: "3", and "#3" for what has a name."""
        return f"#{self.number}" if self.key == self.name else self.key

    @property
    def item(self) -> ListItem:
        """As a line of a list."""
        words = shortened(self.text)
        said = " · ".join(it for it in (self.detail, words if self.title else "") if it)
        return ListItem(self.title or words, said, "" if self.key == self.name else self.key)


async def pieces(call: CommandCall, kind: ChronicleKind) -> list[ChroniclePiece]:
    """Everything of a kind, in the order in which it is shown."""
    if kind is ChronicleKind.CHAPTER:
        return await _chapters(call)
    told = await chronicle.read(call.ctx, call.here)
    match kind:
        case ChronicleKind.PAGE:
            found = [_page(it) for it in told.pages]
        case ChronicleKind.TIMELINE:
            found = [_line(it) for it in told.timeline]
        case ChronicleKind.ITEM:
            found = [_named(call, kind, it) for it in told.items]
        case ChronicleKind.DOSSIER:
            found = [_named(call, kind, it) for it in told.dossiers]
        case _:
            found = [summed(call, it) for it in told.summaries if not it.chapter]
    return await counted(call, kind, found[::-1])


async def counted(call: CommandCall, kind: ChronicleKind, found: Sequence[ChroniclePiece]) -> list[ChroniclePiece]:
    """Pieces with the numbers by which people call them."""
    if kind not in COUNTED:
        return list(found)
    known = await numbers(call, COUNTED[kind], [it.row for it in found])
    return [replace(it, number=known[it.row]) for it in found]


async def meant(call: CommandCall, kind: ChronicleKind) -> ChroniclePiece:
    """The piece that the argument ``piece`` names; without one the newest. Raises NothingCalled, SeveralCalled."""
    given = call.text("piece")
    found = await pieces(call, kind)
    if not given and found:
        return found[0]
    one = pick(found, given or "?", LINES[kind])
    if not one.row:
        raise NotInChronicle(kind=kind.value, name=one.key)
    return one


def changing(call: CommandCall, piece: ChroniclePiece) -> tuple[ReplyChoice, ...]:
    """The buttons that change a piece, have it written again, and delete it where that can be done."""
    words = [("edit", "change"), ("redo", "anew")]
    if piece.kind not in (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER):
        words.append(("delete", "drop"))
    return _buttons(call, piece, words, shortened(piece.key, 24))


def listed(call: CommandCall, piece: ChroniclePiece) -> ListItem:
    """A piece as a line of a list, with the buttons that change and delete it; all of them say its number."""
    key = piece.typed
    words = [("edit", "change")] if piece.row else []
    if piece.kind not in (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER):
        words.append(("delete", "drop"))
    shows = about(f"{LINES[piece.kind]} show", piece.row, piece.typed, "") if piece.row else None
    return replace(piece.item, key=key, choices=_buttons(call, piece, words, key) if piece.row else (), opens=shows)


def _buttons(
    call: CommandCall, piece: ChroniclePiece, words: Sequence[tuple[str, str]], name: str
) -> tuple[ReplyChoice, ...]:
    """Buttons that say ``name``; ``words``: an action of each, and its label."""
    return tuple(
        with_sign(call, f"{LINES[piece.kind]} {action}", piece.row, piece.typed, f"button-{label}", name)
        for action, label in words
    )


def summed(call: CommandCall, summary: Summary, why: str = "") -> ChroniclePiece:
    """A summary without its number; ``why`` it is no more."""
    what = call.speak.say("story-summary-is", chapter=summary.chapter, why=why or "none")
    return ChroniclePiece(ChronicleKind.SUMMARY, summary.id, 0, "", "", summary.text, what)


def _page(page: StoryPage) -> ChroniclePiece:
    title = f"{SIGNS[page.level]} {shortened(page.title or page.text)}"
    return ChroniclePiece(ChronicleKind.PAGE, page.id, page.number, page.title, title, page.text, page.when)


def _line(line: TimelineLine) -> ChroniclePiece:
    return ChroniclePiece(ChronicleKind.TIMELINE, line.id, 0, "", "", line.text, line.when)


def _named(call: CommandCall, kind: ChronicleKind, it: ChronicleItem | Dossier) -> ChroniclePiece:
    aliases = it.aliases if isinstance(it, Dossier) else ()
    return ChroniclePiece(kind, it.id, 0, it.name, it.name, it.text, call.speak.say("list-comma").join(aliases))


async def _chapters(call: CommandCall) -> list[ChroniclePiece]:
    """The newest first; one without a summary has no row yet."""
    found: list[ChroniclePiece] = []
    for chapter in reversed(await chronicle.chapters(call.ctx, call.here)):
        title = shortened(chapter.title) or call.speak.say("story-chapter-untitled", number=chapter.number)
        text = chapter.told.text if chapter.told else call.speak.say("story-chapter-untold")
        ago = call.speak.ago(chapter.when, call.now)
        found.append(
            ChroniclePiece(
                ChronicleKind.CHAPTER,
                chapter.told.id if chapter.told else 0,
                chapter.number,
                chapter.title,
                title,
                text,
                ago,
            )
        )
    return found
