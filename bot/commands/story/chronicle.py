"""What a story is told by: where it stands; pages, timeline, things, people, summaries and chapters, by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import row_of
from bot.commands.framework.declared import CommandCall, Handler, Present
from bot.commands.framework.numbering import asking
from bot.commands.framework.paging import next_page
from bot.commands.framework.panel import as_panel
from bot.commands.framework.reply import (
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    ReplyChoice,
    confidential,
    page_of,
    told,
)
from bot.commands.house.waiting import fault_of
from bot.commands.story.rows_of_story import LINES, ChroniclePiece, changing, counted, listed, meant, pieces, summed
from bot.commands.story.story import shortened
from bot.words.localise import Speaker
from engine.actions.story import chapters, chronicle, compressing
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.story.chronicle_views import StoryOverview

_WORDS: Final = {
    ChronicleKind.PAGE: "page",
    ChronicleKind.TIMELINE: "line",
    ChronicleKind.ITEM: "item",
    ChronicleKind.DOSSIER: "person",
    ChronicleKind.SUMMARY: "summary",
    ChronicleKind.CHAPTER: "chapter",
}
_LONG: Final = 3_500
_QUOTED: Final = 40


async def overview(call: CommandCall) -> Reply:
    """Where the story stands, and where to look further."""
    found = await chronicle.overview(call.ctx, call.here)
    speak, told_by = call.speak, found.chronicle
    levels = [sum(it.level is level for it in told_by.pages) for level in Level]
    items = [
        ListItem(
            speak.say("story-chapter"), speak.say("story-chapter-is", number=found.chapter, messages=found.messages)
        ),
        ListItem(speak.say("story-outline"), _outline(call, found)),
        ListItem(
            speak.say("story-pages"),
            speak.say("story-pages-is", paged=_yes(found.paged), detailed=levels[0], brief=levels[1]),
        ),
        ListItem(
            speak.say("story-index"),
            speak.say(
                "story-index-is",
                lines=len(told_by.timeline),
                items=len(told_by.items),
                people=len(told_by.dossiers),
            ),
        ),
        ListItem(speak.say("story-persona"), speak.say("story-persona-is", number=_version(found))),
    ]
    if found.due:
        fault = fault_of(call, found.due) or "none"
        since = speak.ago(found.due.since, call.now)
        items.append(ListItem(speak.say("story-due"), speak.say("story-due-is", since=since, fault=fault)))
    choices = () if found.paged else (pages_choice(speak, on=True),)
    page = Reply((Listing(speak.say("story-title"), tuple(items), speak.say("story-hint")),), choices=choices)
    return confidential(as_panel(page, "/story"))


def pages_choice(speak: Speaker, *, on: bool) -> ReplyChoice:
    """A button that switches the pages of the story here on, or off."""
    value = "on" if on else "off"
    return ReplyChoice(
        controls.control(controls.RUN, f"/settings story_pages {value}"), speak.say(f"story-pages-{value}")
    )


def listing(kind: ChronicleKind) -> Handler:
    """Shows everything of a kind, a page at a time, the newest first."""
    return partial(_listed, kind=kind)


def showing(kind: ChronicleKind) -> Handler:
    """Shows one piece as a whole, with the buttons that change it."""
    return partial(_shown, kind=kind)


def editing(kind: ChronicleKind) -> Handler:
    """Gives a piece another text."""
    return partial(_edited, kind=kind)


def presenting(kind: ChronicleKind) -> Present:
    """Reads what a piece says now."""
    return partial(_present, kind=kind)


def redoing(kind: ChronicleKind) -> Handler:
    """Has a piece written again."""
    return partial(_redone, kind=kind)


def deleting(kind: ChronicleKind) -> Handler:
    """Puts a piece away, after a question."""
    return partial(_deleted, kind=kind)


async def summaries(call: CommandCall) -> Reply:
    """Every summary that was written, with what became of it."""
    found = [it if free else replace(it, row=0) for it, free in await _every_summary(call)]
    return _list(call, found, ChronicleKind.SUMMARY, "/story summary list")


async def sum_up(call: CommandCall) -> Reply:
    """Sum the talk up now."""
    await chronicle.sum_up(call.ctx, call.runner, call.here)
    return confidential(told(call.speak.say("story-summing-up")))


async def close_chapter(call: CommandCall) -> Reply:
    """Close the chapter that is played, after a question."""
    title = call.text("title")
    if not call.flag("yes"):
        found = await chronicle.overview(call.ctx, call.here)
        question = call.speak.say("story-chapter-sure", number=found.chapter, title=shortened(title, _QUOTED) or "none")
        return Reply(confirm=Confirm(question, " ".join(it for it in ("/story chapter", title, "yes") if it)))
    number = await chapters.close_chapter(call.ctx, call.runner, call.here, title)
    return told(call.speak.say("story-chapter-closed", number=number))


async def compress(call: CommandCall) -> Reply:
    """Have older pages told in brief now."""
    count = await compressing.compress(call.ctx, call.runner, call.here)
    return confidential(told(call.speak.say("story-compressing", count=count)))


async def _listed(call: CommandCall, kind: ChronicleKind) -> Reply:
    return _list(call, await pieces(call, kind), kind, LINES[kind])


def _list(call: CommandCall, found: Sequence[ChroniclePiece], kind: ChronicleKind, line: str) -> Reply:
    speak, word = call.speak, _WORDS[kind]
    if not found:
        return confidential(told(speak.say(f"story-no-{word}")))
    shown, page, pages = page_of(found, call.number("page", 1))
    detailed = sum(it.title.startswith("🟢") for it in found)
    counts = {"total": len(found), "detailed": detailed, "brief": len(found) - detailed}
    title = speak.say(f"story-{word}-list", page=page, pages=pages, **counts)
    key = next((it.key for it in found if it.row), "")
    hint = speak.say(f"story-{word}-hint", key=key) if key else ""
    items = tuple(listed(call, it) for it in shown)
    return confidential(Reply((Listing(title, items, hint),), choices=next_page(speak, line, page, pages)))


async def _shown(call: CommandCall, kind: ChronicleKind) -> Reply:
    may_change = True
    if kind is ChronicleKind.SUMMARY:
        if (summary := await _summary(call)) is None:
            return confidential(told(call.speak.say("story-no-summary")))
        found, may_change = summary
    else:
        found = await meant(call, kind)
    title = found.detail if kind is ChronicleKind.SUMMARY else _titled(call, found)
    choices = changing(call, found) if may_change else ()
    return confidential(Reply((Paragraph(title), QuotedText(found.text[:_LONG])), choices=choices))


def _titled(call: CommandCall, piece: ChroniclePiece) -> str:
    name = "story-chapter-shown" if piece.kind is ChronicleKind.CHAPTER else f"story-{_WORDS[piece.kind]}-is"
    return call.speak.say(name, key=piece.key, title=piece.title, detail=piece.detail or "none")


async def _summary(call: CommandCall) -> tuple[ChroniclePiece, bool] | None:
    """The summary that is meant, and whether it may be changed; without a number the newest that does."""
    if not call.text("piece"):
        live = await pieces(call, ChronicleKind.SUMMARY)
        return (live[0], True) if live else None
    row, digits = row_of(call.text("piece")), call.text("piece").lstrip("#")
    return next((it for it in await _every_summary(call) if it[0].row == row or str(it[0].number) == digits), None)


async def _every_summary(call: CommandCall) -> list[tuple[ChroniclePiece, bool]]:
    """Every summary that was written, and whether it may be changed: it holds still, and is no chapter's."""
    every = await chronicle.summaries(call.ctx, call.here)
    found = await counted(call, ChronicleKind.SUMMARY, [summed(call, it.summary, it.why) for it in every])
    return [(it, not (seen.why or seen.summary.chapter)) for it, seen in zip(found, every, strict=True)]


