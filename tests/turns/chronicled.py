"""A story whose chronicle a scripted model keeps, from what it is told: each page tells its messages."""

import contextlib
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from engine.actions.house import settings as settings_actions
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.story import chronicle as store
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.turns.inputs.cast import who_plays
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.sessions import ChannelHead
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.chronicle import Chronicle, Recorded
from tests.servers.model import Script, Seen, nothing_to_note, say
from tests.turns.remembering import WordEmbedder
from tests.turns.room import Room

PAGE: Final = {"page", "title", "brief", "when", "timeline", "items", "figures"}
NOON: Final = datetime(2040, 3, 5, 12, 0, tzinfo=UTC)
_BLOCK: Final = re.compile(r"^([^\n]+):\n<(memory-[0-9a-f]+)>\n(.*?)\n</\2>", re.DOTALL | re.MULTILINE)


async def chronicled(room: Room, **settings: str) -> None:
    """Pages and nothing else are kept of the room's story, by a model that repeats what it is told."""
    chosen = {"mode": "story", "debounce": "0", "summary": "off", "facts": "off", "evolve": "off", **settings}
    for name, value in chosen.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    room.change(embedder=WordEmbedder())
    room.model.answer = lambda _: say("I see.")
    room.model.notes = keeps_record


def blocks(seen: Seen) -> dict[str, list[Any]]:
    """What a request told as data, by the name of the block."""
    return {it[1]: [json.loads(line) for line in it[3].splitlines()] for it in _BLOCK.finditer(seen.prompt)}


def keeps_record(seen: Seen) -> Script:
    """What the model says: of a page the messages that it is made of; of lines and figures what it was shown."""
    told = blocks(seen)
    if seen.errand == PAGE:
        return say(json.dumps(page_of([it["text"] for it in told["The talk"]]), ensure_ascii=False))
    if seen.errand == {"lines"}:
        entries = told["The entries"]
        text = " + ".join(it["text"] for it in entries)
        return say(json.dumps({"lines": [{"first": 1, "last": len(entries), "text": text}]}))
    if seen.errand == {"known", "aliases"}:
        return say(json.dumps({"known": " ".join(it["text"] for it in told["The pages"]), "aliases": []}))
    return nothing_to_note(seen)


def page_of(said: Sequence[str], **more: Any) -> dict[str, Any]:
    """A page that tells ``said``; its brief and its line of the timeline are the first message."""
    empty = {"items": [], "figures": []}
    return {
        "page": " ".join(said),
        "title": "T",
        "brief": said[0],
        "when": "D1",
        "timeline": [said[0]],
        **empty,
        **more,
    }


async def head_of(room: Room) -> ChannelHead:
    found = await sessions.current(room.db, room.here.key)
    assert found is not None
    return found


async def told(room: Room, *texts: str, since: datetime = NOON) -> None:
    """Messages at the head of the line, in turn of the person and of the character; nothing answers them."""
    channel_head = await head_of(room)
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    character = await who_plays(room.db, channel_head.session_key, line)
    entries = [
        NewEntry(
            MessageBody(),
            since + timedelta(seconds=20 * at),
            text,
            person=None if at % 2 else room.here.person,
            character=character if at % 2 else None,
        )
        for at, text in enumerate(texts)
    ]
    async with room.db.transaction() as on:
        await log.append(on, channel_head.session_key, channel_head.branch, line.head, entries)
        await mark(room, on)


async def mark(room: Room, on: Any = None) -> None:
    """Have the chronicle looked at."""
    channel_head = await head_of(room)
    await work.mark_due(on or room.db, channel_head.session_key, CHRONICLE)


async def kept(room: Room) -> Chronicle:
    """The chronicle of the line that is played, once all that is due is done."""
    await room.drain()
    channel_head = await head_of(room)
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    return await store.chronicle(room.db, channel_head.session_key, line)


async def given_up(room: Room) -> None:
    """Do all that is due; what no model answers is tried so often that it is passed over."""
    for _ in range(400):
        await room.sql("UPDATE due SET tries = 8 WHERE space_id = $1 AND kind = 'chronicle'", room.here.space)
        if not await room.due():
            return
        with contextlib.suppress(AssertionError):
            await room.drain()
    raise AssertionError("it does not come to an end")


async def rows(room: Room) -> list[Recorded]:
    """Every row of the chronicle on the line that is played."""
    channel_head = await head_of(room)
    line = await room.ctx.lines.current(room.db, channel_head.session_key, channel_head.branch)
    return await store.history(room.db, channel_head.session_key, line)
