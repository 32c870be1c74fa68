"""Where a story is set and what is to happen in it: backgrounds, the outline, the director."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, asking, called, number_of
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import Pickable, pick
from bot.commands.framework.reply import (
    PAGE_SIZE,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    confidential,
    page_of,
    told,
)
from bot.commands.story.story import shortened
from engine.actions.house import settings
from engine.actions.story import backgrounds as backgrounds_actions
from engine.actions.story import outlines
from engine.actions.transfers import exports
from engine.errors import NoBackground, OutlineMissing
from engine.values.house.numbers import Thing
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.backgrounds import BackgroundInfo, Switched
from engine.values.story.director import Background, Mark, PointStatus, Progress

STATUSES: Final = tuple(it.value for it in PointStatus)
STATUSES_ZH: Final = ("未开始", "进行中", "已完成")
_SIGNS: Final = {PointStatus.PENDING: "▫️", PointStatus.IN_PROGRESS: "▶️", PointStatus.COMPLETED: "✅"}
_PARTS: Final = {
    "名字": "name",
    "名称": "name",
    "设定": "setting",
    "世界设定": "setting",
    "大纲": "outline",
    "结局": "ending",
}
PARTS: Final = ("name", "setting", "outline", "ending")
_LIST: Final = "/story background"
_LONG: Final = 1_500


async def outline(call: CommandCall) -> Reply:
    """The points of the outline, and how it stands with each."""
    found = await outlines.progress(call.ctx, call.here)
    items = tuple(
        ListItem(
            f"{_SIGNS[_status(found, number)]} {shortened(text)}", key=str(number), current=number == found.plot.point
        )
        for number, text in enumerate(found.background.outline, 1)
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say(
        "story-outline-list",
        name=found.background.name,
        page=page,
        pages=pages,
        directed="yes" if found.directed else "no",
        ended="yes" if found.plot.ended else "no",
    )
    more = next_page(call.speak, "/story outline", page, pages)
    return confidential(Reply((Listing(title, shown, _steps(call, found)),), choices=more))


def _steps(call: CommandCall, found: Progress) -> str:
    """What can be typed below an outline: to go on from the next point, if there is one, and to end this one."""
    now, points = max(1, found.plot.point), len(found.background.outline)
    lines = [call.speak.say("story-outline-next-hint", point=str(now + 1))] if now < points else []
    if _status(found, now) is not PointStatus.COMPLETED:
        lines.append(call.speak.say("story-outline-done-hint", point=str(now)))
    return "\n".join(lines)


async def point(call: CommandCall) -> Reply:
    """Go on from another point of the outline."""
    status = PointStatus(call.text("point_status") or PointStatus.IN_PROGRESS)
    found = await outlines.move_to(call.ctx, call.runner, call.here, Mark(call.number("point", 0), status))
    said = call.speak.say(
        "story-point-set",
        point=found.plot.point,
        points=len(found.background.outline),
        status=found.plot.status.value,
        directed="yes" if found.directed else "no",
    )
    return told(said)


async def director(call: CommandCall) -> Reply:
    """Turn the director on or off here; on without an outline, say what is lacking."""
    switch = call.text("switch")
    await settings.put(call.ctx, call.here, SettingScope.CHANNEL, "director", switch)
    said = call.speak.say("story-director-set", switch=switch)
    if switch != "on":
        return confidential(told(said))
    try:
        await outlines.progress(call.ctx, call.here)
    except (NoBackground, OutlineMissing) as lacking:
        waiting = call.speak.say("story-director-set", switch="waiting")
        return confidential(told(waiting, call.speak.error(lacking), call.speak.say("story-background-how")))
    return confidential(told(said))


async def backgrounds(call: CommandCall) -> Reply:
    """The backgrounds that may be used here."""
    infos = await every(call)
    if not infos:
        return confidential(told(call.speak.say("story-no-background")))
    items = tuple(_item(call, it) for it in infos)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("story-background-list", page=page, pages=pages)
    hint = call.speak.say("story-background-hint", key=items[0].key)
    return confidential(Reply((Listing(title, shown, hint),), choices=next_page(call.speak, _LIST, page, pages)))


async def show(call: CommandCall) -> Reply:
    """A background as a whole; without a name the one that the story here is set in."""
    if not call.text("background"):
        return confidential(Reply(background_blocks(call, await backgrounds_actions.used(call.ctx, call.here))))
    named = await find_background(call)
    found = await backgrounds_actions.show(call.ctx, call.here, named.row)
    uses = about(f"{_LIST} use", named.row, str(named.number), call.speak.say("button-use"))
    choices = () if named.info.used else (uses,)
    return confidential(Reply(background_blocks(call, found), choices=choices))


async def use(call: CommandCall) -> Reply:
    """Set the story here in a background."""
    switched = await backgrounds_actions.use(call.ctx, call.runner, call.here, (await find_background(call)).row)
    said = told(call.speak.say("story-background-used", name=switched.name), _placed(call, switched))
    return await with_director(call, said, switched.points)


async def with_director(call: CommandCall, reply: Reply, points: int) -> Reply:
    """``reply``, and whether the director is to follow the outline that the story has got, where it does not yet."""
    if not points or (await settings.current(call.ctx, call.here)).director:
        return reply
    return replace(reply, confirm=Confirm(call.speak.say("story-director-asks", points=points), "/story director on"))


async def off(call: CommandCall) -> Reply:
    """Set the story here nowhere."""
    await backgrounds_actions.stop(call.ctx, call.runner, call.here)
    return told(call.speak.say("story-background-off"))


async def new(call: CommandCall) -> Reply:
    """A background by hand, of a name and a setting."""
    number = await backgrounds_actions.create(call.ctx, call.here, Background(call.text("name"), call.text("text")))
    made = await number_of(call, Thing.BACKGROUND, number)
    return confidential(told(call.speak.say("story-background-made", number=made, name=call.text("name"))))


async def edit(call: CommandCall) -> Reply:
    """Write a part of a background anew; without a text, take a point away."""
    named, part = await find_background(call), call.text("part")
    meant = _PARTS.get(part, part.casefold())
    found = await backgrounds_actions.change(call.ctx, call.runner, call.here, named.row, meant, call.text("text"))
    return confidential(Reply((Paragraph(call.speak.say("story-background-changed")), *background_blocks(call, found))))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What a part of a background says now; a point that is to be added says nothing."""
    found = await backgrounds_actions.show(call.ctx, call.here, (await find_background(call)).row)
    part = _PARTS.get(call.text("part"), call.text("part").casefold())
    if part in ("name", "setting", "ending"):
        return {"text": getattr(found, part)}
    points = found.outline
    number = int(part) if part.isdecimal() and len(part) < 4 else 0
    text = "\n".join(points) if part == "outline" else points[number - 1] if 0 < number <= len(points) else ""
    return {"text": text}


