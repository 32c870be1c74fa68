"""A text that is too long for its place: its beginning and its end, and how much is missing between them."""

from typing import Final

from engine.values.house.setting_choices import Language

_MISSING: Final = {
    Language.EN: "\n[… {count} characters are left out here …]\n",
    Language.ZH: "\n[……此处略去 {count} 个字……]\n",
}
_SLACK: Final = 12  # a twelfth of a piece may go so that it ends where a line or a word does


def shortened(text: str, longest: int, language: Language) -> str:
    """``text``, or about its first two thirds and last third of ``longest`` characters around a line that says so."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    head = longest - tail
    front = _up_to_a_gap(text[:head])
    back = _up_to_a_gap(text[len(text) - tail :][::-1])[::-1]
    missing = _MISSING[language].format(count=len(text) - len(front) - len(back))
    return f"{front}{missing}{back}"


def _up_to_a_gap(text: str) -> str:
    """``text`` without the torn line or word at its end, where that is short."""
    least = len(text) - len(text) // _SLACK
    for gap in ("\n", " "):
        if (at := text.rfind(gap, least)) >= 0:
            return text[:at]
    return text
