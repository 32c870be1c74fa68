"""Memories written, changed, pinned and deleted by hand: told from the next turn on, and taken back with the story."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.chats import inspections, replies, savepoints, undoing
from engine.actions.chats import sessions as sessions_actions
from engine.actions.house import settings
from engine.actions.memory import corrections, diaries, garden
from engine.actions.people import abouts
from engine.actions.story import notes
from engine.actions.story.plots import plot_of
from engine.db.chats import sessions
from engine.db.memory import memories
from engine.errors import (
    DateUnknown,
    FactKnown,
    MemoryElsewhere,
    MemoryEmpty,
    NoSuchFact,
    NoSuchMemory,
    TextTooLong,
)
from engine.rules.recall.words.words import terms
from engine.turns.inputs.cast import who_plays
from engine.values.chats.entries import Place, Range
from engine.values.chats.incoming import Here
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.paging import Wanted
from engine.values.story.notes import AuthorsNote
from tests.turns.remembering import at, past, recalled, remembering
from tests.turns.room import Room

NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)
SINCE = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
async def talk(room: Room) -> Room:
    """A chat of three weeks ago, remembered; only the newest message stands in a prompt."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "mode", "chat")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "history_limit", "1")
    await remembering(room, now=NOW)
    await past(room, ("My boat is called Tern.", "A fine name."), ("She leaks a little.", "Tar her."), since=SINCE)
    await room.drain()
    return room


async def add(room: Room, text: str) -> int:
    return await garden.add(room.ctx, room.runner, room.here, text)


async def shown(room: Room, here: Here | None = None) -> list[tuple[int, str]]:
    page = await garden.page(room.ctx, here or room.here, Wanted())
    return [(it.memory.id, it.memory.text) for it in page.planted]


async def page_of_the_diary(room: Room, day: datetime, text: str) -> int:
    """A page as the job of the nights writes it."""
    async with room.db.transaction() as on:
        channel_head = await sessions.current(on, room.here.key)
        assert channel_head is not None
        key, line = (
            channel_head.session_key,
            await room.ctx.lines.current(on, channel_head.session_key, channel_head.branch),
        )
        character = await who_plays(on, key, line)
        branch = line.segments[-1].branch
        seq = line.head - int((NOW - day).days)
        new = NewMemory(
            MemoryKind.DIARY,
            Tag.DIARY,
            Place(branch, line.head),
            character,
            (Range(branch, seq, seq),),
            text,
            day,
            day + timedelta(hours=1),
            terms(text),
            people=(room.here.person,),
            characters=(character,),
        )
        [made] = await memories.remember(on, key, [new])
        assert made is not None
        return made


async def test_what_was_written_is_told_from_the_next_turn_on(talk: Room) -> None:
    """A memory written by hand would be told only once some job has run, or never."""
    number = await add(talk, "Ann is afraid of lightning.")
    await talk.say("Does lightning frighten me?")
    assert "Ann is afraid of lightning." in recalled(talk)
    unfolded = await garden.show(talk.ctx, talk.here, number)
    assert (unfolded.planted.uses, unfolded.planted.own, unfolded.sources, unfolded.past) == (1, True, [], [])
    await talk.drain()
    [row] = await talk.sql("SELECT count(*) AS n FROM memory_vector WHERE derived_id = $1", number)
    assert row["n"] == 1


async def test_it_is_told_in_every_chat_with_the_character(talk: Room) -> None:
    """What somebody wrote down for a character would have to be written again in each chat."""
    mira = (await plot_of(talk.ctx, talk.here)).character
    for mode in ("story", "chat"):
        await settings.put(talk.engine.ctx, talk.here, SettingScope.SPACE, "mode", mode)
        word = f"lightning{mode}"
        number = await add(talk, f"Ann is afraid of {word}.")
        await talk.drain()
        await sessions_actions.new(talk.engine.ctx, talk.engine.runner, talk.here, "Ann", mira)
        await talk.say(f"What do you know about {word}?")
        assert f"Ann is afraid of {word}." in recalled(talk)
        page = await garden.page(talk.ctx, talk.here, Wanted())
        there = next(it for it in page.planted if it.memory.id == number)
        assert not there.own
        changed = await garden.edit(talk.ctx, talk.runner, talk.here, number, f"Ann likes {word}.")
        await garden.delete(talk.ctx, talk.runner, talk.here, [changed])
        assert all(word not in text for _, text in await shown(talk))


