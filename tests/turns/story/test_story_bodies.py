"""What a story keeps of everything that people do in it."""

import json
from typing import Any

from engine.actions.characters import quick_replies, worlds
from engine.actions.chats import replies
from engine.actions.chats.heads import head_line_if_any
from engine.actions.memory import garden
from engine.actions.story import chapters, evolution
from engine.db.chats import log
from engine.rules.bodies.stored import read_body, written_body
from engine.values.characters.worlds import Binding
from engine.values.chats.bodies import BackstageBody, BackstageReply
from engine.values.chats.entries import EntryKind, NewEntry
from engine.values.chats.occasions import OccasionKind
from tests.servers.model import say
from tests.turns.directed import directed
from tests.turns.files import CHAT, PRESET, WORLD, as_json, as_lines, bring, meet
from tests.turns.room import Room
from tests.turns.scenes import join
from tests.turns.unasked import writes_first

NO_LONGER = {EntryKind.CARD}
"""Kinds that nothing writes any more."""


async def _bodies(room: Room) -> list[tuple[EntryKind, dict[str, Any]]]:
    rows = await room.sql("SELECT kind, body FROM entry WHERE space_id = $1", room.here.space)
    return [(EntryKind(it["kind"]), it["body"]) for it in rows]


async def _among_themselves(room: Room) -> None:
    """A post of a circle that its characters alone see: no command makes one in a chat."""
    at = await head_line_if_any(room.ctx, room.here)
    assert at is not None
    post = BackstageBody(circle=room.here.channel, text="The lamp hums.", replies=(BackstageReply(1, text="It does."),))
    async with room.db.transaction() as on:
        branch = at.line.segments[-1].branch
        await log.append(on, at.channel_head.session_key, branch, at.line.head, [NewEntry(post, room.ctx.clock.now())])


async def _many_acts(room: Room) -> None:
    """A chat that comes from elsewhere, and everything that its file does not bring."""
    ctx, runner, here = room.engine.ctx, room.engine.runner, room.here
    await meet(room)
    await bring(room, as_lines(CHAT), "Mira.jsonl")
    await directed(room)
    await join(room, "Bo", group_only_greetings=["Ahoy, {{user}}."])
    room.model.answer = lambda _: say("[PROGRESS:1:completed] [emotion:joy] The lamp and the gull.")
    await room.say("The lamp!", "The gull!")
    await replies.go_on(ctx, runner, here)
    await room.idle()
    await room.edit("m1", "The lamps!")
    await room.idle()
    await writes_first(room, OccasionKind.SILENCE, "the lamp")
    world = await bring(room, as_json(WORLD), "Harbour.json")
    await worlds.bind(ctx, runner, here, world.id, Binding.CHAT, on=True)
    await bring(room, as_json(PRESET), "Short.json")
    await garden.add(ctx, runner, here, "The lamp burns whale oil.")
    await bring(
        room, as_json({"qrList": [{"label": "Sky", "message": "/setvar key=sky red | /inject Red."}]}), "S.json"
    )
    [quick] = await quick_replies.listed(ctx, here)
    await quick_replies.press(ctx, runner, here, "Ann", quick.found, quick.found.replies[0])
    await evolution.edit(ctx, runner, here, "goals", "To keep the light.")
    await room.react(await room.last_reply(), "❤")
    await room.idle()
    await _among_themselves(room)
    await chapters.close_chapter(ctx, runner, here, "Storm")
    await replies.again(ctx, runner, here)  # what people did goes along, and says where it was first done
    await room.idle()


async def test_every_act_of_a_story_reads_as_it_was_stored(room: Room) -> None:
    """An act means something else to a later version, or another reply changes what was done beside it."""
    await _many_acts(room)
    found = await _bodies(room)
    assert {kind for kind, _ in found} == {*EntryKind} - NO_LONGER
    assert any("from" in body for _, body in found), "nothing went along"
    for kind, body in found:
        read = read_body(kind, body)
        assert (written_body(read), read.more) == (body, ()), (kind, json.dumps(body))
