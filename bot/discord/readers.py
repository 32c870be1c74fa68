"""Who can read a channel of a server, from the permissions that Discord has told: no request is made for it.

Left out are bots, and whoever administers the server, for they read everything in it. Each thing that keeps people out
is a clause of its own, so that what was said is told on when somebody more is kept out.
"""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import discord

from engine.values.chats.audiences import EVERYBODY, Audience, Clause, clause, intersection

_Target = discord.Role | discord.Member | discord.Object


def audience_of(channel: Any) -> Audience | None:
    """Who can read a channel or thread now; None in a DM, and where Discord has not told.

    A private thread is read by those who are in it, as far as they can read the channel above.
    """
    known = _known(channel)
    if isinstance(known, discord.Thread):
        own: Audience = (clause([f"thread:{known.id}"]),) if known.is_private() else EVERYBODY
        above = audience_of(known.parent) if known.parent is not None else None
        return intersection((above or EVERYBODY, own)) if above is not None or own else None
    return _of_channel(known) if isinstance(known, discord.abc.GuildChannel) else None


def is_age_restricted(channel: Any) -> bool:
    """Whether Discord lets adults alone read a channel; a thread is as the channel above it."""
    known = _known(channel)
    return bool(known.is_nsfw()) if hasattr(known, "is_nsfw") else False


def _known(channel: Any) -> Any:
    """The channel as it came with its server: the one in a command's event says nothing of permissions."""
    guild = getattr(channel, "guild", None)
    return guild.get_channel_or_thread(channel.id) if isinstance(guild, discord.Guild) else None


def _of_channel(channel: discord.abc.GuildChannel) -> Audience:
    """As Discord reckons: what roles see, then what holds here for all, for roles (yes beats no), for members."""
    everyone = channel.guild.default_role
    said = {it: one.view_channel for it, one in channel.overwrites.items() if it.id != everyone.id and _counts(it)}
    allowed = [reader_of(it) for it, seen in said.items() if seen]
    general = channel.overwrites_for(everyone).view_channel
    clauses: set[Clause] = set()
    if general is False or (general is None and not everyone.permissions.view_channel):
        by_role = () if general is False else _by_role(channel.guild, said)
        clauses.add(clause([*allowed, *by_role]) or ("nobody",))
    for it, seen in said.items():
        if seen is False:
            instead = allowed if _is_role(it) else ()
            clauses.add(clause([f"not {reader_of(it)}", *instead]))
    return tuple(sorted(clauses))


def _by_role(guild: discord.Guild, said: dict[Any, bool | None]) -> Iterator[str]:
    """The roles that see every channel where not everybody does, but for those of which this channel says more."""
    decided = {it.id for it, seen in said.items() if seen is not None}
    for role in guild.roles:
        if role.permissions.view_channel and role.id not in decided and not role.is_default() and _counts(role):
            yield reader_of(role)


def _counts(target: _Target) -> bool:
    """Whether it stands for people who do not read everything anyway."""
    if isinstance(target, discord.Role):
        return not (target.permissions.administrator or target.is_bot_managed())
    return not (isinstance(target, discord.Member) and target.bot)


def _is_role(target: _Target) -> bool:
    return isinstance(target, discord.Role) or (isinstance(target, discord.Object) and target.type is discord.Role)


def reader_of(target: _Target) -> str:
    """A role by its number, a member by a hash of theirs: it is kept where forgetting them does not look."""
    if _is_role(target):
        return f"role:{target.id}"
    return f"user:{blake2b(str(target.id).encode(), digest_size=8).hexdigest()}"
