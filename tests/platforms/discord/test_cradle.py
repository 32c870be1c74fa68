"""Feeding a character on Discord: from the menu of a message, in a window, with a file."""

from engine.actions.characters import cradles
from tests.platforms.discord.room import Room, origin, room
from tests.platforms.room import SPEECH, House
from tests.servers.discord import Channel, DiscordServer, Upload, User
from tests.servers.model import say
from tests.servers.raising import raises

EN = SPEECH.speaker("en")


async def test_a_message_is_fed_from_its_menu_a_window_and_a_file(d: DiscordServer, house: House) -> None:
    """What people read in a channel has to be copied by hand, or lands in the chat of the character that plays."""
    ann, ben = d.user("Ann"), d.user("Ben")
    general = d.guild("Home", owner=ann, members=(ben,))["general"]
    house.model.answer, house.model.notes = lambda _: say("Well."), raises
    async with room(d, house, ann, general) as r:
        await r.registered()
        begun = ann.submits(await ann.uses(general, "cradle", "new").answered(), {"name": "Nela"})
        assert "Nela" in (await begun.said()).text
        assert begun.ephemeral
        letter = ben.says(general, "Nela mends nets.", files=[("more.txt", b"She sings at night.")])
        fed = ann.uses_on(letter, EN.say("held-feed"))
        told = (await fed.said()).text
        assert "Nela mends nets." in told
        assert "She sings at night." in told
        assert fed.ephemeral
        window = await ann.uses(general, "cradle", "feed").answered()
        written = await ann.submits(window, {"food": "She is 30 years old."}).said()
        assert "She is 30 years old." in written.text
        upload = Upload("letter.txt", "Sie wohnt am Pier.".encode("utf-16"))
        assert "am Pier." in (await ann.uses(general, "cradle", "file", file=upload).said()).text
        assert len(await _holding(r, general, ann)) == 4
        assert not [it for it in d.texts(general) if "30 years" in it], "what is fed is nobody else's"
        refused = ben.uses_on(letter, EN.say("held-feed"))
        assert "people who may import" in (await refused.said()).text
        assert len(await _holding(r, general, ann)) == 4
    assert d.rejected == []


async def test_a_draft_is_tried_in_a_thread(d: DiscordServer, house: House) -> None:
    """The chat of the channel breaks off because somebody tries a draft."""
    ann = d.user("Ann")
    home = d.guild("Home", owner=ann)
    general = home["general"]
    house.model.answer, house.model.notes = lambda _: say("Mind the ropes."), raises
    async with room(d, house, ann, general) as r:
        await r.registered()
        await ann.submits(await ann.uses(general, "cradle", "new").answered(), {"name": "Nela"}).said()
        await ann.uses(general, "cradle", "feed", food="Nela mends nets. greeting: Who is there?").said()
        tried = await ann.uses(general, "cradle", "try").said()
        assert EN.say("cradle-thread", name="Nela") in tried.text
        [thread] = [it for it in home.threads if it.name == EN.say("cradle-thread", name="Nela")]
        ann.says(thread, "Hello, Nela.", mentions=(d.bot,))
        await d.history.holds(lambda: "Mind the ropes." in d.texts(thread))
        assert "Nela mends nets." in house.model.generations[-1].prompt
    assert d.rejected == []


async def _holding(r: Room, channel: Channel, person: User) -> list[str]:
    here = await r.engine.places.resolve(origin(channel, person))
    [info] = await cradles.listed(r.engine.ctx, here)
    cradle, _ = await cradles.look(r.engine.ctx, here, info.id)
    return [it.text for it in cradle.holding]
