"""What a hundred messages cost, in words: said in the wizard and with the usage."""

from bot.words.localise import Speaker
from engine.values.house.allowances import Hundred


def hundred_words(hundred: Hundred, speak: Speaker) -> str:
    """One line: dollars where a price is known, tokens where none is, and what it rests on."""
    return speak.say(
        "usage-hundred",
        tokens=f"{hundred.tokens:,}",
        dollars="" if hundred.dollars is None else f"{hundred.dollars:,.2f}",
        priced=str(hundred.dollars is not None).lower(),
        measured=str(hundred.measured).lower(),
    )
