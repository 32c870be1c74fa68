"""One human being under several names of platforms, in Postgres. Rows keep the name they were made under."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.db.postgres.pool import Statements
from engine.values.people.people import AskedLink, PlatformName


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


async def asked(on: Statements, person: int, since: datetime) -> AskedLink | None:
    """What a person is asked: whether both names are them; None where nothing is, or not since then."""
    row = await on.fetchrow("link_asked", person, since)
    if row is None:
        return None
    made = row["maker_id"] == person
    mine, other = ("maker", "taker") if made else ("taker", "maker")
    return AskedLink(
        maker=row["maker_id"],
        other=row[f"{other}_id"],
        token=row[f"{mine}_token"],
        agreed=row[f"{mine}_yes"],
        joined_at=row["joined_at"],
    )


async def ask(on: Statements, maker: int, taker: int, tokens: tuple[int, int], at: datetime) -> None:
    """Both are asked from now on whether both are them, each by a button with its token."""
    await on.execute("ask_link", maker, taker, *tokens, at)


async def agree(on: Statements, person: int, joined_at: datetime) -> None:
    """A person says yes; where both have, they are joined then."""
    await on.execute("agree_link", person, joined_at)


async def drop_asked(on: Statements, person: int) -> None:
    """Nothing is asked of a person any more."""
    await on.execute("drop_asked_link", person)


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
