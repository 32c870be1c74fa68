"""A channel as strangers find it: messages of anybody, said to the character or not, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from engine.actions.house import access
from engine.app import Engine
from engine.values.chats.incoming import Attached, Heard, Here, Incoming, IncomingKind, Origin
from tests import calendar


@dataclass
class Doorway:
    """A channel of a running engine, where nothing is opened or begun."""

    engine: Engine
    origin: Origin
    position: int = 0

    async def here(self, person: str | None = None) -> Here:
        return await self.engine.places.resolve(self.by(person))

    def by(self, person: str | None) -> Origin:
        return self.origin if person is None else replace(self.origin, person=person, person_name=person.title())

    def incoming(self, text: str, external: str = "", *, person: str | None = None, **parts: Any) -> Incoming:
        """Something that just arrived; ``ago`` is how old it is."""
        self.position += 1
        sent_at = calendar.now() - parts.pop("ago", timedelta())
        external = external or f"m{self.position}"
        return Incoming(self.by(person), external, text, sent_at, parts.pop("position", self.position), **parts)

    async def hear(self, text: str, external: str = "", *, person: str | None = None, **parts: Any) -> Heard:
        return await self.engine.turns.accept(self.incoming(text, external, person=person, **parts))

    async def edit(self, target: str, text: str, *, person: str | None = None, at: int = 0) -> Heard:
        """The ``at``-th edit of a message."""
        sent = self.incoming(text, f"{target}@{at}", person=person, kind=IncomingKind.EDIT, target=target)
        return await self.engine.turns.accept(sent)

    async def delete(self, target: str) -> Heard:
        """A deletion; the platform does not say whose."""
        nobody = replace(self.origin, person="", person_name="")
        gone = self.incoming("", f"{target}!", kind=IncomingKind.DELETE, target=target)
        return await self.engine.turns.accept(replace(gone, origin=nobody))

    async def open(self) -> None:
        """Let everybody talk here: the one who lives here does."""
        await access.at_home(self.engine.ctx, await self.here())

    async def idle(self) -> None:
        await self.engine.turns.idle(await self.here())

    async def sql(self, query: str, *args: Any) -> list[Any]:
        async with self.engine.ctx.db.connection() as connection:
            return await connection.fetch(query, *args)

    async def inbox(self, columns: str = "*") -> Sequence[Any]:
        """The rows of the inbox, in the order of arrival."""
        space = (await self.here()).space
        return await self.sql(f"SELECT {columns} FROM inbox WHERE space_id = $1 ORDER BY id", space)


def picture(name: str, data: bytes = b"picture") -> Attached:
    return Attached(name, "image/png", data)
