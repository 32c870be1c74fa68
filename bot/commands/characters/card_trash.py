"""Characters that are thrown away, brought back, or kept out of the list."""

from bot.commands.characters.characters import button_for, find_character
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, asking, called
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import Pickable, pick
from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice, page_of, told
from bot.commands.story.story import shortened
from engine.actions.characters import characters
from engine.values.characters.characters import ThrownAway
from engine.values.house.numbers import Thing

_LABEL = 32


async def delete(call: CommandCall) -> Reply:
    """Throw a character away, after a question that says what stays of it."""
    character = await find_character(call, call.text("character"))
    if not call.flag("yes"):
        held = await characters.holdings(call.ctx, call.here, character.row)
        name = character.name
        question = call.speak.say("char-delete-sure", name=name, chats=held.chats, memories=held.memories)
        return Reply(confirm=asking(question, "/char delete", {character.row: str(character.number)}))
    await characters.throw_away(call.ctx, call.here, character.row)
    said = told(call.speak.say("char-deleted", name=character.name))
    return Reply(said.blocks, choices=(button_for(call, "/char restore", character, "char-button-restore"),))


async def trash(call: CommandCall) -> Reply:
    """What lies in the trash, with a button for each to bring it back."""
    found = await _thrown(call)
    if not found:
        return told(call.speak.say("char-trash-empty"))
    items = tuple(ListItem(it.name, call.speak.ago(it.info.thrown_at, call.now), str(it.number)) for it in found)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("char-trash", page=page, pages=pages)
    choices = tuple(
        ReplyChoice(
            f"run:/char restore {row.key}",
            call.speak.say("char-restore-named", name=shortened(row.text, _LABEL)),
            key=row.key,
        )
        for row in shown
    )
    more = next_page(call.speak, "/char trash", page, pages)
    return Reply((Listing(title, shown, call.speak.say("char-trash-hint")),), choices=(*choices, *more))


async def restore(call: CommandCall) -> Reply:
    """Take a character out of the trash."""
    character = pick(await _thrown(call), call.text("character"), "/char trash")
    name = await characters.restore(call.ctx, call.here, character.row)
    said, label = told(call.speak.say("char-restored", name=name)), call.speak.say("char-button-use")
    return Reply(said.blocks, choices=(about("/char use", character.row, str(character.number), label),))


async def _thrown(call: CommandCall) -> list[Pickable[ThrownAway]]:
    """What lies in the trash, with the numbers that it had before."""
    return await called(call, Thing.CHARACTER, await characters.thrown_away(call.ctx, call.here))


async def hide(call: CommandCall) -> Reply:
    """Keep a character out of the list of this place."""
    character = await find_character(call, call.text("character"))
    await characters.hide(call.ctx, call.here, character.row)
    said = told(call.speak.say("char-hidden", name=character.name))
    return Reply(said.blocks, choices=(button_for(call, "/char unhide", character, "char-button-unhide"),))


async def unhide(call: CommandCall) -> Reply:
    """Let a character stand in the list again; without a name, the hidden ones."""
    if not call.text("character"):
        return await _hidden(call)
    character = await find_character(call, call.text("character"))
    await characters.hide(call.ctx, call.here, character.row, False)
    return told(call.speak.say("char-unhidden", name=character.name))


async def _hidden(call: CommandCall) -> Reply:
    hidden = [it for it in await characters.listed(call.ctx, call.here) if it.hidden]
    found = await called(call, Thing.CHARACTER, hidden)
    if not found:
        return told(call.speak.say("char-none-hidden"))
    shown, page, pages = page_of(tuple(ListItem(it.name, key=str(it.number)) for it in found), 1)
    choices = tuple(ReplyChoice(f"run:/char unhide {it.key}", shortened(it.text, _LABEL), key=it.key) for it in shown)
    return Reply((Listing(call.speak.say("char-hidden-list", page=page, pages=pages), shown),), choices=choices)
