"""What messages and prompts cost, in words: said in the wizard, with the usage and by /status."""

from bot.words.localise import Speaker
from engine.values.house.allowances import Hundred
from engine.values.house.status import PromptsCost


def hundred_words(hundred: Hundred, speak: Speaker) -> str:
    """One line: dollars where a price is known, tokens where none is, and what it rests on."""
    return speak.say(
        "usage-hundred",
        tokens=f"{hundred.tokens:,}",
        dollars="" if hundred.dollars is None else f"{hundred.dollars:,.2f}",
        priced=str(hundred.dollars is not None).lower(),
        measured=str(hundred.measured).lower(),
    )


def prompts_words(cost: PromptsCost, speak: Speaker) -> str:
    """One line: the tokens that prompts had, what of them a cache served, dollars where a price is known."""
    return speak.say(
        "status-prompts-is",
        replies=cost.replies,
        tokens=cost.tokens,
        cached="unknown" if cost.served is None else "known",
        percent=round(100 * (cost.served or 0.0)),
        dollars=f"{cost.dollars or 0.0:.4f}",
        priced=str(bool(cost.dollars)).lower(),
    )
