"""Chapters that people close: a summary for the prompt, plot points for memory, details for who asks how it went."""

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.actions.chats import savepoints
from engine.actions.house import settings
from engine.actions.story import chapters as chapters_actions
from engine.actions.story.chapters import close_chapter
from engine.db.chats import sessions
from engine.db.house import work
from engine.db.memory import derivations
from engine.db.story import chronicle
from engine.errors import NoModelConfigured, NothingSinceChapter
from engine.llm.roles import Roles
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.values.chats.entries import Place, Retirement, row_says
from engine.values.chats.outgoing import Noticed
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.models import RoleName
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import ChapterBody
from tests.servers.model import Script, Seen, nothing_to_note, say
from tests.turns.remembering import asked, past, recalled, remembering
from tests.turns.room import Room

DAY = timedelta(days=1)
NOON = datetime(2040, 3, 5, 12, 0, tzinfo=UTC)
STORY = (
    ("We climb the tower with a rope.", "The rope holds, and the bell rings twice."),
    ("Now the letter: who wrote it?", "Your brother Ivo wrote it, in green ink."),
    ("I promise to find Ivo by winter.", "Then take my lantern, and come back."),
    ("Good night, then.", "Sleep well."),
)
EVENTS = (
    ("Ann climbs the bell tower.", "Ann threw a rope of hemp over the third beam and climbed; the bell rang twice."),
    ("The letter turns out to be from Ivo.", "The ink was green, and Mira knew the hand: Ivo, the brother, wrote it."),
    ("Ann promises to find Ivo by winter.", "Ann swore it on the hearth stone, and Mira gave her the lantern."),
)


