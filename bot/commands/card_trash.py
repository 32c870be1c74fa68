"""Characters that are thrown away, brought back, or kept out of the list."""

from bot.commands.characters import button, find_character
from bot.commands.declared import Call
from bot.commands.paging import next_page
from bot.commands.picking import pick
from bot.commands.reply import Choice, Confirm, Item, Listing, Reply, page_of, told
from bot.commands.story import shortened
from engine.values.characters import ThrownAway

_LABEL = 32


class _Named:
    """What lies in the trash, to be picked."""

    def __init__(self, it: ThrownAway) -> None:
        self.number, self.name = it.id, it.name


async def delete(call: Call) -> Reply:
    """Throw a character away, after a question that says what stays of it."""
    character = await find_character(call, call.text("character"))
    if not call.flag("yes"):
        held = await call.engine.cards.holdings(call.here, character.id)
        name = character.name
        question = call.speak.say("char-delete-sure", name=name, chats=held.chats, memories=held.memories)
        return Reply(confirm=Confirm(question, f"/char delete {character.id} yes"))
    await call.engine.cards.throw_away(call.here, character.id)
    said = told(call.speak.say("char-deleted", name=character.name))
    return Reply(said.blocks, choices=(button(call, f"/char restore {character.id}", "char-button-restore"),))


async def trash(call: Call) -> Reply:
    """What lies in the trash, with a button for each to bring it back."""
    found = await call.engine.cards.thrown_away(call.here)
    if not found:
        return told(call.speak.say("char-trash-empty"))
    items = tuple(Item(it.name, call.speak.ago(it.thrown_at, call.now), str(it.id)) for it in found)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("char-trash", page=page, pages=pages)
    choices = tuple(
        Choice(f"run:/char restore {it.key}", call.speak.say("char-restore-named", name=shortened(it.text, _LABEL)))
        for it in shown
    )
    more = next_page(call.speak, "/char trash", page, pages)
    return Reply((Listing(title, shown, call.speak.say("char-trash-hint")),), choices=(*choices, *more))


async def restore(call: Call) -> Reply:
    """Take a character out of the trash."""
    found = [_Named(it) for it in await call.engine.cards.thrown_away(call.here)]
    character = pick(found, call.text("character"), "/char trash")
    name = await call.engine.cards.restore(call.here, character.number)
    said = told(call.speak.say("char-restored", name=name))
    return Reply(said.blocks, choices=(button(call, f"/char use {character.number}", "char-button-use"),))


async def hide(call: Call) -> Reply:
    """Keep a character out of the list of this place."""
    character = await find_character(call, call.text("character"))
    await call.engine.cards.hide(call.here, character.id)
    said = told(call.speak.say("char-hidden", name=character.name))
    return Reply(said.blocks, choices=(button(call, f"/char unhide {character.id}", "char-button-unhide"),))


async def unhide(call: Call) -> Reply:
    """Let a character stand in the list again; without a name, the hidden ones."""
    if not call.text("character"):
        return await _hidden(call)
    character = await find_character(call, call.text("character"))
    await call.engine.cards.hide(call.here, character.id, hidden=False)
    return told(call.speak.say("char-unhidden", name=character.name))


async def _hidden(call: Call) -> Reply:
    found = [it for it in await call.engine.characters.list(call.here) if it.hidden]
    if not found:
        return told(call.speak.say("char-none-hidden"))
    shown, page, pages = page_of(tuple(Item(it.name, key=str(it.id)) for it in found), 1)
    choices = tuple(Choice(f"run:/char unhide {it.key}", shortened(it.text, _LABEL)) for it in shown)
    return Reply((Listing(call.speak.say("char-hidden-list", page=page, pages=pages), shown),), choices=choices)
