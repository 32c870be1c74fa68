"""Quick replies where people are: imported, pressed, typed with words behind them, undone, deleted, refused to some."""

import json
from dataclasses import dataclass
from typing import Any, Final

import pytest

from engine.actions.characters import quick_replies
from engine.actions.transfers import looking
from engine.actions.transfers.bringing import bring
from tests.evening.hands import DiscordHands, TelegramHands
from tests.evening.tape import Tape
from tests.platforms.desk import desk
from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say


@dataclass(frozen=True, slots=True)
class Words:
    """What is said and read in one language."""

    walk: str
    told: str
    rain: str
    reply: str
    late: str
    colon: str
    undone: str
    refused: str


WORDS: Final = {
    "en": Words(
        "Off I go", "Lan, I go.", "It rains on Lan.", "Then go.", "late", ": ", "Undone", "managers can do that"
    ),
    "zh": Words("出门", "Lan，我走了。", "雨落在Lan身上。", "那就去吧。", "晚了", "：", "已撤回", "管理员可以这样做"),
}


def file_of(words: Words) -> dict[str, object]:
    told = words.told.replace("Lan", "{{char}}")
    scripts = {
        words.walk: f"/send {told} | /inject id=rain position=chat {words.rain} | /trigger",
        "Say": "{{input}}!",
        "Popup": "/popup x | /sendas name=Lan x",
    }
    return {"version": 2, "name": "Desk", "qrList": [{"label": it, "message": text} for it, text in scripts.items()]}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_set_is_imported_and_pressed_where_people_are(house: House, platform: str, language: str) -> None:
    """A set of SillyTavern's can be used in the terminal alone, or nobody is told what of it does not run."""
    words = WORDS[language]
    house.model.answer = lambda _: say(words.reply)
    async with desk(platform, house, language) as it:
        asked = await it.sends("Desk.json", json.dumps(file_of(words)).encode(), "/popup, /sendas")
        assert it.speak.say("file-quick", count=3, texts=1, runs=1) in asked
        await it.presses("run:/import yes", it.speak.say("import-done", kind="quick", name="Desk"))
        await it.uses("/scene quick", words.walk)
        await it.presses(words.walk, words.reply)
        await it.room.engine.turns.idle(await it.here)
        asked = it.room.daemon.model.generations[-1].prompt
        assert words.told in asked
        assert words.rain in asked
        await it.uses("/undo", words.undone)
        assert words.rain not in await it.says("Hm.", words.reply)
        await it.uses(f"/scene quick Say {words.late}", f"{words.late}!")
        await it.room.engine.turns.idle(await it.here)
        refused = it.speak.say("error-slash-unrun", reply="Popup", what="/popup, /sendas")
        await it.uses("/scene quick 1.3", refused)
        await it.uses("/export quick Desk", it.speak.say("export-done", name="Desk.json"))
        await it.uses("/scene quick delete Desk", it.speak.say("quick-delete-sure", name="Desk"))
        await it.presses("run:/scene quick delete", it.speak.say("quick-deleted", name="Desk"))
        await it.uses("/scene quick", it.speak.say("quick-none"))
        hidden = {"version": 2, "name": "Back", "qrList": [{"label": "Aside", "message": "Psst.", "isHidden": True}]}
        await it.sends("Back.json", json.dumps(hidden).encode(), "Aside")
        await it.presses("run:/import yes", it.speak.say("import-done", kind="quick", name="Back"))
        await it.uses("/scene quick", it.speak.say("quick-all-hidden", number="2.1"))


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_others_press_too_and_are_told_what_they_may_not_do(house: House, platform: str, language: str) -> None:
    """Somebody who plays cannot press, it is said in another's name, or who may not delete a set gets no word."""
    words = WORDS[language]
    house.model.answer = lambda _: say(words.reply)
    async with front(platform, house) as it:
        ann, bo = it.seat.person("Ann", language), it.seat.person("Bo", language)
        group = it.seat.group("Home", ann, bo)
        async with it.opened(ann, group) as room:
            await it.sets(room.daemon, group, ann, "language", language)
            here = await room.engine.places.resolve(it.rooms.origin(group, ann))
            looked = await looking.look(room.engine.ctx, here, json.dumps(file_of(words)).encode(), "Desk.json")
            await bring(room.engine.ctx, room.engine.runner, here, "Ann", looked.token)
            await it.seat.uses(ann, group, "scene quick show" if platform == "discord" else "scene quick")
            hands: Any = (DiscordHands if platform == "discord" else TelegramHands)(it.seat, Tape(lambda: 0.0))
            button = await it.seat.waits(
                lambda: next((one for one in hands.buttons(bo, group) if one.label == words.walk), None)
            )
            await hands.presses(bo, group, button)
            await it.seat.waits(lambda: words.reply in "\n".join(it.texts(group)))
            assert f"Bo{words.colon}{words.told}" in "\n".join(it.texts(group))
            await room.engine.turns.idle(here)
            refused = await it.seat.uses(bo, group, "scene quick delete", **{"quick-set": "Desk"})
            assert words.refused in refused
            assert len(await quick_replies.listed(room.engine.ctx, here)) == 1
