"""What is to be told again and cannot be: what stood there before stands on, but for what must not be told any more."""

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import pytest

from engine.actions.house import settings
from engine.actions.memory import corrections, garden
from engine.actions.story import chapters, chronicle, notes
from engine.errors import NotTellable
from engine.rules.chronicle.by_hand import LONGEST
from engine.values.chats.entries import Derived, row_says, rows_saying
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.chronicle import ChronicleKind, Level
from engine.values.story.chronicle_bodies import NamedBody, PageBody, TimelineBody
from tests.servers.model import Script, Seen, fail, say
from tests.turns.chronicled import PAGE, blocks, chronicled, given_up, keeps_record, kept, page_of, rows, told
from tests.turns.files import as_json, bring
from tests.turns.room import Room

FILE: Final = {
    "format": "omoide-memory",
    "version": 1,
    "timeline": [{"text": "Tom lights the lamp.", "when": ""}],
    "items": [{"name": "Lamp", "text": "It is dented."}],
    "dossiers": [{"name": "Tom", "text": "Lost an eye.", "aliases": ["The Mole"]}],
    "pages": [{"number": 1, "text": "Mara leaves."}],
    "summaries": [{"text": "It began at sea."}],
    "chapters": [{"number": 1, "title": "Sea", "text": "They sail."}],
}
TOLD: Final = "Bo is a pilot of the north."
RIGHT: Final = "Bo is a sailor of the north."
KINDS: Final = tuple(ChronicleKind(it) for it in LONGEST)
"""Whatever people may have told again."""


def tells(seen: Seen) -> Script:
    """Pages tell of Bo and of a key, summaries and chapters what they are shown of Bo."""
    if seen.errand == PAGE:
        said = [it["text"] for it in blocks(seen)["The talk"]]
        figures = [{"name": "Bo", "aliases": [], "known": it} for it in said if "Bo" in it]
        items = [{"name": "key", "state": f"with Bo: {it}", "gone": False} for it in said if "Bo" in it]
        return say(json.dumps(page_of(said, figures=figures, items=items)))
    if seen.errand == {"summary"}:
        shown = [it["text"] for block in blocks(seen).values() for it in block]
        return say(json.dumps({"summary": "In short: " + " ".join(it for it in shown if "Bo" in it)}))
    if seen.errand == {"events"}:
        said = [it["text"] for it in blocks(seen)["The talk"]]
        event = {"event": next(it for it in said if "Bo" in it), "detail": "So it was.", "first": 1, "last": len(said)}
        return say(json.dumps({"events": [event]}))
    return keeps_record(seen)


def empty(seen: Seen) -> Script:
    """An answer in the right shape that says nothing."""
    shape = dict.fromkeys(seen.errand, "")
    return say(json.dumps({**shape, **{it: [] for it in seen.errand & _LISTS}}))


