"""How many tokens a text will cost, guessed from its scripts and corrected by what each model reports.

Characters are counted by class, and each class has a weight. The weights to begin with lie in the middle of the
tokenizers in use; what a model reports moves them (``calibration``). A turn measures its whole history, so no loop
goes over its characters: a table turns them into weights, and those are summed up.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final

from engine.values.models.prompts import PromptMessage
from engine.values.models.tokens import TokenFactor, TokenWeights

_LETTERS: Final = (*range(0x41, 0x5B), *range(0x61, 0x7B))
_CAPITALS: Final = (*range(0x41, 0x5B),)
_BLANKS: Final = (*range(0x0A), *range(0x0B, 0x21), 0x7F)
_DIGITS: Final = (*range(0x30, 0x3A),)
_SIGNS: Final = tuple(sign for sign in range(0x21, 0x7F) if sign not in _LETTERS and sign not in _DIGITS)

_LATIN: Final = (
    (_LETTERS, 0.115),
    (_CAPITALS, 0.3),  # on top: they begin new tokens
    (_BLANKS, 0.6),  # and so do words
    ((0x0A,), 0.9),
    (_DIGITS, 0.6),
    (_SIGNS, 0.65),
    ((*range(0x80, 0x100),), 1.0),
)
_BLOCKS: Final = (
    ((*range(0x32, 0xA0),), 0.88),  # ideographs
    ((0x30, 0x31), 0.85),  # kana and their signs
    ((0xFF,), 0.95),  # wide signs and letters
    ((*range(0xA0, 0xD8),), 0.8),  # hangul
    ((0x26, 0x27, *range(0xD8, 0xE0)), 1.2),  # symbols, and halves of emoji and rare characters
    ((*range(0x20, 0x26), *range(0x28, 0x30)), 0.9),  # signs
    ((*range(0x01, 0x20), *range(0xE0, 0xFF)), 0.5),  # other scripts
)
"""Characters beyond Latin-1 by their block of 256, which is the upper half of their two bytes."""

_CAPITAL: Final = 1
_ROUNDING: Final = 1e-9
PER_PICTURE: Final = 1_100
"""What a model counts for a picture of 1024 pixels a side: OpenAI 765 to 1,105, Gemini 1,032."""
PER_MESSAGE: Final = 4
"""What a chat template adds around each message of a model that has not reported anything."""

DEFAULT_COSTS: Final = tuple(cost for _, cost in (*_LATIN, *_BLOCKS))
"""What a character of each class costs in the middle of all models, in tokens."""


def _coded(groups: tuple[tuple[tuple[int, ...], float], ...]) -> bytes:
    """For each of 256 codes the number of its class, from 1; the last class that names a code has it."""
    table = bytearray(256)
    for number, (codes, _) in enumerate(groups, 1):
        for code in codes:
            table[code] = number
    return bytes(table)


_LATIN_CLASSES: Final = _coded(_LATIN)
_BLOCK_CLASSES: Final = _coded(_BLOCKS)


def weights_of(costs: Sequence[float], message: float) -> TokenWeights:
    """The weights of a model to which a character of each class costs so many tokens, and each message so many."""
    latin = [0.0, *costs[: len(_LATIN)]]
    latin[_CAPITAL + 1] += costs[0]
    latin_unit, latin_steps = _steps(latin)
    block_unit, block_steps = _steps([0.0, *costs[len(_LATIN) :]])
    return TokenWeights(
        latin=bytes(latin_steps[number] for number in _LATIN_CLASSES),
        blocks=bytes(block_steps[number] for number in _BLOCK_CLASSES),
        latin_unit=latin_unit,
        block_unit=block_unit,
        message=message,
    )


def _steps(costs: Sequence[float]) -> tuple[float, list[int]]:
    """A unit in which the largest of ``costs`` is 255, and all of them in it; the first, which is no class, is 0."""
    unit = max(costs) / 255
    return unit, [0, *(max(round(cost / unit), 1) for cost in costs[1:])]


_DEFAULT: Final = weights_of(DEFAULT_COSTS, PER_MESSAGE)


def estimate(text: str, factor: TokenFactor = 1.0) -> int:
    """The tokens of ``text``, rounded up; 0 for an empty text. Linear in its length."""
    weights = factor if isinstance(factor, TokenWeights) else _DEFAULT
    cost = sum(text.encode("latin-1", "ignore").translate(weights.latin)) * weights.latin_unit
    if not text.isascii():
        blocks = text.encode("utf-16-le", "surrogatepass")[1::2]
        cost += sum(blocks.translate(weights.blocks)) * weights.block_unit
    return ceil((cost if isinstance(factor, TokenWeights) else cost * factor) - _ROUNDING)


def message_tokens(message: PromptMessage, factor: TokenFactor = 1.0) -> int:
    """The tokens of one message with what the chat template adds."""
    shown = len(message.pictures) * PER_PICTURE
    return estimate(message.text, factor) + per_message(factor) + (1 if message.name else 0) + shown


def per_message(factor: TokenFactor = 1.0) -> int:
    """What a chat template adds around each message, in tokens."""
    return round(factor.message) if isinstance(factor, TokenWeights) else PER_MESSAGE


def counts(text: str) -> tuple[int, ...]:
    """How many characters of each class ``text`` has; capitals are letters too."""
    latin = text.encode("latin-1", "ignore").translate(_LATIN_CLASSES)
    found = [latin.count(number) for number in range(1, len(_LATIN) + 1)]
    found[0] += found[_CAPITAL]
    if text.isascii():
        return (*found, *(0 for _ in _BLOCKS))
    blocks = text.encode("utf-16-le", "surrogatepass")[1::2].translate(_BLOCK_CLASSES)
    return (*found, *(blocks.count(number) for number in range(1, len(_BLOCKS) + 1)))
