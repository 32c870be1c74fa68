"""What people allow to be kept and told, in Postgres."""

from engine.db.pool import Statements
from engine.values.memories import Consent


async def get(on: Statements, person: int) -> Consent:
    """What ``person`` allows; who never said anything allows what ``Consent()`` does."""
    row = await on.fetchrow("consent_of", person)
    return Consent(row["elsewhere"], row["facts"], row["opted_out"]) if row else Consent()


async def put(on: Statements, person: int, consent: Consent) -> None:
    """What ``person`` allows from now on."""
    await on.execute("put_consent", person, consent.elsewhere, consent.facts, consent.opted_out)
