"""What is kept of a story besides its entries, of every kind."""

import json
from typing import Any

from engine.actions.memory import garden
from engine.actions.story import chapters, chronicle, evolution
from engine.rules.bodies.rows import read_row, written_row
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import ChronicleKind
from tests.servers.model import Script, Seen, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, page_of, rows, told
from tests.turns.directed import directed
from tests.turns.files import as_json, bring
from tests.turns.room import Room
from tests.turns.story import test_told_again as told_again

FILE = {**told_again.FILE, "memories": [{"text": "Mara owes Tom.", "tag": "core"}]}
EDITABLE = {*ChronicleKind} - {ChronicleKind.EVOLUTION, ChronicleKind.JUDGED}


def tells(seen: Seen) -> Script:
    """Each page tells of a key and of Bo; every judgement is sure; every summary is short."""
    if seen.errand == PAGE:
        said = [it["text"] for it in blocks(seen)["The talk"]]
        figures = [{"name": "Bo", "aliases": ["Captain"], "known": said[0]}]
        items = [{"name": "key", "state": said[0], "gone": False}]
        return say(json.dumps(page_of(said, figures=figures, items=items)))
    if seen.errand == {"summary"}:
        return say(json.dumps({"summary": "In short."}))
    if seen.errand == {"events"}:
        event = {"event": "Much happened.", "detail": "So it was.", "first": 1, "last": 1}
        return say(json.dumps({"events": [event]}))
    if seen.errand == {"why", "point", "status", "sure"}:
        return say(json.dumps({"why": "It was said.", "point": 1, "status": "completed", "sure": True}))
    if "personality" in seen.errand:
        return say(json.dumps({**dict.fromkeys(seen.errand, ""), "goals": "Wants home."}))
    return keeps_record(seen)


async def _everything(room: Room) -> None:
    """A story that is long enough for all that is kept of one, and what people do with each piece of it."""
    ctx, runner, here = room.engine.ctx, room.engine.runner, room.here
    limits = {"page_every": "1", "fresh_pages": "5", "catalogue_pages": "7", "timeline_lines": "5"}
    await chronicled(room, summary="classic", summary_first="0", summary_last="2", **limits)
    await directed(room, director_checks="on")
    room.model.notes = tells
    await room.say("The boat is ashore.")
    await told(room, *(f"Day {n}." for n in range(2, 9)))
    await chapters.close_chapter(ctx, runner, here, "Storm")
    await kept(room)
    await told(room, *(f"Night {n}." for n in range(1, 7)))
    await chronicle.sum_up(ctx, runner, here)
    await evolution.grow(ctx, runner, here)
    await kept(room)
    await evolution.edit(ctx, runner, here, "goals", "To keep the light.")
    await garden.edit(ctx, runner, here, await garden.add(ctx, runner, here, "The sea is grey."), "The sea is green.")
    await chronicle.redo(ctx, runner, here, ChronicleKind.PAGE, (await kept(room)).pages[-1].id)
    await kept(room)
    await bring(room, as_json(FILE), "memories.json")
    for kind in sorted(EDITABLE):
        live = [it.row for it in await rows(room) if it.ended_at is None and it.row.kind == kind and it.row.text]
        await chronicle.edit(ctx, runner, here, kind, live[-1].id, f"{live[-1].text} So it was.")
    await kept(room)


async def _stored(room: Room) -> list[tuple[str, dict[str, Any]]]:
    found = await room.sql("SELECT kind, body FROM derived WHERE space_id = $1", room.here.space)
    return [(it["kind"], it["body"]) for it in found]


async def test_every_row_of_a_story_reads_as_it_was_stored(room: Room) -> None:
    """A page that is edited or branched off says less than before, or a later version reads something else in it."""
    await _everything(room)
    found = await _stored(room)
    assert {kind for kind, _ in found} >= {*ChronicleKind, *MemoryKind} - {MemoryKind.DIARY}
    for key in ("was", "imported", "undated", "redone", "merged", "point", "hand", "auto", "page", "chapter"):
        assert any(key in body for _, body in found), f"nothing is {key}"
    for kind, body in found:
        read = read_row(kind, body)
        assert (written_row(kind, read), read.marks.more) == (body, ()), (kind, json.dumps(body))
