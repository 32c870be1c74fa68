"""Who may be told what: what was read somewhere is told where everybody who can read now could have read it.

An audience is a conjunction: each reader meets all of its clauses, and meets a clause by holding one of its readers.
The store compares audiences by the same rule, in ``covered`` of ``audiences.sql``.
"""

from engine.values.chats.audiences import Audience


def audience_covers(told: Audience, place: Audience) -> bool:
    """Whether everybody who can read in ``place`` could read what has the audience ``told``.

    True only where that follows from the clauses: for each one of ``told`` some clause of ``place`` says as much.
    """
    return all(any(set(here) <= set(there) for here in place) for there in told)
