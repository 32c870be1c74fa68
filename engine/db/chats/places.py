"""Spaces, channels and people in Postgres, as platforms name them and as we number them."""

from collections import OrderedDict
from dataclasses import dataclass, replace

from engine.db.chats import audiences
from engine.db.house import access
from engine.db.postgres.pool import Database, Statements
from engine.rules.text.clean import clean_text
from engine.rules.text.names import on_one_line
from engine.values.chats.audiences import Audience
from engine.values.chats.incoming import Here, Origin
from engine.values.chats.places import Address, KnownChannel
from engine.values.ids import ChannelKey

KEPT = 10_000
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class _Resolved:
    """What was last written down for a person in a channel, and its numbers."""

    origin: Origin
    here: Here


_ChannelName = tuple[str, str, str]
"""A platform, and what it calls a space and a channel of it."""


class PlaceStore:
    """Finds or makes the numbers behind a platform's names, and keeps those used last."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str, str, str], _Resolved] = OrderedDict()
        self._audiences: OrderedDict[_ChannelName, tuple[Audience | None, bool]] = OrderedDict()

    async def resolve(self, db: Database, origin: Origin) -> Here:
        """Our numbers for ``origin``; names, titles and audiences that changed are written down, empty names do not.

        The person is 0 where the platform does not say who it was.
        """
        here = await self._numbers(db, replace(origin, audience=None, age_restricted=False))
        name, readers = (origin.platform, origin.space, origin.channel), (origin.audience, origin.age_restricted)
        if readers != (None, False) and self._audiences.get(name) != readers:
            await audiences.put(db, here.key, *readers)
            self._audiences[name] = readers
            if len(self._audiences) > KEPT:
                self._audiences.popitem(last=False)
        return here

    async def _numbers(self, on: Statements, origin: Origin) -> Here:
        key = (origin.platform, origin.space, origin.channel, origin.person)
        before = self._known.get(key)
        if before is not None and (before.origin == origin or before.origin == _with_names(origin, before.origin)):
            self._known.move_to_end(key)
            return before.here
        here = await _resolve(on, origin)
        self._known[key] = _Resolved(_with_names(origin, before.origin) if before else origin, here)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return here

    def seen(self, origin: Origin) -> Here | None:
        """The numbers of a person in a channel who was resolved lately and not forgotten since; nothing is made."""
        before = self._known.get((origin.platform, origin.space, origin.channel, origin.person))
        return before.here if before is not None else None

    def forget(self) -> None:
        """Somebody is nobody from now on: who it is that speaks is asked again."""
        self._known.clear()
        self._audiences.clear()

    async def moved(self, db: Database, platform: str, old: str, new: str) -> None:
        """The platform calls space ``old``, and so its channels, ``new`` from now on, and numbers its messages anew.

        What arrived under the new name before anybody knew keeps its rows, under a name that no platform gives.
        """
        async with db.transaction() as on:
            found = {row["external"]: row["id"] for row in await on.fetch("spaces_called", platform, old, new)}
            if old in found:
                if new in found:
                    await _make_way(on, found[new], found[old], new)
                    await access.let_in(on, space=found[old])
                await on.execute("rename_space", found[old], new)
                await on.execute("rename_channels", found[old], old, new)
                await on.execute("leave_messages_behind", found[old], old)
        self.forget()


def _with_names(origin: Origin, before: Origin) -> Origin:
    """``origin`` with what was known in place of the names it leaves out."""
    return replace(
        origin,
        person_name=origin.person_name or before.person_name,
        space_title=origin.space_title or before.space_title,
        channel_title=origin.channel_title or before.channel_title,
    )


async def _resolve(on: Statements, origin: Origin) -> Here:
    row = await on.fetchrow(
        "resolve_place",
        origin.platform,
        origin.space,
        on_one_line(clean_text(origin.space_title)),
        origin.channel,
        on_one_line(clean_text(origin.channel_title)),
        origin.person,
        clean_text(origin.person_name)[:LONGEST_NAME],
        origin.private,
        origin.through,
    )
    assert row is not None
    return Here(row["space_id"], row["channel_id"], row["person_id"], origin.platform, origin.private)


async def _make_way(on: Statements, space: int, heir: int, name: str) -> None:
    """Free the name of ``space`` for ``heir``, which takes over what was decided there."""
    await on.execute("take_over_space", space, heir)
    if await on.fetchval("drop_empty_space", space) is None:
        await on.execute("rename_space", space, f"{name}#{space}")


async def title(on: Statements, here: Here) -> str:
    """What people call a channel, or the space that it is in; "" where neither has a name."""
    found: str | None = await on.fetchval("place_title", here.space, here.channel)
    return found or ""


async def title_within(on: Statements, channel: ChannelKey) -> str:
    """What people call a channel, and the server that it is in; "" where neither has a name."""
    return await on.fetchval("place_within", channel.space, channel.channel) or ""


async def called(on: Statements, at: Address) -> Here | None:
    """The channel at an address, with nobody in it; None where nothing has come from it."""
    row = await on.fetchrow("channel_called", at.platform, at.space, at.channel)
    return None if row is None else Here(row["space_id"], row["channel_id"], 0, at.platform, row["private"])


async def known(on: Statements, platform: str) -> list[KnownChannel]:
    """Every channel of ``platform`` that anything has come from."""
    return [
        KnownChannel(
            key=ChannelKey(row["space_id"], row["channel_id"]),
            address=Address(platform, row["space"], row["channel"], row["private"]),
            open=row["open"],
            newest=row["newest"],
            person=row["person"],
            audience_known=row["audience_known"],
        )
        for row in await on.fetch("known_channels", platform)
    ]


async def mark(on: Statements, platform: str, name: str) -> str | None:
    """What a client of ``platform`` wrote down under ``name``."""
    return await on.fetchval("reading_mark", platform, name)


async def set_mark(on: Statements, platform: str, name: str, value: str) -> None:
    """Write something down for the next start of a client."""
    await on.execute("set_reading_mark", platform, name, value)
