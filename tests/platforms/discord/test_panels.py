"""Pages with buttons on Discord: one message, edited in place, that shows what holds."""

from tests.platforms.discord.room import room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer


async def test_settings_are_one_answer_that_follows(d: DiscordServer, house: House) -> None:
    """Each press would answer with another page, and the ones before would go on saying what does not hold."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.registered()
        asked = ann.uses(general, "settings", "set", setting="recalling")
        page = await asked.said()
        for control, title in (
            ("run:/settings from recall.1 recall_floor", "= 0.3 ("),
            ("run:/settings recall_floor 0.2", "= 0.2 ("),
            ("run:/settings recalling", "Recall: similarity = 0.2"),
        ):
            pressed = await ann.clicks(page, control).answered()
            await d.history.holds(lambda title=title: title in page.text)
            assert pressed.followups == []
        changed = await ann.uses(general, "settings", "set", setting="recall_floor", value="0.4").said()
        assert "0.4" in changed.text
        await d.history.holds(lambda: "Recall: similarity = 0.4" in page.text)
        newer = await ann.uses(general, "settings", "set", setting="pace").said()
        await d.history.holds(lambda: "this one is closed" in page.text and page.data["components"] == [])
        assert newer.data["components"]
    assert d.rejected == []
