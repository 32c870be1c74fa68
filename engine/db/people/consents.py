"""What people allow to be kept and told, in Postgres."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey
from engine.values.memory.memories import Consent


@dataclass(frozen=True, slots=True)
class Home:
    """A channel in which somebody is alone with the characters."""

    key: ChannelKey
    address: Address


async def get(on: Statements, person: int) -> Consent:
    """What ``person`` allows; who never said anything allows what ``Consent()`` does."""
    row = await on.fetchrow("consent_of", person)
    return Consent(row["elsewhere"], row["facts"], row["opted_out"]) if row else Consent()


async def put(on: Statements, person: int, consent: Consent) -> None:
    """What ``person`` allows from now on."""
    await on.execute("put_consent", person, consent.elsewhere, consent.facts, consent.opted_out)


async def ask_once(on: Statements, person: int) -> bool:
    """Note that somebody is asked, or has said, whether private things may be told in groups; False when they were."""
    return await on.fetchval("ask_consent_once", person) is not None


async def home(on: Statements, person: int, platforms: Sequence[str]) -> Home | None:
    """Where somebody talks in private on one of ``platforms``; None where they never did."""
    row = await on.fetchrow("home_of", person, list(platforms))
    if row is None:
        return None
    key = ChannelKey(row["space_id"], row["channel_id"])
    return Home(key, Address(row["platform"], row["space_name"], row["channel_name"], private=True))
