"""The prompt that a card, a preset, world books and a chat would make: pure, without database and model."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import InputError, OtherKindExpected
from engine.rules.formats.books.books import read_book
from engine.rules.formats.cards.card_files import read_card
from engine.rules.formats.chats.chats import read_chat
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.presets.presets import read_preset
from engine.rules.framework.budget import reply_tokens
from engine.rules.framework.lighter import bearable
from engine.rules.framework.preview import PreviewFiles, stage_from_files
from engine.rules.wire.gemini_request import generate_body
from engine.rules.wire.openai_request import chat_body
from engine.shipped import house_preset
from engine.values.characters.characters import Card
from engine.values.house.setting_choices import Language
from engine.values.models.models import Endpoint, Format
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptMessage
from engine.values.transfers.transfers import FileKind

MODEL = "model"


@dataclass(frozen=True, slots=True)
class PreviewAsk:
    """Files as bytes, world books with their names. ``seed`` decides what chance would.

    An empty ``user`` is called as the chat calls them.
    """

    card: bytes
    preset: bytes | None = None
    worlds: tuple[tuple[str, bytes], ...] = ()
    chat: bytes | None = None
    user: str = ""
    seed: int = 0
    format: Format = Format.OPENAI
    language: Language = Language.EN


@dataclass(frozen=True, slots=True)
class PreviewResult:
    """What would be sent: the messages, a line of the ledger for each part, and the body of the request.

    In the Gemini format the roles are Gemini's: ``system``, ``user`` and ``model``; neighbours of one role are parts of
    one content.
    """

    messages: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    request: Mapping[str, Any]


def preview(ask: PreviewAsk) -> PreviewResult:
    """The prompt of the next reply. Raises InputError."""
    stage = stage_from_files(
        PreviewFiles(
            card=_card(ask.card),
            house=house_preset(ask.language),
            preset=read_preset(ask.preset) if ask.preset is not None else None,
            books=tuple(read_book(data, name) for name, data in ask.worlds),
            chat=read_chat(ask.chat) if ask.chat is not None else None,
            user=ask.user,
            seed=ask.seed,
            language=ask.language,
        )
    )
    prompt = bearable(stage).prompt
    sampling = replace(stage.preset.sampling, max_tokens=reply_tokens(stage.limits))
    if ask.format is Format.GEMINI:
        request = generate_body(prompt.messages, sampling)
        messages = [*_parts(request)]
    else:
        request = chat_body(Endpoint(MODEL, ask.format, "", MODEL), prompt.messages, sampling)
        messages = [_message(it) for it in prompt.messages]
    return PreviewResult(messages, [_line(it) for it in prompt.ledger], request)


def _card(data: bytes) -> Card:
    """The card in a file. Raises OtherKindExpected for a file of another kind that can be imported, InputError."""
    try:
        return read_card(data)
    except InputError:
        kind = FileKind.CHARACTER
        with suppress(InputError):
            kind = kind_of(data)
        if kind is FileKind.CHARACTER:
            raise
        raise OtherKindExpected(kind=kind.value) from None


def _message(message: PromptMessage) -> dict[str, Any]:
    named = {"name": message.name} if message.name else {}
    return {"role": message.role.value, "content": message.text, **named}


def _parts(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The texts of a Gemini request under its own roles."""
    leading = request.get("systemInstruction", {"parts": ()})
    contents: list[tuple[str, Any]] = [("system", leading), *((it["role"], it) for it in request["contents"])]
    for role, content in contents:
        yield from ({"role": role, "content": part["text"]} for part in content["parts"])


def _line(line: LedgerLine) -> dict[str, Any]:
    return {
        "part": line.origin,
        "tokens": line.tokens,
        "included": line.verdict is PartVerdict.IN,
        "verdict": line.verdict.value,
        "reason": str(line.reason),
        "detail": line.detail,
        "slot": line.slot.name.lower(),
    }
