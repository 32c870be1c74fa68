"""What people say who may not talk yet: kept until an owner decides, and answered when they are let in."""

from dataclasses import replace
from datetime import timedelta
from typing import Final

from engine.context import EngineContext
from engine.db.chats import inbox
from engine.db.house.access import ChannelDoor
from engine.errors import MessageTooLong, TextTooLong
from engine.rules.attention import is_heard
from engine.rules.bodies.messages import FORWARD, forward_json
from engine.rules.text.clean import clean_text
from engine.rules.text.forwards import with_forward
from engine.rules.text.screening import screen
from engine.turns.inputs.bounds import check_length
from engine.values.chats.incoming import Here, Incoming
from engine.values.chats.places import SpaceAccess
from engine.values.documents import JsonObject

KEPT_FOR: Final = timedelta(days=7)
MOST: Final = 20
"""Messages of one person in one channel; of more the newest."""
LONGEST: Final = 4_000
"""Characters: what people say who may not talk yet is kept no longer than a message of a platform is."""


def let_in_mark(platform: str) -> str:
    """The family of the marks of channels whose people may talk now; who serves the platform answers there."""
    return f"let-in.{platform}"


async def hold(ctx: EngineContext, here: Here, incoming: Incoming, text: str, tongue: str) -> bool:
    """Keep that somebody wants to talk, and their ``text`` or what they forward; False when they may talk by now.

    Of what is too long or has a refused word only that it came is kept; of who does not want to be heard, or is not
    listened to, nothing.
    """
    door = await ctx.doors.door(ctx.db, here)
    heard = is_heard(door.settings, incoming.origin.person) and not (door.admission.opted_out and not here.private)
    if not here.person or not heard:
        return True
    kept = _bounded(ctx, door, with_forward(replace(incoming, text=text), door.settings.language))
    body: JsonObject = {FORWARD: forward_json(incoming.forward.origin)} if incoming.forward and kept else {}
    if await inbox.hold(ctx.db, here, replace(incoming, text=kept, body=body), tongue, MOST) is not SpaceAccess.OPEN:
        return True
    ctx.doors.forget()  # an owner has opened the place just now
    return False


def _bounded(ctx: EngineContext, door: ChannelDoor, text: str) -> str:
    try:
        cleaned = clean_text(text, LONGEST)
        check_length(ctx, door.settings, cleaned)
    except (TextTooLong, MessageTooLong):
        return ""
    return "" if screen(door.admission.words).finds(cleaned) else cleaned