async def delete(call: CommandCall) -> Reply:
    """Forget a background, after a question."""
    named = await find_background(call)
    if not call.flag("yes"):
        question = call.speak.say("story-background-delete-sure", name=named.name)
        return confidential(Reply(confirm=asking(question, f"{_LIST} delete", {named.row: str(named.number)})))
    await backgrounds_actions.delete(call.ctx, call.here, named.row)
    return confidential(told(call.speak.say("story-background-deleted", name=named.name)))


async def export(call: CommandCall) -> Reply:
    """A background as a file."""
    document = await exports.background(call.ctx, call.here, (await find_background(call)).row)
    return confidential(replace(told(call.speak.say("export-done", name=document.filename)), documents=(document,)))


async def find_background(call: CommandCall) -> Pickable[BackgroundInfo]:
    """The background that is meant. Raises NothingCalled, SeveralCalled."""
    return pick(await every(call), call.text("background"), _LIST)


async def every(call: CommandCall) -> list[Pickable[BackgroundInfo]]:
    """The backgrounds that may be used here, with their numbers."""
    return await called(call, Thing.BACKGROUND, await backgrounds_actions.listed(call.ctx, call.here))


def _item(call: CommandCall, it: Pickable[BackgroundInfo]) -> ListItem:
    """A background of the list; its button shows it whole, with the button that uses it."""
    number, points = str(it.number), call.speak.say("story-background-item", points=it.info.points)
    return ListItem(it.name, points, number, bool(it.info.used), (about(f"{_LIST} show", it.row, number, it.name),))


def background_blocks(
    call: CommandCall, background: Background, *, numbered: bool = True
) -> tuple[Paragraph | QuotedText | Listing, ...]:
    """A background as people read it. ``numbered``: its points have the numbers by which commands name them."""
    shown = background.outline[:PAGE_SIZE]
    more = (
        call.speak.say("story-outline-more", count=len(background.outline) - len(shown))
        if background.outline[PAGE_SIZE:]
        else ""
    )
    keys = [str(number) if numbered else "" for number in range(1, len(shown) + 1)]
    points = tuple(ListItem(shortened(text, 120), key=key) for text, key in zip(shown, keys, strict=True))
    blocks: list[Paragraph | QuotedText | Listing] = [
        QuotedText("\n".join(part for part in (background.name, background.setting[:_LONG]) if part))
    ]
    if points:
        blocks.append(Listing(call.speak.say("story-outline"), points, more))
    if background.ending:
        blocks.append(Paragraph(call.speak.say("story-ending", words=shortened(background.ending, 300))))
    return tuple(blocks)


def _status(found: Progress, number: int) -> PointStatus:
    plot = found.plot
    if plot.ended or number < plot.point:
        return PointStatus.COMPLETED
    return plot.status if number == plot.point else PointStatus.PENDING


def _placed(call: CommandCall, switched: Switched) -> str:
    if not switched.points:
        return call.speak.say("background-used")
    name = "background-used-cut" if switched.before > switched.point else "background-used-at"
    return call.speak.say(name, point=switched.point, points=switched.points, before=switched.before)
