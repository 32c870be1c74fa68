"""Who is in a cast by the acts of a line, and what a character missed while it was away. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.rules.speaking import names_of
from engine.values.characters.casts import Absence, CastMember, CastMemberVersion, CastVoice
from engine.values.characters.characters import Card
from engine.values.chats.entries import Entry
from engine.values.documents import JsonObject

Stretch = tuple[int, int]
"""The first and the last seq of a stretch of a line."""


def members_at(acts: Iterable[Entry], seq: int) -> tuple[CastMemberVersion, ...]:
    """Everybody who plays at ``seq`` of the line of these acts or did before, in the order in which they first came."""
    return members_of((it.character, it.body) for it in acts if it.place.seq <= seq)


def members_of(acts: Iterable[tuple[int | None, Mapping[str, Any]]]) -> tuple[CastMemberVersion, ...]:
    """The same from the acts as (character, body), first to last."""
    found: dict[int, CastMemberVersion] = {}
    for character, body in acts:
        if character is not None:
            talk = body.get("talk")
            found[character] = CastMemberVersion(
                character,
                body.get("version", 0),
                here=body.get("in", True),
                muted=body.get("muted", False),
                talk=talk if isinstance(talk, int) else None,
            )
    return tuple(found.values())


def member_body(member: CastMemberVersion) -> JsonObject:
    """The act that says so: the whole new state."""
    body: JsonObject = {"in": member.here, "version": member.version}
    if member.muted:
        body["muted"] = True
    if member.talk is not None:
        body["talk"] = member.talk
    return body


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
