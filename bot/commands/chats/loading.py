"""Going back to a save: the list, what changes by it, the way there."""

from dataclasses import replace

from bot.commands.chats.comparing import changes
from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import turning, wanted
from bot.commands.framework.reply import (
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    ReplyChoice,
    Retelling,
    told,
)
from bot.commands.story.story import chosen_save, save_name, shortened
from engine.actions.chats import differences, savepoints
from engine.actions.memory import finding
from engine.values.chats.sessions import DELETED_KEPT, Savepoint
from engine.values.paging import Paged, Wanted

_BUTTON = 20


async def load(call: CommandCall) -> Reply:
    """Without a save: the list. With one: what is there, and a question. With yes: go there."""
    given = call.text("save")
    if not given:
        return await listed(call)
    found = await finding.saves_called(call.ctx, call.here, given)
    if len(found) > 1 and found[0].name.casefold() != given.strip().casefold() and not _numbered(found[0], given):
        return await _page(call, wanted(1, given), f"/load search {given}")
    save = chosen_save(found, given)
    return await (_loaded(call, save) if call.flag("yes") else _asked(call, save))


async def listed(call: CommandCall) -> Reply:
    """The saves of this chat, newest first, with their last words."""
    return await _page(call, wanted(call.args.get("page")), "/load list")


async def search(call: CommandCall) -> Reply:
    """The saves that have some words in their name, description or last words."""
    words = call.text("words")
    return await _page(call, wanted(call.args.get("page"), words), f"/load search {words}")


async def deleted(call: CommandCall) -> Reply:
    """Saves that were deleted and can be taken back."""
    found = await savepoints.page(call.ctx, call.here, wanted(call.args.get("page")), deleted=True)
    speak = call.speak
    if not found.total:
        return replace(told(speak.say("saves-none-deleted")), private=True)
    items = tuple(replace(_item(call, it), detail=_gone(call, it)) for it in found.items)
    title = speak.say("saves-deleted", total=found.total, page=found.page, pages=found.pages)
    choices = tuple(_button(call, f"/save undelete {it.id}", it) for it in found.items)
    pages = turning(speak, "/save deleted", found)
    hint = speak.say("saves-deleted-hint", number=str(found.items[0].id))
    return Reply((Listing(title, items, hint),), choices=(*choices, *pages), private=True)


async def _page(call: CommandCall, part: Wanted, line: str) -> Reply:
    found = await savepoints.page(call.ctx, call.here, part)
    speak = call.speak
    if not found.total:
        text = speak.say("saves-not-found", words=shortened(part.words)) if part.words else ""
        return replace(told(text or speak.say("story-no-saves")), private=True)
    choices = tuple(_button(call, f"/load {it.id}", it) for it in found.items)
    pages = turning(speak, line, found)
    return Reply((_listing(call, found, part.words),), choices=(*choices, *pages), private=True)


def _listing(call: CommandCall, found: Paged[Savepoint], words: str) -> Listing:
    about = "saves-found" if words else "saves-list"
    title = call.speak.say(about, words=shortened(words), total=found.total, page=found.page, pages=found.pages)
    hint = call.speak.say("saves-hint", number=str(found.items[0].id))
    return Listing(title, tuple(_item(call, it) for it in found.items), hint)


def _item(call: CommandCall, save: Savepoint) -> ListItem:
    """Its name; how old it is, how much had been said, and the last words."""
    parts = [call.speak.ago(save.created_at, call.now)]
    if save.messages is not None:
        parts.append(call.speak.say("saves-messages", messages=save.messages))
    if save.preview:
        parts.append(shortened(save.preview))
    return ListItem(save_name(save, call.speak), " · ".join(parts), str(save.id))


def _gone(call: CommandCall, save: Savepoint) -> str:
    assert save.deleted_at is not None
    return call.speak.say("saves-gone-on", date=call.local(save.deleted_at) + DELETED_KEPT)


def _button(call: CommandCall, line: str, save: Savepoint) -> ReplyChoice:
    label = f"{save.id} · {shortened(save_name(save, call.speak), _BUTTON)}"
    return ReplyChoice(controls.control(controls.RUN, line), label, key=str(save.id))


def _numbered(save: Savepoint, given: str) -> bool:
    return str(save.id) == given.strip().lstrip("#")


async def _asked(call: CommandCall, save: Savepoint) -> Reply:
    """What is there, what changes and what stays, before the yes."""
    speak = call.speak
    view = await savepoints.preview(call.ctx, call.here, save.id)
    found = await differences.with_save(call.ctx, call.here, save.id, counted=False)
    ago = speak.ago(save.created_at, call.now)
    title = Paragraph(speak.say("story-load-preview", name=save_name(save, speak), ago=ago))
    about = (QuotedText(save.description),) if save.description else ()
    if found.none:
        differs = Paragraph(speak.say("load-nothing-changes"))
    else:
        differs = Listing(speak.say("load-changes"), changes(call, found), speak.say("load-stays"))
    question = Confirm(speak.say("story-load-sure"), f"/load {save.id} yes")
    return Reply((title, *about, Retelling(view), differs), question)


async def _loaded(call: CommandCall, save: Savepoint) -> Reply:
    view = await savepoints.load(call.ctx, call.runner, call.here, save.id)
    left = Paragraph(call.speak.say("load-left", branch=str(view.left)))
    line, label = f"/chats branch {view.left}", call.speak.say("load-left-button", branch=str(view.left))
    to_left = (ReplyChoice(controls.control(controls.RUN, line), label),)
    if call.delivered:
        return Reply((left,), choices=to_left, private=True)
    ago = call.speak.ago(save.created_at, call.now)
    back = Paragraph(call.speak.say("story-loaded", name=save_name(save, call.speak), ago=ago))
    return Reply((back, left, Retelling(view, last=1)), choices=to_left)
