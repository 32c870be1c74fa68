"""Who can read a channel of a server, from the permissions that Discord has told: no request is made for it.

Whoever administers a server reads everything in it, so they are named nowhere.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import discord

from engine.rules.audiences import clause, intersection
from engine.values.chats.audiences import EVERYBODY, Audience


def audience_of(channel: Any) -> Audience | None:
    """Who can read a channel or thread now; None in a DM, and where Discord has not told.

    A private thread is read by those who are in it, as far as they can read the channel above.
    """
    known = _known(channel)
    if isinstance(known, discord.Thread):
        above = audience_of(known.parent) if known.parent is not None else None
        if above is None:
            return None
        return intersection((above, (clause([f"thread:{known.id}"]),) if known.is_private() else EVERYBODY))
    return _of_channel(known) if isinstance(known, discord.abc.GuildChannel) else None


def _known(channel: Any) -> Any:
    """The channel as it came with its server: the one in a command's event says nothing of permissions."""
    guild = getattr(channel, "guild", None)
    return guild.get_channel_or_thread(channel.id) if isinstance(guild, discord.Guild) else None


def _of_channel(channel: discord.abc.GuildChannel) -> Audience:
    said = {target.id: overwrite.view_channel for target, overwrite in channel.overwrites.items()}
    roles = {it.id for it in channel.guild.roles}
    everyone = channel.guild.default_role
    open_to_all = said.get(everyone.id)
    if open_to_all is None:
        open_to_all = everyone.permissions.view_channel
    denied = sorted(
        it for it, allowed in said.items() if allowed is False and it != everyone.id and it != _own(channel)
    )
    if open_to_all and not denied:
        return EVERYBODY
    if open_to_all:
        readers = ["everyone", *(_name(it, roles) for it, allowed in said.items() if allowed and it != everyone.id)]
    else:
        readers = [_name(it, roles) for it in _allowed(channel, said)]
    barred = "".join(f"!{_name(it, roles)}" for it in denied)
    return (clause(f"{it}{barred}" for it in readers) or (f"nobody{barred}",),)


def _allowed(channel: discord.abc.GuildChannel, said: dict[int, bool | None]) -> Iterator[int]:
    """The roles and members that can read a channel which is not open to everybody."""
    everyone = channel.guild.default_role.id
    yield from (it for it, allowed in said.items() if allowed and it not in (everyone, _own(channel)))
    if said.get(everyone) is False:
        return
    for role in channel.guild.roles:
        if role.id not in said and role.permissions.view_channel and not role.permissions.administrator:
            yield role.id


def _own(channel: discord.abc.GuildChannel) -> int:
    """The bot itself: that it can read says nothing of people."""
    return channel.guild.me.id if channel.guild.me is not None else 0


def _name(number: int, roles: set[int]) -> str:
    """A role by its number, a member by a hash of theirs: it is kept where forgetting them does not look."""
    return f"role:{number}" if number in roles else f"user:{blake2b(str(number).encode(), digest_size=8).hexdigest()}"
