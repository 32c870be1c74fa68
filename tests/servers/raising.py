"""A model that reads what is fed to a character: each sentence of a piece is a statement that quotes itself.

A sentence may begin with its field ("speech: …", "world Lantern: …"). An age contradicts the age that the draft has.
"""

import json
import re
from typing import Any, Final

from tests.servers.model import Script, Seen, nothing_to_note, say

_FIELDS: Final = ("description", "personality", "speech", "scenario", "example", "greeting", "world")
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]?")
_FIELD: Final = re.compile(rf"^({'|'.join(_FIELDS)})(?: ([^:]+))?:\s*(.+)$", re.IGNORECASE)
_AGE: Final = re.compile(r"\d+ years old|\d+ ?岁")
_BLOCK: Final = re.compile(r"^([^\n]+?)[:：]\n<(memory-[0-9a-f]+)>\n(.*?)\n</\2>", re.MULTILINE | re.DOTALL)
PIECE: Final = ("The new piece", "新材料")
DRAFT: Final = ("The draft so far", "目前的草稿")
LACKS: Final = ("What it lacks", "还缺什么")
QUESTION: Final = "What does the character fear most?"
INVENTED: Final = "The character owns 99 horses."
"""What this model says of any piece that has the word "invent" in it."""


def blocks(seen: Seen) -> dict[str, list[dict[str, Any]]]:
    """The data of a request by the name of each block."""
    text = str(seen.body["messages"][-1]["content"])
    return {name: [json.loads(it) for it in told.splitlines()] for name, _, told in _BLOCK.findall(text)}


def raises(seen: Seen) -> Script:
    """The answer to a request of a cradle; nothing to note for other work behind the turns."""
    found = blocks(seen)
    draft = next((found[it] for it in DRAFT if it in found), [])
    if piece := next((found[it] for it in PIECE if it in found), None):
        return say(json.dumps({"statements": _read(piece[0]["text"], draft), "question": QUESTION}))
    if any(it in found for it in LACKS):
        dreamed = [_statement("personality", "Hums when nobody listens.", "")]
        return say(json.dumps({"statements": dreamed, "question": ""}))
    return nothing_to_note(seen)


def _read(text: str, draft: list[dict[str, Any]]) -> list[dict[str, Any]]:
    every = [it.strip() for it in _SENTENCE.findall(text) if it.strip()][:20]
    found = [_of(it, draft) for it in every]
    return [*found, _statement("description", INVENTED, "invent")] if "invent" in text else found


def _of(sentence: str, draft: list[dict[str, Any]]) -> dict[str, Any]:
    named = _FIELD.match(sentence)
    field, title, text = (named[1].lower(), named[2] or "", named[3]) if named else ("description", "", sentence)
    aged = next((it["n"] for it in draft if _AGE.search(it["text"])), 0) if _AGE.search(text) else 0
    return _statement(field, text, text, title=title, instead_of=aged, contradicts=bool(aged))


def _statement(field: str, text: str, quote: str, **more: Any) -> dict[str, Any]:
    told = {
        "field": field,
        "text": text,
        "quote": quote,
        "title": "",
        "keys": [],
        "instead_of": 0,
        "contradicts": False,
    }
    return told | more
