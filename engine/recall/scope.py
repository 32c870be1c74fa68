"""Where memories may be looked for: this story as it lies, and what the rules let in from others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from engine.db.memory.sights import Surroundings, surroundings
from engine.db.postgres.pool import Statements
from engine.rules.recall.telling.quoting import mark_of
from engine.values.chats.entries import Entry, Line
from engine.values.house.setting_choices import Mode
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.memory.memories import RecallScope, Sight, Tag

MOST_SESSIONS: Final = 20
LATELY: Final = timedelta(days=30)
"""So long ago may somebody have written here to be counted among those who are here."""
PRESENT_MESSAGES: Final = 50
PRESENT_FOR: Final = timedelta(minutes=30)
_NO_SESSION: Final = 0
_SHARED: Final = (Mode.CHAT, Mode.CIRCLE)

Others = tuple[tuple[SessionKey, Line], ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there. ``people`` wrote here lately, ``speaking`` are present now, the asker first; by their names.

    ``private``: nobody else can read along; ``covered``: the clauses that everybody meets who can.
    ``hidden``: whether a message (by seq) is kept from the model.
    ``heard_at``: when the messages of the talk that was read were said; ``mark`` stands around quotes.
    """

    people: Mapping[int, str]
    speaking: tuple[int, ...] = ()
    private: bool = False
    covered: frozenset[int] = frozenset()
    hidden: Callable[[int], bool] = field(default=lambda _: False)
    heard_at: Sequence[datetime] = ()
    mark: str = mark_of("")


@dataclass(frozen=True, slots=True)
class RecallReach:
    """``scope``: where memories are looked for, None where nothing is remembered. ``told``: about whom facts are.

    ``elsewhere``: whose private facts may be told in groups; ``unasked``: whose may not, and nobody has asked them.
    ``stories`` are the character's others, of which the director may tell: whole, but for what the consent of people
    keeps back.
    """

    scope: RecallScope | None
    told: frozenset[int] = frozenset()
    elsewhere: frozenset[int] = frozenset()
    stories: tuple[Sight, ...] = ()
    unasked: frozenset[int] = frozenset()


def presence_of(history: Sequence[Entry], person: int | None, now: datetime) -> tuple[dict[int, str], tuple[int, ...]]:
    """Who wrote in ``history`` lately, with names, and who of them is present now; the asker first."""
    people = {it.person: it.person_name or "" for it in history if it.person is not None and now - it.said_at <= LATELY}
    near = [it for it in history[-PRESENT_MESSAGES:] if it.person is not None and now - it.said_at <= PRESENT_FOR]
    first = [person] if person is not None else []
    speaking = dict.fromkeys([*first, *(it.person for it in reversed(near) if it.person is not None)])
    return people, tuple(speaking)


async def reach_of(
    on: Statements, key: SessionKey, line: Line, asker: tuple[int, int | None], present: Presence, settings: Settings
) -> RecallReach | None:
    """Where ``asker`` (character and person) may look for memories; None where there is nothing at all.

    In modes chat and circle everything that the character shared with those who are here; else only what the person
    wrote down.
    In a place of theirs alone that goes for their private places under other names too.
    """
    character, person = asker
    asking: list[int] = [] if person is None else [person]
    people = tuple(dict.fromkeys([*asking, *present.speaking, *present.people]))
    around = await surroundings(on, key, asker, people, most=MOST_SESSIONS)
    aliases = frozenset(name for _, name in around.linked)
    others = [(person, around.others)]
    if set(present.people) <= {person, *aliases}:
        others += await _linked(on, character, around)
    sights = (Sight(key, line), *(it for name, found in others for it in _sights(found, settings.mode, name)))
    stories = tuple(Sight(session, lies) for _, found in others for session, lies in found)
    if not around.own and not stories:
        return RecallReach(None, around.told, around.elsewhere, unasked=around.unasked) if around.told else None
    scope = RecallScope(key.space, character, sights, around.here, aliases=aliases, covered=present.covered)
    return RecallReach(scope, around.told, around.elsewhere, stories, around.unasked)


async def _linked(on: Statements, character: int, around: Surroundings) -> list[tuple[int | None, Others]]:
    """What the character plays in the linked private places, each with the name that the person has there."""
    found: list[tuple[int | None, Others]] = []
    for space, name in around.linked:
        key = SessionKey(space, _NO_SESSION)
        there = await surroundings(on, key, (character, None), around.here, most=MOST_SESSIONS)
        found.append((name, there.others))
    return found


def _sights(others: Others, mode: Mode, person: int | None) -> list[Sight]:
    if mode in _SHARED:
        return [Sight(session, line) for session, line in others]
    if person is None:
        return []
    manual = frozenset({Tag.MANUAL})
    return [Sight(session, line, manual, person) for session, line in others]
