"""A persona that grows with a story, and what people may do about it."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.actions.chats import savepoints
from engine.actions.house import settings
from engine.actions.memory import corrections, garden
from engine.actions.story import evolution
from engine.db.chats import sessions
from engine.db.story import chronicle as store
from engine.errors import NoModelConfigured, NoSuchPersonaField, NoSuchPersonaVersion, NothingSaid, PersonaNotGrown
from engine.llm.roles import Roles
from engine.values.chats.entries import row_says
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.models import RoleName
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import EvolutionBody
from tests.servers.model import ModelServer, Script, Seen, nothing_to_note, say
from tests.turns.chronicled import chronicled, given_up, told
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

EVERY = 10
"""Replies from one version to the next, the fewest that may be set."""


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A room where a persona grows every ten replies, and nothing else is kept."""
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin)
        await chronicled(room, story_pages="off", evolve="on", evolve_every=str(EVERY), evolve_turns="5")
        room.model.notes = becomes(goals="Wants {n}.")
        yield room


def becomes(**fields: str) -> Any:
    """What a model says to whoever asks who the character is: ``{n}`` is how often it was asked."""
    asked = 0

    def answer(seen: Seen) -> Script:
        nonlocal asked
        if "personality" not in seen.errand:
            return nothing_to_note(seen)
        asked += 1
        told = {name: text.format(n=asked) for name, text in fields.items()}
        return say(json.dumps({**dict.fromkeys(seen.errand, ""), **told}, ensure_ascii=False))

    return answer


async def talk(room: Room, replies: int, first: int = 1) -> None:
    """So many replies, each to something that was said."""
    await told(room, *(it for n in range(first, first + replies) for it in (f"Question {n}?", f"Answer {n}.")))


async def rows(room: Room) -> Sequence[tuple[int, int, str, bool]]:
    """The versions on the line that is played: number, seq, text, live."""
    channel_head = await sessions.current(room.db, room.here.key)
    assert channel_head is not None
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    found = await store.history(room.db, channel_head.session_key, line, [ChronicleKind.EVOLUTION])
    return [
        (row_says(it.row, EvolutionBody).number, it.row.place.seq, it.row.text, it.ended_at is None) for it in found
    ]


async def reply_at(room: Room, number: int) -> int:
    """Where "Answer …" stands."""
    [seq] = {it["seq"] for it in await room.log() if it["text"] == f"Answer {number}."}
    return seq


async def notices(room: Room) -> list[Mapping[str, Any]]:
    """What was told in the channel besides replies."""
    found = await room.sql(
        "SELECT body FROM outbox WHERE space_id = $1 AND kind = 'notice' ORDER BY id", room.here.space
    )
    return [it["body"] for it in found]


def asked(room: Room) -> Sequence[Seen]:
    """The questions who the character has become."""
    return [it for it in room.model.errands if "personality" in it.errand]


async def test_it_grows_every_so_many_replies_wherever_one_looks(room: Room) -> None:
    """A late job makes other versions than one on time, and a restore brings back somebody else."""
    await talk(room, 2 * EVERY + 3)
    await room.drain()
    assert await rows(room) == [
        (1, await reply_at(room, EVERY), "Goals: Wants 1.", True),
        (2, await reply_at(room, 2 * EVERY), "Goals: Wants 2.", True),
    ]
    await talk(room, 6, first=100)
    await room.drain()
    assert len(asked(room)) == 2
    await talk(room, 1, first=200)
    await room.drain()
    assert (await rows(room))[-1][:2] == (3, await reply_at(room, 200))


async def test_it_reads_the_card_the_old_version_and_the_last_turns(room: Room) -> None:
    """A character grows out of nothing, or out of all that was ever said."""
    await talk(room, 2 * EVERY)
    await room.drain()
    prompt = asked(room)[-1].prompt
    assert "Mira keeps a lighthouse" in prompt
    assert '{"goals": "Wants 1."}' in prompt
    assert "Question 16?" in prompt
    assert "Answer 20." in prompt
    assert "Answer 15." not in prompt


async def test_who_it_has_become_stands_in_the_prompt(room: Room) -> None:
    """A character grows, and nobody can tell."""
    await talk(room, EVERY)
    await room.drain()
    await room.say("Hello?")
    assert room.prompts_say("Goals: Wants 1.")


