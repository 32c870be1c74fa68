"""An author's whole evening where people are: a preset and a world are made, tried, seen in the prompt and undone."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pytest

from bot.commands.framework.forms import titled
from tests.platforms.desk import Desk, desk
from tests.platforms.front import PLATFORMS
from tests.platforms.room import House
from tests.servers.model import Script, Seen, say
from tests.turns.files import PRESET, as_json

PRESET_NAME: Final = "Mine"
_SIZE: Final = re.compile(r"[\d,]+ (?:tokens?|个 token)")


@dataclass(frozen=True, slots=True)
class Words:
    """What is said and read on the evening in one language.

    ``entries`` are title, keys, second keys and text, as asked for; ``changed`` new texts of the older reply, of the
    newest one, of what the author had said. ``title`` is that of ``/why full``; its parts are named without sizes, with
    those two of which the second is ``moved`` to the front.
    """

    talk: Sequence[tuple[str, str]]
    book: str
    entries: Sequence[tuple[str, str, str, str]]
    changed: Sequence[str]
    title: str
    moved: tuple[str, str]
    parts_gone: Sequence[str]
    parts_come: Sequence[str]

    @property
    def gone(self) -> tuple[str, ...]:
        """The lines of the prompt that are not there while everything is tried."""
        return "PRESET-MAIN Lan", "PRESET-LAST", self.talk[0][0], *(reply for _, reply in self.talk[:2])

    @property
    def come(self) -> tuple[str, ...]:
        """The lines that are there then: what calls each other in the world, and the new texts."""
        return *(text for *_, text in self.entries[:2]), *self.changed

    @property
    def moon(self) -> str:
        return self.entries[1][0]

    @property
    def whale(self) -> str:
        return self.entries[2][0]


WORDS: Final[Mapping[str, Words]] = {
    "en": Words(
        (("Hello.", "It is high."), ("What do you see?", "Only fog."), ("Is the moon out?", "Not yet.")),
        "Harbour",
        (
            ("Tide", "tide", "", "The tide turns at noon."),
            ("Moon", "moon", "", "The moon pulls the tide."),
            ("Whale", "whale", "", "The whale sleeps."),
        ),
        ("It is low.", "Only rain.", "Good evening."),
        "The last prompt",
        ("Character · description", "Examples"),
        ("Character · preset · Main", "After the chat · preset · Last"),
        (
            "World book, before · Harbour / Tide · “tide” in the entry “Moon”",
            "World book, before · Harbour / Moon · “moon” in “Is the moon out?”",
            "Character · preset · left out: switched off · Main",
            "Character · preset · left out: switched off · Last",
        ),
    ),
    "zh": Words(
        (("你好。", "水很高。"), ("你看见什么？", "只有雾。"), ("月亮出来了吗？", "还没有。")),
        "港口",
        (
            ("潮汐", "潮水", "", "潮水在正午退去。"),
            ("月亮", "月亮", "", "月亮牵着潮水。"),
            ("鲸鱼", "鲸鱼", "", "鲸鱼睡着了。"),
        ),
        ("水很低。", "只有雨。", "晚上好。"),
        "最近一次的提示词",
        ("角色 · 描述", "对话示例"),
        ("角色 · 预设 · Main", "聊天之后 · 预设 · Last"),
        (
            "世界书（前） · 港口 / 潮汐 · “潮水”，出现在条目“月亮”里",
            "世界书（前） · 港口 / 月亮 · “月亮”，出现在“月亮出来了吗？”",
            "角色 · 预设 · 未采用：已关闭 · Main",
            "角色 · 预设 · 未采用：已关闭 · Last",
        ),
    ),
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_an_evening(house: House, platform: str, language: str) -> None:
    """Who writes for others needs other programs beside this one, or cannot take back what they tried."""
    words = WORDS[language]
    house.model.answer = partial(_answer, words)
    async with desk(platform, house, language) as it:
        # What is recalled depends on when the background has run.
        await it.it.sets(it.room.daemon, it.where, it.who, "recall", "off")
        for line, reply in words.talk[:2]:
            await it.says(line, reply)
        await it.sends(f"{PRESET_NAME}.json", as_json(PRESET), it.speak.say("import-question", kind="preset"))
        await it.presses("run:/import yes", it.speak.say("brought-preset-used"))
        before, listed = await _asks(it, words)
        for changes in (_preset, _world, _replies):
            await changes(it, words)
        tried, other = await _asks(it, words)
        assert _differ(before.splitlines(), tried.splitlines()) == (Counter(words.gone), Counter(words.come))
        assert _differ(listed, other) == (Counter(words.parts_gone), Counter(words.parts_come))
        assert _places(listed, words) == sorted(_places(listed, words))
        assert _places(other, words) == sorted(_places(other, words), reverse=True), "the examples come first"
        await _taken_back(it, words)
        restored, again = await _asks(it, words)
        assert restored == before
        assert again == listed


async def _asks(it: Desk, words: Words) -> tuple[str, list[str]]:
    """The question, what the model reads then, and the parts that are told of that. The question is undone."""
    prompt = await it.says(*words.talk[2])
    told = await it.pages("/why full", words.title)
    await it.uses("/undo", it.speak.say("story-taken-back", what="exchange", count=1))
    return prompt, [part for page in told for part in _parts(page)]


async def _preset(it: Desk, words: Words) -> None:
    """Two prompts are switched off by their buttons, and the examples go to the front."""
    await it.uses("/scene preset prompts", it.speak.say("preset-filled-in", part="chatHistory"))
    for name in ("Last", "Main"):
        await it.presses(f"✓ {name}", it.speak.say("preset-switched", name=name, on="no"))
    examples = it.speak.say("preset-filled-in", part="dialogueExamples")
    moved = it.speak.say("preset-moved", name=examples, place=1)
    await it.uses("/scene preset move dialogueExamples 1", moved)


async def _world(it: Desk, words: Words) -> None:
    """Three entries are written, one is switched off; a sentence says which of them it brings up."""
    say = it.speak.say
    await it.uses(f"/scene world new {words.book}", words.book)
    for entry in words.entries:
        await it.presses(say("world-button-add"), it.form)
        await it.fills(*entry, answer=say("world-added", title=entry[0], book=words.book))
        newest = next(it.hands.buttons(it.who, it.where)).seen
        assert newest == (await it.button(say("world-button-add"))).seen, "the next one is asked for below"
    await it.uses("/scene world show 1", words.entries[0][0])
    await it.presses(say("world-button-off", number="2"), say("world-switched-off", title=words.whale))
    await it.uses("/scene world bind 1", words.book)
    tried = await it.uses(f"/scene world test {words.talk[2][0]}", words.moon)
    assert words.whale not in tried


async def _replies(it: Desk, words: Words) -> None:
    """An older reply and the newest one get other words where they stand, and what was said gets them by its number."""
    changed = it.speak.say("story-edited-message")
    for (_, reply), new in zip(words.talk[:2], words.changed[:2], strict=True):
        await it.edits(reply, new, changed, titled(it.speak.say("command-edit-pointed")))
    await it.uses(f"/edit other 4 {words.changed[2]}", it.speak.say("story-edited-message"))


async def _taken_back(it: Desk, words: Words) -> None:
    """Everything, in the way of each thing: a version, a deletion, a swipe, other replies."""
    say = it.speak.say
    await it.uses("/scene preset revert 1", say("preset-reverted", version="1"))
    for title, *_ in words.entries:
        await it.uses(
            f"/scene world delete-entry 1 {title}", say("world-entry-delete-sure", title=title, book=words.book)
        )
        await it.presses(say("button-yes"), say("world-entry-deleted", title=title, book=words.book))
    await it.uses("/scene world unbind 1", words.book)
    await it.uses("/again back", words.talk[1][1])
    await it.uses("/edit swipes 3", words.changed[0])
    await it.presses(say("button-take", number=1), say("story-wording-taken"))
    await it.uses(f"/edit other 4 {words.talk[0][0]}", say("story-edited-message"))


def _parts(page: str) -> Iterator[str]:
    """What is told of each part of a prompt, but how large it is: a part is a line, and the one below it."""
    lines = page.partition("\n\n")[0].splitlines()[1:]
    for name, fate in zip(lines[::2], lines[1::2], strict=True):
        yield f"{name} · {_SIZE.sub('', fate).strip(' ·')}".rstrip(" ·")


def _differ(one: Sequence[str], other: Sequence[str]) -> tuple[Counter[str], Counter[str]]:
    """What only ``one`` has, and what only ``other`` has."""
    return Counter(one) - Counter(other), Counter(other) - Counter(one)


def _places(parts: Sequence[str], words: Words) -> list[int]:
    """Where a prompt has the description and the first of the examples."""
    return [next(n for n, it in enumerate(parts) if it.startswith(name)) for name in words.moved]


def _answer(words: Words, seen: Seen) -> Script:
    asked = [it["content"] for it in seen.body["messages"] if it["role"] == "user"][-1]
    return say(next((reply for line, reply in words.talk if line in asked), "…"), usage=None)
