"""Pages with buttons on Telegram: one message, edited in place, that shows what holds."""

from tests import calendar
from tests.platforms.room import House
from tests.platforms.telegram.room import origin, room
from tests.servers.telegram import Message, telegram_server


def _data(message: Message) -> list[str]:
    return [it["callback_data"] for it in message.buttons]


async def test_a_list_in_private_follows_what_is_decided_in_a_group(house: House) -> None:
    """An owner switches a group off there, and their list of all places goes on saying that it is on."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        home, group = ann.private(), t.group("Club", [ann])
        async with room(t, house, ann, home, group) as r:
            ann.uses(home, "/admin spaces")
            page = await r.sees(home, "Club")
            assert ", off" not in page.text
            space = (await r.daemon.engine.places.resolve(origin(group, ann))).space
            ann.uses(group, f"/admin close id:{space}")
            await t.history.holds(lambda: ", off" in page.text)


async def test_a_page_in_a_group_is_of_whoever_asked(house: House) -> None:
    """Another person's press would turn somebody's page into theirs."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, group):
            ann.uses(group, "/settings people")
            page = (await t.history.holds(lambda: t.messages(group, by_bot=True)))[0]
            before = page.text
            ben.taps(page, "run:/settings from people.1 timezone")
            his = (await t.history.holds(lambda: t.messages(group, by_bot=True)[1:]))[0]
            assert f"Time zone = {calendar.ZONE}" in his.text
            assert page.text == before
            ann.taps(page, "run:/settings from people.1 language")
            await t.history.holds(lambda: "Language = " in page.text)
            assert len(t.messages(group, by_bot=True)) == 2


async def test_a_list_is_turned_and_emptied_in_its_own_message(house: House) -> None:
    """A list, its question and what came of it would be five messages."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        chat = ann.private()
        async with room(t, house, ann, chat):
            ann.uses(chat, "/me fact add I like nuts.")
            await t.history.holds(lambda: t.messages(chat, by_bot=True))
            ann.uses(chat, "/me fact")
            page = (await t.history.holds(lambda: t.messages(chat, by_bot=True)[1:]))[0]
            [drop] = [it for it in _data(page) if "delete" in it]
            ann.taps(page, drop)
            [yes] = await t.history.holds(lambda: [it for it in _data(page) if it.endswith(" yes")])
            no = next(it for it in _data(page) if it.startswith("no:"))
            ann.taps(page, no)
            await t.history.holds(lambda: drop in _data(page) and "nuts" in page.text)
            ann.taps(page, drop)
            await t.history.holds(lambda: yes in _data(page))
            ann.taps(page, yes)
            await t.history.holds(lambda: not page.buttons)
            ann.uses(chat, "/help")
            await t.history.holds(lambda: len(t.messages(chat, by_bot=True)) == 3)
            overview = t.messages(chat, by_bot=True)[-1]
            before = overview.text
            ann.taps(overview, "run:/help 2")
            await t.history.holds(lambda: overview.text != before)
            assert len(t.messages(chat, by_bot=True)) == 3
