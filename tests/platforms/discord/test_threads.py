"""A story that goes on in a thread of Discord."""

from tests.platforms.discord.room import room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer
from tests.servers.discord.permissions import BITS
from tests.servers.model import say


async def test_a_story_goes_on_in_a_thread(d: DiscordServer, house: House) -> None:
    """What is said in the thread would come to the channel, or the thread would begin with nothing."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann)
    general = guild["general"]
    async with room(d, house, ann, general) as r:
        await r.registered()
        ann.says(general, "My cat is called Tom.", mentions=(d.bot,))
        await r.reads(general, "Well.")
        await r.daemon.rests()
        told = await ann.uses(general, "chats", "fork", title="The pier").said()
        assert "“The pier”" in told.text
        [call] = d.rest_calls("POST", "/threads$")
        assert (call.body["type"], call.body["auto_archive_duration"]) == (11, 10_080)
        thread = guild["The pier"]
        await d.history.holds(lambda: d.texts(thread)[1:] == ["Well."])
        assert "goes on here" in d.texts(thread)[0]
        house.model.script(say("In here."))
        ann.says(thread, "And in here?", mentions=(d.bot,))
        await d.history.holds(lambda: d.texts(thread)[-1] == "In here.")
        assert "My cat is called Tom." in house.model.generations[-1].prompt
        house.model.script(say("Out there."))
        ann.says(general, "And out there?", mentions=(d.bot,))
        await d.history.holds(lambda: "Out there." in d.texts(general))
        assert "And in here?" not in house.model.generations[-1].prompt


async def test_without_the_right_nothing_changes_and_it_is_said(d: DiscordServer, house: House) -> None:
    """Somebody would read of an error, and not which right is missing."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    general.denied |= BITS["create_public_threads"]
    async with room(d, house, ann, general, ann.dm()) as r:
        await r.registered()
        ann.says(general, "Hello.", mentions=(d.bot,))
        await r.reads(general, "Well.")
        assert "Create Public Threads" in (await ann.uses(general, "chats", "fork").said()).text
        assert "no threads in a private chat" in (await ann.uses(ann.dm(), "chats", "fork").said()).text
    assert d.rest_calls("POST", "/threads$", 201) == d.rest_calls("POST", "/threads$", 200) == []