async def _edited(call: CommandCall, kind: ChronicleKind) -> Reply:
    found, text = await meant(call, kind), call.text("text")
    await chronicle.edit(call.ctx, call.runner, call.here, kind, found.row, text)
    return confidential(told(call.speak.say("story-edited-piece", words=shortened(text))))


async def _present(call: CommandCall, kind: ChronicleKind) -> Mapping[str, str]:
    return {"text": (await meant(call, kind)).text}


async def _redone(call: CommandCall, kind: ChronicleKind) -> Reply:
    found = await meant(call, kind)
    await chronicle.redo(call.ctx, call.runner, call.here, kind, found.row)
    return confidential(told(call.speak.say("story-redone", line=LINES[kind])))


async def _deleted(call: CommandCall, kind: ChronicleKind) -> Reply:
    found = await meant(call, kind)
    if not call.flag("yes"):
        words = shortened(found.title.removeprefix("🟢 ").removeprefix("🟡 ") or found.text, _QUOTED)
        question = call.speak.say("story-delete-sure", kind=_WORDS[kind], words=words)
        return confidential(Reply(confirm=asking(question, f"{LINES[kind]} delete", {found.row: found.typed})))
    await chronicle.delete(call.ctx, call.runner, call.here, kind, found.row)
    return confidential(told(call.speak.say("story-deleted")))


def _outline(call: CommandCall, found: StoryOverview) -> str:
    if found.progress is None:
        return call.speak.say("story-outline-none", name=found.background or "none")
    plot, points = found.progress.plot, found.progress.background.outline
    return call.speak.say(
        "story-outline-is",
        name=found.background,
        point=plot.point,
        points=len(points),
        status=plot.status.value,
        words=shortened(points[plot.point - 1]),
        ended=_yes(plot.ended),
        directed=_yes(found.progress.directed),
    )


def _version(found: StoryOverview) -> int:
    persona = found.chronicle.persona
    return persona.number if persona and persona.text else 0


def _yes(it: bool) -> str:
    return "yes" if it else "no"
