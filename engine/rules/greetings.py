"""The greetings of a card by their number, as people count them: empty ones are left out. Pure."""

from collections.abc import Mapping

from engine.values.characters.characters import Card


def with_greeting(card: Card, number: int, text: str) -> Mapping[str, str | tuple[str, ...]] | None:
    """What to change so that greeting ``number`` is ``text``: one more behind the last is new, an empty one goes.

    The changes are as ``edit_card`` takes them; None where there is no greeting of that number.
    """
    every = list(card.greetings)
    if not 1 <= number <= len(every) + 1:
        return None
    every[number - 1 : number] = [text] if text.strip() else []
    first, *others = every or [""]
    return {"first_greeting": first, "alternate_greetings": tuple(others)}
