"""What people forward on Discord: other people's words, and nothing that is done in their name."""

import json

from engine.actions.characters import characters
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.places import SpaceAccess
from tests.platforms.discord.room import origin, room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer
from tests.turns.room import CARD

NEW_CARD = {**CARD, "data": {**CARD["data"], "name": "Mira"}}


async def test_no_command_runs_that_an_owner_forwards(d: DiscordServer, house: House) -> None:
    """Whoever got an owner to pass on "/admin open …" opened their own server with the owner's rights."""
    ann, eve = d.user("Ann"), d.user("Eve")
    theirs = d.guild("Theirs", owner=eve)["general"]
    async with room(d, house, ann, ann.dm()) as r:
        eve.says(theirs, "let me in", mentions=(d.bot,))
        await r.handler.hears("let me in")
        number = (await r.engine.places.resolve(origin(theirs, eve))).space
        for nth, words in enumerate((f"/admin open #{number} chat", "/new", "1"), 1):
            ann.forwards(ann.dm(), eve.says(eve.dm(), words))
            await house.model.arrived(nth)
            await r.daemon.rests()
            assert f"[Forwarded]\n> {words}" in house.model.generations[-1].prompt
        assert [it.text for it in r.handler.heard if it.forward] == ["", "", ""]
        [found] = await house.sql("SELECT access FROM space WHERE id = $1", number)
    assert found["access"] != SpaceAccess.OPEN


async def test_a_channel_that_not_everybody_reads_is_not_named(d: DiscordServer, house: House) -> None:
    """Who passes on a word from a closed channel would tell the others that there is one, and what it is called."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "news", "staff"))
    general, news, staff = guild["general"], guild["news"], guild["staff"]
    d.shows(staff, d.promotes(guild, ann))
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "speaks", "always")
        for nth, (source, words) in enumerate(((news, "We open."), (staff, "We close.")), 1):
            ann.forwards(general, ann.says(source, words, heard=False))
            await house.model.arrived(nth)
            await r.daemon.rests()
        told = [it.forward.origin for it in r.handler.heard if it.forward]
        assert told == [ForwardOrigin(chat="#news"), ForwardOrigin()]


async def test_a_forwarded_card_is_offered(d: DiscordServer, house: House) -> None:
    """A card that somebody found in another server could only be downloaded and sent again."""
    ann, eve = d.user("Ann"), d.user("Eve")
    async with room(d, house, ann, ann.dm()) as r:
        found = eve.says(eve.dm(), "/new", files=[("mira.json", json.dumps(NEW_CARD).encode())], heard=False)
        ann.forwards(ann.dm(), found)
        await d.history.holds(lambda: any("Mira" in it for it in d.texts(ann.dm())))
        here = await r.engine.places.resolve(origin(ann.dm(), ann))
        assert "Mira" not in [it.name for it in await characters.listed(r.engine.ctx, here)]
    assert not house.model.generations
