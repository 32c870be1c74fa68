"""What was recalled for the last reply: memories, diary pages and facts, each with the buttons that put it right; and
pages and figures of the story.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import numbers, with_sign
from bot.commands.framework.paging import next_page
from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice, told
from bot.commands.memory.memory import came_from, changing, described, moment, zone_of
from bot.commands.people import abouts
from bot.commands.story.story import shortened
from bot.words.localise import Speaker
from engine.actions.chats import inspections
from engine.values.house.numbers import Thing
from engine.values.memory.memories import PersonFact, Recalled
from engine.values.models.inspection import Inspection
from engine.values.story.chronicle import Dossier, StoryPage

GROUPS: Final = ("memories", "you", "others", "story")
IN_BRIEF: Final = 2
"""So many of a group are told at once."""
ON_A_PAGE: Final = 4
_STRONG: Final = 0.6
_FAIR: Final = 0.35


@dataclass(frozen=True, slots=True)
class _Shown:
    """A line of a group, and its buttons."""

    group: str
    item: ListItem
    choices: tuple[ReplyChoice, ...]


async def recalled(call: CommandCall) -> Reply:
    """Everything that was recalled for the last reply."""
    found = await inspections.last(call.ctx, call.here, call.replied)
    every = await _shown(call, found) if found else []
    if not every:
        return told(call.speak.say("recalled-nothing"))
    pages = -(-len(every) // ON_A_PAGE)
    page = min(max(call.number("page", 1), 1), pages)
    part = every[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    title = call.speak.say("recalled-page", total=len(every), page=page, pages=pages)
    listing = Listing(title, tuple(it.item for it in part))
    return _reply(call, part, (listing,), next_page(call.speak, "/why recalled", page, pages))


async def brief(call: CommandCall, found: Inspection) -> Reply:
    """The best of what was recalled, a list for each group, and the way to the rest; nothing where nothing was."""
    every = await _shown(call, found, grouped=True)
    if not every:
        return Reply()
    groups = [(name, [it for it in every if it.group == name]) for name in GROUPS]
    part = [it for _, among in groups for it in among[:IN_BRIEF]]
    line = controls.control(controls.RUN, "/why recalled")
    rest = (ReplyChoice(line, call.speak.say("recalled-further")),) if len(every) > len(part) else ()
    lists = [
        Listing(group_title(call.speak, name, len(among), IN_BRIEF), tuple(it.item for it in among[:IN_BRIEF]))
        for name, among in groups
        if among
    ]
    return _reply(call, part, tuple(lists), rest)


def group_title(speak: Speaker, group: str, total: int, most: int) -> str:
    """The title of a list that shows at most so many of all."""
    return speak.say(
        "why-group", group=group, total=total, shown=min(total, most), all="yes" if total <= most else "no"
    )


async def _shown(call: CommandCall, found: Inspection, *, grouped: bool = False) -> list[_Shown]:
    """``grouped``: the title above a fact says whom it is about."""
    figures = await numbers(call, Thing.DOSSIER, [it.id for it in found.dossiers])
    story = [_page(call, it, found) for it in found.pages]
    story += [_dossier(call, it, found, str(figures[it.id])) for it in found.dossiers]
    if not found.recalled and not found.facts:
        return story
    zone = await zone_of(call)
    known = await numbers(call, Thing.MEMORY, [it.memory.id for it in found.recalled])
    own = [it.id for it in found.facts if it.person == call.here.person]
    facts = await numbers(call, Thing.FACT, own)
    memories = [
        _memory(call, memory, zone, (str(known[memory.memory.id]), found.places.get(memory.memory.session.space, "")))
        for memory in found.recalled
    ]
    known_of = [_fact(call, it, zone, str(facts.get(it.id, "")), grouped=grouped) for it in found.facts]
    return [*memories, *known_of, *story]


def _memory(call: CommandCall, it: Recalled, zone: ZoneInfo, called: tuple[str, str]) -> _Shown:
    """``called``: its number, and the platform where the person has another name, if it was said there."""
    memory, (number, platform) = it.memory, called
    like = it.likeness or 0.0
    strength = "strong" if like >= _STRONG else "fair" if like >= _FAIR else "faint"
    detail = f"{described(call, memory, zone)} · {call.speak.say('recalled-score', strength=strength)}"
    if platform:
        detail = f"{detail} · {came_from(call, platform)}"
    choices = () if platform else changing(call, memory.id, number, edit="/fix memory")
    return _Shown("memories", ListItem(shortened(memory.text), detail, number), choices)


def _fact(call: CommandCall, fact: PersonFact, zone: ZoneInfo, number: str, *, grouped: bool) -> _Shown:
    """``number``: that of a fact about whoever asks; "" for others."""
    own, group = ("yes", "you") if number else ("no", "others")
    at = moment(call, fact.occurred_at, zone)
    detail = at if grouped else f"{at} · {call.speak.say('recalled-fact', own=own)}"
    key = f"{call.speak.say('recalled-fact-key')} {number}" if number else ""
    choices = abouts.changing(call, fact.id, number, "/fix fact") if number else ()
    return _Shown(group, ListItem(shortened(fact.text), detail, key), choices)


def _page(call: CommandCall, page: StoryPage, found: Inspection) -> _Shown:
    detail = call.speak.say("recalled-story-page", number=page.number, by=found.chosen_by or "")
    return _Shown(
        "story",
        ListItem(shortened(page.text), detail),
        _mending(call, "pages", page.id, (str(page.number), str(page.number))),
    )


def _dossier(call: CommandCall, dossier: Dossier, found: Inspection, number: str) -> _Shown:
    detail = call.speak.say("recalled-dossier", name=dossier.name, by=found.chosen_by or "")
    return _Shown(
        "story", ListItem(shortened(dossier.text), detail), _mending(call, "people", dossier.id, (number, dossier.name))
    )


def _mending(call: CommandCall, what: str, row: int, called: tuple[str, str]) -> tuple[ReplyChoice, ...]:
    """The buttons that change what the story is told by, and put it away. ``called``: its number, and its name."""
    number, name = called
    piece = call.speak.say("recalled-piece", what=what, name=shortened(name, 24))
    return tuple(
        with_sign(call, f"/story {what} {action}", row, f"#{number}", f"button-{word}", piece)
        for action, word in (("edit", "change"), ("delete", "drop"))
    )


def _reply(
    call: CommandCall, part: Sequence[_Shown], lists: tuple[Listing, ...], more: tuple[ReplyChoice, ...]
) -> Reply:
    """For whoever asked alone: in groups, what is remembered is nobody else's business."""
    choices = tuple(choice for it in part for choice in it.choices)
    return Reply(lists, choices=(*choices, *more), private=True, secret=not call.here.private)
