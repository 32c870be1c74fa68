"""Who is in a cast by the acts of a line, and what a character missed while it was away. Pure."""

from collections.abc import Iterable, Sequence

from engine.rules.speaking import names_of
from engine.values.characters.casts import Absence, CastMember, CastMemberVersion, CastVoice
from engine.values.characters.characters import Card
from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import Entry, said_by

Stretch = tuple[int, int]
"""The first and the last seq of a stretch of a line."""


def members_at(acts: Iterable[Entry], seq: int) -> tuple[CastMemberVersion, ...]:
    """Everybody who plays at ``seq`` of the line of these acts or did before, in the order in which they first came."""
    return members_of((it.character, what) for it, what in said_by(acts, MemberBody) if it.place.seq <= seq)


def members_of(acts: Iterable[tuple[int | None, MemberBody]]) -> tuple[CastMemberVersion, ...]:
    """The same from the acts by their characters, first to last."""
    found = {
        character: CastMemberVersion(character, act.version, here=act.here, muted=act.muted, talk=act.talk)
        for character, act in acts
        if character is not None
    }
    return tuple(found.values())


def version_at(acts: Iterable[Entry], character: int) -> int:
    """The version of a character's card by the newest of these acts about it; 0 where none says so."""
    found = [what.version for it, what in said_by(acts, MemberBody) if it.character == character]
    return found[-1] if found else 0


def member_body(member: CastMemberVersion) -> MemberBody:
    """The act that says so: the whole new state."""
    return MemberBody(here=member.here, version=member.version, muted=member.muted, talk=member.talk)


def voice_of(member: CastMemberVersion, card: Card) -> CastVoice:
    """How a member takes part in the talk."""
    talk = card.talkativeness if member.talk is None else member.talk / 100
    return CastVoice(member.character, names_of(card), min(max(talk, 0.0), 1.0), muted=member.muted)


def listed_as(member: CastMemberVersion, card: Card | None, absent: tuple[str, Absence] | None = None) -> CastMember:
    """A member for a list. ``absent``: what it is called and why it cannot play; None: it can."""
    talk = round((card.talkativeness if card else 0.5) * 100) if member.talk is None else member.talk
    name, why = (card.called if card else "?", None) if absent is None else absent
    return CastMember(member.character, name, talk, muted=member.muted, own_talk=member.talk is not None, absent=why)


def missed(acts: Iterable[tuple[int, int | None, bool]], character: int, head: int) -> tuple[Stretch, ...]:
    """The stretches of a line up to ``head`` that lie where ``character`` was away: before it came, or had left.

    ``acts`` are (seq, character, in), first to last.
    """
    away: int | None = 1
    found: list[Stretch] = []
    for seq, who, here in acts:
        if who == character and here and away is not None:
            found.append((away, seq - 1))
            away = None
        elif who == character and not here and away is None:
            away = seq
    if away is not None:
        found.append((away, head))
    return tuple(it for it in found if it[0] <= it[1])


def is_missed(stretches: Sequence[Stretch], first: int, last: int) -> bool:
    """Whether anything from ``first`` to ``last`` lies in them."""
    return any(start <= last and first <= end for start, end in stretches)
