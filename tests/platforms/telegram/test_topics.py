"""A story that goes on in a topic of a Telegram forum; where there are none, that is said."""

from tests.platforms.room import House
from tests.platforms.telegram.room import room
from tests.servers.telegram import telegram_server


async def test_without_topics_nothing_changes_and_it_is_said(house: House) -> None:
    """Somebody would read of an error, and not what is missing."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        plain = t.group("Pub", [ann], admin=True)
        async with room(t, house, ann, plain) as r:
            ann.says(plain, "Hello.", mention=True)
            await r.sees(plain, "Well.")
            ann.uses(plain, "/会话 分叉")
            await r.sees(plain, "这个群没有打开话题，没有任何变化")
