"""A story that goes on in a thread of Discord; where it may not, that is said."""

from tests.platforms.discord.room import room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer
from tests.servers.discord.permissions import BITS


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
