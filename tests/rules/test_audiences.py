"""Who may be told what, tried against who really reads: every person that there may be."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.audiences import audience_covers
from engine.values.chats.audiences import EVERYBODY, Audience, clause, intersection

READERS = ("role:1", "role:2", "role:3", "thread:1", "user:1")
CLAUSES = st.sets(st.sampled_from(READERS), min_size=1).map(clause)
AUDIENCES = st.lists(CLAUSES, max_size=3).map(lambda it: tuple(sorted(set(it))))
EVERY_PERSON = [
    frozenset(it for at, it in enumerate(READERS) if number >> at & 1) for number in range(2 ** len(READERS))
]


def _can_read(person: frozenset[str], audience: Audience) -> bool:
    return all(person & set(one) for one in audience)


@given(AUDIENCES, AUDIENCES)
def test_nobody_is_told_what_they_could_not_read(told: Audience, place: Audience) -> None:
    """What was said in a small circle reaches somebody who was never in it."""
    if audience_covers(told, place):
        assert all(_can_read(it, told) for it in EVERY_PERSON if _can_read(it, place))


@given(st.lists(AUDIENCES, max_size=4), AUDIENCES)
def test_what_is_made_of_several_is_for_those_who_could_read_all(sources: Sequence[Audience], place: Audience) -> None:
    """A page tells of the crew's channel to whoever reads the other half of it."""
    made = intersection(sources)
    assert [_can_read(it, made) for it in EVERY_PERSON] == [
        all(_can_read(it, one) for one in sources) for it in EVERY_PERSON
    ]
    assert audience_covers(made, place) == all(audience_covers(one, place) for one in sources)


@given(AUDIENCES)
def test_a_place_covers_itself_and_what_everybody_reads(place: Audience) -> None:
    """A character forgets its own channel, or what was said before everybody."""
    assert audience_covers(place, place)
    assert audience_covers(EVERYBODY, place)
    assert audience_covers(place, EVERYBODY) == (place == EVERYBODY)
