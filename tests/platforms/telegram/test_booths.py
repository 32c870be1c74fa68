"""Booths on Telegram: the way to the private chat with the bot."""

from tests.platforms.room import House
from tests.platforms.telegram.room import origin, room
from tests.servers.telegram import telegram_server


async def test_the_button_opens_the_private_chat(house: House) -> None:
    """Telegram has no private topics, so whoever presses would have nowhere to go, or all would read of it."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, group) as r:
            await r.daemon.set(origin(group, ann), "mode", "lounge")
            ann.uses(group, "/mode booths")
            offered = await r.sees(group, "alone?")
            tap = await ben.taps(offered, "booth:chat").answered()
            assert tap.url == f"https://t.me/{t.bot.username}?start=booth"
            ben.uses(group, "/mode booth")
            await r.sees(group, f"here: https://t.me/{t.bot.username}?start=booth")
            assert len(r.shown(group)) == 2
            assert offered.buttons
