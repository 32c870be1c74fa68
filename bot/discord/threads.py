"""Threads on Discord: public ones for stories, private ones for a person and the bot."""

from contextlib import suppress
from typing import Any, Final

from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.discord.link import Link
from bot.discord.wire import Archived, explained
from engine.values.chats.places import Address

_LONGEST_TITLE: Final = 100
_WEEK: Final = 10_080
_PUBLIC, _PRIVATE = 11, 12
_NOT_THERE: Final = "50024"
"""What Discord says of a kind of channel that can hold no thread."""
_ALONE: Final = (("create_private_threads", "open-alone"), ("send_messages_in_threads", "talk-alone"))


async def open_thread(link: Link, parent: int, title: str, person: str) -> int:
    """A thread, which Discord puts away after a week without a word; a private one with ``person`` in it if named."""
    if person:
        _may_be_alone(link, parent)
    try:
        with explained():
            made: Any = await link.http.start_thread_without_message(
                parent,
                name=title[:_LONGEST_TITLE],
                auto_archive_duration=_WEEK,
                type=_PRIVATE if person else _PUBLIC,
                invitable=not person,
            )
    except NotAllowed as refused:
        kind = str(refused).endswith(_NOT_THERE)
        raise NotAllowed("kind" if kind else "open-alone" if person else "rights") from refused
    thread = int(made["id"])
    if person:
        try:
            await let_in(link, thread, person)
        except (Gone, Later, NotAllowed, Unsure):  # nobody would ever find it
            with suppress(Gone, Later, NotAllowed, Unsure), explained():
                await link.http.delete_channel(thread)
            raise
    return thread


async def let_in(link: Link, thread: int, person: str) -> None:
    """Add somebody to a private thread, which is taken out of the archive for them. Raises Gone."""
    try:
        with explained():
            return await link.http.add_user_to_thread(thread, int(person))
    except NotAllowed as refused:
        raise NotAllowed("talk-alone") from refused
    except Archived:
        pass
    try:
        await take_out(link, thread)
        with explained():
            return await link.http.add_user_to_thread(thread, int(person))
    except NotAllowed as refused:
        raise NotAllowed("talk-alone") from refused


async def take_out(link: Link, thread: int) -> None:
    """Take a thread out of the archive, as whoever may write in it may. Raises NotAllowed where it is locked."""
    with explained():
        await link.http.edit_channel(thread, archived=False)


def way(at: Address) -> str:
    """A thread as people who may read it can press it."""
    return f"<#{at.channel}>"


def _may_be_alone(link: Link, parent: int) -> None:
    """Before an empty thread stands there: whether we may open one and let somebody in."""
    try:
        channel: Any = link.up.get_channel(parent)
    except Later:
        return
    may = channel.permissions_for(channel.guild.me) if channel is not None else None
    for name, why in _ALONE:
        if may is not None and not getattr(may, name):
            raise NotAllowed(why)
