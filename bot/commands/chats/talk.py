"""Talking: another reply, going on, stopping."""

from dataclasses import replace
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import SILENT, Reply, Retelling, told
from engine.actions.chats import aloud, replies, swipes
from engine.values.transfers.transfers import Document

SWIPES: Final = ("back", "next")
SWIPES_ZH: Final = ("上一条", "下一条")
SWIPES_ALIKE: Final = (
    *((it, "back") for it in ("left", "prev", "previous", "◀", "左", "上一个")),
    *((it, "next") for it in ("right", "▶", "右", "下一个")),
)
_STEPS: Final = {"back": -1, "next": 1}


async def again(call: CommandCall) -> Reply:
    """Write the last reply anew; it appears as every reply does. Or turn to the reply that was made before or after it.

    Behind the last one comes another.
    """
    if step := _STEPS.get(call.text("to")):
        view = await swipes.swipe(call.ctx, call.runner, call.here, step)
        return Reply((Retelling(view, last=1),)) if view else SILENT
    view = await replies.again(call.ctx, call.runner, call.here)
    return Reply((Retelling(view),)) if view else SILENT


async def go_on(call: CommandCall) -> Reply:
    """Let the character go on from the last line."""
    await replies.go_on(call.ctx, call.runner, call.here)
    return SILENT


async def speak_for_me(call: CommandCall) -> Reply:
    """Let the model write what the person who asks might say next."""
    await replies.impersonate(call.ctx, call.runner, call.here)
    return SILENT


async def stop(call: CommandCall) -> Reply:
    """Stop the reply that is being written; what is there stays."""
    if await replies.stop(call.ctx, call.here):
        return SILENT
    return told(call.speak.say("talk-nothing-to-stop"))


async def speak(call: CommandCall) -> Reply:
    """Say a reply aloud; as a file where nothing is heard."""
    clip = await aloud.say(call.ctx, call.here, call.replied)
    if clip is None:
        return SILENT
    file = Document(clip.filename, clip.media_type, clip.data)
    return replace(told(call.speak.say("talk-spoken")), documents=(file,))
