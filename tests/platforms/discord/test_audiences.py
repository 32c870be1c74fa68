"""What was said where few can read stays there, whoever asks: the same person talks in all channels."""

from typing import Any

import pytest

from bot.discord.catch_up import ALIVE
from tests.platforms.discord.room import Room, origin, room
from tests.platforms.room import House
from tests.servers.discord import Channel, DiscordServer
from tests.servers.model import say

NOTE = "The parrot Quincebeak eats plums."
QUESTION = "What does the parrot eat?"


async def _asked(r: Room, person: Any, channel: Channel, answer: str) -> str:
    """The prompt of the reply to the question of a person."""
    r.daemon.model.script(say(answer))
    person.says(channel, f"<@{r.server.bot.id}> {QUESTION}")
    await r.server.history.holds(lambda: answer in r.server.texts(channel))
    await r.daemon.rests()
    return r.daemon.model.generations[-1].prompt


@pytest.mark.parametrize("wall", ["open", "role", "thread"])
async def test_a_restricted_place_is_not_told_elsewhere(d: DiscordServer, house: House, wall: str) -> None:
    """The crew's channel, or a private thread, is told before the whole server."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, channels=("general", "crew"), members=(ben,))
    general, crew = guild["general"], guild["crew"]
    role = d.promotes(guild, ben)
    async with room(d, house, ann, general, crew) as r:
        await r.daemon.set(origin(general, ann), "mode", "chat")
        await r.registered()
        if wall == "role":
            d.shows(crew, role)
        within = ann.threads(crew, "aside", private=True) if wall == "thread" else crew
        await _asked(r, ann, within, "I wonder.")
        await ann.uses(within, "memory", "add", text=NOTE).said()
        await r.daemon.rests()
        assert NOTE in await _asked(r, ann, within, "Plums.")
        assert (NOTE in await _asked(r, ann, general, "I can't say.")) is (wall == "open")


async def test_a_channel_that_opens_keeps_what_was_said_before(d: DiscordServer, house: House) -> None:
    """Somebody opens the crew's channel to everybody, and the character tells them what was said there."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, channels=("crew",), members=(ben,))
    crew, role = guild["crew"], d.promotes(guild, ben)
    d.shows(crew, role)
    async with room(d, house, ann, crew) as r:
        await r.daemon.set(origin(crew, ann), "mode", "chat")
        await r.registered()
        ann.says(crew, f"<@{d.bot.id}> {NOTE}")
        assert NOTE in await _asked(r, ann, crew, "Plums.")
        d.shows(crew)
        assert NOTE not in await _asked(r, ann, crew, "I can't say.")
        d.shows(crew, role)
        assert NOTE in await _asked(r, ann, crew, "Plums again.")


async def test_the_title_of_a_chat_is_told_where_all_can_read_it(d: DiscordServer, house: House) -> None:
    """What the crew calls its plan stands beside a memory of earlier, before the whole server."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, channels=("general", "crew"), members=(ben,))
    general, crew, role = guild["general"], guild["crew"], d.promotes(guild, ben)
    async with room(d, house, ann, general, crew) as r:
        await r.daemon.set(origin(general, ann), "mode", "chat")
        await r.registered()
        await ann.uses(crew, "memory", "add", text=NOTE).said()
        await r.daemon.rests()
        d.shows(crew, role)
        await ann.uses(crew, "chats", "rename", title="Mutiny at noon").said()
        told = {it.name: (await ann.uses(it, "memory", "list").said()).text for it in (general, crew)}
        assert NOTE in told["general"]
        assert NOTE in told["crew"]
        assert "Mutiny" not in told["general"]
        d.shows(crew)
        await ann.uses(crew, "memory", "list").said()
        assert "Mutiny at noon" in (await ann.uses(general, "memory", "list").said()).text


@pytest.mark.parametrize("walled", [False, True])
async def test_what_was_said_before_audiences_were_kept_is_walled_at_the_start(
    d: DiscordServer, house: House, walled: bool
) -> None:
    """After an update the crew's old words would be told until somebody writes there again."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, channels=("general", "crew"), members=(ben,))
    general, crew, role = guild["general"], guild["crew"], d.promotes(guild, ben)
    async with room(d, house, ann, general, crew) as r:
        await r.daemon.set(origin(general, ann), "mode", "chat")
        await r.registered()
        await _asked(r, ann, crew, "I wonder.")
        await ann.uses(crew, "memory", "add", text=NOTE).said()
        await r.daemon.rests()
    await house.sql("UPDATE channel SET audience_known = false")
    await house.sql(
        "UPDATE reading_mark SET value = (value::bigint * 2)::text WHERE name = $1", ALIVE
    )  # nothing is owed
    if walled:
        d.shows(crew, role)
    async with room(d, house) as r:
        assert (NOTE in await _asked(r, ann, general, "I can't say.")) is not walled
