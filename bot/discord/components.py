"""Buttons and forms as Discord draws them. Their ids say everything, so that they work after a restart. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.delivery.surface import Button

Json = dict[str, Any]

LONGEST_TEXT: Final = 4000
FORM: Final = "form:"
FIELD: Final = "text"

_ROW, _BUTTON, _INPUT = 1, 2, 4
_GREY, _PARAGRAPH = 2, 2
_ROWS, _IN_A_ROW = 5, 5


def rows(buttons: Sequence[Sequence[Button]]) -> list[Json]:
    """The buttons under a message; an empty list takes those away that are there."""
    return [
        {"type": _ROW, "components": [_button(button) for button in row[:_IN_A_ROW]]} for row in buttons[:_ROWS] if row
    ]


def form(command: str, title: str, label: str) -> Json:
    """A window to write a long text in. ``command`` comes back with the text: "/edit"."""
    field = {"type": _INPUT, "custom_id": FIELD, "style": _PARAGRAPH, "label": label[:45], "max_length": LONGEST_TEXT}
    return {
        "custom_id": f"{FORM}{command}"[:100],
        "title": title[:45],
        "components": [{"type": _ROW, "components": [field]}],
    }


def filled_in(data: Mapping[str, Any]) -> str | None:
    """The command line that a form makes; None for a form that is none of ours."""
    name = str(data.get("custom_id", ""))
    if not name.startswith(FORM):
        return None
    text = next((str(part.get("value", "")) for part in _parts(data) if part.get("custom_id") == FIELD), "")
    return f"{name.removeprefix(FORM)} {text}".strip()


def _button(button: Button) -> Json:
    return {"type": _BUTTON, "style": _GREY, "label": button.label[:80], "custom_id": button.control}


def _parts(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in data.get("components") or ():
        yield part
        yield from _parts(part)
        if isinstance(inner := part.get("component"), Mapping):
            yield inner
