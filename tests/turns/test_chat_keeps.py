"""A chat of another program goes out with all that nobody touched, whatever was done with it here."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.actions.characters import cards, casts
from engine.actions.chats import branches, replies, savepoints, swipes, undoing
from engine.actions.story import notes
from engine.actions.transfers import exports
from tests.servers.model import say
from tests.turns.files import CARD, as_json, as_lines, bring, meet
from tests.turns.room import Room

WEIRD: Mapping[str, Any] = {"weird": 1, "deep": [{"": None}]}
SWIPES: Mapping[str, Any] = {
    "swipe_id": 1,
    "swipes": ["No.", "Yes.", "Yes."],
    "swipe_info": [{"send_date": "a", "extra": WEIRD}, {"extra": {}, "gen": 2}, {"later": True}],
}
HEADER: Mapping[str, Any] = {
    "user_name": "Zoe",
    "character_name": "Wei",
    "create_date": "2024-05-01@10h00m00s",
    "chat_metadata": {"variables": {"mood": "blue"}, "unknown": {"deep": [1]}},
    "own": {"of": "another program"},
}

UNNAMED: Mapping[str, Any] = {**HEADER, "user_name": "unused", "character_name": "unused"}


def _line(name: str, mes: str, **more: Any) -> dict[str, Any]:
    facts = {"send_date": "2024-05-01T10:00:00.000Z", "extra": WEIRD, "own": WEIRD}
    return {"name": name, "is_user": name == "Zoe", "is_system": False, "mes": mes, **facts, **more}


CHAT: Sequence[Mapping[str, Any]] = (
    _line("Wei", "The lamp is out."),
    _line("Zoe", "Is there oil?"),
    _line("Wei", "Yes.", **SWIPES),
    {"name": "Zoe", "is_user": True, "is_name": True, "send_date": 1687184400000, "mes": "Light it."},
    {"name": "Wei", "is_user": False, "is_name": True, "send_date": 1687184500000, "mes": "I will."},
    _line("Zoe", "Well?", force_avatar="z.png"),
    _line("Wei", "It burns.", gen_started="2024-05-01T10:00:01.000Z", title="Sea"),
)
LAST = len(CHAT) - 1


@dataclass(frozen=True)
class Done:
    """What was done with the chat: the fields that may differ by line, lines that are gone, and how many are new."""

    act: Callable[[Room], Awaitable[object]]
    touched: Mapping[int, frozenset[str]] = field(default_factory=dict)
    gone: int = 0
    new: int = 0


def fields(*names: str) -> frozenset[str]:
    return frozenset(names)


HIDDEN = fields("is_system")
SWIPED = fields("mes", "swipe_id", "swipes", "swipe_info")


def doing(*acts: Callable[[Room], Awaitable[object]]) -> Callable[[Room], Awaitable[object]]:
    async def done(room: Room) -> None:
        for act in acts:
            await act(room)
            await room.idle()

    return done


async def _saved_and_loaded(room: Room) -> None:
    saved = await savepoints.save(room.engine.ctx, room.here, "here")
    await room.say("More.")
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)


async def _renamed(room: Room) -> None:
    character = (await casts.cast(room.engine.ctx, room.here))[0].character
    await cards.edit(room.engine.ctx, room.here, character, {"name": "Wei the Elder"})


AGAIN = doing(lambda room: replies.again(room.engine.ctx, room.engine.runner, room.here))
GO_ON = doing(lambda room: replies.go_on(room.engine.ctx, room.engine.runner, room.here))
BACK = doing(lambda room: swipes.swipe(room.engine.ctx, room.engine.runner, room.here, -1))
UNDO = doing(lambda room: undoing.undo(room.engine.ctx, room.engine.runner, room.here))
SAY = doing(lambda room: room.say("New."))

DONE: dict[str, Done] = {
    "nothing": Done(doing()),
    "another reply": Done(AGAIN, {LAST: SWIPED}),
    "two other replies": Done(doing(AGAIN, AGAIN), {LAST: SWIPED}),
    "another reply and back": Done(doing(AGAIN, BACK), {LAST: SWIPED - {"mes"}}),
    "going on": Done(GO_ON, {LAST: fields("mes")}),
    "another reply that goes on": Done(doing(AGAIN, GO_ON), {LAST: SWIPED}),
    "going on and back": Done(doing(GO_ON, UNDO), {LAST: fields("mes")}),
    "hiding": Done(
        doing(lambda room: notes.hide(room.engine.ctx, room.engine.runner, room.here, (2, 4))),
        dict.fromkeys((3, 4, 5), HIDDEN),
    ),
    "hiding and showing": Done(
        doing(
            lambda room: notes.hide(room.engine.ctx, room.engine.runner, room.here, (1, 7)),
            lambda room: notes.hide(room.engine.ctx, room.engine.runner, room.here, (1, 7), hidden=False),
        ),
    ),
    "talking on": Done(SAY, new=2),
    "talking on and back": Done(doing(SAY, UNDO)),
    "taking back": Done(UNDO, gone=2),
    "taking back and talking on": Done(doing(UNDO, SAY), gone=2, new=2),
    "a version of an older reply": Done(doing(UNDO, UNDO, AGAIN), {2: SWIPED}, gone=4),
    "turning an older reply": Done(doing(UNDO, UNDO, BACK), {2: SWIPED}, gone=4),
    "a save and back": Done(_saved_and_loaded),
    "a branch": Done(
        doing(lambda room: branches.branch_from(room.engine.ctx, room.engine.runner, room.here, 4), SAY), gone=4, new=2
    ),
    "another name": Done(_renamed),
    "another name and talking on": Done(doing(_renamed, SAY), new=2),
    "a note": Done(doing(SAY, AGAIN, GO_ON), new=2),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("done", DONE.values(), ids=DONE)
@pytest.mark.parametrize("header", [HEADER, UNNAMED], ids=["", "unused"])
async def test_what_nobody_touched_goes_out_as_it_came(room: Room, done: Done, header: Mapping[str, Any]) -> None:
    """A chat comes back to the program that it was played in with other names, and without what that keeps in it."""
    data = {name: it for name, it in CARD["data"].items() if name != "character_book"}
    await meet(room, as_json({**CARD, "data": {**data, "name": "Gu Wei"}}))
    room.model.answer = lambda seen: say(f"Answer {len(room.model.generations)}.")
    await bring(room, as_lines((header, *CHAT)), "Wei.jsonl")
    await done.act(room)
    await room.idle()
    first, *lines = [json.loads(it) for it in (await exports.chat(room.engine.ctx, room.here)).data.splitlines()]
    assert first == header
    kept = CHAT[: len(CHAT) - done.gone]
    assert len(lines) == len(kept) + done.new
    for at, (came, went) in enumerate(zip(kept, lines, strict=False)):
        touched = done.touched.get(at, frozenset())
        assert _besides(went, touched) == _besides(came, touched), f"line {at}"
        if "swipe_info" in touched:
            _kept_versions(came, went)
    for line in lines[len(kept) :]:
        assert line["name"] == ("Zoe" if line["is_user"] else "Wei")


def _besides(line: Mapping[str, Any], touched: frozenset[str]) -> Mapping[str, Any]:
    return {name: it for name, it in line.items() if name not in touched}


def _kept_versions(came: Mapping[str, Any], went: Mapping[str, Any]) -> None:
    """The versions that the file had stand first and know of themselves what it said; each has its facts."""
    had = came.get("swipes", [came["mes"]])
    facts = came.get("swipe_info", [{"send_date": came["send_date"], "extra": came.get("extra", {})}])
    assert went["swipes"][: len(had)] == had
    assert went.get("swipe_info", facts)[: len(had)] == facts
    assert len(went.get("swipe_info", went["swipes"])) == len(went["swipes"])
    assert went["swipes"][went["swipe_id"]] == went["mes"]
