"""The prompt that a card, a preset, books and a chat would make, without database and model; pure but for the time."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.errors import InputError, OtherKindExpected, SettingNotPreviewed
from engine.rules.file_facts import contents_of
from engine.rules.formats.books.book_files import read_book_file
from engine.rules.formats.cards.card_files import read_card
from engine.rules.formats.chats.chats import read_chat
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.presets.presets import read_preset
from engine.rules.framework.budget import reply_tokens
from engine.rules.framework.lighter import bearable
from engine.rules.framework.preview import PreviewFiles, stage_from_files
from engine.rules.scopes import names_in, parse_value
from engine.rules.wire.gemini_request import generate_body
from engine.rules.wire.openai_request import chat_body
from engine.shipped import house_preset
from engine.values.characters.characters import Card
from engine.values.chats.notices import Notice
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_choices import Language
from engine.values.house.settings import Settings
from engine.values.models.models import Endpoint, Format
from engine.values.models.prompts import LedgerLine, PartVerdict, PromptMessage
from engine.values.transfers.transfers import FileKind
from engine.work.clock import SystemClock

MODEL = "model"
PREVIEWED = (
    *names_in(SettingGroup.WORLD),
    *("depth_counting", "strict_order", "budget_tokens", "reply_max_tokens", "total_tokens"),
)
"""The settings that a prompt of files follows."""


@dataclass(frozen=True, slots=True)
class PreviewAsk:
    """Files as bytes, world books with their names. ``seed`` decides what chance would.

    An empty ``user`` is called as the chat calls them; ``persona`` says who they are. ``now`` is aware. ``settings``
    are as people type them, by their names: one of PREVIEWED each. ``model`` is the one that would be asked.
    """

    card: bytes
    preset: bytes | None = None
    worlds: tuple[tuple[str, bytes], ...] = ()
    chat: bytes | None = None
    user: str = ""
    persona: str = ""
    seed: int = 0
    now: datetime | None = None
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    format: Format = Format.OPENAI
    language: Language = Language.EN
    model: str = ""


@dataclass(frozen=True, slots=True)
class PreviewResult:
    """What would be sent: the messages, a line of the ledger for each part, the body of the request, and what was
    made lighter so that it fits.

    In the Gemini format the roles are Gemini's: ``system``, ``user`` and ``model``; neighbours of one role are parts of
    one content.
    """

    messages: list[dict[str, Any]]
    ledger: list[dict[str, Any]]
    request: Mapping[str, Any]
    notices: tuple[Notice, ...] = ()


def preview(ask: PreviewAsk) -> PreviewResult:
    """The prompt of the next reply. Raises InputError, SettingNotPreviewed and what a wrong setting raises."""
    stage = stage_from_files(
        PreviewFiles(
            card=_card(ask.card),
            house=house_preset(ask.language),
            preset=read_preset(ask.preset) if ask.preset is not None else None,
            books=tuple(read_book_file(data, name) for name, data in ask.worlds),
            chat=read_chat(ask.chat) if ask.chat is not None else None,
            user=ask.user,
            persona=ask.persona,
            seed=ask.seed,
            now=ask.now,
            settings=_settings(ask.settings),
            language=ask.language,
            model=ask.model,
        )
    )
    built = bearable(stage)
    prompt = built.prompt
    sampling = replace(stage.preset.sampling, max_tokens=reply_tokens(stage.limits))
    if ask.format is Format.GEMINI:
        request = generate_body(prompt.messages, sampling)
        messages = [*_parts(request)]
    else:
        request = chat_body(Endpoint(MODEL, ask.format, "", ask.model or MODEL), prompt.messages, sampling)
        messages = [_message(it) for it in prompt.messages]
    return PreviewResult(messages, [_line(it) for it in prompt.ledger], request, built.notices)


def this_moment() -> datetime:
    """Now, in the zone of this machine."""
    return SystemClock().now().astimezone()


def about(data: bytes, filename: str) -> tuple[Notice, ...]:
    """What is in a file, and what of it does nothing: scripts that cannot run, fields that are not used. InputError."""
    return contents_of(data, filename).facts


def same_kind(one: bytes, other: bytes) -> FileKind:
    """Of which kind both files are. Raises OtherKindExpected, InputError."""
    kind = kind_of(one)
    if kind_of(other) is not kind:
        raise OtherKindExpected(kind=kind_of(other).value)
    return kind


def _settings(given: Mapping[str, str]) -> Settings:
    if unknown := next((it for it in given if it not in PREVIEWED), ""):
        raise SettingNotPreviewed(name=unknown[:64], known=", ".join(PREVIEWED))
    values: dict[str, Any] = {name: parse_value(name, text) for name, text in given.items()}
    return Settings(**{name: value for name, value in values.items() if value is not None})


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
