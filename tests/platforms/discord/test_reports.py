"""A report on Discord: by command, read in the channel for it, with a link to what was reported."""

from tests.platforms.discord.room import origin, room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer
from tests.servers.model import say

VILE = "Something vile."


async def test_a_report_reaches_the_managers_channel(d: DiscordServer, house: House) -> None:
    """Whoever looks after the server never learns of it, or cannot find what it is about."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, channels=("general", "managers"), members=(ben,))
    general, managers = guild["general"], guild["managers"]
    async with room(d, house, ann, general, managers) as r:
        await r.daemon.set(origin(general, ann), "mode", "chat")
        await r.registered()
        await ann.uses(managers, "admin", "reports", **{"report-to": "here"}).said()
        r.daemon.model.script(say(VILE))
        ben.says(general, f"<@{d.bot.id}> Hello")
        await r.server.history.holds(lambda: VILE in r.server.texts(general))
        asked = await ben.uses(general, "report").said()
        parts = [part["custom_id"] for row in asked.data["components"] for part in row["components"]]
        ben.clicks(asked, next(it for it in parts if it.startswith("run:/report send")))
        await r.server.history.holds(lambda: any(VILE in it for it in r.server.texts(managers)))
        told = "\n".join(r.server.texts(managers))
        assert "Report by Ben" in told
        shown = next(it for it in general.messages.values() if it.text == VILE)
        assert f"https://discord.com/channels/{guild.id}/{general.id}/{shown.id}" in told
        assert not any("Report by" in it for it in r.server.texts(general))
