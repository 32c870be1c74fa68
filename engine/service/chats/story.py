"""Where a story goes: branches, edits, savepoints, the author's note, what the model does not read."""

from engine.actions.chats import branches, differences, revisions, savepoints, undoing
from engine.actions.memory import finding
from engine.actions.story import notes
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.differences import Differences
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import BranchInfo, Savepoint
from engine.values.chats.undoing import HOST, Undoer
from engine.values.paging import Paged, Wanted
from engine.values.story.notes import AuthorsNote


class StoryService:
    """What people do with the line that is played here."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def undo(self, here: Here, by: Undoer = HOST) -> View:
        """Take back the last exchange. Raises NothingSaid, TurnsOfOthers, OnlyHostsUndo."""
        return await undoing.undo(self._ctx, self._runner, here, by)

    async def bring_back(self, here: Here, branch: int, by: Undoer = HOST) -> View:
        """Go on along the branch that an undo has just left. Raises NotTakenBack, TurnsOfOthers, OnlyHostsUndo."""
        return await undoing.bring_back(self._ctx, self._runner, here, branch, by)

    async def edit(self, here: Here, text: str) -> View:
        """Give the person's newest message another text. Raises NothingOfYours, TextTooLong."""
        return await revisions.edit(self._ctx, self._runner, here, text)

    async def own_words(self, here: Here) -> str:
        """The person's newest message as it stands. Raises NothingOfYours."""
        return await revisions.own_words(self._ctx, here)

    async def branches(self, here: Here) -> list[BranchInfo]:
        """The branches of the session that is played here, first to last."""
        return await branches.branches(self._ctx, here)

    async def switch(self, here: Here, branch: int) -> View:
        """Go on at the end of another branch. Raises NoSuchBranch, BranchTaken."""
        return await branches.switch(self._ctx, self._runner, here, branch)

    async def branch_from(self, here: Here, back: int) -> View:
        """A new branch that begins ``back`` messages before the end. Raises TooFarBack."""
        return await branches.branch_from(self._ctx, self._runner, here, back)

    async def save(self, here: Here, name: str) -> Savepoint:
        """Name the place where the story stands. Raises NothingSaid."""
        return await savepoints.save(self._ctx, here, name)

    async def saves(self, here: Here) -> list[Savepoint]:
        """The savepoints, newest first."""
        return await savepoints.newest(self._ctx, here)

    async def save_page(self, here: Here, wanted: Wanted, deleted: bool = False) -> Paged[Savepoint]:
        """A page of the savepoints, newest first; or of those that were deleted and can be taken back."""
        return await savepoints.page(self._ctx, here, wanted, deleted=deleted)

    async def saves_called(self, here: Here, given: str, deleted: bool = False) -> list[Savepoint]:
        """Which savepoints a number or a name may mean, the likeliest first."""
        return await finding.saves_called(self._ctx, here, given, deleted=deleted)

    async def compare_save(self, here: Here, number: int, counted: bool = True) -> Differences:
        """What parts a savepoint from where people stand; ``counted``: with how much both share.

        Raises NoSuchSavepoint.
        """
        return await differences.with_save(self._ctx, here, number, counted=counted)

    async def preview(self, here: Here, number: int) -> View:
        """What a savepoint holds; nothing changes. Raises NoSuchSavepoint."""
        return await savepoints.preview(self._ctx, here, number)

    async def load(self, here: Here, number: int) -> View:
        """Go back to a savepoint; the place that is left is named first. Raises NoSuchSavepoint."""
        return await savepoints.load(self._ctx, self._runner, here, number)

    async def rename_save(self, here: Here, number: int, name: str) -> None:
        """Give a savepoint another name. Raises NoSuchSavepoint."""
        await savepoints.rename_save(self._ctx, here, number, name)

    async def delete_save(self, here: Here, number: int) -> None:
        """Put a savepoint into the trash, for 30 days. Raises NoSuchSavepoint."""
        await savepoints.delete_save(self._ctx, here, number)

    async def undelete_save(self, here: Here, number: int) -> None:
        """Take a savepoint back from the trash. Raises NoSuchSavepoint."""
        await savepoints.undelete_save(self._ctx, here, number)

    async def note(self, here: Here) -> AuthorsNote | None:
        """The author's note that holds here."""
        return await notes.note(self._ctx, here)

    async def set_note(self, here: Here, note: AuthorsNote | None) -> None:
        """Give this chat another author's note, from the next reply on; None takes it away. Raises TextTooLong."""
        await notes.set_note(self._ctx, self._runner, here, note)

    async def hide(self, here: Here, first: int, last: int, hidden: bool = True) -> int:
        """Keep messages from the model, or show them to it again; people see them as before. How many changed.

        Numbers count back from the newest message, which is 1. Raises TooFarBack.
        """
        return await notes.hide(self._ctx, self._runner, here, (first, last), hidden=hidden)
