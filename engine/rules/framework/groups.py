"""Several characters in one chat: who speaks next, and one card made of several."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.rules.attention import draw_of, is_called
from engine.rules.formats.groups import Activation, CardMode, Group
from engine.values.characters import Card
from engine.values.prompts import Generation

_WORD: Final = re.compile(r"\w+")
_CHAR: Final = re.compile(r"\{\{\s*char\s*\}\}|<(?:char|bot)>", re.IGNORECASE)
_FIELD_NAME: Final = re.compile(r"<FIELDNAME>", re.IGNORECASE)
_EXAMPLE: Final = "<START>"


@dataclass(frozen=True, slots=True)
class Call:
    """What asks for an answer. ``said``: who spoke, oldest first, people as None and characters by their member id.

    ``text`` is the newest message. ``seed`` decides chance.
    """

    generation: Generation
    text: str
    by_person: bool
    said: tuple[str | None, ...] = ()
    seed: str = ""

    @property
    def last_speaker(self) -> str | None:
        """The character who spoke last, unless a person did after it."""
        return self.said[-1] if self.said else None


def speakers(group: Group, cards: Mapping[str, Card], call: Call) -> tuple[str, ...]:
    """The members who answer, one after the other. Empty when nobody may, or nobody was asked (MANUAL)."""
    members = [member for member in dict.fromkeys(group.members) if member in cards]
    enabled = [member for member in members if member not in group.disabled]
    if call.generation in (Generation.CONTINUE, Generation.SWIPE, Generation.QUIET):
        return _last_of(members, call) or tuple(_drawn(enabled, call)[:1])
    if call.generation is Generation.IMPERSONATE:
        return tuple(_drawn(members, call)[:1])
    if group.strategy is Activation.LIST:
        return tuple(enabled)
    if group.strategy is Activation.MANUAL:
        return () if call.by_person else tuple(_drawn(enabled, call)[:1])
    if group.strategy is Activation.POOLED:
        return _pooled(enabled, call)
    return _natural(enabled, cards, call, may_repeat=group.allow_self_responses)


def merged_card(group: Group, cards: Mapping[str, Card], speaker: str, scenario: str = "") -> Card:
    """The card a prompt for ``speaker`` is made of: its own, or with the fields of all who count, by the group's mode.

    Each member's ``{{char}}`` is its own name. ``scenario`` is the chat's own. It is for one prompt: what it was read
    from (``raw``) stays the speaker's.
    """
    card = cards[speaker]
    own = replace(card, scenario=scenario.strip()) if scenario.strip() else card
    if group.mode is CardMode.SWAP:
        return own
    counted = [cards[member] for member in group.members if member in cards and _counts(group, member, speaker)]
    return replace(
        own,
        description=_joined(group, "Description", [(it, it.description) for it in counted]),
        personality=_joined(group, "Personality", [(it, it.personality) for it in counted]),
        scenario=scenario.strip() or _joined(group, "Scenario", [(it, it.scenario) for it in counted]),
        mes_example=_joined(group, "Example Messages", [(it, _begun(it.mes_example)) for it in counted]),
    )


def _counts(group: Group, member: str, speaker: str) -> bool:
    return group.mode is CardMode.APPEND_DISABLED or member == speaker or member not in group.disabled


def _begun(examples: str) -> str:
    text = examples.strip()
    return text if not text or text.upper().startswith(_EXAMPLE) else f"{_EXAMPLE}\n{text}"


def _joined(group: Group, field: str, texts: Sequence[tuple[Card, str]]) -> str:
    def parts() -> Iterator[str]:
        for card, text in texts:
            if text.strip():
                whole = f"{group.join_prefix}{text.strip()}{group.join_suffix}"
                named = _FIELD_NAME.sub(field, whole)
                yield _CHAR.sub(lambda _, name=card.called: name, named)

    return "\n".join(parts())


def _last_of(members: Sequence[str], call: Call) -> tuple[str, ...]:
    """Whoever spoke last."""
    return next(((it,) for it in reversed(call.said) if it is not None and it in members), ())


def _pooled(enabled: Sequence[str], call: Call) -> tuple[str, ...]:
    """One who has not spoken since the last message of a person; when all have, not the one who just did."""
    since: list[str] = []
    for speaker in () if call.by_person else reversed(call.said):
        if speaker is None:
            break
        since.append(speaker)
    silent = [member for member in enabled if member not in since]
    pool = silent or [member for member in enabled if member != call.last_speaker] or enabled
    return tuple(_drawn(pool, call)[:1])


def _natural(enabled: Sequence[str], cards: Mapping[str, Card], call: Call, *, may_repeat: bool) -> tuple[str, ...]:
    """Who is named, in the order of the names; then who feels like talking; one of the talkative when nobody does."""
    banned = None if may_repeat or call.by_person else call.last_speaker
    able = [member for member in enabled if member != banned]
    named = _named(able, cards, call.text)
    willing = [it for it in _drawn(able, call) if cards[it].talkativeness >= draw_of(call.seed, "talks", it)]
    found = dict.fromkeys((*named, *(it for it in willing if cards[it].talkativeness > 0)))
    if found:
        return tuple(found)
    chatty = [member for member in able if cards[member].talkativeness > 0]
    return tuple(_drawn(chatty or able or enabled, call)[:1])


def _named(members: Sequence[str], cards: Mapping[str, Card], text: str) -> list[str]:
    """Members of whose name a word stands in ``text``; names in scripts without blanks stand anywhere in it."""
    words = [word.casefold() for word in _WORD.findall(text)]
    names = {member: {word.casefold() for word in _WORD.findall(cards[member].name)} for member in members}
    found = [next((member for member in members if word in names[member]), None) for word in words]
    called = [member for member in members if is_called(text, [cards[member].name, cards[member].called])]
    return list(dict.fromkeys((*(member for member in found if member), *called)))


def _drawn(members: Sequence[str], call: Call) -> list[str]:
    """The members in an order that only the seed decides."""
    return sorted(members, key=lambda member: draw_of(call.seed, "order", member))