@dataclass
class Notes:
    """A model that finds a plot point in each pair, and sums up by the first words; ``events``: what it finds."""

    seen: list[Seen] = field(default_factory=list)
    events: list[dict[str, Any]] | None = None

    def __call__(self, seen: Seen) -> Script:
        if seen.errand == {"events"}:
            self.seen.append(seen)
            return say(json.dumps({"events": self.told(seen) if self.events is None else self.events}))
        if seen.errand == {"summary"}:
            self.seen.append(seen)
            texts = [json.loads(it)["text"] for it in seen.prompt.splitlines() if it.startswith("{")]
            return say(json.dumps({"summary": " ".join(it.split()[0] for it in texts)}))
        return nothing_to_note(seen)

    def told(self, seen: Seen) -> list[dict[str, Any]]:
        talk = [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"n"')]
        found: list[dict[str, Any]] = []
        for event, detail in EVENTS:
            pair = STORY[EVENTS.index((event, detail))]
            here = [it["n"] for it in talk if it["text"] in pair]
            if here:
                found.append({"event": event, "detail": detail, "first": here[0], "last": here[-1]})
        return found


@pytest.fixture
async def notes(room: Room) -> Notes:
    """A room in which three things have happened, a month ago, and one may close the chapter."""
    await remembering(room, now=NOON + 30 * DAY)
    for name, value in (("facts", "false"), ("debounce", "0"), ("story_pages", "false"), ("chapter_turns", "1")):
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    found = Notes()
    room.model.notes = found
    await past(room, *STORY, since=NOON, every=timedelta(hours=1))
    return found


async def close(room: Room) -> int:
    """Close the chapter by the room's own clock."""
    return await close_chapter(room.ctx, room.runner, room.here)


async def chapters(room: Room) -> list[tuple[str, ChapterBody]]:
    """The live chapters and summaries of the line, once all that is due is done."""
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None
    await work.mark_due(room.db, channel_head.session_key, CHRONICLE)
    await room.drain()
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    kinds = (ChronicleKind.CHAPTER, ChronicleKind.SUMMARY)
    rows = await chronicle.history(room.db, channel_head.session_key, line, kinds)
    return [(it.row.text, row_says(it.row, ChapterBody)) for it in rows if it.ended_at is None]


async def kept(room: Room) -> list[tuple[str, str]]:
    """What is remembered of chapters, on any branch, and has not ended."""
    rows = await room.sql(
        "SELECT derived.kind, derived.text FROM derived WHERE space_id = $1 AND kind IN ('event', 'plot') "
        "AND id NOT IN (SELECT derived_id FROM retired WHERE space_id = $1) ORDER BY kind, from_seq",
        room.here.space,
    )
    return [(it["kind"], it["text"]) for it in rows]


async def test_a_chapter_is_told_in_short_and_in_detail(room: Room, notes: Notes) -> None:
    """Somebody closes a chapter, and its story is not in the next one, or cannot be remembered any more."""
    assert await close_chapter(room.ctx, room.runner, room.here, "The tower") == 1
    ((text, body),) = await chapters(room)
    assert text.splitlines() == [event for event, _ in EVENTS]
    assert (body.chapter, body.title) == (1, "The tower")
    assert await kept(room) == [*(("event", it) for it, _ in EVENTS), *(("plot", it) for _, it in EVENTS)]
    assert [it.notice.message for it in room.shown.of(Noticed)] == ["chapter-told"]
    assert [(kind, state) for _, kind, state, _, _ in await room.outbox() if kind == "notice"] == [
        ("notice", "planned")
    ]
    await room.say("What now?")
    said = "\n".join(text for _, text in room.prompt())
    assert EVENTS[1][0] in said
    assert "hemp" not in said


async def test_a_chapter_needs_something_to_tell(room: Room, notes: Notes) -> None:
    """An empty chapter is closed, and somebody waits for its summary for ever."""
    await close(room)
    await chapters(room)
    with pytest.raises(NothingSinceChapter):
        await chapters_actions.close_chapter(room.engine.ctx, room.engine.runner, room.here)
    await past(room, ("On we go.", "Yes."), since=NOON + DAY)
    ctx = replace(room.ctx, roles=Roles({RoleName.EMBEDDING: ()}, room.ctx.roles._resources))
    with pytest.raises(NoModelConfigured):
        await close_chapter(ctx, room.runner, room.here)


async def test_the_next_chapter_is_told_behind_the_first(room: Room, notes: Notes) -> None:
    """The second chapter tells the first one again, or takes its place."""
    await close(room)
    await chapters(room)
    notes.events = [{"event": "They sail north.", "detail": "", "first": 1, "last": 2}]
    await past(room, ("We sail.", "North."), since=NOON + DAY)
    assert await close(room) == 2
    first, second = await chapters(room)
    assert second[0] == "They sail north."
    assert first[0].startswith(EVENTS[0][0])
    assert "rope" not in notes.seen[-1].prompt


async def test_a_chapter_takes_in_the_summaries_of_its_talk(room: Room, notes: Notes) -> None:
    """The same events stand in the prompt twice: as a chapter and as the summary before it."""
    for name, value in (("summary", "classic"), ("summary_trigger", "3000")):
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    long = [(f"a{number} {'u' * 195}", f"b{number} {'c' * 195}") for number in range(9)]
    await past(room, *long, since=NOON + DAY)
    before = await chapters(room)
    assert [body.chapter for _, body in before] == [0]
    saved = await savepoints.save(room.engine.ctx, room.here, "before")
    await close(room)
    assert [body.chapter for _, body in await chapters(room)] == [1]
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert await chapters(room) == before


async def test_a_chapter_goes_before_what_the_background_has_no_money_for(room: Room, notes: Notes) -> None:
    """The day's share of the background is used up, and who closed a chapter waits until tomorrow."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "background_tokens", "1")
    await close(room)
    assert len(await chapters(room)) == 1


async def test_a_long_chapter_is_read_in_stretches(room: Room, notes: Notes) -> None:
    """Of a long chapter the model is shown only the beginning, or more than it takes in."""
    room.ctx.gauges.told(room.ctx.roles.endpoints(RoleName.CHAT)[0], 2_000)
    long = [(f"Day {number}. {'The wind turns, we go on. ' * 8}", "Yes.") for number in range(20)]
    await past(room, *long, since=NOON + DAY)
    await close(room)
    await chapters(room)
    told = [it for it in notes.seen if it.errand == {"events"}]
    assert len(told) > 2
    read = [json.loads(it)["text"] for one in told for it in one.prompt.splitlines() if it.startswith('{"n"')]
    assert [it.split()[1] for it in read if it.startswith("Day")] == [f"{number}." for number in range(20)]


async def test_many_events_are_condensed(room: Room, notes: Notes) -> None:
    """A long chapter's list of events fills the prompt of the next one."""
    notes.events = [{"event": f"{n} {'e' * 180}", "detail": "", "first": 1, "last": 2} for n in range(12)]
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "summary_length", "500")
    await close(room)
    ((text, _),) = await chapters(room)
    assert text == "0 1 2 3 4 5 6 7 8 9 10 11"
    assert "At most 750 characters" in notes.seen[-1].prompt


async def test_a_chapter_that_no_model_tells_leaves_its_messages(room: Room, notes: Notes) -> None:
    """The model has no words for a chapter, and the person waits, or the chapter is gone from the prompt."""
    notes.events = []
    await close(room)
    assert [text for text, _ in await chapters(room)] == [""]
    assert [it.notice.message for it in room.shown.of(Noticed)] == ["chapter-untold"]
    await room.say("What now?")
    assert room.prompts_say("green ink")
    assert len(notes.seen) == 1


async def test_a_mended_message_has_its_chapter_told_again(room: Room, notes: Notes) -> None:
    """Somebody mends what they said, and the chapter and its memories go on telling it as it was."""
    await room.accept("And my dog is called Rex.", "dog")
    await room.idle()
    notes.events = [{"event": "The dog is Rex.", "detail": "Rex barked.", "first": 7, "last": 8}]
    await close(room)
    await chapters(room)
    notes.events = [{"event": "The dog is Max.", "detail": "Max barked.", "first": 7, "last": 8}]
    await room.edit("dog", "And my dog is called Max.")
    await room.idle()
    assert [text for text, _ in await chapters(room)] == ["The dog is Max."]
    assert await kept(room) == [("event", "The dog is Max."), ("plot", "Max barked.")]
    assert len(room.shown.of(Noticed)) == 1


