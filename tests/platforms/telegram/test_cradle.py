"""Feeding a character on Telegram: what is forwarded, one message after another, and files."""

from engine.actions.characters import cradles
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import Room, origin, room
from tests.servers.model import say
from tests.servers.raising import raises
from tests.servers.telegram import Chat, User, telegram_server

EN = SPEECH.speaker("en")
ZH = SPEECH.speaker("zh")


async def test_what_is_forwarded_feeds_until_somebody_is_done(house: House) -> None:
    """Each letter needs a command of its own, or goes to the character that plays."""
    house.model.answer, house.model.notes = lambda _: say("Well."), raises
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            await _asked_for_food(r, dm, ann)
            await r.sees(dm, EN.say("cradle-food", name="Nela"))
            for said in ("Nela mends nets.", "She sings at night.", "She is 30 years old."):
                ann.forwards(dm, said)
                await r.sees(dm, f"“{said}”")
            ann.uses(dm, "/cancel")
            await r.sees(dm, EN.say("button-left-as-is"))
            ann.says(dm, "hello again")
            await r.answered(dm, "Well.")
            assert await _fed(r, dm, ann) == ["Nela mends nets.", "She sings at night.", "She is 30 years old."]
        assert len(house.model.generations) == 2


async def test_what_comes_all_at_once_is_fed(house: House) -> None:
    """Several letters are forwarded with one touch: all but the first would go to the character that plays."""
    house.model.answer, house.model.notes = lambda _: say("Well."), raises
    letters = [f"Nela owns boat number {number}." for number in range(1, 6)]
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            await _asked_for_food(r, dm, ann)
            for letter in letters:
                ann.forwards(dm, letter)
            await t.history.holds(lambda: all(any(f"“{it}”" in said for said in r.shown(dm)) for it in letters))
            ann.uses(dm, "/cancel")
            await r.sees(dm, EN.say("button-left-as-is"))
            assert await _fed(r, dm, ann) == letters
            buttons = [it.text for it in t.messages(dm, by_bot=True) if it.markup and "✏️" in it.text]
            assert not buttons, "a question that is asked no more still has its buttons"
        assert len(house.model.generations) == 1


async def test_a_file_is_fed_by_its_caption_and_by_a_reply(house: House) -> None:
    """A letter that was sent as a file cannot be fed at all."""
    house.model.answer, house.model.notes = lambda _: say("嗯。"), raises
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann", "zh")
        dm = ann.private()
        async with room(t, house, ann, dm) as r:
            ann.says(dm, "你好")
            await r.answered(dm, "嗯。")
            ann.uses(dm, "/摇篮 新建 奈拉")
            await r.sees(dm, "奈拉")
            ann.sends_document(dm, "她会补渔网。".encode("gb18030"), "信.txt", "text/plain", caption="/摇篮 投喂")
            await r.sees(dm, "“她会补渔网。”")
            book = ann.sends_document(dm, b"x" * 900_000, "book.txt", "text/plain")
            ann.uses(dm, "/摇篮 文件", reply_to=book)
            await r.sees(dm, ZH.say("error-piece-too-long", limit=200_000, length=900_000)[:4])
            assert await _fed(r, dm, ann) == ["她会补渔网。"]


async def _asked_for_food(r: Room, chat: Chat, person: User) -> None:
    """Somebody begins a character and asks to feed it."""
    person.says(chat, "hello")
    await r.answered(chat, "Well.")
    person.uses(chat, "/char cradle Nela")
    await r.sees(chat, EN.say("cradle-begun", name="Nela", number="3")[:20])
    person.uses(chat, "/cradle feed")


async def _fed(r: Room, chat: Chat, person: User) -> list[str]:
    here = await r.engine.places.resolve(origin(chat, person))
    [info] = await cradles.listed(r.engine.ctx, here)
    cradle, _ = await cradles.look(r.engine.ctx, here, info.id)
    return [it.text for it in cradle.holding]