async def test_locked_fields_and_the_cap_hold(room: Room) -> None:
    """A setting says how little a character may change, and it changes all the same."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "evolve_locked", "speech")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "evolve_change", "10")
    room.model.notes = becomes(goals="She wants peace. " * 6, speech="Loud.", feelings="Calm.")
    await talk(room, EVERY)
    await room.drain()
    assert (await evolution.show(room.engine.ctx, room.here)).text.splitlines()[0] == "Feelings: Calm."
    room.model.notes = becomes(goals="He hates everybody now! " * 6, speech="Loud.", feelings="Angry.")
    await talk(room, EVERY, first=100)
    await room.drain()
    version = await evolution.show(room.engine.ctx, room.here)
    assert set(version.fields) == {"feelings", "goals"}
    assert version.fields["feelings"] == "Angry."
    assert version.fields["goals"].startswith("She wants peace.")
    assert version.kept == ("goals",)


async def test_somebody_asks_for_a_version(room: Room) -> None:
    """Somebody wants a character to have learned from the last hour, and nothing comes of it."""
    with pytest.raises(PersonaNotGrown):
        await evolution.show(room.engine.ctx, room.here)
    await talk(room, 3)
    await room.drain()
    assert await rows(room) == []
    await evolution.grow(room.engine.ctx, room.engine.runner, room.here)
    await evolution.grow(room.engine.ctx, room.engine.runner, room.here)
    await room.drain()
    assert [(it[0], it[2]) for it in await rows(room)] == [(1, "Goals: Wants 1.")]
    assert await notices(room) == [{"message": "evolution-grown", "data": {"number": 1, "kept": 0}}]
    room.model.notes = becomes(goals="Wants 1.")
    await evolution.grow(room.engine.ctx, room.engine.runner, room.here)
    await room.drain()
    assert [it.number for it in await evolution.versions(room.engine.ctx, room.here)] == [1]
    assert (await notices(room))[-1]["message"] == "evolution-same"
    assert (await evolution.show(room.engine.ctx, room.here)).current


async def test_a_model_without_an_answer_ends_nothing(room: Room) -> None:
    """One bad answer, and a character is asked about on and on, or forgets who it is."""
    await talk(room, EVERY)
    await room.drain()
    room.model.notes = lambda _: say("I cannot say.")
    await evolution.grow(room.engine.ctx, room.engine.runner, room.here)
    await given_up(room)
    assert (await evolution.show(room.engine.ctx, room.here)).text == "Goals: Wants 1."
    assert (await notices(room))[-1]["message"] == "evolution-unanswered"


async def test_without_a_model_nobody_waits(room: Room) -> None:
    """Somebody asks for a version that nobody can make."""
    await talk(room, 1)
    room.change(roles=Roles({RoleName.CHAT: ()}, room.ctx.roles._resources))
    with pytest.raises(NoModelConfigured):
        await evolution.grow(room.ctx, room.runner, room.here)


async def test_before_the_first_word_nothing_grows(database_url: str, tmp_path: Path) -> None:
    """A character is asked what it learned from a talk that was none."""
    card = {**CARD, "data": {**CARD["data"], "first_mes": "", "alternate_greetings": []}}
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin, card)
        with pytest.raises(NothingSaid):
            await evolution.grow(room.engine.ctx, room.engine.runner, room.here)


async def test_back_to_a_version_and_on_from_there(room: Room) -> None:
    """Somebody takes a change back, and it comes again with the next look."""
    await talk(room, 3 * EVERY)
    await room.drain()
    assert await evolution.rollback(room.engine.ctx, room.engine.runner, room.here, 1) == 1
    await room.drain()
    assert [it[3] for it in await rows(room)] == [True, False, False]
    assert [(it.number, it.current) for it in await evolution.versions(room.engine.ctx, room.here)] == [
        (3, False),
        (2, False),
        (1, True),
    ]
    assert await evolution.rollback(room.engine.ctx, room.engine.runner, room.here, 3) == 4
    assert (await evolution.show(room.engine.ctx, room.here)).text == "Goals: Wants 3."
    with pytest.raises(NoSuchPersonaVersion):
        await evolution.rollback(room.engine.ctx, room.engine.runner, room.here, 9)
    await talk(room, EVERY, first=100)
    await room.drain()
    assert '"Wants 3."' in asked(room)[-1].prompt
    assert (await evolution.show(room.engine.ctx, room.here)).number == 5


async def test_a_field_is_written_by_hand(room: Room) -> None:
    """A character has become what nobody wanted, and nobody can say so."""
    await talk(room, EVERY)
    await room.drain()
    assert await evolution.edit(room.engine.ctx, room.engine.runner, room.here, "说话方式", "Softly,\nlike rain.") == 2
    version = await evolution.show(room.engine.ctx, room.here)
    assert (version.text, version.by_hand) == ("Goals: Wants 1.\nSpeech: Softly, like rain.", True)
    assert await evolution.diff(room.engine.ctx, room.here, 1, 2) == ("+ Speech: Softly, like rain.",)
    assert await evolution.diff(room.engine.ctx, room.here, 2, 0) == (
        "- Goals: Wants 1.",
        "- Speech: Softly, like rain.",
    )
    assert await evolution.edit(room.engine.ctx, room.engine.runner, room.here, "goals", "") == 3
    assert (await evolution.show(room.engine.ctx, room.here)).text == "Speech: Softly, like rain."
    with pytest.raises(NoSuchPersonaField):
        await evolution.edit(room.engine.ctx, room.engine.runner, room.here, "name", "Ann")


async def test_back_to_the_card(room: Room) -> None:
    """What a character has become cannot be undone."""
    await talk(room, 2 * EVERY)
    await room.drain()
    assert await evolution.clear(room.engine.ctx, room.engine.runner, room.here) == 2
    await room.drain()
    assert len(asked(room)) == 2
    with pytest.raises(PersonaNotGrown):
        await evolution.clear(room.engine.ctx, room.engine.runner, room.here)
    await room.say("Hello?")
    assert not room.prompts_say("Wants 2.")


async def test_a_savepoint_brings_back_who_it_was(room: Room) -> None:
    """Somebody loads a savepoint, and the character remembers in its bones what never happened."""
    await talk(room, EVERY)
    await room.drain()
    saved = await savepoints.save(room.engine.ctx, room.here, "before")
    before = await rows(room)
    await talk(room, EVERY, first=100)
    await room.drain()
    await evolution.edit(room.engine.ctx, room.engine.runner, room.here, "speech", "Loudly.")
    assert len(await rows(room)) == 3
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert await rows(room) == before
    await room.drain()
    assert await rows(room) == before
    assert len(await evolution.versions(room.engine.ctx, room.here)) == 1


async def test_a_mended_message_is_read_again_and_nothing_is_lost(room: Room) -> None:
    """Somebody mends a typo, and the character forgets who it has become since."""
    await room.say("My boat is red.")
    await talk(room, 2 * EVERY - 1)
    await room.drain()
    assert len(await rows(room)) == 2
    await talk(room, EVERY - 1, first=100)
    await room.accept("And blue.", "typo")
    await room.idle()
    await room.drain()
    assert len(await rows(room)) == 3
    await room.edit("typo", "And green.")
    await room.idle()
    await room.drain()
    found = await rows(room)
    assert [it[3] for it in found] == [True, True, False, True]
    prompt = asked(room)[-1].prompt
    assert '"Wants 3."' in prompt
    assert "And green." in prompt
    assert "And blue." not in prompt
    count = len(asked(room))
    await room.drain()
    assert len(asked(room)) == count


@pytest.mark.parametrize("again", [lambda _: say("I cannot say."), becomes(goals="Bo is a pilot of the north.")])
async def test_what_was_corrected_does_not_come_back(room: Room, again: Any) -> None:
    """Somebody corrects what a character has come to believe, the model has nothing else, and it believes it again."""
    await talk(room, EVERY)
    await room.drain()
    room.model.notes = becomes(goals="Bo is a pilot of the north.")
    await talk(room, EVERY, first=100)
    await room.drain()
    assert (await evolution.show(room.engine.ctx, room.here)).text == "Goals: Bo is a pilot of the north."
    note = await garden.add(room.engine.ctx, room.engine.runner, room.here, "Bo is a pilot of the north.")
    right = "Bo is a sailor of the north."
    wrong = await corrections.propose(room.engine.ctx, room.here, right, memory=("manual", note), as_written=True)
    room.model.notes = again
    await corrections.accept(room.engine.ctx, room.engine.runner, room.here, wrong.token)
    await given_up(room)
    assert (await evolution.show(room.engine.ctx, room.here)).text == "Goals: Wants 1."


async def test_off_means_off(room: Room) -> None:
    """Every fifty replies cost somebody a call who has said no."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "evolve", "off")
    await talk(room, 2 * EVERY)
    await room.drain()
    assert asked(room) == []
    await evolution.grow(room.engine.ctx, room.engine.runner, room.here)
    await room.drain()
    assert len(await rows(room)) == 1


