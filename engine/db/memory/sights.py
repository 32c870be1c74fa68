"""Where a character may look for memories besides the story that is played, in one statement."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Line, Segment
from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class Surroundings:
    """``own``: something of the session itself is remembered. ``others``: further sessions with their lines.

    Of the people asked for, ``told`` are those about whom facts are known, ``elsewhere`` those whose private facts may
    be told in groups, ``unasked`` those whose private facts may not be told here and who were never asked. ``here`` are
    all of them under all their names. ``linked`` are the private spaces that the asker has under other names, with
    these; none unless this one is private too.
    """

    own: bool
    others: tuple[tuple[SessionKey, Line], ...]
    told: frozenset[int]
    elsewhere: frozenset[int]
    here: tuple[int, ...]
    unasked: frozenset[int] = frozenset()
    linked: tuple[tuple[int, int], ...] = ()


async def surroundings(
    on: Statements, key: SessionKey, asker: tuple[int, int | None], people: Sequence[int], *, most: int
) -> Surroundings:
    """What is around session ``key``: at most ``most`` other sessions of its space that the character plays in.

    ``asker`` is the character, and the person whose linked places are looked for, if any.
    """
    character, person = asker
    row = await on.fetchrow("sights", key.space, key.session, character, most, list(people), person)
    assert row is not None
    others: list[tuple[int, list[tuple[int, int, int]]]] = json.loads(row["others"] or "[]")
    return Surroundings(
        own=row["own"],
        others=tuple((SessionKey(key.space, session), _line(it)) for session, it in others),
        told=frozenset(row["told"] or ()),
        elsewhere=frozenset(row["elsewhere"] or ()),
        here=tuple(row["here"] or ()),
        unasked=frozenset(row["unasked"] or ()),
        linked=tuple((space, name) for space, name in json.loads(row["linked"] or "[]")),
    )


async def platforms(on: Statements, spaces: Collection[int]) -> dict[int, str]:
    """The platforms of ``spaces``."""
    rows = await on.fetch("platforms_of", sorted(spaces)) if spaces else []
    return {row["id"]: row["platform"] for row in rows}


def _line(segments: Sequence[tuple[int, int, int]]) -> Line:
    return Line(tuple(Segment(branch, after, upto) for branch, after, upto in segments))
