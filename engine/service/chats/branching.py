"""The branches of a story: lists, names, trees, what parts them, and a story that goes on in another place too."""

from engine.actions.chats import branches, differences, trees
from engine.actions.memory import finding
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.differences import Differences
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import BranchInfo, BranchNode, TreePart
from engine.values.paging import Paged, Wanted


class BranchingService:
    """What people see of the tree of the session that is played here. Everything raises SessionMissing."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def page(self, here: Here, wanted: Wanted, archived: bool = False) -> Paged[BranchInfo]:
        """A page of the branches, newest first; or of those that were put away."""
        return await branches.page(self._ctx, here, wanted, archived=archived)

    async def called(self, here: Here, given: str) -> list[BranchInfo]:
        """Which branches a number or a name may mean, the likeliest first."""
        return await finding.branches_called(self._ctx, here, given)

    async def tree(self, here: Here) -> tuple[list[BranchNode], int]:
        """Every branch, first to last, and which one is played."""
        return await branches.tree(self._ctx, here)

    async def tree_part(self, here: Here, wanted: Wanted | None = None) -> TreePart:
        """A part of the tree in the order in which it is read; without one, that with the branch that is played."""
        return await trees.part_of(self._ctx, here, wanted)

    async def compare(self, here: Here, branch: int) -> Differences:
        """What parts another branch from the one that is played. Raises NoSuchBranch."""
        return await differences.with_branch(self._ctx, here, branch)

    async def rename(self, here: Here, branch: int, name: str) -> str:
        """Give a branch a name, which is returned as it was kept. Raises NoSuchBranch."""
        return await branches.rename(self._ctx, here, branch, name)

    async def put_away(self, here: Here, branch: int, away: bool = True) -> None:
        """Leave a branch out of lists, or show it again. Raises NoSuchBranch, BranchInUse."""
        await branches.put_away(self._ctx, here, branch, away=away)

    async def fork(self, here: Here, there: Here) -> View:
        """Let the story go on in another channel of the space too, on a branch of its own; here it stays as it is."""
        return await branches.fork(self._ctx, self._runner, here, there)
