"""Reactions as Telegram alone has them: in topics that it does not name, anonymous, drawn by somebody, paid for."""

from tests.platforms.room import House
from tests.platforms.telegram.room import room
from tests.platforms.test_reactions import SEA
from tests.servers.model import say
from tests.servers.telegram import telegram_server


async def test_telegram_has_topics_and_people_whom_nobody_sees(house: House) -> None:
    """A reaction in a topic would be felt in no story, and an anonymous one would end the reading."""
    house.model.answer = lambda _: say(SEA)
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        group = t.group("Club", [ann], forum=True, admin=True)
        topic = t.topic(group, "Boats", ann)
        async with room(t, house, ann, group) as r:
            ann.says(group, "How is the sea?", mention=True, topic=topic)
            await t.history.holds(lambda: SEA in r.shown(group))
            await r.daemon.rests()
            reply = t.messages(group, by_bot=True)[-1]
            ann.reacts(reply, "❤", "custom:5368324170671202286")
            ann.reacts(reply, "👏", "paid", anonymous=group)
            await r.diary.until(lambda: r.diary.told.count(("reacted", str(reply.id))) >= 2)
            await r.daemon.rests()
            ann.says(group, "And now?", mention=True, topic=topic)
            await t.history.holds(lambda: r.shown(group).count(SEA) == 2)
            prompt = house.model.generations[-1].prompt
            assert "Ann ❤ :custom: → " in prompt
            assert "Club 👏 ⭐ → " in prompt
