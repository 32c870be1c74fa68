"""What may be used in a day: while it lasts, when it is gone, and while the characters are silent."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.chats import replies
from engine.actions.house import access, allowances, moderation, settings
from engine.config.config import AllowanceConfig
from engine.errors import AllowanceSpent, NoSuchPerson, Paused
from engine.utility.asking import Errand, ask
from engine.values.chats.outgoing import Noticed
from engine.values.house.allowances import ASKER, EACH, NO_LIMIT, AllowanceHolder, AllowanceReach, AllowanceUnit, Grant
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.values.models.prompts import PromptMessage, Role
from tests import calendar
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

pytestmark = pytest.mark.calendar

COUNTED = (900, 100)
"""A reply that takes exactly a thousand tokens."""


@pytest.fixture
async def room(room: Room) -> Room:
    """A channel where no new day begins, which would make all free again that was used, and one person may use all."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "timezone", calendar.zone_by_day())
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "person_share", "0")
    return room


async def limit(
    room: Room,
    amount: int,
    unit: AllowanceUnit = AllowanceUnit.TOKENS,
    holder: AllowanceHolder = AllowanceHolder.SPACE,
    who: str = "",
) -> None:
    await allowances.put(room.engine.ctx, room.here, holder, who, unit, amount)


def told(room: Room) -> list[str]:
    """What people were told beside the replies."""
    return [it.notice.message for it in room.ended if it.notice] + [it.notice.message for it in room.shown.of(Noticed)]


async def beside(room: Room, channel: str, person: str = "person") -> Room:
    """Another channel of the same space."""
    origin = replace(room.origin, channel=channel, person=person)
    return await enter(room.engine, room.model, origin)


async def test_over_the_limit_no_model_is_asked_and_nothing_is_lost(room: Room) -> None:
    """Somebody pays for more than they allowed, or what was written is gone when it goes on."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    await limit(room, 1_000)
    await room.say("One.", "Two.", "Three.")
    assert len(room.model.generations) == 1
    assert told(room).count("allowance-spent") == 1, "one line a day"
    assert [it["text"] for it in await room.log()][1:] == ["One.", "Yes.", "Two.", "Three."]
    with pytest.raises(AllowanceSpent):
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await limit(room, 5_000)
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert room.prompts_say("Three.")
    assert (await room.spoken())[-1] == ("complete", "Yes.")


async def test_calls_side_by_side_go_beyond_it_by_one_at_most(room: Room) -> None:
    """Whoever asks in twenty channels at once spends twenty times what is left."""
    rooms = [room, *[await beside(room, f"channel{n}") for n in range(7)]]
    await limit(room, 1_500)
    gate = Gate()
    for _ in rooms:
        room.model.script(Script(["Yes.", Finish()], before=gate))
    for one in rooms:
        await one.accept("Now!")
    left = {asyncio.ensure_future(one.idle()) for one in rooms}
    while len(left) > 2:
        _, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
    await gate.reached()
    gate.open()
    await asyncio.wait(left)
    used = await room.sql(
        "SELECT prompt_tokens + reply_tokens AS tokens FROM usage WHERE space_id = $1", room.here.space
    )
    sizes = [it["tokens"] for it in used]
    assert len(sizes) == len(room.model.generations) == 2, "a reply may take a thousand tokens and more"
    assert sum(sizes) <= 1_500 + max(sizes)


async def test_a_person_s_own_amount_stands_in_for_everybody_s(room: Room) -> None:
    """A guest uses up what the regulars have, or a regular is held back like a guest."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    guest = await beside(room, "other", "guest")
    await limit(room, 1, AllowanceUnit.MESSAGES, AllowanceHolder.PERSON, EACH)
    await guest.say("One.", "Two.")
    assert len(room.model.generations) == 1
    await room.say("Am I held back?")
    assert len(room.model.generations) == 2, "each person has their own"
    await limit(room, 9, AllowanceUnit.MESSAGES, AllowanceHolder.PERSON, ASKER)
    with pytest.raises(NoSuchPerson):
        await limit(room, 9, AllowanceUnit.MESSAGES, AllowanceHolder.PERSON, "Nobody")
    [mine] = await allowances.listed(room.engine.ctx, guest.here, AllowanceReach.PERSON)
    assert (mine.used, mine.allowance.amount) in ((1, 1), (1, 9))


