"""What one message or one name can cost the others: nothing."""

from tests.platforms.discord.room import at, origin, room, spoken
from tests.platforms.room import House
from tests.servers.discord import DiscordServer

LATER = 120.0


async def test_a_history_that_cannot_be_understood_costs_no_other(d: DiscordServer, house: House) -> None:
    """One message that the library cannot read would lose what was said everywhere else while the bot was away."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    async with room(d, house, ann, guild["general"]) as r:
        ann.says(guild["other"], "before")
        await r.handler.hears("before")
    d.clock.ahead += LATER
    ann.says(guild["general"], "missed")
    del ann.says(guild["other"], "broken").data["author"]
    d.faults.fail("GET", rf"/channels/{guild['general'].id}/messages$", 503)
    async with room(d, house) as r:
        await r.handler.hears("missed")


async def test_a_name_that_discord_does_not_take_costs_no_words(d: DiscordServer, house: House) -> None:
    """A character whose name Discord refuses would never be heard."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.engine.places.resolve(origin(general, ann))
        d.faults.fail("POST", r"/webhooks/\d+/[^/]+$", 400, times=2)
        await r.surface.send(at(general), spoken("Good day"))
        assert d.texts(general) == ["Good day"]
        assert d.messages(general)[0].data["author"]["id"] == str(d.bot.id)


async def test_an_older_edit_that_comes_again(d: DiscordServer, house: House) -> None:
    """A message would be quoted and answered with words that its author has mended since."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()) as r:
        said = ann.says(ann.dm(), "one")
        await r.handler.hears("one")
        ann.edits(said, "two")
        older = dict(said.data)
        await r.handler.hears("two")
        d.clock.ahead += LATER
        ann.edits(said, "three")
        await r.handler.hears("three")
        d.gateway.send("MESSAGE_UPDATE", older)
        await r.handler.until(4)
    assert [it["text"] for it in await house.sql("SELECT text FROM inbox WHERE kind = 'message'")] == ["three"]