async def test_an_old_number_means_the_newest_version(talk: Room) -> None:
    """The number that somebody has just read would mean nothing after a change."""
    number = await add(talk, "Ann has a cat.")
    pinned = await garden.pin(talk.ctx, talk.runner, talk.here, number, on=True)
    edited = await garden.edit(talk.ctx, talk.runner, talk.here, number, "Ann has a dog.")
    assert len({number, pinned, edited}) == 3
    unfolded = await garden.show(talk.ctx, talk.here, number)
    assert (unfolded.planted.memory.id, unfolded.planted.memory.pinned) == (edited, True)
    assert [(it.text, it.why) for it in unfolded.past] == [("Ann has a cat.", "pinned"), ("Ann has a cat.", "edited")]
    assert await garden.edit(talk.ctx, talk.runner, talk.here, number, "Ann has a dog.") == edited
    assert await shown(talk) == [(edited, "Ann has a dog.")]
    await talk.say("Which animal have I, a dog?")
    assert "Ann has a dog." in recalled(talk)
    assert "Ann has a cat." not in recalled(talk)


async def test_a_load_takes_acts_back_and_undo_does_not(talk: Room) -> None:
    """Loading would leave memories of what has not happened, or taking back a line would bring a wrong one back."""
    await talk.say("Good morning.")
    kept = await add(talk, "The lamp is green.")
    save = await savepoints.save(talk.engine.ctx, talk.here, "before")
    await add(talk, "The lamp is red.")
    await garden.delete(talk.ctx, talk.runner, talk.here, [kept])
    assert [text for _, text in await shown(talk)] == ["The lamp is red."]
    await savepoints.load(talk.engine.ctx, talk.engine.runner, talk.here, save.id)
    assert await shown(talk) == [(kept, "The lamp is green.")]
    await garden.edit(talk.ctx, talk.runner, talk.here, kept, "The lamp is blue.")
    late = await add(talk, "The door is open.")
    await garden.edit(talk.ctx, talk.runner, talk.here, late, "The door is shut.")
    await undoing.undo(talk.engine.ctx, talk.engine.runner, talk.here)
    assert sorted(text for _, text in await shown(talk)) == ["The door is shut.", "The lamp is blue."]
    await talk.drain()
    await talk.say("Which colour has the lamp?")
    assert "The lamp is blue." in recalled(talk)
    assert "The lamp is green." not in recalled(talk)


async def test_what_few_could_read_stays_theirs_when_a_reply_is_written_again(talk: Room) -> None:
    """A channel opens, the last reply is written again, and what the crew noted by hand is everybody's."""
    talk.origin = replace(talk.origin, audience=(("role:1",),))
    await talk.say("And now?")
    await add(talk, "Ann is afraid of lightning.")
    await notes.set_note(talk.ctx, talk.runner, talk.here, AuthorsNote("Lightning is near."))
    await talk.drain()
    talk.origin = replace(talk.origin, audience=())
    await talk.engine.places.resolve(talk.origin)
    await replies.again(talk.ctx, talk.runner, talk.here)
    await talk.idle()
    await talk.say("Does lightning frighten me?")
    assert await shown(talk) == []
    assert "Lightning is near." not in talk.model.generations[-1].prompt
    assert "lightning" not in recalled(talk)


async def test_a_correction_outlives_the_reply_that_is_written_again(talk: Room) -> None:
    """The reply that was to be put right would be told the old value once more."""
    await talk.say("What is my boat called?")
    assert "My boat is called Tern." in recalled(talk)
    asked = await corrections.propose(talk.ctx, talk.here, "My boat is called Auk.")
    assert asked.was == "My boat is called Tern."
    await corrections.accept(talk.ctx, talk.runner, talk.here, asked.token)
    for _ in range(2):
        await replies.again(talk.engine.ctx, talk.engine.runner, talk.here)
        await talk.idle()
        assert "My boat is called Auk." in recalled(talk)
        assert "Tern" not in recalled(talk)


async def test_messages_are_found_pinned_and_changed(talk: Room) -> None:
    """What was said could not be kept in sight, or put right."""
    found = await garden.search(talk.ctx, talk.here, "the boat's name Tern")
    number = next(it.memory.id for it in found if "Tern" in it.memory.text)
    assert await shown(talk) == []
    pinned = await garden.pin(talk.ctx, talk.runner, talk.here, number, on=True)
    await add(talk, "A note.")
    assert [text for _, text in await shown(talk)] == ["My boat is called Tern.", "A note."]
    page = await garden.page(talk.ctx, talk.here, Wanted(2, 1))
    assert ([it.memory.text for it in page.planted], page.total, page.said) == (["A note."], 2, 3)
    edited = await garden.edit(talk.ctx, talk.runner, talk.here, pinned, "My boat is called Auk.")
    unfolded = await garden.show(talk.ctx, talk.here, edited)
    assert unfolded.planted.memory.kind is MemoryKind.MANUAL
    assert [(it.speaker, it.text) for it in unfolded.sources] == [("Ann", "My boat is called Tern.")]
    view = await sessions_actions.open_here(talk.engine.ctx, talk.here, "Ann")
    assert "My boat is called Tern." in [it.text for it in view.spoken]


