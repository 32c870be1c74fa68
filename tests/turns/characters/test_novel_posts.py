"""No two posts of a circle are alike: who says again what was said writes something else, or nothing."""

from datetime import UTC, datetime

import pytest

from engine.actions.characters import circles
from engine.actions.house import settings
from engine.embed.builtin import BuiltinEmbedder
from engine.errors import DaySpent
from engine.rules.circle.novelty import COMPARED, nearest_in_words, shared_words
from engine.rules.recall.words.words import terms
from engine.values.characters.circle_members import PostFrequency
from engine.values.chats.outgoing import Grew
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import Script, Seen, say
from tests.turns.circled import MovedClock, circled, until
from tests.turns.room import Room

MORNING = datetime(2027, 3, 3, 8, 0, tzinfo=UTC)
SAID = {
    "en": "The gulls stole my bread at the harbour today, so I went home hungry.",
    "zh": "今天海鸥在港口把我的面包偷走了，我只好饿着肚子回家。",
}
AGAIN = {
    "en": "Today at the harbour the gulls stole my bread, so I had to go home hungry.",
    "zh": "今天在港口，海鸥把我的面包偷走了，我只能饿着肚子回家。",
}
NEW = {
    "en": "Found an old map of the north shore under the counter; the mill on it is long gone.",
    "zh": "在柜台底下翻出一张北岸的旧地图，上面的磨坊早就没了。",
}
TOLD = {"en": "what the post between these marks has said before", "zh": "以前发过的那条说的是一回事"}
languages = pytest.mark.parametrize("language", ["en", "zh"])


class NoVectors(BuiltinEmbedder):
    """A model whose day is over."""

    async def embed(self, texts: object) -> list[list[float]]:
        raise DaySpent(limit=1, seconds=60)


async def posting(room: Room, language: str, *posts: str, embedder: BuiltinEmbedder | None = None) -> list[Seen]:
    """A character writes these posts, the last one ever again, through one day; what the model was asked for them."""
    room.change(clock=MovedClock(MORNING), embedder=embedder or BuiltinEmbedder())
    await settings.put(room.ctx, room.here, SettingScope.CHANNEL, "language", language)
    await circled(room, "Lan", frequency=PostFrequency.OFTEN)
    asked: list[Seen] = []

    def answer(seen: Seen) -> Script:
        asked.append(seen)
        return say(posts[min(len(asked), len(posts)) - 1])

    room.model.answer = answer
    await until(room, 14)
    return asked


async def posted(room: Room) -> list[str]:
    rows = await room.sql(
        "SELECT text FROM entry WHERE space_id = $1 AND turn_id IS NOT NULL ORDER BY seq", room.here.space
    )
    return [it["text"] for it in rows]


@languages
async def test_nothing_is_said_twice(room: Room, language: str) -> None:
    """A small model says the same every day, and so does its character."""
    asked = await posting(room, language, SAID[language])
    assert await posted(room) == [SAID[language]]
    assert len(asked) == 1 + 2 * 2, "each of the two others is written once more, no more often"
    assert [TOLD[language] in it.prompt for it in asked] == [False, False, True, False, True]
    shown = await circles.circle(room.ctx, room.here)
    assert [it.character for it in shown.passed] == [shown.members[0].character] * 2, "and people are told"
    turns = await room.sql("SELECT state, outcome FROM turn WHERE space_id = $1 ORDER BY id", room.here.space)
    assert [(it["state"], it["outcome"]) for it in turns][1:] == [("interrupted", "said_before")] * 2
    assert [it.text for it in room.ended] == [SAID[language], "", ""]
    assert all(it.notice is None and not it.sendings for it in room.ended[1:])
    used = "SELECT prompt_tokens FROM usage WHERE space_id = $1 AND turn_id IS NOT NULL ORDER BY turn_id"
    first, second, _ = [it["prompt_tokens"] for it in await room.sql(used, room.here.space)]
    assert second > 1.5 * first, "what was thrown away is counted too"


@languages
async def test_what_says_the_same_in_other_words_is_written_anew(room: Room, language: str) -> None:
    """Only the same letters are noticed; or the second try is shown behind the first one."""
    asked = await posting(room, language, SAID[language], AGAIN[language], NEW[language])
    assert (await posted(room))[:2] == [SAID[language], NEW[language]]
    quoted = asked[2].prompt.partition(TOLD[language])[2]
    assert SAID[language] in quoted, "it is told which post it must not repeat"
    assert AGAIN[language] not in "".join(it.text for it in room.shown.of(Grew))


@languages
async def test_what_is_new_is_posted_at_once(room: Room, language: str) -> None:
    """What differs is taken for the same, and a circle falls silent."""
    asked = await posting(room, language, SAID[language], NEW[language])
    assert (await posted(room))[:2] == [SAID[language], NEW[language]]
    assert not any(TOLD[language] in it.prompt for it in asked[:2])


@languages
async def test_without_vectors_words_tell(room: Room, language: str) -> None:
    """The embedding model is away for a day, and everything is said twice."""
    await posting(room, language, SAID[language], SAID[language] + "!", NEW[language], embedder=NoVectors())
    assert (await posted(room))[:2] == [SAID[language], NEW[language]]


def test_few_are_compared() -> None:
    """Each post costs the vectors of a thousand others."""
    earlier = [f"Number {it}: the gulls stole my bread" for it in range(50)]
    assert len(nearest_in_words("The gulls stole my bread", earlier)) == COMPARED
    assert nearest_in_words("The gulls stole my bread", ["Nothing else", "A gull", ""]) == ["A gull"]
    assert nearest_in_words("!", ["!", "?"]) == ["!"]
    assert shared_words(terms("gulls and bread"), terms("bread and gulls")) == pytest.approx(1)
    assert shared_words(terms("gulls"), terms("")) == 0
