"""The tree of a chat's branches: as text, and as a picture."""

import asyncio
from typing import Final

from bot.commands.chats.branches import going_on
from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import turning, wanted
from bot.commands.framework.picking import example_of
from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice, told
from bot.commands.story.story import chat_title, shortened
from bot.pictures.canvas import Theme
from bot.pictures.tree import Bough, TreeWords, draw
from engine.actions.chats import branches, sessions, trees
from engine.values.chats.sessions import BranchNode
from engine.values.transfers.transfers import Document

THEMES: Final = tuple(it.value for it in Theme)
THEMES_ZH: Final = ("深色", "浅色")
_DEEPEST: Final = 6
_NAME: Final = 40


async def tree(call: CommandCall) -> Reply:
    """Every branch below the one that it begins on, the one that is played marked."""
    given = call.args.get("page")
    found = await trees.part_of(call.ctx, call.here, wanted(given) if given else None)
    part, speak = found.part, call.speak
    items = tuple(_item(call, node, depth, found.current) for node, depth in part.items)
    title = speak.say("tree-title", total=part.total, page=part.page, pages=part.pages)
    picture = ReplyChoice(controls.control(controls.RUN, "/chats tree picture"), speak.say("tree-button"))
    choices = (*turning(speak, "/chats tree", part), picture)
    return Reply((Listing(title, items, speak.say("tree-hint", number=example_of(items))),), choices=choices)


async def picture(call: CommandCall) -> Reply:
    """The same as a picture."""
    nodes, current = await branches.tree(call.ctx, call.here)
    speak = call.speak
    view = await sessions.open_here(call.ctx, call.here, call.name)
    boughs = [Bough(it.id, it.parent, _named(call, it), it.messages, bool(it.name)) for it in nodes]
    words = TreeWords(
        shortened(chat_title(view.title, speak), _NAME),
        speak.say("tree-below", total=len(nodes)),
        speak.say("tree-hidden"),
        speak.say("tree-here"),
    )
    theme = Theme(call.text("theme") or Theme.DARK)
    made = await asyncio.to_thread(draw, boughs, current, words, theme)
    name = f"{speak.say('tree-file')}-{call.now.date().isoformat()}.png"
    said = told(speak.say("tree-said", total=len(nodes), number=str(current)))
    return Reply(said.blocks, documents=(Document(name, "image/png", made),))


def _item(call: CommandCall, node: BranchNode, depth: int, current: int) -> ListItem:
    indent = "┊ " * min(depth, _DEEPEST)
    detail = call.speak.say("tree-item", messages=node.messages, archived="yes" if node.archived else "no")
    return ListItem(f"{indent}{shortened(_named(call, node), _NAME)}", detail, str(node.id), node.id == current)


def _named(call: CommandCall, node: BranchNode) -> str:
    return node.name or " ".join(node.preview.split()) or going_on(call, node.after)
