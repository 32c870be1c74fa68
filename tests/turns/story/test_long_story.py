"""What a turn of a long story sends: by its rows alone, without a model that wrote them."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.actions.chats import inspections
from engine.actions.house import settings as settings_actions
from engine.db.chats import log
from engine.db.memory import derivations
from engine.db.story import settled
from engine.turns.inputs.cast import who_plays
from engine.values.chats.bodies import ChronicleBody, RevisionBody
from engine.values.chats.entries import Line, NewDerived, NewEntry, Place, Range, Retirement
from engine.values.chats.row_bodies import RowBody
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import ChapterBody, ItemBody, PageBody, SummaryBody, TimelineBody
from tests.servers.model import say
from tests.turns.chronicled import NOON, head_of, mark, told
from tests.turns.room import Room

SHORT = 120
LONG = 560


@pytest.fixture(autouse=True)
async def _quiet(room: Room) -> None:
    for name, value in {"facts": "off", "recall": "off", "evolve": "off"}.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    room.model.answer = lambda _: say("So be it.")


async def line_of(room: Room) -> tuple[SessionKey, Line]:
    channel_head = await head_of(room)
    return channel_head.session_key, await room.ctx.lines.current(
        room.db, channel_head.session_key, channel_head.branch
    )


async def write(room: Room, kind: str, text: str, of: tuple[int, int], place: int, body: RowBody) -> int:
    """A row of the chronicle that was made of messages at seq ``place``."""
    key, line = await line_of(room)
    branch, holder = line.segments[-1].branch, await who_plays(room.db, key, line)
    assert holder is not None
    row = NewDerived(kind, Place(branch, place), holder, (Range(branch, *of),), text, body)
    made = await derivations.derive(room.db, key, row)
    assert made is not None
    return made


async def begin(room: Room, messages: int) -> None:
    await told(room, *(f"Message {number}." for number in range(1, messages + 1)))


def sent(room: Room) -> str:
    return "\n".join(text for _, text in room.prompt())


async def put(room: Room, **settings: str) -> None:
    for name, value in settings.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def test_a_long_story_keeps_its_first_messages(room: Room) -> None:
    """After 500 messages the character has forgotten how everything began, or reads what was mended since."""
    await put(room, summary="classic")
    await begin(room, LONG)
    key, line = await line_of(room)
    first = (await log.messages(room.db, key, line, LONG + 1))[:4]
    seqs = [it.place.seq for it in first]
    await write(
        room, ChronicleKind.SUMMARY, "They walked\nfor long.", (seqs[3], line.head - 8), line.head - 3, SummaryBody()
    )
    mended = NewEntry(RevisionBody(), NOON, "Message one, mended.", target_seq=seqs[1])
    async with room.db.transaction() as on:
        await log.append(on, key, line.segments[-1].branch, line.head, [mended])
    before = room.db.counts.copy()
    await room.say("And now?")
    assert room.db.counts.since(before).by_name["opening_messages"] == 1
    prompt = sent(room)
    assert first[0].text in prompt
    assert "Message one, mended." in prompt
    assert "Message 2." in prompt
    assert "Message 3." not in prompt
    assert f"Message {LONG - 20}." not in prompt
    assert f"Message {LONG}." in prompt
    assert "They walked\nfor long." in prompt
    assert prompt.index("Message 2.") < prompt.index("They walked") < prompt.index(f"Message {LONG}.")


async def test_pages_and_the_index_stand_for_what_they_tell(room: Room) -> None:
    """The prompt grows for ever, or what left it is told by nothing."""
    await put(room, mode="story", debounce="0")
    await begin(room, SHORT)
    _, line = await line_of(room)
    page = PageBody(number=1, title="Tea")
    await write(room, ChronicleKind.PAGE, "They had tea.", (1, line.head - 2), line.head - 2, page)
    await write(room, ChronicleKind.TIMELINE, "Tea at noon.", (1, 5), 5, TimelineBody(when="D1"))
    await write(room, ChronicleKind.ITEM, "on the table", (1, 5), 5, ItemBody(name="Teapot"))
    await room.say("And now?")
    prompt = sent(room)
    assert "D1: Tea at noon." in prompt
    assert "Teapot: on the table" in prompt
    assert "Message 5." not in prompt
    assert f"Message {SHORT}." in prompt
    await put(room, hide_processed="off")
    await room.say("All of it?")
    assert "Message 5." in sent(room)
    assert "D1: Tea at noon." in sent(room)
    await put(room, hide_processed="on", story_pages="off")
    await room.say("None of it?")
    assert "Message 5." in sent(room)
    assert "Tea at noon." not in sent(room)


async def test_a_chapter_is_told_by_its_summary_and_its_last_turns(room: Room) -> None:
    """A new chapter begins with all of the old one."""
    await put(room, chapter_turns="2", summary="off")
    await begin(room, SHORT)
    key, line = await line_of(room)
    act = NewEntry(ChronicleBody(act="chapter"), NOON)
    async with room.db.transaction() as on:
        await log.append(on, key, line.segments[-1].branch, line.head, [act])
    at = line.head + 1
    chapter = ChapterBody(chapter=1, at=at, title="Tea")
    row = await write(room, ChronicleKind.CHAPTER, "They drank tea.", (1, line.head), at, chapter)
    await room.say("And now?")
    shown = [text for role, text in room.prompt() if role != "system"]
    assert shown == [f"Message {SHORT - it}." for it in (3, 2, 1, 0)] + ["And now?"]
    assert "1. Tea\nThey drank tea." in sent(room)
    await derivations.retire(room.db, key, Retirement(row, Place(line.segments[-1].branch, at), "redone"))
    await room.say("Once more?")
    assert "Message 5." in sent(room)
    assert "They drank tea." not in sent(room)


async def test_the_inspector_says_what_told_the_rest(room: Room) -> None:
    """Somebody misses a message in the prompt and cannot find out why."""
    await begin(room, SHORT)
    _, line = await line_of(room)
    await write(room, ChronicleKind.SUMMARY, "They had tea.", (1, 30), line.head, SummaryBody())
    await room.say("And now?")
    found = await inspections.last(room.engine.ctx, room.here)
    assert found is not None
    fates: Mapping[str, Any] = {it.origin: (it.verdict.value, it.reason) for it in found.lines}
    assert fates["story:summary"] == ("in", "")
    assert ("out", "summarised") in fates.values()


async def test_a_kept_story_is_settled(room: Room) -> None:
    """Each turn of a long story reads everything that was ever written of it."""
    await begin(room, settled.EVERY + 10)
    await mark(room)
    await room.drain()
    key, line = await line_of(room)
    assert await room.sql(
        "SELECT FROM settled WHERE space_id = $1 AND session_id = $2 AND seq = $3",
        key.space,
        key.session,
        line.head - 1,
    )