async def test_a_deleted_message_has_its_chapter_told_again(room: Room, notes: Notes) -> None:
    """Somebody deletes what they said, and the chapter tells it all the same, or twice what is left."""
    await room.accept("And my dog is called Rex.", "dog")
    await room.idle()
    rex = {"event": "The dog is Rex.", "detail": "Rex barked.", "first": 7, "last": 8}
    bell = {"event": "The bell rings.", "detail": "Twice.", "first": 2, "last": 3}
    notes.events = [bell, rex]
    await close(room)
    assert len(await chapters(room)) == 1
    notes.events = [bell]
    await room.delete("dog")
    await room.idle()
    assert [text for text, _ in await chapters(room)] == ["The bell rings."]
    assert await kept(room) == [("event", "The bell rings."), ("plot", "Twice.")]


async def test_a_detail_that_was_put_right_is_told_again(room: Room, notes: Notes) -> None:
    """Somebody puts right what only the detail of a chapter says, and how it went is lost, or stays wrong."""
    await close(room)
    await chapters(room)
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    wrong = (await derivations.live(room.db, channel_head.session_key, line, ["plot"]))[0]
    head = Place(channel_head.branch, line.head)
    await past(room, ("It was silk.", "I see."), since=NOON + DAY)
    right = Place(channel_head.branch, head.seq + 1)
    await derivations.retire(room.db, channel_head.session_key, Retirement(wrong.id, right, "corrected"))
    notes.events = [{"event": EVENTS[0][0], "detail": "Ann threw a rope of silk.", "first": 2, "last": 3}]
    assert [text for text, _ in await chapters(room)] == [EVENTS[0][0]]
    assert await kept(room) == [("event", EVENTS[0][0]), ("plot", "Ann threw a rope of silk.")]


async def test_who_asks_how_gets_the_detail(room: Room, notes: Notes) -> None:
    """Somebody asks how exactly it went, and the character knows only that it did."""
    await close(room)
    await chapters(room)
    await past(room, *((f"Weather {n}?", "Grey.") for n in range(8)), since=NOON + DAY)
    told = await asked(room, "How exactly did Ann climb the bell tower?")
    assert EVENTS[0][1] in told
    assert EVENTS[0][0] in told


async def test_the_detail_lies_under_the_summary(room: Room, notes: Notes) -> None:
    """Nothing in the detail sounds like the question, so it stays unknown although its summary was found."""
    await close(room)
    await chapters(room)
    told = await asked(room, "In detail: who promises to find somebody by winter?")
    assert EVENTS[2][1] in told


async def test_who_asks_to_remember_reaches_the_detail_too(room: Room, notes: Notes) -> None:
    """Do you remember the green ink: only the detail tells of it, and the character says no."""
    await close(room)
    await chapters(room)
    assert EVENTS[1][1] in await asked(room, "Do you remember the hand, the ink?")


async def test_an_ordinary_question_gets_no_detail(room: Room, notes: Notes) -> None:
    """Every mention of the tower fills the prompt with how it was climbed."""
    await close(room)
    await chapters(room)
    told = await asked(room, "The bell tower, did Ann climb it with the rope of hemp?")
    assert EVENTS[0][0] in told
    assert not any(detail in told for _, detail in EVENTS)


async def test_details_stay_inside_the_budget(room: Room, notes: Notes) -> None:
    """One long detail, and nothing else that was recalled fits."""
    for name, value in (("recall_tokens", "200"), ("recall_items", "5")):
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    long = f"Ann climbed the bell tower. {'Beam after beam. ' * 60}"
    notes.events = [{"event": EVENTS[0][0], "detail": long, "first": 2, "last": 3}]
    await close(room)
    await chapters(room)
    told = await asked(room, "How exactly did Ann climb the bell tower?")
    assert EVENTS[0][0] in told
    assert "Beam after" not in told


async def test_a_chinese_chapter_is_asked_for_and_found_in_chinese(room: Room, notes: Notes) -> None:
    """In a Chinese story chapters are told in English, and 怎么 finds no detail."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "language", "zh")
    await past(room, ("我们今晚翻过城墙。", "好，走北门。"), since=NOON + DAY)
    event, detail = "众人翻过城墙。", "阿岚先把绳子系在北门的石兽上，再一个一个翻过去，脚下的瓦碎了三片。"
    notes.events = [{"event": event, "detail": detail, "first": 8, "last": 9}]
    await close(room)
    ((text, _),) = await chapters(room)
    assert text == event
    assert "情节点" in notes.seen[0].prompt
    assert detail in await asked(room, "我们是怎么翻过城墙的？")
    await room.say("城墙真高啊，众人翻过城墙了。")
    assert detail not in recalled(room)
