"""Characters for adults on Discord: in age-restricted channels and their threads alone."""

import json

from engine.actions.characters import characters
from tests.platforms.discord.room import origin, room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer
from tests.servers.model import say
from tests.turns.room import CARD

TAGGED = {
    **CARD,
    "data": {**CARD["data"], "name": "Vex", "first_mes": "Closer.", "alternate_greetings": [], "tags": ["NSFW"]},
}


async def test_an_age_restricted_channel_and_its_thread(d: DiscordServer, house: House) -> None:
    """A character for adults speaks before everybody; or nowhere, because nobody read Discord's mark."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "after-dark"))
    general, dark = guild["general"], guild["after-dark"]
    d.restricts(dark)
    async with room(d, house, ann, general, dark) as r:
        await r.daemon.set(origin(general, ann), "mode", "chat")
        await r.registered()
        here = await r.daemon.engine.places.resolve(origin(general, ann))
        await characters.import_file(r.daemon.engine.ctx, here, json.dumps(TAGGED).encode())
        refused = await ann.uses(general, "char", "use", character="Vex").said()
        assert "Age-Restricted Channel" in refused.text
        ann.uses(dark, "char", "use", character="Vex")
        await r.server.history.holds(lambda: "Closer." in r.server.texts(dark))
        r.daemon.model.script(say("Here."))
        ann.says(dark, f"<@{d.bot.id}> Hello")
        await r.server.history.holds(lambda: "Here." in r.server.texts(dark))
        aside = ann.threads(dark, "aside")
        ann.uses(aside, "char", "use", character="Vex")
        await r.server.history.holds(lambda: any("Closer." in it for it in r.server.texts(aside)))
        d.restricts(dark, to_adults=False)
        ann.says(dark, f"<@{d.bot.id}> And now?")
        await r.server.history.holds(lambda: any("for adults" in it for it in r.server.texts(dark)))
        assert len(r.daemon.model.generations) == 1
        assert not any("Closer." in it for it in r.server.texts(general))
