"""The prompt that a card, a preset, world books and a chat would make: pure, without database and model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.values.models import Format
from engine.values.settings import Language


@dataclass(frozen=True, slots=True)
class PreviewAsk:
    """Files as bytes, world books with their names. ``seed`` decides what chance would."""

    card: bytes
    preset: bytes | None = None
    worlds: tuple[tuple[str, bytes], ...] = ()
    chat: bytes | None = None
    user: str = "User"
    seed: int = 0
    format: Format = Format.OPENAI
    language: Language = Language.EN


@dataclass(frozen=True, slots=True)
class Shown:
    """What would be sent: the messages, a line of the ledger for each part, and the body of the request."""

    messages: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    request: Mapping[str, Any]


def preview(ask: PreviewAsk) -> Shown:
    """The prompt of the next reply. Raises InputError."""
    raise NotImplementedError
