"""World books: which there are, what one holds, where it counts."""

from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import asking, called
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import Pickable, example_of, pick
from bot.commands.framework.reply import Listing, ListItem, Reply, page_of, told
from bot.commands.story.story import shortened
from engine.actions.characters import worlds as worlds_actions
from engine.values.characters.worlds import Binding, WorldInfo
from engine.values.house.numbers import Thing

BINDINGS: Final = tuple(it.value for it in Binding)
BINDINGS_ZH: Final = ("会话", "人设", "角色")
_LIST: Final = "/scene world"


async def find_world(call: CommandCall, given: str) -> Pickable[WorldInfo]:
    """The book that ``given`` names. Raises NothingCalled, SeveralCalled."""
    return pick(await every(call), given, _LIST)


async def every(call: CommandCall) -> list[Pickable[WorldInfo]]:
    """The books that may be used here, with their numbers."""
    return await called(call, Thing.BOOK, await worlds_actions.listed(call.ctx, call.here))


async def worlds(call: CommandCall) -> Reply:
    """The books that may be used here."""
    infos = await every(call)
    if not infos:
        return told(call.speak.say("world-none"))
    shown, page, pages = page_of(infos, call.number("page", 1))
    items = tuple(
        ListItem(shortened(it.name), _where(call, it.info), str(it.number), bool(it.info.bound)) for it in shown
    )
    title = call.speak.say("world-list", page=page, pages=pages)
    more = next_page(call.speak, _LIST, page, pages)
    hint = call.speak.say("world-list-hint", number=example_of(items))
    return Reply((Listing(title, items, hint),), choices=more)


async def bind(call: CommandCall) -> Reply:
    """Let a book count: in this chat, for the character that plays, or for the persona of whoever asks."""
    return await _bound(call, on=True)


async def unbind(call: CommandCall) -> Reply:
    """Let a book count no more."""
    return await _bound(call, on=False)


async def delete(call: CommandCall) -> Reply:
    """Delete a book, after a question."""
    found = await find_world(call, call.text("book"))
    if not call.flag("yes"):
        question = call.speak.say("world-delete-sure", name=shortened(found.name), count=found.info.entries)
        return Reply(confirm=asking(question, "/scene world delete", {found.row: str(found.number)}))
    await worlds_actions.delete(call.ctx, call.here, found.row)
    return told(call.speak.say("world-deleted", name=shortened(found.name)))


async def _bound(call: CommandCall, *, on: bool) -> Reply:
    info = (await find_world(call, call.text("book"))).info
    meant = _meant(info, on=on) if not call.text("binding") else (Binding(call.text("binding")),)
    for binding in meant:
        await worlds_actions.bind(call.ctx, call.runner, call.here, info.id, binding, on=on)
    where = call.speak.say("list-comma").join(call.speak.say(f"world-binding-{it.value}") for it in meant)
    return told(call.speak.say("world-bound" if on else "world-unbound", name=shortened(info.name), where=where))


def _meant(info: WorldInfo, *, on: bool) -> tuple[Binding, ...]:
    """Where nobody said: bound to the chat, taken from everything that it is bound to here."""
    return (Binding.CHAT,) if on else info.bound or (Binding.CHAT,)


def _where(call: CommandCall, info: WorldInfo) -> str:
    bound = [call.speak.say(f"world-binding-{it.value}") for it in info.bound]
    where = call.speak.say("list-comma").join(bound)
    return call.speak.say("world-item", count=info.entries, bound=len(bound), where=where)
