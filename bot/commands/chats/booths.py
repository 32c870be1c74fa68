"""Booths: one button in a lounge that gives whoever presses it a place alone with the character."""

from dataclasses import replace
from typing import Final

from bot.commands.framework.arguments import localised
from bot.commands.framework.controls import BOOTH, control
from bot.commands.framework.declared import BoothOpener, CommandCall
from bot.commands.framework.reply import Reply, ReplyChoice, told
from engine.actions.chats import booths
from engine.actions.house import settings
from engine.errors import NoBooth
from engine.values.house.setting_choices import Mode

MODES: Final = (Mode.CHAT.value, Mode.STORY.value)
MODES_ZH: Final = ("陪伴", "剧情")


async def offer(call: CommandCall) -> Reply:
    """The message with the button, for everybody in a lounge. ``mode``: what the booths are for."""
    _apart(call)
    if (await settings.current(call.ctx, call.here)).mode is not Mode.LOUNGE:
        line = call.speak.say("booths-lounge", command=localised("/mode lounge", call.table, call.speak))
        return replace(told(line), private=True)
    booth = await booths.find(call.ctx, call.here)
    button = ReplyChoice(control(BOOTH, _mode(call)), call.speak.say("booths-button"))
    return replace(told(call.speak.say("booths-offered", character=booth.character)), choices=(button,))


async def enter(call: CommandCall) -> Reply:
    """The way to the place of whoever asks, which is made if they have none."""
    apart = _apart(call)
    if address := apart.alone_at:
        return replace(told(call.speak.say("booth-alone", address=address)), address=address)
    async with apart.lock:
        booth = await booths.find(call.ctx, call.here)
        if booth.thread and (way := await apart.invite(booth.thread)):
            return told(call.speak.say("booth-again", way=way))
        made = await apart.open(call.speak.say("booth-title", character=booth.character))
        there = await call.engine.places.resolve(made)
        await booths.begin(call.ctx, call.runner, call.here, there, call.name, _mode(call))
        return told(call.speak.say("booth-made", way=await apart.invite(made.channel)))


def _mode(call: CommandCall) -> Mode:
    return Mode(call.text("mode") or Mode.CHAT)


def _apart(call: CommandCall) -> BoothOpener:
    if call.apart is None:
        raise NoBooth(why="one-place")
    if call.here.private:
        raise NoBooth(why="private")
    return call.apart