async def test_roles_give_the_most_generous_amount(room: Room) -> None:
    """Supporters of a server are held back like everybody else."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    await limit(room, 0, AllowanceUnit.MESSAGES, AllowanceHolder.PERSON, EACH)
    await limit(room, 1, AllowanceUnit.MESSAGES, AllowanceHolder.ROLE, "77")
    await limit(room, 2, AllowanceUnit.MESSAGES, AllowanceHolder.ROLE, "78")
    await room.say("Hello?")
    assert room.model.generations == []
    allowances.seen(room.engine.ctx, room.here, frozenset({"77", "78"}))
    await room.say("One.", "Two.", "Three.")
    assert len(room.model.generations) == 2


async def test_who_looks_after_it_hears_once_that_it_runs_short(room: Room) -> None:
    """The allowance is gone in the middle of an evening and nobody saw it coming, or the line comes with each reply."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    await limit(room, 4_000)
    await room.say("One.", "Two.", "Three.")
    assert "allowance-near" not in told(room)
    await limit(room, 5_000, holder=AllowanceHolder.CHANNEL)
    await room.say("Four.")
    assert told(room).count("allowance-near") == 2, "of the server and of the channel"


@pytest.fixture
async def dear(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A house that may use a dollar a day; a reply costs thirty cents."""
    config = config_for(database_url, tmp_path, model)
    assert config.chat
    chat = config.chat.model_copy(update={"price_in": 100.0, "price_out": 2_100.0})
    model.answer = lambda _: say("Yes.", usage=COUNTED)
    counted = {"chat": chat, "allowance": AllowanceConfig(cents=100), "timezone": calendar.zone_by_day()}
    priced = config.model_copy(update=counted)
    origin = new_origin()
    async with opened(priced, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await room.sql("UPDATE usage SET cost = NULL")  # of other tests
        await room.ctx.spending.refresh(room.db)
        yield room


async def test_what_it_costs_is_stored_and_holds_the_house_back(dear: Room) -> None:
    """A bill comes that nobody can explain; or a house spends far more than its owner wanted."""
    await dear.say("One.", "Two.", "Three.")
    [first, *_] = await dear.sql("SELECT * FROM usage WHERE space_id = $1 ORDER BY id", dear.here.space)
    assert (float(first["cost"]), first["person_id"], first["channel_id"]) == (0.3, dear.here.person, dear.here.channel)
    platform = dear.here.platform
    told = [it.message for it in await allowances.news(dear.engine.ctx, platform)]
    assert told == ["allowance-near"], "the owners hear of it"
    assert await allowances.news(dear.engine.ctx, platform) == ()
    await dear.say("Four.", "Five.")
    assert len(dear.model.generations) == 4, "spent is the limit and one call more at most"
    usage = await allowances.used(dear.engine.ctx, dear.here, AllowanceReach.SPACE, 7)
    assert (usage.replies, usage.tokens, round(usage.dollars or 0, 2)) == (4, 4_000, 1.2)
    assert [it.name for it in usage.characters] == ["Mira"]
    assert (await allowances.of_a_hundred(dear.engine.ctx)).dollars is not None


async def test_work_behind_the_turns_stops_too(dear: Room) -> None:
    """Nobody can talk any more and the bill grows all night."""
    await dear.say("One.", "Two.", "Three.", "Four.")
    channel_head = await dear.sql("SELECT session_id FROM stand WHERE space_id = $1", dear.here.space)
    key = SessionKey(dear.here.space, channel_head[0]["session_id"])
    errand = Errand(key, 1, await settings.current(dear.engine.ctx, dear.here), kind="facts")
    with pytest.raises(Exception, match="error-day-spent"):
        await ask(dear.ctx, errand, [PromptMessage(Role.USER, "What?")], AllowanceConfig, 10, {})
    assert len(dear.model.generations) == 4


async def test_a_stopped_reply_counts_too(room: Room) -> None:
    """Whoever stops each reply before its end talks for nothing."""
    between = Gate()
    room.model.script(Script(["A long story. ", between, "More.", Finish()]))
    await room.accept("Tell me.")
    await room.grew("A long story.")
    await replies.stop(room.engine.ctx, room.here)
    await room.idle()
    between.open()
    [row] = await room.sql("SELECT prompt_tokens, reply_tokens FROM usage WHERE space_id = $1", room.here.space)
    assert row["prompt_tokens"] > 20
    assert row["reply_tokens"] > 0


async def test_silence_keeps_what_is_written_for_later(room: Room) -> None:
    """Characters talk on although somebody made them be silent, or forget what was written meanwhile."""
    room.model.answer = lambda _: say("Yes.")
    await room.say("Before.")
    await moderation.pause(room.engine.ctx, room.engine.runner, room.here, AllowanceHolder.SPACE, paused=True)
    await room.say("One.")
    await room.say("Two.")
    with pytest.raises(Paused):
        await replies.again(room.engine.ctx, room.engine.runner, room.here)
    assert len(room.model.generations) == 1
    assert await moderation.paused_once(room.engine.ctx, room.here)
    assert not await moderation.paused_once(room.engine.ctx, room.here)
    await moderation.pause(room.engine.ctx, room.engine.runner, room.here, AllowanceHolder.SPACE, paused=False)
    await room.idle()
    assert len(room.model.generations) == 2, "both in one answer"
    assert room.prompts_say("One.")
    assert room.prompts_say("Two.")


async def test_who_changed_what(room: Room) -> None:
    """Somebody changes a budget or a role, and nobody can find out who."""
    await limit(room, 4_000)
    await limit(room, NO_LIMIT)
    await moderation.grant(room.engine.ctx, room.here, "77", Grant.TALK)
    assert (await access.admission(room.engine.ctx, room.here)).grants == (("77", "talk"),)
    assert await moderation.revoke(room.engine.ctx, room.here, "77") == 1
    await moderation.pause(room.engine.ctx, room.engine.runner, room.here, AllowanceHolder.CHANNEL, paused=True)
    found, count = await moderation.changes(room.engine.ctx, room.here, AllowanceReach.SPACE, 1)
    assert [it.act for it in found][:5] == ["pause", "revoke", "grant", "allowance", "allowance"]
    assert {it.by for it in found} == {"Ann"}
    assert count >= 5


async def test_who_speaks_through_a_proxy_has_no_fresh_budget_by_another_name(room: Room) -> None:
    """One person uses up what everybody else has, under a new name for each message."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    await limit(room, 2, AllowanceUnit.MESSAGES, AllowanceHolder.PERSON, EACH)
    proxied = [replace(room.origin, channel=f"beside{n}", person=f"proxy-77-{n}", through="77") for n in range(5)]
    for origin in proxied:
        await (await enter(room.engine, room.model, origin)).say("Under a new name.")
        await room.engine.ctx.spending.refresh(room.engine.ctx.db)  # another process knows them from the tables alone
    assert len(room.model.generations) == 2
    other = replace(room.origin, channel="other", person="proxy-78-0", through="78")
    await (await enter(room.engine, room.model, other)).say("I speak through another one.")
    assert len(room.model.generations) == 3


async def test_one_person_leaves_the_others_their_part_of_the_day(room: Room) -> None:
    """Whoever is up first uses up what a whole server may, and everybody else finds it silent."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    here, ctx = room.here, room.engine.ctx
    await settings.clear(ctx, here, SettingScope.SPACE, ["person_share"])
    await limit(room, 4, AllowanceUnit.MESSAGES)
    guest = await beside(room, "other", "guest")
    await room.say("One.", "Two.", "Three.")
    assert len(room.model.generations) == 2, "half of it"
    [_, mine] = await allowances.listed(ctx, here, AllowanceReach.PERSON)
    assert (mine.allowance.holder_id, mine.allowance.amount, mine.used, mine.by_default) == (EACH, 2, 2, True)
    await settings.put(ctx, here, SettingScope.SPACE, "person_share", "75")
    await ctx.spending.refresh(ctx.db)
    await room.say("Four.", "Five.")
    assert len(room.model.generations) == 3
    await guest.say("Is anything left?")
    assert len(room.model.generations) == 4
    await limit(room, 9, AllowanceUnit.MESSAGES)
    await limit(room, 5, AllowanceUnit.MESSAGES, AllowanceHolder.PERSON, EACH)
    await room.say("Six.", "Seven.", "Eight.")
    assert len(room.model.generations) == 6, "what was set for each person stands in for their share"


async def test_who_is_alone_may_use_all_that_their_place_may(room: Room) -> None:
    """Somebody sets a limit for their own private chat, and gets half of it."""
    room.model.answer = lambda _: say("Yes.", usage=COUNTED)
    alone = await enter(room.engine, room.model, replace(room.origin, space="own", channel="own", private=True))
    await limit(alone, 2, AllowanceUnit.MESSAGES)
    await alone.say("One.", "Two.", "Three.")
    assert len(room.model.generations) == 2
