"""A private chat that has grown long gets pages by itself, and its people are told once what that takes."""

from dataclasses import replace
from typing import Final

from engine.context import EngineContext
from engine.db.chats import sessions
from engine.db.house import settings as settings_store
from engine.db.house import work
from engine.jobs.context import JobContext
from engine.jobs.memory.reading import MOST_BACKLOG
from engine.rules.chronicle.initiation import calls, estimated
from engine.rules.layers import layers
from engine.rules.scopes import explain
from engine.turns.load import settings_here
from engine.utility.asking import utility_role
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.work import NewSending
from engine.values.ids import ChannelKey

SETTING: Final = "story_pages"
LONG: Final = 400
"""Messages, replies counted, from which on a private chat is long: two hundred turns."""
TOLD: Final = "pages-begun"
_USUAL_MESSAGE: Final = 60
"""Tokens that a message of a private chat usually has."""
_NOBODY_CHOSE: Final = frozenset({SettingScope.DEFAULT, SettingScope.MODE})


async def paged_where_long(ctx: EngineContext, here: JobContext) -> JobContext:
    """The same job; with pages switched on for its channel if the chat there is long and nobody chose otherwise.

    The setting and the line that tells of it are written in one transaction, so that it is told once.
    """
    messages = await _long_unpaged(ctx, here)
    if not messages:
        return here
    channel = ChannelKey(here.key.space, here.played.channel_head.channel)
    notice = _notice(messages, here.settings.page_every)
    async with ctx.db.transaction() as on:
        await settings_store.put(on, channel.space, SettingScope.CHANNEL, channel.channel, SETTING, True, None)
        planned = NewSending("notice", notice=notice)
        [sending] = await work.plan(on, channel, here.key.session, None, [planned])
    ctx.doors.forget()
    ctx.shows.tell(channel, Noticed(notice, sending))
    return replace(here, settings=await settings_here(ctx.db, ctx.defaults, _played_at(here), here.character))


async def _long_unpaged(ctx: EngineContext, here: JobContext) -> int:
    """How many messages a long private chat has for which a model could write pages and no scope says whether; else 0.

    What is asked of the database comes last: most chats are short, or have pages.
    """
    settings, played = here.settings, here.played
    if settings.story_pages or here.line.head < LONG or settings.mode is not Mode.CHAT or not played.private:
        return 0
    if utility_role(ctx.roles) is None:
        return 0
    if (
        explain(SETTING, layers(ctx.defaults, played.stored, _played_at(here), here.character)).scope
        not in _NOBODY_CHOSE
    ):
        return 0
    messages = await sessions.messages_on(ctx.db, here.key, here.line)
    return messages if messages >= LONG else 0


def _played_at(here: JobContext) -> Here:
    played = here.played
    return Here(here.key.space, played.channel_head.channel, 0, played.platform, played.private)


def _notice(messages: int, every: int) -> Notice:
    """What pages take, in tokens read and written: each new one of ``every`` messages, and all of those so far."""
    read, written = estimated(every * _USUAL_MESSAGE, 1, 1, setting=False)
    behind = calls(min(messages, MOST_BACKLOG), every)
    return Notice(TOLD, {"every": every, "tokens": round(read + written, -2), "behind": (read + written) * behind})
