"""Buttons and forms as Discord draws them. Their ids say everything, so that they work after a restart. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.commands.framework.forms import about_and_line
from bot.commands.framework.reply import Field, Form
from bot.delivery.surface import Button
from bot.words.localise import Speaker

Json = dict[str, Any]

LONGEST_TEXT: Final = 4000
FORM: Final = "form:"

_ROW, _BUTTON, _INPUT = 1, 2, 4
_GREY, _LINE, _PARAGRAPH = 2, 1, 2
_ROWS, _IN_A_ROW = 5, 5
_INPUTS: Final = 5
_ID, _TITLE, _LABEL = 100, 45, 45
_PIECE: Final = 3500  # of a text that is too long for one input, which leaves room to write
_PART: Final = "#"
_STOOD: Final = "~"
"""Behind it an input has in its id the mark of what stands in it."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A form as it came back: the line to be done, what it is about, and the fields by parameter.

    ``stood``: the marks of what stood in them when it was shown.
    """

    line: str
    about: str
    fields: Mapping[str, str]
    stood: Mapping[str, str] = field(default_factory=dict[str, str])


def rows(buttons: Sequence[Sequence[Button]]) -> list[Json]:
    """The buttons under a message; an empty list takes those away that are there."""
    return [
        {"type": _ROW, "components": [_button(button) for button in row[:_IN_A_ROW]]} for row in buttons[:_ROWS] if row
    ]


def form(it: Form, speak: Speaker) -> Json | None:
    """The window of a form; None for one that Discord cannot show, so that it is told in words.

    A text that is too long for one input stands in several, and is put together again.
    """
    name = f"{FORM}{it.about}{it.line}"
    inputs = [made for field in it.fields for made in _inputs(field, it.stood.get(field.param, ""), speak)]
    if len(name) > _ID or len(inputs) > _INPUTS:
        return None
    return {
        "custom_id": name,
        "title": it.title[:_TITLE],
        "components": [{"type": _ROW, "components": [one]} for one in inputs],
    }


def filled_in(data: Mapping[str, Any]) -> Filled | None:
    """What a form says; None for a form that is none of ours."""
    name = str(data.get("custom_id", ""))
    if not name.startswith(FORM):
        return None
    about, line = about_and_line(name.removeprefix(FORM))
    fields: dict[str, str] = {}
    marks: dict[str, str] = {}
    for part in _parts(data):
        if "value" in part:
            param, _, was = str(part.get("custom_id", "")).partition(_PART)[0].partition(_STOOD)
            fields[param] = fields.get(param, "") + str(part["value"] or "")
            marks |= {param: was} if was else {}
    return Filled(line, about, fields, marks)


def _inputs(field: Field, was: str, speak: Speaker) -> list[Json]:
    """``was``: the mark of what stands in it, "" where that is not known."""
    pieces = _pieces(field.value)
    name = f"{field.param}{_STOOD}{was}" if was else field.param
    made = [_input(field, n, len(pieces), value, speak) for n, value in enumerate(pieces, 1)]
    return [{**it, "custom_id": name if n == 1 else f"{name}{_PART}{n}"} for n, it in enumerate(made, 1)]


def _input(field: Field, part: int, parts: int, value: str, speak: Speaker) -> Json:
    label = speak.say("form-part-label", label=field.label, part=part, parts=parts) if parts > 1 else field.label
    made: Json = {
        "type": _INPUT,
        "style": _PARAGRAPH if field.long else _LINE,
        "label": label[:_LABEL],
        "required": field.required and part == 1,
        "max_length": LONGEST_TEXT,
    }
    return made | {"value": value} if value else made


def _pieces(text: str) -> list[str]:
    """``text`` in pieces that an input holds, none of which begins or ends with a blank: that might be lost."""
    if _units(text) <= LONGEST_TEXT:
        return [text]
    found: list[str] = []
    while _units(text) > LONGEST_TEXT:
        end = _PIECE // 2 if _units(text[:_PIECE]) > LONGEST_TEXT else _PIECE
        at = next((n for n in range(end, end // 2, -1) if not text[n - 1].isspace() and not text[n].isspace()), end)
        found.append(text[:at])
        text = text[at:]
    return [*found, text]


def _units(text: str) -> int:
    """Length in UTF-16 units, as Discord's own windows count."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def _button(button: Button) -> Json:
    return {"type": _BUTTON, "style": _GREY, "label": button.label[:80], "custom_id": button.control}


def _parts(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in data.get("components") or ():
        yield part
        yield from _parts(part)
        if isinstance(inner := part.get("component"), Mapping):
            yield inner
