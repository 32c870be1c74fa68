"""What a long story is told by names nobody who is to be forgotten, and belongs to the character that it is about."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.actions.characters import characters
from engine.actions.chats import savepoints
from engine.actions.chats import sessions as sessions_actions
from engine.actions.people import forgetting
from engine.actions.story import chronicle, compressing, evolution, outlines, recaps
from engine.actions.story.chapters import close_chapter
from engine.db.chats import log
from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import EntryKind, NewEntry
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.director import Mark, PointStatus
from tests.servers.model import Script, Seen, nothing_to_note, say
from tests.turns.chronicled import NOON, PAGE, blocks, chronicled, head_of, page_of, rows
from tests.turns.directed import directed, stands
from tests.turns.people.test_forgetting import everything, say_as
from tests.turns.room import CARD, Room

EVOLVED = {"personality", "feelings", "relations", "goals", "beliefs", "habits", "speech"}


def repeating(seen: Seen) -> Script:
    """A model that tells everything it read in everything it writes: pages, things, figures, summaries, a persona."""
    told = [
        str(it.get("text", it)) if isinstance(it, dict) else str(it) for some in blocks(seen).values() for it in some
    ]
    if seen.errand == PAGE:
        words = [it["text"] for it in blocks(seen)["The talk"]]
        thing = {"name": "parrot", "state": words[0], "gone": False}
        figure = {"name": words[0][:30], "aliases": words[0].split()[-1:], "known": words[0]}
        return say(json.dumps(page_of(words, items=[thing], figures=[figure])))
    answers: dict[frozenset[str], Callable[[], Any]] = {
        frozenset({"summary"}): lambda: {"summary": " ".join(told)},
        frozenset({"events"}): lambda: {"events": [{"event": it, "detail": it, "first": 1, "last": 1} for it in told]},
        frozenset({"known", "aliases"}): lambda: {"known": " ".join(told), "aliases": told[:1]},
        frozenset(EVOLVED): lambda: {**dict.fromkeys(EVOLVED, ""), "goals": " ".join(told)[-300:]},
    }
    found = answers.get(seen.errand)
    return say(json.dumps(found())) if found else nothing_to_note(seen)


async def test_the_persona_of_one_is_not_in_the_head_of_another(room: Room) -> None:
    """A second character comes into the story and believes to be who the first one has become."""
    await chronicled(room, story_pages="off", evolve="on")
    await evolution.edit(room.engine.ctx, room.engine.runner, room.here, "goals", "Wants the crown of Ys.")
    await room.say("Who are you?")
    assert room.prompts_say("crown of Ys")
    other = {**CARD, "data": {**CARD["data"], "name": "Tam"}}
    tam = await characters.import_file(room.engine.ctx, room.here, json.dumps(other).encode())
    await _cast(room, tam.id, 1)
    await room.say("And you?")
    assert room.prompts_say("Tam keeps a lighthouse")
    assert not room.prompts_say("crown of Ys")


async def _cast(room: Room, character: int, version: int) -> None:
    """Somebody else plays in the story from here on."""
    channel_head = await head_of(room)
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    members = await log.acts(room.db, channel_head.session_key, line, [EntryKind.MEMBER])
    acts = [
        NewEntry(MemberBody(here=False), NOON, character=members[0].character),
        NewEntry(MemberBody(version=version), NOON, character=character),
    ]
    async with room.db.transaction() as on:
        await log.append(on, channel_head.session_key, channel_head.branch, line.head, acts)


async def test_a_channel_that_opens_shows_nothing_of_what_was_told_in_it(room: Room) -> None:
    """Pages, summaries, the persona, last messages or what parts two branches tell everybody what few could read."""
    await chronicled(room, page_every="3", summary="classic", evolve="on")
    room.model.notes, here, ctx = repeating, room.here, room.engine.ctx
    room.origin = replace(room.origin, audience=(("role:1",),))
    await room.say("I keep bees.")
    await close_chapter(ctx, room.runner, here, "Thornbill's hive")
    for turn in range(4):
        await room.say(f"My parrot number {turn} is called Thornbill.")
    await evolution.edit(ctx, room.runner, here, "goals", "Wants the parrot Thornbill.")
    await savepoints.save(ctx, here, "Now")
    await room.drain()

    async def shown() -> str:
        views = [
            await chronicle.read(ctx, here),
            await chronicle.overview(ctx, here),
            await evolution.versions(ctx, here),
        ]
        views += [await chronicle.chapters(ctx, here), await chronicle.summaries(ctx, here)]
        return repr([*views, await sessions_actions.open_here(ctx, here, "Ann"), await recaps.recap(ctx, here)])

    assert shown_words(await shown()) == {"Thornbill", "hive"}
    room.origin = replace(room.origin, audience=())
    await room.engine.places.resolve(room.origin)
    assert shown_words(await shown()) == set()


def shown_words(text: str) -> set[str]:
    return {it for it in ("Thornbill", "hive") if it in text}


async def test_a_story_forgets_who_asks(room: Room) -> None:
    """Somebody asks to be forgotten, and a page, a summary, the persona or a chapter's title still tells of them."""
    await chronicled(room, page_every="3", summary="classic", evolve="on")
    room.model.notes = repeating
    who = await room.engine.places.resolve(replace(room.origin, person="Kestrelle", person_name="Kestrelle"))
    for turn in range(4):
        await say_as(room, "Ben", f"My boat number {turn} is red.", f"b{turn}")
        await say_as(room, "Kestrelle", f"My bird is called Zebediah {turn}.", f"k{turn}")
    await room.drain()
    await evolution.grow(room.engine.ctx, room.engine.runner, room.here)
    await room.drain()
    await close_chapter(room.ctx, room.runner, who, "Zebediah's wedding")
    await room.drain()
    kinds = {it.row.kind for it in await rows(room) if "Zebediah" in it.row.text}
    assert kinds >= {ChronicleKind(it) for it in ("story_page", "timeline", "item", "dossier", "chapter", "evolution")}
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, who)).done
    assert await everything(room, "Zebediah", "Kestrelle") == []
    await room.drain()
    assert await everything(room, "Zebediah", "Kestrelle") == []
    assert {it.row.kind for it in await rows(room) if "boat" in it.row.text} >= {"story_page", "chapter"}
    acts = await room.sql("SELECT body FROM entry WHERE space_id = $1 AND kind = 'chronicle'", room.here.space)
    assert [it["body"].get("act") for it in acts] == ["chapter"]


