"""Booths on Discord: a private thread for whoever presses."""

from typing import Any

from tests.platforms.discord.room import origin, room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer
from tests.servers.discord.permissions import BITS
from tests.servers.discord.world import PRIVATE_THREAD
from tests.servers.model import say


async def _pressed(d: DiscordServer, pressed: Any) -> Any:
    """What is said to whoever pressed."""
    return (await d.history.holds(lambda: pressed.followups))[0]


async def test_whoever_presses_talks_alone(d: DiscordServer, house: House) -> None:
    """Others would read what somebody says alone, or they would not find their thread again."""
    ann, ben, cleo = d.user("Ann"), d.user("Ben"), d.user("Cleo")
    guild = d.guild("Home", owner=ann, members=(ben, cleo))
    general = guild["general"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "mode", "lounge")
        await r.registered()
        offered = await ann.uses(general, "mode", "booths", mode="story").said()
        assert not offered.ephemeral
    async with room(d, house):
        pressed = await _pressed(d, ben.clicks(offered, "booth:story"))
        assert pressed.ephemeral
        [thread] = guild.threads
        assert f"<#{thread.id}>" in pressed.text
        assert (thread.kind, thread.members) == (PRIVATE_THREAD, {d.bot.id, ben.id})
        assert d.rest_calls("POST", "/threads$")[0].body["invitable"] is False
        await d.history.holds(lambda: len(d.texts(thread)) == 2)
        assert d.texts(thread)[0].startswith("– alone with")
        assert not d.world.may(cleo, thread, "view_channel")
        house.model.script(say("Just us."))
        ben.says(thread, "Is anybody here?")
        await d.history.holds(lambda: d.texts(thread)[-1] == "Just us.")
        thread.archived = True
        thread.members.discard(ben.id)
        again = await _pressed(d, ben.clicks(offered, "booth:story"))
        assert f"already: <#{thread.id}>" in again.text
        assert (thread.archived, ben.id in thread.members, len(guild.threads)) == (False, True, 1)
        assert offered.data["components"], "the button stays for the others"


async def test_without_the_right_it_is_said_which_is_missing(d: DiscordServer, house: House) -> None:
    """People would press a button that does nothing."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, members=(ben,))
    general = guild["general"]
    general.denied |= BITS["create_private_threads"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "mode", "lounge")
        await r.registered()
        offered = await ann.uses(general, "mode", "booths").said()
        refused = await _pressed(d, ben.clicks(offered, "booth:chat"))
        assert refused.ephemeral
        assert "Create Private Threads" in refused.text
    assert guild.threads == []


async def test_who_leaves_the_server_leaves_the_booth(d: DiscordServer, house: House) -> None:
    """A booth would be kept for ever for somebody who is gone, and be handed on as it was when they come back."""
    ann, ben, cleo = d.user("Ann"), d.user("Ben"), d.user("Cleo")
    guild = d.guild("Home", owner=ann, members=(ben, cleo))
    general = guild["general"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "mode", "lounge")
        await r.registered()
        offered = await ann.uses(general, "mode", "booths", mode="story").said()
        for who in (ben, cleo):
            await _pressed(d, who.clicks(offered, "booth:story"))
        bens, cleos = guild.threads
    left = guild.members.pop(ben.id)
    async with room(d, house):
        await d.history.holds(lambda: bens.archived)
        guild.members[ben.id] = left
        pressed = await _pressed(d, ben.clicks(offered, "booth:story"))
        assert f"Your private thread: <#{guild.threads[-1].id}>" in pressed.text
        assert len(guild.threads) == 3
        again = await _pressed(d, cleo.clicks(offered, "booth:story"))
        assert f"already: <#{cleos.id}>" in again.text
        assert not cleos.archived
