"""The picture of what a character shows, where a place wants to see it beside the reply: once a change."""

from contextlib import suppress
from typing import Final

from bot.delivery.channel_preferences import ChannelPreferences
from bot.delivery.delivery_context import DeliveryContext
from bot.delivery.growing import GrowingReply
from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from engine.errors import OmoideError
from engine.values.characters.characters import Face
from engine.values.chats.places import Address
from engine.values.transfers.transfers import Document

_TRIES: Final = 5
_MANY: Final = 4_096


async def show_feeling(
    context: DeliveryContext, at: Address, reply: GrowingReply, preferences: ChannelPreferences
) -> None:
    """Send the picture of the emotion that ``reply`` names, unless the last one of its speaker here is the same."""
    if not preferences.feelings or not reply.messages or not (reply.number and reply.emotion):
        return
    face = await _feeling(context, reply)
    shown = context.feelings
    if face is None or face.picture is None or shown.get((at, reply.number)) == face.sha256:
        return
    if len(shown) >= _MANY:
        shown.clear()
    shown[at, reply.number] = face.sha256
    picture = Document("face.png", "image/png", face.picture)
    near = reply.near(max(reply.messages) + 1)
    part = SurfaceMessage("", f"t{reply.turn}.f", silent=True, documents=(picture,), photo=True, near=near)
    with suppress(Gone, NotAllowed, Unsure):  # once in doubt, it may be there
        for _ in range(_TRIES):
            try:
                await context.surface.send(at, part)
            except Later as later:
                await context.clock.sleep(later.seconds)
            else:
                return


async def _feeling(context: DeliveryContext, reply: GrowingReply) -> Face | None:
    """The picture of the emotion; None where the speaker has none of it."""
    engine = context.engine
    try:
        plain = await engine.faces.face(engine.ctx, reply.number)
        face = await engine.faces.face(engine.ctx, reply.number, reply.emotion)
    except OmoideError:
        return None
    return face if face.sha256 != plain.sha256 else None
