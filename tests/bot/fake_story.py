"""Sessions, a story and its branches for the bot's own tests, and what they show."""

import builtins
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from engine.values.chats.differences import DifferencePart, Differences, LineState, PartDifference, StateDifference
from engine.values.chats.entries import EntryStatus, Place
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import ReadMessage, View
from engine.values.chats.sessions import (
    BranchInfo,
    BranchNode,
    ForkReason,
    Recap,
    Savepoint,
    SessionInfo,
    SessionSize,
    SessionStatus,
    TreePart,
)
from engine.values.chats.undoing import Undoer
from engine.values.ids import SessionKey
from engine.values.paging import Paged, Wanted
from engine.values.story.notes import AuthorsNote

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
HERE = Here(1, 2, 3, "terminal")


def spoken(text: str, *, character: int | None = 1, status: EntryStatus = EntryStatus.COMPLETE) -> ReadMessage:
    """A message of the character, or of the person."""
    return ReadMessage(1, "Aki" if character else "Mo", character, text, status, NOW)


def view(*messages: ReadMessage, fresh: bool = False) -> View:
    """What the channel shows."""
    return View(7, "Harbour", "Aki", 4, messages, fresh)


@dataclass
class FakeSessions:
    """Two chats; 7 is open."""

    view: View
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def open(self, here: Here, name: str) -> View:
        return self.view

    async def new(self, here: Here, name: str, character: int | None = None) -> View:
        self.calls.append(("new", character))
        return view(spoken("A fresh morning."), fresh=True)

    async def list(self, here: Here, statuses: Sequence[SessionStatus] = (SessionStatus.ACTIVE,)) -> list[SessionInfo]:
        every = [(7, "Harbour", SessionStatus.ACTIVE), (9, "Mountain", SessionStatus.ACTIVE)]
        return [
            SessionInfo(SessionKey(1, number), title, status, ("Aki",), 12, NOW, number == 7, number, (1,))
            for number, title, status in every
            if status in statuses
        ]

    async def page(self, here: Here, statuses: Sequence[SessionStatus], wanted: Wanted) -> Paged[SessionInfo]:
        every = [it for it in await self.list(here, statuses) if wanted.words in it.title.lower()]
        return Paged(tuple(every), len(every))

    async def called(self, here: Here, given: str) -> builtins.list[SessionInfo]:
        infos = await self.list(here, tuple(SessionStatus))
        return [it for it in infos if str(it.key.session) == given or given.lower() in it.title.lower()]

    async def played(self, here: Here) -> SessionInfo | None:
        return (await self.list(here))[0]

    async def holdings(self, here: Here, session: int) -> SessionSize:
        return SessionSize(12, 3, 2, 4, 1)

    async def recap(self, here: Here) -> Recap | None:
        return Recap("Aki: Somebody knocked.", 3, NOW, told=False)

    async def switch(self, here: Here, session: int) -> View:
        self.calls.append(("switch", session))
        return self.view

    async def rename(self, here: Here, title: str, session: int | None = None) -> str:
        self.calls.append(("rename", (session, title)))
        return title

    async def archive(self, here: Here, session: int | None = None) -> None:
        self.calls.append(("archive", session))

    async def trash(self, here: Here, session: int | None = None) -> None:
        self.calls.append(("trash", session))


