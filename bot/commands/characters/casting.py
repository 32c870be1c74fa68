"""Several characters in one chat: who plays, who only listens, how readily each speaks."""

from typing import Final

from bot.commands.characters.characters import find_character
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import numbers
from bot.commands.framework.picking import Pickable, pick
from bot.commands.framework.reply import SILENT, Listing, ListItem, Paragraph, Reply, Retelling, page_of, told
from engine.actions.characters import casts
from engine.values.characters.casts import CastMember
from engine.values.house.numbers import Thing

_MOST: Final = 100


async def cast(call: CommandCall) -> Reply:
    """Who plays here, how readily each speaks, who is muted."""
    speak = call.speak
    items = tuple(ListItem(it.name, _ways(call, it.info), str(it.number)) for it in await members(call))
    shown, page, pages = page_of(items, call.number("page", 1))
    return Reply((Listing(speak.say("cast-title", page=page, pages=pages), shown, speak.say("cast-hint")),))


async def add(call: CommandCall) -> Reply:
    """Let a character join the story."""
    character = await find_character(call, call.text("character"))
    view = await casts.add(call.ctx, call.runner, call.here, character.row, call.name)
    joined = Paragraph(call.speak.say("cast-joined", name=character.name))
    greeted = bool(view.spoken) and view.spoken[-1].character == character.row
    return Reply((joined, Retelling(view, 1)) if greeted else (joined,))


async def remove(call: CommandCall) -> Reply:
    """Let a character leave the story."""
    gone = await casts.remove(call.ctx, call.runner, call.here, await _member(call))
    return told(call.speak.say("cast-left", name=gone.name))


async def mute(call: CommandCall) -> Reply:
    """Let a character listen only."""
    changed = await casts.mute(call.ctx, call.runner, call.here, await _member(call))
    return told(call.speak.say("cast-muted", name=changed.name))


async def unmute(call: CommandCall) -> Reply:
    """Let a character speak again."""
    changed = await casts.mute(call.ctx, call.runner, call.here, await _member(call), muted=False)
    return told(call.speak.say("cast-unmuted", name=changed.name))


async def talk(call: CommandCall) -> Reply:
    """How readily a character speaks when nobody is called; without a number as its card says."""
    percent = call.number("percent", -1)
    if percent > _MOST:
        return told(call.speak.say("cast-too-much", high=_MOST))
    changed = await casts.talk(call.ctx, call.runner, call.here, await _member(call), None if percent < 0 else percent)
    return told(call.speak.say("cast-talks", name=changed.name, talk=changed.talk))


async def speak(call: CommandCall) -> Reply:
    """Let a character say something now."""
    await casts.speak(call.ctx, call.runner, call.here, await _member(call))
    return SILENT


def _ways(call: CommandCall, member: CastMember) -> str:
    if member.absent is not None:
        return call.speak.say("cast-cannot", why=member.absent.value)
    said = call.speak.say("cast-talk", talk=member.talk, own="yes" if member.own_talk else "no")
    return call.speak.say("cast-is-muted", talk=said) if member.muted else said


async def _member(call: CommandCall) -> int:
    """Who of the cast is meant. Raises NothingCalled, SeveralCalled."""
    return pick(await members(call), call.text("member"), "/scene cast").row


async def members(call: CommandCall) -> list[Pickable[CastMember]]:
    """Who is in the cast, with their numbers."""
    found = await casts.cast(call.ctx, call.here)
    known = await numbers(call, Thing.CHARACTER, [it.character for it in found])
    return [Pickable(it.character, known[it.character], it.name, it) for it in found]