async def test_one_chinese_character_is_searched_for(talk: Room) -> None:
    """Words are found by pairs of characters: who looks for the lamp, one character, would be told there is none."""
    await add(talk, "桌上有一盏灯。")
    await add(talk, "灯下有一只猫。")
    await add(talk, "海边的鸟。")

    async def found(words: str) -> list[str]:
        return [it.memory.text for it in await garden.search(talk.ctx, talk.here, words)]

    assert await found("灯") == ["灯下有一只猫。", "桌上有一盏灯。"]
    assert await found("灯 猫") == ["灯下有一只猫。"]
    assert await found("海边 猫") == ["海边的鸟。", "灯下有一只猫。"]
    assert await found("船") == []
    other = await talk.engine.places.resolve(replace(talk.origin, channel="other", person="zoe", person_name="Zoe"))
    await sessions_actions.new(
        talk.engine.ctx, talk.engine.runner, other, "Zoe", (await plot_of(talk.ctx, talk.here)).character
    )
    assert await garden.search(talk.ctx, other, "灯") == []


async def test_search_knows_times(talk: Room) -> None:
    """Somebody who asks for last month would be shown what the words resemble."""
    await past(talk, ("The boat is sold.", "A pity."), since=NOW - timedelta(days=1))
    await talk.drain()
    found = await garden.search(talk.ctx, talk.here, "what did we say yesterday?")
    assert {it.memory.text for it in found} == {"The boat is sold.", "A pity."}


async def test_what_is_not_there_or_makes_no_sense_is_refused(talk: Room) -> None:
    """A mistake in typing would change another memory, or leave half of an act behind."""
    number = await add(talk, "A note.")
    for wrong in (0, -1, 2**53, number + 1_000):
        with pytest.raises(NoSuchMemory):
            await garden.show(talk.ctx, talk.here, wrong)
    with pytest.raises(NoSuchMemory):
        await garden.delete(talk.ctx, talk.runner, talk.here, [number, number + 1_000])
    with pytest.raises(MemoryEmpty):
        await add(talk, " \u0000\n ")
    with pytest.raises(TextTooLong):
        await add(talk, "x" * 5_000)
    assert await shown(talk) == [(number, "A note.")]
    acts = await talk.sql("SELECT 1 FROM entry WHERE space_id = $1 AND kind = 'garden'", talk.here.space)
    assert len(acts) == 1


async def test_the_garden_of_others_is_closed(talk: Room) -> None:
    """Somebody would read, or change, what another person said in another chat of the same server."""
    mine = await add(talk, "Ann is afraid of lightning.")
    other = await talk.engine.places.resolve(replace(talk.origin, channel="other", person="zoe", person_name="Zoe"))
    await sessions_actions.new(
        talk.engine.ctx, talk.engine.runner, other, "Zoe", (await plot_of(talk.ctx, talk.here)).character
    )
    assert await shown(talk, other) == []
    assert await garden.search(talk.ctx, other, "lightning boat Tern") == []
    for act in (
        garden.show(talk.ctx, other, mine),
        garden.edit(talk.ctx, talk.runner, other, mine, "No."),
        garden.pin(talk.ctx, talk.runner, other, mine, on=True),
        garden.delete(talk.ctx, talk.runner, other, [mine]),
    ):
        with pytest.raises(NoSuchMemory):
            await act
    assert await shown(talk) == [(mine, "Ann is afraid of lightning.")]


async def test_what_was_not_written_by_oneself_is_changed_in_its_own_chat(talk: Room) -> None:
    """A member of one channel would delete what a character said in another, unseen by those who talk there."""
    [reply] = [it for it in await garden.search(talk.ctx, talk.here, "a fine name") if "fine" in it.memory.text]
    elsewhere = await talk.engine.places.resolve(replace(talk.origin, channel="other"))
    await sessions_actions.new(talk.engine.ctx, talk.engine.runner, elsewhere, "Ann", reply.memory.holder)
    assert not elsewhere.private
    with pytest.raises(MemoryElsewhere):
        await garden.delete(talk.ctx, talk.runner, elsewhere, [reply.memory.id])
    alone = replace(elsewhere, private=True)
    assert await garden.delete(talk.ctx, talk.runner, alone, [reply.memory.id]) == 1
    assert all(it.memory.id != reply.memory.id for it in await garden.search(talk.ctx, talk.here, "a fine name"))


async def test_the_sky_shows_every_memory(talk: Room) -> None:
    """The picture would lack what was just written, or fail without an embedding model."""
    number = await add(talk, "Ann is afraid of lightning.")
    sky = await garden.sky(talk.ctx, talk.here)
    assert (len(sky.stars), sky.total, sky.character) == (5, 5, "Mira")
    assert number in [it.id for it in sky.stars]


