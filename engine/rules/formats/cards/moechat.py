"""MoeChat's ``info.yaml``: who an assistant is, read as a card. Its own fields stay beside those of the card."""

from typing import Final

from engine.rules.formats.json_fields import as_list, as_text
from engine.values.documents import JsonObject

_OWN: Final = frozenset({"messageExamples", "customPrompt", "startWith", "mask", "gsvSetting", "firstMeetTime"})
_ENOUGH: Final = 2


def is_moechat(raw: JsonObject) -> bool:
    """Whether an object is an assistant of MoeChat."""
    return "name" in raw and len(_OWN & raw.keys()) >= _ENOUGH


def from_moechat(raw: JsonObject) -> JsonObject:
    """Return an assistant as a card of the first version, with its own fields.

    Its prompt stands behind the house's, as there; of a talk to begin with (people first, then by turns) the last line
    is the greeting and what comes before it an example; what it knows of who talks is the scenario.
    """
    started = [as_text(it) for it in as_list(raw.get("startWith"))]
    greeting = started.pop() if started and len(started) % 2 == 0 else ""
    talk = [f"{'{{char}}' if at % 2 else '{{user}}'}: {text}" for at, text in enumerate(started) if text]
    said = [f"{{{{char}}}}: {as_text(it)}" for it in as_list(raw.get("messageExamples")) if as_text(it).strip()]
    examples = [*(["\n".join(["<START>", *talk])] if talk else []), *(f"<START>\n{it}" for it in said)]
    prompt, mask = as_text(raw.get("customPrompt")).strip(), as_text(raw.get("mask")).strip()
    more = as_text(raw.get("extraDescription")).strip()
    return {
        **raw,
        "name": as_text(raw.get("name")),
        "description": "\n\n".join(it for it in (as_text(raw.get("description")), more) if it.strip()),
        "personality": as_text(raw.get("personality")),
        "scenario": f"{{{{user}}}}: {mask}" if mask else "",
        "first_mes": greeting,
        "mes_example": "\n".join(examples),
        "system_prompt": f"{{{{original}}}}\n\n{prompt}" if prompt else "",
    }
