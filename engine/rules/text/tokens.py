"""How many tokens a text will cost, guessed from its scripts and corrected by what each model reports.

The weights are rules of thumb in the middle of the tokenizers in use: about 4 latin letters, 1 Chinese character or 3
digits to a token. How far a model differs is its ``factor``. A turn measures its whole history, so no loop goes over
its characters: latin ones have a weight each, all others one for their block of 256.
"""

from math import ceil
from typing import Final

from engine.values.prompts import Message

PER_MESSAGE: Final = 4
"""What a chat template adds around each message."""

_UNIT: Final = 20  # weights are in twentieths of a token
_WORD: Final = 6
_LATIN: Final = (
    (0x00, 0x20, 1),  # controls
    (0x20, 0x80, 16),  # signs; letters and digits follow
    (0x30, 0x3A, 7),
    (0x41, 0x5B, 4),
    (0x61, 0x7B, 4),
    (0x80, 0xC0, 16),
    (0xC0, 0x100, 8),
    (0x20, 0x21, 1),
    (0x0A, 0x0B, 12),
)
_BLOCKS: Final = (
    (0x01, 0x03, 8),  # latin with accents
    (0x03, 0x06, 12),  # combining marks, Greek, Cyrillic
    (0x06, 0x20, 14),
    (0x20, 0x26, 16),  # signs
    (0x26, 0x28, 40),  # symbols and emoji
    (0x28, 0x30, 16),
    (0x30, 0x32, 17),  # kana and their signs
    (0x32, 0xA0, 20),  # ideographs
    (0xA0, 0xD8, 20),  # hangul
    (0xD8, 0xE0, 25),  # halves of emoji and rare characters
    (0xE0, 0xFF, 20),
    (0xFF, 0x100, 16),  # wide signs and letters
)
_LOWEST: Final = 0.5
_HIGHEST: Final = 4.0
_SMALLEST_SAMPLE: Final = 64
_FOLLOW: Final = 0.2


def _table(rows: tuple[tuple[int, int, int], ...]) -> bytes:
    weights = bytearray(256)
    for start, end, weight in rows:
        weights[start:end] = bytes([weight]) * (end - start)
    return bytes(weights)


_LATIN_WEIGHTS: Final = _table(_LATIN)
_BLOCK_WEIGHTS: Final = _table(_BLOCKS)


def estimate(text: str, factor: float = 1.0) -> int:
    """The tokens of ``text``, rounded up; 0 for an empty text. Linear in its length."""
    weight = sum(text.encode("latin-1", "ignore").translate(_LATIN_WEIGHTS)) + _WORD * len(text.split())
    if not text.isascii():
        blocks = text.encode("utf-16-le", "surrogatepass")[1::2]
        weight += sum(blocks.translate(_BLOCK_WEIGHTS))
    return ceil(weight * factor / _UNIT)


def message_tokens(message: Message, factor: float = 1.0) -> int:
    """The tokens of one message with what the chat template adds."""
    return estimate(message.text, factor) + PER_MESSAGE + (1 if message.name else 0)


def calibrate(factor: float | None, estimated: int, reported: int) -> float:
    """The model's new factor after it reported the size of a prompt that was ``estimated`` with the present one.

    None means never calibrated (estimated with 1.0): the first report is taken whole, later ones are followed by a
    fifth. Reports about small prompts say little and change nothing. Always between a half and 4.
    """
    current = 1.0 if factor is None else factor
    if estimated < _SMALLEST_SAMPLE or reported <= 0:
        return current
    seen = current * reported / estimated
    moved = seen if factor is None else current + _FOLLOW * (seen - current)
    return min(max(moved, _LOWEST), _HIGHEST)
