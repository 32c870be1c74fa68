"""Who is not heard, and which words are refused: lists, and how to change them."""

import re
from dataclasses import replace
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Reply, page_of, told
from engine.actions.house import blocking

WHERE: Final = ("server", "all")
WHERE_ZH: Final = ("服务器", "全部")
ALIKE: Final = (("group", "server"), ("群", "server"))
_MENTION: Final = re.compile(r"<@!?(\d+)>")


async def block(call: CommandCall) -> Reply:
    """Let somebody not be heard any more; named, or whose message was replied to."""
    named = await _named(call)
    if not named:
        return await blocked(call)
    found = await blocking.block(call.ctx, call.here, named, everywhere=_everywhere(call))
    return _done(call, "block-done", found.name)


async def unblock(call: CommandCall) -> Reply:
    """Let somebody be heard again."""
    named = await _named(call)
    if not named:
        return await blocked(call)
    done = await blocking.unblock(call.ctx, call.here, named, everywhere=_everywhere(call))
    return _done(call, "unblock-done" if done else "unblock-none", named)


async def blocked(call: CommandCall) -> Reply:
    """Who is not heard here, and how to change that."""
    found = await blocking.people(call.ctx, call.here)
    items = tuple(ListItem(it.name or it.external, _where(call, everywhere=it.everywhere)) for it in found)
    return _listed(call, "blocked", items)


async def words(call: CommandCall) -> Reply:
    """Which words are refused here; for whoever asked alone."""
    found = await blocking.words(call.ctx, call.here)
    items = tuple(ListItem(it.word, _where(call, everywhere=it.everywhere)) for it in found)
    return replace(_listed(call, "words", items), bare=True, private=True, secret=True)


async def add_word(call: CommandCall) -> Reply:
    """Refuse a word."""
    await blocking.block_word(call.ctx, call.here, call.text("word"), everywhere=_everywhere(call))
    return _done(call, "word-done", "")


async def remove_word(call: CommandCall) -> Reply:
    """Let a word be said again."""
    done = await blocking.unblock_word(call.ctx, call.here, call.text("word"), everywhere=_everywhere(call))
    return _done(call, "word-gone" if done else "word-none", "")


async def _named(call: CommandCall) -> str:
    """Whom a command is about: a mention, a number, a name, or who wrote what it replies to; "" for nobody."""
    typed = call.text("somebody").strip()
    if not typed and call.replied:
        typed = await blocking.who_said(call.ctx, call.here, call.replied)
    found = _MENTION.fullmatch(typed)
    return found[1] if found else typed.lstrip("@")


def _everywhere(call: CommandCall) -> bool:
    return call.text("reach") == WHERE[1]


def _done(call: CommandCall, message: str, name: str) -> Reply:
    where = WHERE[1] if _everywhere(call) else WHERE[0]
    done = told(call.speak.say(message, name=name, where=where, platform=call.table.platform))
    return replace(done, private=True)


def _where(call: CommandCall, *, everywhere: bool) -> str:
    return call.speak.say("blocked-everywhere") if everywhere else ""


def _listed(call: CommandCall, kind: str, items: tuple[ListItem, ...]) -> Reply:
    hint = call.speak.say(f"{kind}-hint", platform=call.table.platform)
    if not items:
        return told(call.speak.say(f"{kind}-none"), hint)
    shown, page, pages = page_of(items, call.number("page", 1))
    return Reply((Listing(call.speak.say(f"{kind}-title", page=page, pages=pages), shown, hint),))
