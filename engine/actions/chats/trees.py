"""The tree of a story's branches, a part at a time."""

from engine.actions.chats.head_moves import current_head
from engine.context import EngineContext
from engine.db.chats import branches
from engine.rules.tree import Tree
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import TreePart
from engine.values.paging import BEHIND, Wanted, mark_of


async def part_of(ctx: EngineContext, here: Here, wanted: Wanted | None = None) -> TreePart:
    """Branches in the order in which the tree is read; without ``wanted`` the page with the one that is played.

    Raises SessionMissing.
    """
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    tree = await branches.tree(ctx.db, key)
    asked = wanted or Wanted()
    start = _begins(tree, wanted) if wanted else tree.place(channel_head.branch) // asked.size * asked.size
    if start >= tree.total:
        start = (tree.total - 1) // asked.size * asked.size
    part = tree.part(start, asked.size)
    nodes = {it.id: it for it in await branches.nodes(ctx.db, key, [number for number, _ in part])}
    shown = [(nodes[number], depth) for number, depth in part]
    return TreePart(asked.part(shown, tree.total, start, [mark_of(number) for number, _ in part]), channel_head.branch)


def _begins(tree: Tree, wanted: Wanted) -> int:
    """Behind how many branches a part begins."""
    if len(wanted.numbers) == 1 and wanted.numbers[0] in tree.parents:
        place = tree.place(wanted.numbers[0])
        return place + 1 if wanted.turn == BEHIND else max(place - wanted.size, 0)
    return (max(wanted.page, 1) - 1) * wanted.size