@dataclass
class FakeStory:
    """Two saves and two branches."""

    view: View
    calls: list[tuple[Any, ...]] = field(default_factory=list)
    written: AuthorsNote | None = None

    async def undo(self, here: Here, by: Undoer) -> View:
        self.calls.append(("undo",))
        return self.view

    async def edit(self, here: Here, text: str) -> View:
        self.calls.append(("edit", text))
        return view(spoken(text, character=None))

    async def own_words(self, here: Here) -> str:
        return "I came by boot."

    async def branches(self, here: Here) -> list[BranchInfo]:
        return [
            BranchInfo(4, None, 0, ForkReason.START, 3, "the first line", NOW, True),
            BranchInfo(5, 4, 2, ForkReason.AGAIN, 1, "another line", NOW, False),
        ]

    async def switch(self, here: Here, branch: int) -> View:
        self.calls.append(("switch", branch))
        return self.view

    async def branch_from(self, here: Here, back: int) -> View:
        self.calls.append(("from", back))
        return self.view

    async def save(self, here: Here, name: str) -> Savepoint:
        self.calls.append(("save", name))
        return Savepoint(3, Place(4, 9), name, "a preview", "manual", NOW)

    async def saves(self, here: Here) -> list[Savepoint]:
        return [
            Savepoint(1, Place(4, 2), "Harbour", "by the sea", "manual", NOW),
            Savepoint(2, Place(4, 5), "Hill", "up there", "manual", NOW),
        ]

    async def save_page(self, here: Here, wanted: Wanted, deleted: bool = False) -> Paged[Savepoint]:
        found = [] if deleted else [it for it in await self.saves(here) if wanted.words in it.name.lower()]
        return Paged(tuple(found), len(found))

    async def saves_called(self, here: Here, given: str, deleted: bool = False) -> list[Savepoint]:
        saves = await self.saves(here)
        return [it for it in saves if str(it.id) == given or given.lower() in it.name.lower()]

    async def compare_save(self, here: Here, number: int, counted: bool = True) -> Differences:
        apart = (
            PartDifference(DifferencePart.MESSAGES, 3, 0, ("I go.",)),
            PartDifference(DifferencePart.MEMORIES, 2, 1),
        )
        return Differences(5, apart, (StateDifference(LineState.NOTE, "rain", ""),))

    async def undelete_save(self, here: Here, save: int) -> None:
        self.calls.append(("undelete_save", save))

    async def preview(self, here: Here, save: int) -> View:
        return view(spoken("by the sea"))

    async def load(self, here: Here, save: int) -> View:
        self.calls.append(("load", save))
        return replace(view(spoken("by the sea")), left=4)

    async def rename_save(self, here: Here, save: int, name: str) -> None:
        self.calls.append(("rename_save", save, name))

    async def delete_save(self, here: Here, save: int) -> None:
        self.calls.append(("delete_save", save))

    async def note(self, here: Here) -> AuthorsNote | None:
        return self.written

    async def set_note(self, here: Here, note: AuthorsNote | None) -> None:
        self.written = note

    async def hide(self, here: Here, first: int, last: int, hidden: bool = True) -> int:
        self.calls.append(("hide", first, last, hidden))
        return last - first + 1


@dataclass
class FakeBranching:
    """The two branches of the story."""

    story: FakeStory
    calls: list[tuple[Any, ...]] = field(default_factory=list)

    async def page(self, here: Here, wanted: Wanted, archived: bool = False) -> Paged[BranchInfo]:
        found = [] if archived else await self.story.branches(here)
        return Paged(tuple(found), len(found))

    async def called(self, here: Here, given: str) -> list[BranchInfo]:
        return [it for it in await self.story.branches(here) if str(it.id) == given]

    async def tree(self, here: Here) -> tuple[list[BranchNode], int]:
        infos = await self.story.branches(here)
        return [BranchNode(it.id, it.parent, it.forked_at, it.name, it.preview, it.messages) for it in infos], 4

    async def tree_part(self, here: Here, wanted: Wanted | None = None) -> TreePart:
        nodes, current = await self.tree(here)
        return TreePart(Paged(tuple((it, depth) for depth, it in enumerate(nodes)), len(nodes)), current)

    async def compare(self, here: Here, branch: int) -> Differences:
        return Differences(2, (PartDifference(DifferencePart.MESSAGES, 1, 1, ("I stay.",), ("I go.",)),))

    async def rename(self, here: Here, branch: int, name: str) -> str:
        self.calls.append(("rename", branch, name))
        return name

    async def put_away(self, here: Here, branch: int, away: bool = True) -> None:
        self.calls.append(("put_away", branch, away))

    async def fork(self, here: Here, there: Here) -> View:
        self.calls.append(("fork", there.channel))
        return self.story.view
