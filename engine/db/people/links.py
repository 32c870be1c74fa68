"""One human being under several names of platforms, in Postgres. Rows keep the name they were made under."""

from collections.abc import Sequence
from datetime import timedelta

from engine.db.postgres.pool import Statements
from engine.values.people.people import PlatformName


async def circle(on: Statements, person: int) -> list[PlatformName]:
    """Everybody who is the same human being as ``person``, who comes first."""
    return [PlatformName(*row) for row in await on.fetch("circle_of", person)]


async def lock(on: Statements) -> None:
    """Keep others from joining and leaving until the transaction ends."""
    await on.execute("lock_links")


async def put_code(on: Statements, digest: str, person: int) -> bool:
    """Keep the hash of a code; False under a name that several people share."""
    return await on.fetchval("put_link_code", digest, person) is not None


async def code(on: Statements, digest: str, lasts: timedelta) -> tuple[int, bool] | None:
    """Whose code this is and whether it still holds; None when there is none such."""
    row = await on.fetchrow("link_code", digest, lasts)
    return (row["person_id"], row["fresh"]) if row else None


async def drop_code(on: Statements, digest: str) -> None:
    """A code is used up."""
    await on.execute("drop_link_code", digest)


async def is_shared(on: Statements, person: int) -> bool:
    """Whether several people go by this name, so that it belongs to none of them."""
    return bool(await on.fetchval("shares_name", person))


async def join(on: Statements, first: Sequence[int], second: Sequence[int]) -> None:
    """The people of both are one from now on. Who plays somebody goes on; if both do, it is who ``first`` plays."""
    everybody = [*first, *second]
    await on.execute("join_circle", min(everybody), everybody)
    await on.execute("agree_alike", everybody)
    await on.execute("play_alike", everybody, first[0], second[0])


async def leave(on: Statements, leaving: Sequence[int], staying: Sequence[int]) -> None:
    """Those who leave are somebody of their own again, and have what they had before."""
    await on.execute("leave_circle", list(leaving))
    await on.execute("mend_persona", list(leaving), list(staying))


async def ask_once(on: Statements, person: int) -> bool:
    """Note that somebody is asked for their zone; False when they were."""
    return await on.fetchval("ask_person_once", person) is not None
