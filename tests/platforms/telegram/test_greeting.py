"""How a story begins on Telegram: its greeting first, then the answer, in a chat, a group and a topic."""

from pydantic import SecretStr

from tests.platforms.room import GREETING, House
from tests.platforms.telegram.room import origin, room
from tests.servers.telegram import telegram_server


async def test_a_story_begins_with_its_greeting_wherever_it_is_told(house: House) -> None:
    """The card's first scene is never read in a group, and the model answers as if it had not been."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann = t.user("Ann")
        group, forum = t.group("Club", [ann]), t.group("Forum", [ann], forum=True)
        topic = t.topic(forum, "Harbour", ann)
        for chat in (ann.private(), group, forum):
            await r.daemon.let_in(origin(chat, ann), begun=False)
        for chat, where in ((ann.private(), None), (group, None), (forum, topic)):
            ann.says(chat, f"hello in {chat.id}", topic=where, mention=chat is not ann.private())
            said = "\n\n".join((GREETING, "Well."))  # where people chat, it greets in two messages
            await t.history.holds(lambda chat=chat, said=said: "\n\n".join(r.shown(chat)) == said)
            *greeting, answer = t.messages(chat, by_bot=True)
            assert [it.silent for it in (*greeting, answer)] == [True] * len(greeting) + [False]
            if where is not None:
                assert {it.topic for it in greeting} == {where.id}
            prompt = house.model.generations[-1].prompt
            assert 0 < prompt.index("Just in from the instruments") < prompt.index(f"hello in {chat.id}")


async def test_the_greeting_turns_to_the_others(house: House) -> None:
    """Who would rather begin elsewhere has to know a command."""
    async with telegram_server(privacy=False) as t, room(t, house) as r:
        ann = t.user("Ann")
        await r.daemon.let_in(origin(ann.private(), ann), begun=False)
        await r.daemon.set(origin(ann.private(), ann), "mode", "story")
        ann.uses(ann.private(), "/start")
        await t.history.holds(lambda: GREETING in r.shown(ann.private()))
        welcome, greeting = t.messages(ann.private(), by_bot=True)
        assert "Ann" in welcome.text
        await t.history.holds(lambda: greeting.buttons)
        right = next(it for it in greeting.buttons if it["callback_data"].startswith("right:"))
        await ann.taps(greeting, right["text"]).answered()
        await t.history.holds(lambda: "The rain found you halfway up" in greeting.text)
        assert r.shown(ann.private()).count(greeting.text) == 1
        assert not house.model.generations


async def test_the_first_words_of_a_private_chat_are_the_characters(house: House) -> None:
    """The first thing that somebody new reads is a form: which language, which zone, five buttons."""
    house.newcomers = True
    code = "lantern-harbour-nine"
    async with telegram_server(privacy=False) as t, room(t, house, owner_code=SecretStr(code)) as r:
        ann = t.user("Ann")
        ann.uses(ann.private(), f"/start {code}")
        await t.history.holds(lambda: "\n\n".join(r.shown(ann.private())[1:]) == GREETING)
        ann.says(ann.private(), "Hello!")
        await r.answered(ann.private(), "Well.")
        ann.says(ann.private(), "What did we talk about yesterday?")
        asks = "So that I get the days right"
        await t.history.holds(lambda: any(it.startswith(asks) for it in r.shown(ann.private())))
        await t.history.holds(lambda: r.shown(ann.private()).count("Well.") == 2)
        await r.daemon.rests()
        *_, answer, question = t.messages(ann.private(), by_bot=True)
        assert (answer.text, question.text.startswith(asks)) == ("Well.", True), "the question stands below the answer"
        yes = next(it for it in question.buttons if it["callback_data"].startswith("run:/me settle "))
        await ann.taps(question, yes["text"]).answered()
        await t.history.holds(lambda: question.text.startswith("OK: "))
        assert not question.buttons
        ann.says(ann.private(), "And what did we do today?")
        await t.history.holds(lambda: r.shown(ann.private()).count("Well.") == 3)
        assert not any(it.startswith(asks) for it in r.shown(ann.private())), "nobody is asked twice"