async def test_what_somebody_wrote_by_hand_goes_with_them(room: Room) -> None:
    """A page of what others said was written anew by somebody who is to be forgotten, and keeps their words."""
    await chronicled(room, page_every="2")
    await say_as(room, "Ben", "My boat is red.", "b1")
    await say_as(room, "Ben", "My boat is blue.", "b2")
    await room.drain()
    ann = await room.engine.places.resolve(replace(room.origin, person="Kestrelle", person_name="Kestrelle"))
    told = await chronicle.read(room.engine.ctx, ann)
    await chronicle.edit(
        room.engine.ctx, room.engine.runner, ann, ChronicleKind.PAGE, told.pages[0].id, "The secret word is Zebediah."
    )
    await chronicle.edit(
        room.engine.ctx, room.engine.runner, ann, ChronicleKind.TIMELINE, told.timeline[0].id, "Zebediah came."
    )
    await compressing.compress(room.engine.ctx, room.engine.runner, room.here)
    await room.drain()
    assert any("Zebediah" in it.row.text for it in await rows(room) if it.ended_at is None)
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, ann)).done
    await room.drain()
    assert await everything(room, "Zebediah") == []
    assert any("boat" in it.row.text for it in await rows(room) if it.ended_at is None)


async def test_a_story_stays_where_somebody_moved_it(room: Room) -> None:
    """Who moved a story on is forgotten, and it begins again."""
    await directed(room)
    ann = await room.engine.places.resolve(replace(room.origin, person="Kestrelle", person_name="Kestrelle"))
    await outlines.move_to(room.engine.ctx, room.engine.runner, ann, Mark(2, PointStatus.COMPLETED))
    before = await stands(room)
    assert before[:2] == (2, "completed")
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, ann)).done
    assert await stands(room) == before
