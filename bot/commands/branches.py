"""Branches: the lines of a chat, switching between them, beginning one."""

from dataclasses import dataclass

from bot.commands.declared import Call
from bot.commands.picking import pick
from bot.commands.reply import Item, Listing, Paragraph, Reply, Scene, page_of
from bot.commands.story import shortened
from engine.values.sessions import BranchInfo


@dataclass(frozen=True, slots=True)
class _Named:
    number: int
    name: str


async def branches(call: Call) -> Reply:
    """The branches of the chat that is open."""
    infos = await call.engine.story.branches(call.here)
    items = tuple(_item(call, info) for info in infos)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("branches-list", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("branches-list-hint")),))


async def switch(call: Call) -> Reply:
    """Go on along another branch."""
    infos = await call.engine.story.branches(call.here)
    branch = pick([_Named(info.id, info.preview) for info in infos], call.text("branch"), "/chats branches")
    view = await call.engine.story.switch(call.here, branch.number)
    return Reply((Paragraph(call.speak.say("branches-switched", branch=str(view.branch))), Scene(view)))


async def begin(call: Call) -> Reply:
    """Begin a branch some messages back; the line that is left stays."""
    back = call.number("back", 0)
    view = await call.engine.story.branch_from(call.here, back)
    return Reply((Paragraph(call.speak.say("branches-begun", back=back)), Scene(view)))


def _item(call: Call, info: BranchInfo) -> Item:
    detail = call.speak.say(
        "branches-item",
        reason=info.reason.value,
        messages=info.messages,
        ago=call.speak.ago(info.created_at, call.now),
    )
    return Item(shortened(info.preview) or call.speak.say("branches-empty"), detail, str(info.id), info.current)
