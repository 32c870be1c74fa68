"""Messages deleted and hidden where people are: what showed them goes, and they come back into the story."""

from typing import Final

import pytest

from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import House
from tests.servers.model import say

LINES: Final = {
    "en": {
        "hide": "/edit hide 3-4",
        "unhide": "/edit unhide 6-5",
        "shown": "can see 2 messages again",
        "delete": "/edit delete 5-6",
        "sure": "Delete these 2 messages",
        "deleted": "2 messages are deleted",
        "restore": "Restore",
        "now": "And now?",
        "restored": "2 messages are in the story again. They are shown once more here.",
    },
    "zh": {
        "hide": "/改写 隐藏 3-4",
        "unhide": "/改写 显示 6-5",
        "shown": "角色又能看到这 2 条消息了",
        "delete": "/改写 删除 5-6",
        "sure": "要从故事里删除这 2 条消息吗",
        "deleted": "已从故事里删除 2 条消息",
        "restore": "恢复",
        "now": "现在呢？",
        "restored": "2 条消息回到了故事里。已在这里重新显示。",
    },
}


@pytest.mark.parametrize("language", LINES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_messages_leave_the_channel_and_the_story(house: House, platform: str, language: str) -> None:
    """What was deleted would stand there still, or be gone for ever."""
    words = LINES[language]
    house.model.script(say("It is dark."), say("A lamp."), say("No."), say("So."), say("Well."), say("Aye."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", language)
        group = seat.group("Home", ann)

        async def read(text: str, answer: str) -> str:
            it.says(ann, group, text)
            await seat.reads(group, answer)
            return house.model.generations[-1].prompt

        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            await read("What do you see?", "It is dark.")
            await read("And there?", "A lamp.")
            seat.says(ann, group, words["hide"])
            assert "It is dark." not in await read("Do you know?", "No.")
            seat.says(ann, group, words["unhide"])
            await seat.waits(lambda: words["shown"] in seat.seen)
            seat.says(ann, group, words["delete"])
            question = await seat.reads(group, words["sure"])
            run = next(it for it in seat.fresh(question).controls if it.startswith("run:/edit cut"))
            await seat.presses(ann, seat.fresh(question), run)
            await seat.waits(lambda: "It is dark." not in it.texts(group))
            done = await seat.reads(group, words["deleted"])
            heard = await read(words["now"], "So.")
            assert "It is dark." not in heard
            assert "What do you see?" not in heard
            assert "A lamp." in heard
            await seat.presses(ann, seat.fresh(done), seat.labels(seat.fresh(done))[words["restore"]])
            await seat.waits(lambda: words["restored"] in seat.seen)
            await seat.reads(group, "What do you see?")
            again = await seat.reads(group, "It is dark.", done.id)
            assert again.controls == (), "the story goes on behind a later one"
            heard = await read("And then?", "Well.")
            assert "It is dark." in heard
            assert "What do you see?" in heard
        assert seat.rejected == []


@pytest.mark.parametrize("language", LINES)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_restored_words_leave_the_channel_again(house: House, platform: str, language: str) -> None:
    """What people said and the bot shows once more would stay when it is deleted again, and stand twice after that."""
    words = LINES[language]
    house.model.script(say("It is dark."), say("A lamp."), say("No."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", language)
        group = seat.group("Home", ann)

        def shown() -> list[int]:
            texts, said = it.texts(group), ("What do you see?", "It is dark.")
            return [sum(text.endswith(words) for text in texts) for words in said]  # the question quotes both

        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            for text, answer in {"What do you see?": "It is dark.", "And?": "A lamp.", "Here?": "No."}.items():
                it.says(ann, group, text)
                await seat.reads(group, answer)
            behind = 0
            for _ in range(2):
                seat.says(ann, group, words["delete"])
                question = await seat.reads(group, words["sure"], behind)
                run = next(it for it in seat.fresh(question).controls if it.startswith("run:/edit cut"))
                await seat.presses(ann, seat.fresh(question), run)
                done = await seat.reads(group, words["deleted"], question.id)
                await seat.waits(lambda: shown() == [0, 0])
                await seat.presses(ann, seat.fresh(done), seat.labels(seat.fresh(done))[words["restore"]])
                await seat.waits(lambda: shown() == [1, 1])
                behind = done.id
