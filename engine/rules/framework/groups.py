"""Several characters in one chat: one card made of several."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.values.characters.casts import SceneCards, Ways
from engine.values.characters.characters import Card

_CHAR: Final = re.compile(r"\{\{\s*char\s*\}\}|<(?:char|bot)>", re.IGNORECASE)
_FIELD_NAME: Final = re.compile(r"<FIELDNAME>", re.IGNORECASE)
_EXAMPLE: Final = "<START>"


def joined_card(card: Card, cast: Sequence[tuple[Card, bool]], ways: Ways, scenario: str = "") -> Card:
    """The card that a prompt for the character of ``card`` is made of: its own, or with the fields of all who count.

    ``cast`` is everybody's card, and whether they are muted; ``scenario`` is the chat's own. Each one's ``{{char}}`` is
    its own name. It is for one prompt: what it was read from (``raw``) stays the speaker's.
    """
    if ways.cards is not SceneCards.JOIN or not cast:
        return card
    counted = [one for one, muted in cast if _counts(one, card, ways, muted=muted)]
    return replace(
        card,
        description=_joined(ways, "Description", [(it, it.description) for it in counted]),
        personality=_joined(ways, "Personality", [(it, it.personality) for it in counted]),
        scenario=scenario.strip() or _joined(ways, "Scenario", [(it, it.scenario) for it in counted]),
        mes_example=_joined(ways, "Example Messages", [(it, _begun(it.mes_example)) for it in counted]),
    )


def _counts(one: Card, speaker: Card, ways: Ways, *, muted: bool) -> bool:
    return ways.muted_too or not muted or one == speaker


def _begun(examples: str) -> str:
    text = examples.strip()
    return text if not text or text.upper().startswith(_EXAMPLE) else f"{_EXAMPLE}\n{text}"


def _joined(ways: Ways, field: str, texts: Sequence[tuple[Card, str]]) -> str:
    def parts() -> Iterator[str]:
        for card, text in texts:
            if text.strip():
                whole = f"{ways.prefix}{text.strip()}{ways.suffix}"
                named = _FIELD_NAME.sub(field, whole)
                yield _CHAR.sub(lambda _, name=card.called: name, named)

    return "\n".join(parts())
