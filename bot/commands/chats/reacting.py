"""Reactions: by a command, where a platform has none; and what one asks for that is a control."""

from dataclasses import replace

from bot.commands.framework import controls
from bot.commands.framework.abilities import HOSTS, allowed
from bot.commands.framework.controls import control, lies_at
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import SILENT, Paragraph, Reply, ReplyChoice, told
from engine.actions.chats import reactions
from engine.values.chats.incoming import ReactionChange
from engine.values.chats.undoing import Undoer


async def react(call: CommandCall) -> Reply:
    """Put a reaction on the last reply, or on the message that is pointed at; the same again takes it away."""
    sign = call.text("emoji")
    if reactions.asks_undo(ReactionChange(put=(sign,))):
        return await offer_undo(call, call.replied)
    put = await reactions.react(call.ctx, call.runner, call.here, call.replied, sign)
    return replace(told(call.speak.say("talk-reacted", put="yes" if put else "no", sign=sign)), private=True)


async def offer_undo(call: CommandCall, message: str) -> Reply:
    """Ask somebody who may undo a reply whether they want to; nothing for all others, and nothing is done by it."""
    if not allowed("undo", call.access_roles):
        return SILENT
    by = Undoer(call.here.person, call.name or "?", allowed(HOSTS, call.access_roles))
    lies = await reactions.may_undo(call.ctx, call.here, message, by)
    if lies is None:
        return SILENT
    yes = ReplyChoice(control(controls.AT, f"{lies_at(*lies)}:/undo"), call.speak.say("button-undo"))
    no = ReplyChoice(control(controls.NO, controls.GONE), call.speak.say("button-no"))
    return Reply((Paragraph(call.speak.say("undo-offered")),), choices=(yes, no), private=True)
