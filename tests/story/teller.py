"""What the scripted model says to those who keep a chronicle: it names the messages that it was shown."""

import json
import re
from typing import Any, Final

from tests.servers.model import Script, Seen, nothing_to_note, say
from tests.story import told

_BLOCK: Final = re.compile(r"^([^\n]+):\n<(memory-[0-9a-f]+)>\n(.*?)\n</\2>", re.DOTALL | re.MULTILINE)


def tells(seen: Seen) -> Script:
    """An answer to an errand, computed from what it holds."""
    blocks = {it[1]: [json.loads(line) for line in it[3].splitlines()] for it in _BLOCK.finditer(seen.prompt)}
    for wanted, answer in _ANSWERS.items():
        if seen.errand == wanted:
            return say(json.dumps(answer(blocks)))
    return nothing_to_note(seen)


_PERSONA: Final = frozenset({"personality", "feelings", "relations", "goals", "beliefs", "habits", "speech"})
Blocks = dict[str, list[dict[str, Any]]]


def _names(blocks: Blocks, block: str = "The talk") -> list[str]:
    return [told.name_of(it["text"]) for it in blocks.get(block, [])]


def _page(blocks: Blocks) -> dict[str, Any]:
    names = _names(blocks)
    short = told.span(names)
    lamp = {"name": "Lamp", "state": short, "gone": told.lamp_is_gone(names[0])}
    zed = {"name": "Zed", "aliases": [], "known": short}
    return {
        "page": " ".join(names),
        "title": "",
        "brief": short,
        "when": "",
        "timeline": [short],
        "items": [lamp] if told.tells_of_lamp(names[0]) else [],
        "figures": [zed] if told.tells_of_zed(names[0]) else [],
    }


def _lines(blocks: Blocks) -> dict[str, Any]:
    entries = [it["text"] for it in blocks["The entries"]]
    lines, first = [], 1
    for half in told.halves(entries):
        lines.append({"first": first, "last": first + len(half) - 1, "text": told.across(half)})
        first += len(half)
    return {"lines": lines}


def _summary(blocks: Blocks) -> dict[str, Any]:
    earlier = [it["text"] for it in blocks.get("The summary up to here", [])]
    names = [*(earlier[0].split("~")[:1] if earlier else []), *_names(blocks)]
    return {"summary": told.span(names)}


def _events(blocks: Blocks) -> dict[str, Any]:
    names = _names(blocks)
    return {"events": [{"event": told.span(names), "detail": " ".join(names), "first": 1, "last": len(names)}]}


def _known(blocks: Blocks) -> dict[str, Any]:
    texts = [it["text"] for it in blocks["The pages"]]
    return {"known": texts[-1], "aliases": []}


def _persona(blocks: Blocks) -> dict[str, Any]:
    old = blocks.get("The persona so far", [{}])[0].get("personality", "")
    return {**dict.fromkeys(_PERSONA, ""), "personality": told.grown(old, _names(blocks, "The latest talk") or ["#0"])}


_ANSWERS: Final = {
    frozenset({"page", "title", "brief", "when", "timeline", "items", "figures"}): _page,
    frozenset({"lines"}): _lines,
    frozenset({"summary"}): _summary,
    frozenset({"events"}): _events,
    frozenset({"known", "aliases"}): _known,
    _PERSONA: _persona,
}