async def test_the_diary_opens_at_yesterday_or_at_the_newest_page(talk: Room) -> None:
    """Somebody would be told that there is no page while there is one."""
    assert (await diaries.on_day(talk.ctx, talk.here, "")).pages == ()
    early = await page_of_the_diary(talk, NOW - timedelta(days=3), "We tarred the boat.")
    found = await diaries.on_day(talk.ctx, talk.here, "")
    assert [it.id for it in found.pages] == [early]
    late = await page_of_the_diary(talk, NOW - timedelta(days=1), "It rained.")
    assert [it.id for it in (await diaries.on_day(talk.ctx, talk.here, "")).pages] == [late]
    for day in ("2026-03-17", "3 days ago", "三天前"):
        assert [it.id for it in (await diaries.on_day(talk.ctx, talk.here, day)).pages] == [early], day
    assert (await diaries.on_day(talk.ctx, talk.here, "last year")).pages == ()
    with pytest.raises(DateUnknown):
        await diaries.on_day(talk.ctx, talk.here, "purple")
    listed = await diaries.listed(talk.ctx, talk.here, Wanted())
    assert ([it.id for it in listed.pages], listed.total) == ([late, early], 2)
    edited = await garden.edit(talk.ctx, talk.runner, talk.here, late, "It snowed.")
    [page] = (await diaries.on_day(talk.ctx, talk.here, "yesterday")).pages
    assert (page.id, page.text) == (edited, "It snowed.")


async def test_facts_about_oneself_are_ones_own(talk: Room) -> None:
    """Somebody could not change what is known about them, or another person could."""
    ctx, here = talk.ctx, talk.here
    known = await abouts.add(ctx, here, " I am allergic\nto nuts. ")
    assert (known.fact.text, known.knower, known.fact.private) == ("I am allergic to nuts.", "Mira", True)
    with pytest.raises(FactKnown):
        await abouts.add(ctx, here, "I am allergic to nuts.")
    edited = await abouts.edit(ctx, here, known.fact.id, "I am allergic to eggs.")
    shared = await abouts.share(ctx, here, known.fact.id, on=True)
    assert (shared.knower, shared.fact.text) == ("", "I am allergic to eggs.")
    told = await abouts.tell(ctx, here, edited.fact.id, in_groups=True)
    assert not told.fact.private
    unfolded = await abouts.show(ctx, here, known.fact.id)
    assert [it.text for it in unfolded.past] == ["I am allergic to nuts.", "I am allergic to eggs."]
    other = replace(here, person=(await talk.engine.places.resolve(replace(talk.origin, person="zoe"))).person)
    for act in (abouts.show(ctx, other, told.fact.id), abouts.delete(ctx, other, told.fact.id)):
        with pytest.raises(NoSuchFact):
            await act
    assert (await abouts.card(ctx, other)).facts == []
    await talk.drain()
    await talk.say("What am I allergic to?")
    assert "I am allergic to eggs." in recalled(talk)
    found = await inspections.last(ctx, here)
    assert found is not None
    assert told.fact.id in [it.id for it in found.facts]
    await abouts.delete(ctx, here, known.fact.id)
    assert (await abouts.card(ctx, here)).facts == []
    with pytest.raises(NoSuchFact):
        await abouts.delete(ctx, here, known.fact.id)


async def test_consent_is_kept(talk: Room) -> None:
    """Somebody who does not want to be noted would be."""
    assert (await abouts.card(talk.ctx, talk.here)).consent.facts
    await abouts.allow(talk.ctx, talk.here, remember=False)
    consent = await abouts.allow(talk.ctx, talk.here, elsewhere=True)
    assert (consent.facts, consent.elsewhere) == (False, True)
    assert (await abouts.card(talk.ctx, talk.here)).consent == consent


async def test_a_correction_is_about_the_reply_that_was_answered(talk: Room) -> None:
    """Somebody who answers an older reply would put right what the newest was told."""
    await talk.say("What is my boat called?")
    first = (
        await talk.sql("SELECT id, session_id FROM turn WHERE space_id = $1 ORDER BY id DESC LIMIT 1", talk.here.space)
    )[0]
    await talk.sql(
        "INSERT INTO outbox (space_id, channel_id, session_id, turn_id, part, kind, state, text, platform_id) "
        "VALUES ($1, $2, $3, $4, 7, 'reply', 'sent', '', 'shown-7')",
        talk.here.space,
        talk.here.channel,
        first["session_id"],
        first["id"],
    )
    await abouts.add(talk.ctx, talk.here, "Ann hums at work.")
    at(talk, NOW + timedelta(hours=1))
    await talk.say("And what do I hum at work?")
    asked = await corrections.propose(talk.ctx, talk.here, "No, it is the Auk!", replied="shown-7")
    assert "Tern" in asked.was
