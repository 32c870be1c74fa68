"""Who can read a channel of Discord's, against what its library says of each member: every mix of permissions."""

from itertools import product
from typing import Any, Final

import discord
import pytest

from bot.discord.readers import audience_of, reader_of
from engine.rules.audiences import audience_covers
from engine.values.chats.audiences import Audience

HOME: Final = 100
ROLES: Final = (1, 2)
BOTS_ROLE: Final = 3
VIEW: Final = str(1 << 10)
SEND: Final = str(1 << 11)
SAID: Final = {"nothing": None, "other": ("0", SEND), "yes": (VIEW, "0"), "no": ("0", VIEW)}
"""What a channel says of somebody: what it allows, what it denies."""
MEMBERS: Final = {11: (), 12: (1,), 13: (2,), 14: (1, 2), 15: (), 16: (1,), 17: (2,), 18: (1, 2)}
NAMED: Final = (15, 16, 17, 18)
"""Those of whom a channel says something by name."""


def _overwrite(number: int, kind: int, said: tuple[str, str] | None) -> list[dict[str, Any]]:
    return [{"id": str(number), "type": kind, "allow": said[0], "deny": said[1]}] if said else []


def _channel(number: int, *said: str) -> dict[str, Any]:
    everyone, first, second, named = (SAID[it] for it in said)
    overwrites = [
        *_overwrite(HOME, 0, everyone),
        *_overwrite(1, 0, first),
        *_overwrite(2, 0, second),
        *_overwrite(BOTS_ROLE, 0, SAID["yes"]),
        *(it for one in NAMED for it in _overwrite(one, 1, named)),
    ]
    return {"id": str(number), "type": 0, "name": "c", "position": 0, "permission_overwrites": overwrites}


def _guild(seen_by_all: bool, seen_by_first: bool) -> discord.Guild:
    allowed = {HOME: seen_by_all, 1: seen_by_first, 2: False, BOTS_ROLE: True}
    roles = [
        {
            "id": str(it),
            "name": "r",
            "permissions": VIEW if seen else "0",
            "position": it % HOME,
            "color": 0,
            "colors": {},
        }
        | {"hoist": False, "managed": it == BOTS_ROLE, "mentionable": False, "flags": 0}
        | ({"tags": {"bot_id": "9"}} if it == BOTS_ROLE else {})
        for it, seen in allowed.items()
    ]
    members = [
        {"user": {"id": str(it), "username": "m", "discriminator": "0", "avatar": None}, "roles": [str(r) for r in has]}
        | {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0}
        for it, has in MEMBERS.items()
    ]
    channels = [_channel(1000 + at, *said) for at, said in enumerate(product(SAID, repeat=4))]
    data: Any = {"id": str(HOME), "name": "Home", "owner_id": "999", "roles": roles, "members": members}
    client = discord.Client(intents=discord.Intents.none(), member_cache_flags=discord.MemberCacheFlags.none())
    made = discord.Guild(data=data | {"channels": channels}, state=client._connection)
    for it in members:
        made._add_member(discord.Member(data=it, guild=made, state=client._connection))  # pyright: ignore
    return made


def _reads(member: discord.Member, audience: Audience, users: dict[int, str]) -> bool:
    has = {f"role:{it.id}" for it in member.roles} | {users[member.id]}
    hasnt = {f"not role:{it}" for it in ROLES if f"role:{it}" not in has}
    hasnt |= {f"not {name}" for number, name in users.items() if number != member.id}
    return all(set(one) & (has | hasnt) for one in audience)


def _users(guild: discord.Guild) -> dict[int, str]:
    """How each member is named among readers."""
    return {it.id: reader_of(it) for it in guild.members}


@pytest.mark.parametrize("seen_by_all", [True, False])
@pytest.mark.parametrize("seen_by_first", [True, False])
def test_whoever_reads_meets_the_clauses_and_nobody_else(seen_by_all: bool, seen_by_first: bool) -> None:
    """A channel's words would be told to somebody who cannot see it, or be lost to those who can."""
    guild = _guild(seen_by_all, seen_by_first)
    users = _users(guild)
    assert len(guild.members) == len(MEMBERS)
    for channel in guild.text_channels:
        audience = audience_of(channel)
        assert audience is not None
        for member in guild.members:
            sees = channel.permissions_for(member).view_channel
            assert _reads(member, audience, users) == sees, (channel.overwrites, member.roles, audience)


def test_whoever_is_barred_besides_takes_nothing_from_the_others() -> None:
    """A moderator bars somebody from a channel, and the character forgets all that was ever said there."""
    guild = _guild(seen_by_all=True, seen_by_first=False)
    by_said = {said: guild.text_channels[at] for at, said in enumerate(product(SAID, repeat=4))}
    before, after = (
        audience_of(by_said["nothing", "no", "nothing", "nothing"]),
        audience_of(by_said["nothing", "no", "no", "no"]),
    )
    assert before is not None
    assert after is not None
    assert audience_covers(before, after)
    assert not audience_covers(after, before)
