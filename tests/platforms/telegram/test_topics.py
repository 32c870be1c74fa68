"""A story that goes on in a topic of a Telegram forum."""

from tests.platforms.room import House
from tests.platforms.telegram.room import room
from tests.servers.model import say
from tests.servers.telegram import telegram_server


async def test_a_story_goes_on_in_a_topic(house: House) -> None:
    """What is said in the topic would come to the group, or the topic would begin with nothing."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        forum = t.group("Club", [ann], forum=True, admin=True)
        plain = t.group("Pub", [ann], admin=True)
        async with room(t, house, ann, forum, plain) as r:
            ann.says(forum, "My cat is called Tom.", mention=True)
            await r.answered(forum, "Well.")
            ann.uses(forum, "/chats fork The pier")
            await t.history.holds(lambda: any(it.name == "The pier" for it in forum.topics.values()))
            [topic] = forum.topics.values()

            def within() -> list[str]:
                return [it.text for it in t.messages(forum, by_bot=True) if it.topic == topic.id]

            await t.history.holds(lambda: within()[1:] == ["Well."])
            assert "goes on here" in within()[0]
            house.model.script(say("In here."))
            ann.says(forum, "And in here?", topic=topic, mention=True)
            await t.history.holds(lambda: within()[-1] == "In here.")
            assert "My cat is called Tom." in house.model.generations[-1].prompt
            ann.says(plain, "Hello.", mention=True)
            await r.sees(plain, "Well.")
            ann.uses(plain, "/会话 分叉")
            await r.sees(plain, "这个群没有开启话题，没有任何变化")
