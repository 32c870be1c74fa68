"""How a story begins in a private chat of Telegram: with its greeting, which turns, and nothing to fill in."""

from pydantic import SecretStr

from tests.platforms.room import GREETING, House
from tests.platforms.telegram.room import origin, room
from tests.servers.telegram import telegram_server


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
