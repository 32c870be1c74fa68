"""Branches with names, in a tree, in the list and out of it; a story that goes on in another channel too."""

from dataclasses import replace

import pytest

from engine.errors import BranchInUse, BranchTaken, NoSuchBranch
from engine.values.chats.differences import DifferencePart
from engine.values.chats.sessions import ForkReason
from engine.values.house.settings import SettingScope
from engine.values.paging import Wanted
from tests.servers.model import say
from tests.turns.room import Room, enter


async def test_branches_are_named_put_away_and_found(room: Room) -> None:
    """Among many branches nobody would know the one that they want, or could not keep the list short."""
    room.model.answer = lambda _: say("I see.")
    await room.say("One.", "Two.")
    branching = room.engine.branching
    await room.engine.story.branch_from(room.here, 2)
    await room.engine.story.branch_from(room.here, 0)
    assert await branching.rename(room.here, 1, "  The pier ") == "The pier"
    page = await branching.page(room.here, Wanted())
    assert [(it.id, it.name, it.current) for it in page.items] == [
        (3, "", True),
        (2, "", False),
        (1, "The pier", False),
    ]
    assert page.items[1].after == "I see."
    assert [it.id for it in await branching.called(room.here, "pier")] == [1]
    assert [it.id for it in await branching.called(room.here, "#2")] == [2]
    await branching.put_away(room.here, 1)
    assert [it.id for it in (await branching.page(room.here, Wanted())).items] == [3, 2]
    assert [it.id for it in (await branching.page(room.here, Wanted(), True)).items] == [1]
    await branching.put_away(room.here, 1, False)
    with pytest.raises(BranchInUse):
        await branching.put_away(room.here, 3)
    with pytest.raises(NoSuchBranch):
        await branching.rename(room.here, 9, "x")
    nodes, current = await branching.tree(room.here)
    assert ([(it.id, it.parent, it.messages) for it in nodes], current) == ([(1, None, 5), (2, 1, 0), (3, 1, 0)], 3)


async def test_a_story_goes_on_in_another_channel_too(room: Room) -> None:
    """What is said in a thread would turn up where the story was left, or the thread would know nothing of the past."""
    room.model.answer = lambda _: say("I see.")
    await room.say("My cat is called Xanthippe.")
    await room.engine.settings.put(room.here, SettingScope.CHANNEL, "history_limit", "70")
    there = await enter(room.engine, room.model, replace(room.origin, channel="thread"), None)
    view = await room.engine.branching.fork(room.here, there.here)
    assert [it.text for it in view.spoken][-1] == "I see."
    await there.say("And in here?")
    assert there.prompts_say("My cat is called Xanthippe."), "the common past is known"
    await room.say("And out there?")
    assert not room.prompts_say("And in here?"), "stands share no branch"
    assert [it[1] for it in await there.spoken()][-2:] == ["And in here?", "I see."]
    assert [it[1] for it in await room.spoken()][-2:] == ["And out there?", "I see."]
    infos = {it.id: it for it in (await room.engine.branching.page(room.here, Wanted())).items}
    assert (infos[2].reason, infos[2].elsewhere, infos[1].current) == (ForkReason.THREAD, True, True)
    with pytest.raises(BranchTaken):
        await room.engine.story.switch(room.here, 2)
    found = await room.engine.branching.compare(there.here, 1)
    assert (found.common, found.of(DifferencePart.MESSAGES).here, found.of(DifferencePart.MESSAGES).there) == (3, 2, 2)
    [kept] = await room.engine.settings.explain(there.here, "history_limit")
    assert kept.value == 70, "how people want it holds there too"


async def test_a_new_chat_keeps_the_character(room: Room) -> None:
    """Whoever begins anew would talk to somebody else."""
    await room.engine.sessions.new(room.here, "Ann")
    info = await room.engine.sessions.played(room.here)
    assert info is not None
    assert info.characters == ("Mira",)
    assert (await room.engine.sessions.page(room.here, (info.status,), Wanted())).total == 2
    assert await room.engine.sessions.rename(room.here, " The  pier\n") == "The pier"
    assert [it.title for it in await room.engine.sessions.called(room.here, "PIER")] == ["The pier"]
    held = await room.engine.sessions.holdings(room.here, info.key.session)
    assert (held.messages, held.branches, held.saves, held.places) == (1, 1, 0, 1)
