"""The first minute of a Telegram bot: its token, its menus, its mode, and who else reads its updates."""

import asyncio
import re

from structlog.testing import capture_logs

from bot.commands.framework.table import table_for
from bot.telegram.updates import Updates
from tests.platforms.room import SPEECH, House
from tests.platforms.telegram.room import room, surface_of
from tests.servers.telegram import telegram_server
from tests.servers.telegram.updates import Webhook


async def test_every_menu_begins_with_help_and_is_set_only_when_it_changed(house: House) -> None:
    """People would not find the commands, or every restart would cost eight calls."""
    async with telegram_server(privacy=False) as t:
        ann, ben = t.user("Ann", "zh"), t.user("Ben")
        group = t.group("Club", [ann, ben])
        async with room(t, house, ann, ann.private()) as r:
            await r.diary.reads("mark", "menus")
        assert len(t.calls("setMyCommands")) == 8
        names = [it["command"] for it in t.menu(ann, ann.private())]
        assert names[0] == "help"
        assert {"new", "save", "undo"} <= set(names) <= {it.name for it in table_for("telegram")}
        assert t.menu(ann, ann.private())[0]["description"] == SPEECH.speaker("zh").say("command-help")
        assert t.menu(ben, ben.private())[0]["description"] == SPEECH.speaker("en").say("command-help")
        assert "import" not in [it["command"] for it in t.menu(ben, group)]
        assert "import" in [it["command"] for it in t.menu(ann, group)]
        async with room(t, house) as r:
            await r.diary.reads("looked", "menus")
            ann.says(ann.private(), "hi")
            await r.reads(ann.private(), "Well.")
        assert len(t.calls("setMyCommands")) == 8


async def test_privacy_mode_is_told_to_the_owner_once(house: House) -> None:
    """An owner would wonder for ever why the character does not listen in groups."""
    async with telegram_server() as t:
        ann = t.user("Ann")
        ann.says(ann.private(), "hi")
        async with room(t, house, ann, ann.private()) as r:
            await r.diary.reads("mark", "privacy")
            await t.history.holds(lambda: "Well." in r.shown(ann.private()))
        told = [it for it in t.messages(ann.private(), by_bot=True) if it.text != "Well."]
        assert [it.text for it in told] == [SPEECH.speaker("en").say("needs-privacy")]
        alone = re.search(r"(?<![\w?=])/setprivacy", told[0].text)
        assert alone is None, "tapped alone, the command would come to this bot"
        assert "https://t.me/BotFather?text=/setprivacy " in told[0].text
        async with room(t, house) as r:
            await r.diary.reads("looked", "privacy")
            ann.says(ann.private(), "hi")
            await t.history.holds(lambda: r.shown(ann.private()).count("Well.") == 2)
        assert len(t.messages(ann.private(), by_bot=True)) == 3


async def test_a_webhook_is_removed_and_nothing_of_it_lost(house: House) -> None:
    """A bot that was used elsewhere before would stay deaf."""
    async with telegram_server(privacy=False) as t:
        ann = t.user("Ann")
        with capture_logs() as lines:
            t.updates.push_to(Webhook("http://127.0.0.1:1/nobody"))
            ann.says(ann.private(), "hi")
            async with room(t, house, ann, ann.private()) as r:
                await r.reads(ann.private(), "Well.")
        assert any("webhook" in line["event"] for line in lines)


async def test_another_reader_is_named_and_waited_for() -> None:
    """Two programs with one token would fight in silence, each with half of the messages."""
    paused: asyncio.Queue[float] = asyncio.Queue()

    async def nothing(raw: object) -> None: ...

    async with telegram_server() as t, surface_of(t) as s:
        with capture_logs() as lines:
            reading = asyncio.ensure_future(Updates(s.bot, nothing, paused.put).run())
            t.faults.fail("getUpdates", 409, times=2)
            assert [await paused.get(), await paused.get()] == [5.0, 5.0]
            reading.cancel()
            await asyncio.wait({reading})
        assert [line["event"] for line in lines] == ["another program reads this bot's updates"]