_LISTS: Final = frozenset({"timeline", "items", "figures", "lines", "events", "aliases"})
NO_ANSWER: Final[Sequence[Callable[[Seen], Script]]] = (empty, lambda _: say("I cannot say."), lambda _: fail(400))


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story with everything that is told of one: long enough that pages are brief and lines are merged."""
    limits = {"page_every": "1", "fresh_pages": "5", "catalogue_pages": "7", "timeline_lines": "5"}
    await chronicled(room, summary="classic", summary_first="0", summary_last="2", **limits)
    room.model.notes = tells
    await room.say(TOLD)
    await told(room, *(f"Day {n}." for n in range(2, 9)))
    await chapters.close_chapter(room.engine.ctx, room.engine.runner, room.here)
    await kept(room)
    await room.say(TOLD)
    await told(room, *(f"Night {n}." for n in range(2, 7)))
    await chronicle.sum_up(room.engine.ctx, room.engine.runner, room.here)
    await kept(room)
    return room


async def live(room: Room) -> list[Derived]:
    """What the story tells, of the kinds that people may have told again."""
    return [it.row for it in await rows(room) if it.ended_at is None and it.row.kind in KINDS and it.row.text]


async def again(room: Room, it: Derived) -> None:
    await chronicle.redo(room.engine.ctx, room.engine.runner, room.here, ChronicleKind(it.kind), it.id)


def texts(found: Sequence[Derived]) -> Counter[tuple[str, str, str]]:
    return Counter((it.kind, row_says(it, NamedBody).name, it.text) for it in found)


async def test_everything_can_be_told_again(tale: Room) -> None:
    """The story of these tests lacks a kind, and they say nothing of it."""
    found = await live(tale)
    assert {it.kind for it in found} == set(KINDS)
    assert {body.merged for _, body in rows_saying(found, TimelineBody)} == {False, True}
    assert {body.level for _, body in rows_saying(found, PageBody)} == {*Level}
    for it in found:
        if it.id not in {one.id for one in await live(tale)}:  # told again with what it belongs to
            continue
        await again(tale, it)
        await kept(tale)
    assert not {it.id for it in found} & {it.id for it in await live(tale)}
    assert {it.kind for it in await live(tale)} == set(KINDS)


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("answer", NO_ANSWER, ids=["empty", "no shape", "refused"])
async def test_what_no_model_tells_again_stands_on(tale: Room, answer: Callable[[Seen], Script]) -> None:
    """Somebody wants a piece of the story in other words, the model has none, and the piece is lost."""
    before = await live(tale)
    tale.model.notes = answer
    for it in before:
        await again(tale, it)
        await given_up(tale)
        now = await live(tale)
        assert texts(now) == texts(before), it
        assert it.id not in {one.id for one in now}
    asked = len(tale.model.errands)
    await given_up(tale)
    assert len(tale.model.errands) == asked, "it is asked for on and on"


@pytest.mark.slow
async def test_all_at_once_stands_on(tale: Room) -> None:
    """The same, where a page goes together with what is told of it elsewhere."""
    before = await live(tale)
    for it in before:
        await again(tale, it)
    assert await live(tale) == []
    tale.model.notes = NO_ANSWER[1]
    await given_up(tale)
    assert texts(await live(tale)) == texts(before)


async def _hidden(room: Room) -> None:
    for it in await _said(room):
        await notes.hide(room.engine.ctx, room.engine.runner, room.here, (it, it))


async def _edited(room: Room) -> None:
    for it in ("m1", "m2"):
        await room.edit(it, RIGHT)
    await room.idle()


async def _deleted(room: Room) -> None:
    for it in ("m1", "m2"):
        await room.delete(it)
    await room.idle()


async def _corrected(room: Room) -> None:
    wrong = await corrections.propose(room.engine.ctx, room.here, RIGHT, memory=("manual", await _note(room)))
    right = await corrections.reword(room.engine.ctx, room.here, wrong.token, RIGHT)
    await corrections.accept(room.engine.ctx, room.engine.runner, room.here, right.token)


async def _forgotten(room: Room) -> None:
    memory = ("manual", await _note(room))
    await corrections.forget(room.engine.ctx, room.engine.runner, room.here, memory=memory)


CHANGES: Final[Sequence[Callable[[Room], Awaitable[None]]]] = (_hidden, _edited, _deleted, _corrected, _forgotten)


async def _said(room: Room) -> list[int]:
    """Their numbers as people count them, the newest message first."""
    return [at for at, it in enumerate(reversed(await room.log()), 1) if it["text"] == TOLD]


async def _note(room: Room) -> int:
    return await garden.add(room.engine.ctx, room.engine.runner, room.here, TOLD)


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("change", CHANGES, ids=[it.__name__ for it in CHANGES])
async def test_what_must_not_be_told_is_gone(tale: Room, change: Callable[[Room], Awaitable[None]]) -> None:
    """What somebody took out, corrected or had forgotten comes back with a text that could not be written again."""
    before = await live(tale)
    telling = [it for it in before if "pilot" in str((it.text, it.body))]
    assert {it.kind for it in telling} == set(KINDS)
    for it in telling:
        await again(tale, it)
    await change(tale)
    tale.model.notes = NO_ANSWER[1]
    await given_up(tale)
    assert "pilot" not in str([(it.text, it.body) for it in await live(tale)])
    others = [it for it in before if it not in telling]
    stays = texts([it for it in others if it.kind != ChronicleKind.TIMELINE])  # its entries are merged further
    assert stays <= texts(await live(tale)), "what does not tell it goes with it"


async def test_what_came_with_a_file_is_not_lost(room: Room) -> None:
    """A piece of the story that no message here tells of is rewritten from nothing, and is lost."""
    await chronicled(room, summary="classic")
    await told(room, "Hello.")
    await bring(room, as_json(FILE), "memories.json")
    await kept(room)
    before = await live(room)
    assert {it.kind for it in before} == {*KINDS}
    for it in (it for it in before if it.body.marks.imported):
        with pytest.raises(NotTellable):
            await again(room, it)
    await kept(room)
    assert texts(await live(room)) == texts(before)


async def test_summaries_stand_on_where_none_was_due(tale: Room) -> None:
    """Since a summary was written somebody has chosen that they come later, and it cannot be written again."""
    [old] = [it for it in await live(tale) if it.kind == ChronicleKind.SUMMARY]
    for name, value in {"summary_trigger": "10000", "summary_last": "40"}.items():
        await settings.put(tale.engine.ctx, tale.here, SettingScope.SPACE, name, value)
    await again(tale, old)
    await kept(tale)
    [new] = [it for it in await live(tale) if it.kind == ChronicleKind.SUMMARY]
    assert (new.text, new.from_seq, new.to_seq) == (old.text, old.from_seq, old.to_seq)


async def test_a_summary_before_one_that_nobody_could_write(tale: Room) -> None:
    """A summary that the next one should have taken in is written again and is lost."""
    tale.model.notes = NO_ANSWER[1]
    await told(tale, *(f"Morning {n}." for n in range(1, 7)))
    await chronicle.sum_up(tale.engine.ctx, tale.engine.runner, tale.here)
    await given_up(tale)
    [old] = [it for it in await live(tale) if it.kind == ChronicleKind.SUMMARY]
    tale.model.notes = tells
    await again(tale, old)
    await kept(tale)
    [new] = [it for it in await live(tale) if it.kind == ChronicleKind.SUMMARY]
    assert "pilot" in new.text
