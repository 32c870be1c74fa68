"""Pictures of emotions behind replies on Telegram, where a chat wants them."""

import pytest

from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.values.house.setting_scopes import SettingScope
from tests.platforms.room import House
from tests.platforms.telegram.room import origin, room
from tests.servers.model import say
from tests.servers.telegram import telegram_server
from tests.turns.files import with_emotions

REPLIES = (
    "[emotion:happy]One.",
    "[emotion:joy]Two.",
    "Three.",
    "[emotion:bored]Four.",
    "Five.[emotion:愤怒]",
    "[emotion:开心]Six.",
)


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        ("on", ["text", "photo", "text", "text", "text", "text", "photo", "text", "photo"]),
        ("off", ["text"] * 6),
    ],
)
async def test_a_picture_comes_once_a_change_where_it_is_wanted(house: House, wanted: str, kinds: list[str]) -> None:
    """Pictures that somebody drew are never seen on Telegram; or every reply of everybody brings one."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        chat = ann.private()
        house.model.script(*(say(it) for it in REPLIES))
        async with room(t, house, ann, chat) as r:
            here = await r.engine.places.resolve(origin(chat, ann))
            await settings.put(r.engine.ctx, here, SettingScope.SPACE, "feelings", wanted)
            made = await characters.import_file(r.engine.ctx, here, with_emotions())
            await sessions.new(r.engine.ctx, r.engine.runner, here, "Ann", made.id)
            for text in ("One.", "Two.", "Three.", "Four.", "Five.", "Six."):
                ann.says(chat, "And?")
                await t.history.holds(lambda text=text: text in r.shown(chat))
                await r.daemon.rests()

            def sent() -> list[str]:
                every = t.messages(chat, by_bot=True)
                return [it.kind for it in every[[it.text for it in every].index("One.") :]]

            await t.history.holds(lambda: sent() == kinds)
        assert t.rejected == []
