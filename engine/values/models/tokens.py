"""How a model counts tokens."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TokenWeights:
    """What a model takes for characters, and, in tokens, for each ``message``. No weight is 0.

    ``latin`` has a weight for each character below 256 in steps of ``latin_unit`` tokens, ``blocks`` one for each
    further block of 256 characters in steps of ``block_unit``.
    """

    latin: bytes = field(repr=False)
    blocks: bytes = field(repr=False)
    latin_unit: float
    block_unit: float
    message: float


TokenFactor = float | TokenWeights
"""How a model differs from the middle of all models: by a factor, or by weights of its own."""
