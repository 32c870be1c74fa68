"""Quick replies: what there is to press, what comes of it, and the sets that were imported."""

import re
from dataclasses import dataclass
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import ROW, row
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import asking, called
from bot.commands.framework.paging import both_pages
from bot.commands.framework.picking import KINDS, Pickable, pick
from bot.commands.framework.reply import (
    Block,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    ReplyChoice,
    Retelling,
    page_of,
    told,
)
from bot.commands.story.story import shortened
from engine.actions.characters import quick_replies
from engine.actions.chats import sessions
from engine.errors import NoLongerThere, NothingCalled, SessionMissing, SeveralCalled
from engine.values.characters.quick_replies import QuickReply, QuickReplySet, QuickSetName, QuickVoice
from engine.values.chats.notices import Notice
from engine.values.house.numbers import Thing

_LABEL: Final = 40
_LINE: Final = "/scene quick"
_LIST: Final = "/scene quick list"
_KEY: Final = re.compile(rf"(?:{ROW}[0-9]{{1,15}}|[0-9]{{1,9}})\.[0-9]{{1,3}}")


@dataclass(frozen=True, slots=True)
class ListedReply:
    """A quick reply: ``key`` is what people call it ("2.5": of set 2 the fifth), ``button`` the same by the row."""

    key: str
    button: str
    found: QuickReplySet
    reply: QuickReply


async def quick(call: CommandCall) -> Reply:
    """Do what a quick reply says; without one, those that have a button."""
    given = f"{call.text('quick')} {call.text('text')}".strip()
    if not given:
        return await listed(call)
    one, typed = _meant(await every(call), given)
    try:
        return await _press(call, one, typed)
    except SessionMissing:
        await sessions.open_here(call.ctx, call.here, call.name)
        return await _press(call, one, typed)


async def listed(call: CommandCall) -> Reply:
    """The quick replies that have a button."""
    there = await every(call)
    found = [it for it in there if not it.reply.hidden]
    if not found:
        say = call.speak.say
        return told(say("quick-all-hidden", number=there[0].key) if there else say("quick-none"))
    several = len({it.found.name for it in found}) > 1
    shown, page, pages = page_of(tuple(found), call.number("page", 1))
    troubles = await quick_replies.troubles([(it.found, it.reply) for it in shown])
    items = tuple(
        ListItem(it.reply.label, _detail(call, it, trouble, several=several), it.key)
        for it, trouble in zip(shown, troubles, strict=True)
    )
    buttons = tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"{_LINE} {it.button}"),
            shortened(it.reply.label, _LABEL),
            typed=f"{_LINE} {it.key}",
            key=it.key,
        )
        for it in shown
    )
    title = call.speak.say("quick-list", page=page, pages=pages)
    hint = call.speak.say("quick-list-hint", number=shown[0].key)
    return Reply((Listing(title, items, hint),), choices=(*buttons, *both_pages(call.speak, _LIST, page, pages)))


async def delete(call: CommandCall) -> Reply:
    """Delete a set, after a question."""
    found = await find_set(call, call.text("quick-set"))
    if not call.flag("yes"):
        question = call.speak.say("quick-delete-sure", name=found.name)
        return Reply(confirm=asking(question, f"{_LINE} delete", {found.row: str(found.number)}))
    await quick_replies.delete(call.ctx, call.here, found.row)
    return told(call.speak.say("quick-deleted", name=found.name))


async def find_set(call: CommandCall, given: str) -> Pickable[QuickSetName]:
    """The set that ``given`` names. Raises NoLongerThere, NothingCalled, SeveralCalled."""
    return pick(await every_set(call), given, _LIST)


async def every_set(call: CommandCall) -> list[Pickable[QuickSetName]]:
    """The sets that were imported here, with their numbers."""
    return await called(call, Thing.QUICK, await quick_replies.names(call.ctx, call.here))


async def every(call: CommandCall) -> list[ListedReply]:
    """Every quick reply there is here, in the order of the sets and in theirs."""
    return [
        ListedReply(f"{it.number}.{reply.number}", f"{row(it.row)}.{reply.number}", it.info.found, reply)
        for it in await called(call, Thing.QUICK, await quick_replies.listed(call.ctx, call.here))
        for reply in it.info.found.replies
    ]


def _meant(found: list[ListedReply], given: str) -> tuple[ListedReply, str]:
    """The quick reply that words begin with, by its number or its name, and what is typed behind it.

    Raises NoLongerThere, NothingCalled, SeveralCalled.
    """
    first, _, rest = given.partition(" ")
    if _KEY.fullmatch(first):
        if one := next((it for it in found if first in (it.key, it.button)), None):
            return one, rest.strip()
        if first.startswith(ROW):
            raise NoLongerThere(command=_LINE, kind=KINDS[_LINE])
    words = given.casefold()
    named = [it for it in found if f"{words} ".startswith(f"{it.reply.label.casefold()} ")]
    longest = max((len(it.reply.label) for it in named), default=0)
    fits = [it for it in named if len(it.reply.label) == longest]
    if not fits:
        raise NothingCalled(name=given[:64], command=_LINE, kind=KINDS[_LINE])
    if len(fits) > 1:
        raise SeveralCalled(name=fits[0].reply.label[:64], found=" · ".join(it.key for it in fits[:8]))
    return fits[0], given[longest:].strip()


async def _press(call: CommandCall, one: ListedReply, typed: str) -> Reply:
    done = await quick_replies.press(call.ctx, call.runner, call.here, call.name, one.found, one.reply, typed)
    blocks: list[Block] = [
        QuotedText(call.speak.say("quick-said", name=done.called, text=it.text))
        if it.voice is QuickVoice.PERSON
        else QuotedText(it.text)
        for it in done.lines
    ]
    if done.offered is not None:
        blocks += [Paragraph(call.speak.say("quick-offered")), QuotedText(done.offered or "…")]
    if done.view is not None:
        blocks.append(Retelling(done.view))
    return Reply(tuple(blocks)) if blocks else told(call.speak.say("quick-done", name=one.reply.label))


def _detail(call: CommandCall, it: ListedReply, trouble: Notice | None, *, several: bool) -> str:
    said = call.speak.notice(trouble) if trouble else shortened(it.reply.title or it.reply.message)
    return call.speak.say("quick-of-set", name=it.found.name, text=said) if several else said