async def test_what_people_like_shapes_who_it_becomes(room: Room) -> None:
    """Hearts on a reply would change nothing; or what somebody took back would go on counting."""
    room.model.answer = lambda seen: say(f"Well. {len(room.model.generations)}")
    for n in range(EVERY):
        await room.say(f"Question {n}?")
    liked = await room.last_reply()
    await room.react(liked, "❤")
    await room.react(liked, "👍", by=replace(room.origin, person="ben", person_name="Ben"))
    await room.react(liked, "👎", by=replace(room.origin, person="eve", person_name="Eve"))
    await room.idle()
    await evolution.grow(room.engine.ctx, room.runner, room.here)
    await room.drain()
    told = [json.loads(line) for line in _asked(room).splitlines() if line.startswith('{"n"')]
    assert [it["liked"] for it in told if "liked" in it] == [2]
    assert "liked" in told[-1]
    assert 'A message with "liked"' in _asked(room)
    await room.react(liked, whole=True)
    await room.react(liked, whole=True, by=replace(room.origin, person="ben", person_name="Ben"))
    await room.idle()
    await evolution.grow(room.engine.ctx, room.runner, room.here)
    await room.drain()
    assert '"liked":' not in _asked(room)


def _asked(room: Room) -> str:
    """The newest question who the character has become."""
    return next(it.prompt for it in reversed(room.model.errands) if "personality" in it.errand)
