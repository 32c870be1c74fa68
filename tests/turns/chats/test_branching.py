"""Branches with names, in a tree, in the list and out of it; a story that goes on in another channel too."""

from dataclasses import replace

import pytest

from engine.actions.chats import branches, differences, sessions
from engine.actions.house import settings
from engine.actions.memory import finding
from engine.errors import BranchInUse, BranchTaken, NoSuchBranch
from engine.values.chats.differences import DifferencePart
from engine.values.chats.sessions import ForkReason
from engine.values.house.setting_scopes import SettingScope
from engine.values.paging import Wanted
from tests.servers.model import say
from tests.turns.room import Room, enter


async def test_branches_are_named_put_away_and_found(room: Room) -> None:
    """Among many branches nobody would know the one that they want, or could not keep the list short."""
    room.model.answer = lambda _: say("I see.")
    await room.say("One.", "Two.")
    await branches.branch_from(room.engine.ctx, room.engine.runner, room.here, 2)
    await branches.branch_from(room.engine.ctx, room.engine.runner, room.here, 0)
    assert await branches.rename(room.engine.ctx, room.here, 1, "  The pier ") == "The pier"
    page = await branches.page(room.engine.ctx, room.here, Wanted())
    assert [(it.id, it.name, it.current) for it in page.items] == [
        (3, "", True),
        (2, "", False),
        (1, "The pier", False),
    ]
    assert page.items[1].after == "I see."
    assert [it.id for it in await finding.branches_called(room.engine.ctx, room.here, "pier")] == [1]
    assert [it.id for it in await finding.branches_called(room.engine.ctx, room.here, "#2")] == [2]
    await branches.put_away(room.engine.ctx, room.here, 1)
    assert [it.id for it in (await branches.page(room.engine.ctx, room.here, Wanted())).items] == [3, 2]
    assert [it.id for it in (await branches.page(room.engine.ctx, room.here, Wanted(), archived=True)).items] == [1]
    await branches.put_away(room.engine.ctx, room.here, 1, away=False)
    with pytest.raises(BranchInUse):
        await branches.put_away(room.engine.ctx, room.here, 3)
    with pytest.raises(NoSuchBranch):
        await branches.rename(room.engine.ctx, room.here, 9, "x")
    nodes, current = await branches.tree(room.engine.ctx, room.here)
    assert ([(it.id, it.parent, it.messages) for it in nodes], current) == ([(1, None, 5), (2, 1, 0), (3, 1, 0)], 3)


async def test_a_story_goes_on_in_another_channel_too(room: Room) -> None:
    """What is said in a thread would turn up where the story was left, or the thread would know nothing of the past."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My cat is called Xanthippe.")
    await settings.put(room.engine.ctx, room.here, SettingScope.CHANNEL, "history_limit", "70")
    there = await enter(room.engine, room.model, replace(room.origin, channel="thread"), None)
    view = await branches.fork(room.engine.ctx, room.engine.runner, room.here, there.here)
    assert [it.text for it in view.spoken][-1] == "I see."
    await there.say("And in here?")
    assert there.prompts_say("My cat is called Xanthippe."), "the common past is known"
    await room.say("And out there?")
    assert not room.prompts_say("And in here?"), "stands share no branch"
    assert [it[1] for it in await there.spoken()][-2:] == ["And in here?", "I see."]
    assert [it[1] for it in await room.spoken()][-2:] == ["And out there?", "I see."]
    infos = {it.id: it for it in (await branches.page(room.engine.ctx, room.here, Wanted())).items}
    assert (infos[2].reason, infos[2].elsewhere, infos[1].current) == (ForkReason.THREAD, True, True)
    with pytest.raises(BranchTaken):
        await branches.switch(room.engine.ctx, room.engine.runner, room.here, 2)
    found = await differences.with_branch(room.engine.ctx, there.here, 1)
    assert (found.common, found.of(DifferencePart.MESSAGES).here, found.of(DifferencePart.MESSAGES).there) == (3, 2, 2)
    [kept] = await settings.explained(room.engine.ctx, there.here, "history_limit")
    assert kept.value == 70, "how people want it holds there too"


async def test_a_new_chat_keeps_the_character(room: Room) -> None:
    """Whoever begins anew would talk to somebody else."""
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")
    info = await sessions.played(room.engine.ctx, room.here)
    assert info is not None
    assert info.characters == ("Mira",)
    assert (await sessions.page(room.engine.ctx, room.here, (info.status,), Wanted())).total == 2
    assert await sessions.rename(room.engine.ctx, room.here, " The  pier\n") == "The pier"
    assert [it.title for it in await finding.sessions_called(room.engine.ctx, room.here, "PIER")] == ["The pier"]
    held = await sessions.holdings(room.engine.ctx, room.here, info.key.session)
    assert (held.messages, held.branches, held.saves, held.places) == (1, 1, 0, 1)
