"""The model of the evening: it says what ``lines`` has for what it is told."""

import itertools
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.evening.lines import LINES, NAMES, Lines
from tests.servers.model import NEW_FACT, Finish, Gate, Script, Seen, fail, nothing_to_note, say
from tests.servers.scribe import PAGE, scribe

_TALK = ("The talk", "对话", "The latest talk", "最近的对话")
_PIECE = re.compile(r"\s*(?:[!-~]+|[^\s!-~]{1,4})\s*\Z|\s*(?:[!-~]+|[^\s!-~]{1,4})")
"""What a model says at once: a word, or a few signs."""
_BLOCK = re.compile(r"^([^\n:]+):\n<(memory-[0-9a-f]+)>\n(.*?)\n</\2>", re.DOTALL | re.MULTILINE)


@dataclass
class Talker:
    """``down``: it has trouble. ``gate``: the next long reply waits there, after its first words."""

    lines: Lines
    down: bool = False
    gate: Gate | None = None
    _told: Counter[str] = field(default_factory=Counter[str])
    _else: Any = None
    _pages: list[tuple[str, str, str, str]] = field(default_factory=list[tuple[str, str, str, str]])

    def __post_init__(self) -> None:
        self._else = itertools.cycle(self.lines.else_)

    def __call__(self, seen: Seen) -> Script:
        """A reply."""
        if self.down:
            return fail(500, "scripted")
        text = self._reply(seen.body["messages"][-1]["content"])
        pieces = _PIECE.findall(text)
        if self.gate is not None:
            gate, self.gate = self.gate, None
            return Script([*pieces, gate, *_PIECE.findall(next(self._else)), Finish()])
        return say(*pieces)

    def _reply(self, asked: str) -> str:
        found = next((key for key in self.lines.replies if key in asked and self.lines.replies[key]), None)
        if found is None:
            return next(self._else)
        replies = self.lines.replies[found]
        number = self._told[found]
        self._told[found] += 1
        return replies[number % len(replies)]

    def notes(self, seen: Seen) -> Script:
        """What work behind the turns asks for."""
        if seen.errand == {"topics", "facts"}:
            return _json(self._facts(seen))
        if seen.errand == {"name", "setting", "outline", "ending"}:
            changed = {"ending": self.lines["open ending"]} if self.lines["wish"] in seen.prompt else {}
            return _json({**self.lines.background, **changed})
        if seen.errand == {"recap"}:
            return _json({"recap": self._named(self.lines.recap, seen)})
        if seen.errand == PAGE:
            return _json(self._page(seen))
        if seen.errand == {"events"}:
            return nothing_to_note(seen)
        return scribe(seen)

    def _page(self, seen: Seen) -> Any:
        """The next page of what is told; who came up the ridge is who talks at a terminal."""
        about = [it for it in self.lines.pages if self.lines[it[0]] in seen.prompt and it not in self._pages]
        page = (*about, *self.lines.pages)[0]
        self._pages.append(page)
        title, text, brief = (self._named(it, seen) for it in page[1:])
        empty = {"items": [], "figures": []}
        return {"page": text, "title": title, "brief": brief, "when": "", "timeline": [brief], **empty}

    def _named(self, text: str, seen: Seen) -> str:
        """``text`` of people who are in what is told: alone at a terminal, one does what another does in a group."""
        ann, _, cid = next(NAMES[it] for it, lines in LINES.items() if lines is self.lines)
        return text if cid in seen.prompt else text.replace(cid, ann)

    def _facts(self, seen: Seen) -> Any:
        talk = next(
            (
                [json.loads(line) for line in it[3].splitlines()]
                for it in _BLOCK.finditer(seen.prompt)
                if it[1] in _TALK
            ),
            [],
        )
        people = [it for it in talk if it["id"].startswith("p")]
        facts = [
            {
                "about": it["id"] if of_person else "nobody",
                "scope": "person" if of_person else "story",
                "text": text,
                "sources": [it["n"]],
                **NEW_FACT,
            }
            for it in people
            for key, (of_person, text) in self.lines.facts.items()
            if key in it["text"]
        ]
        return {"topics": [{"message": it["n"], "topic": self._topic(it["text"])} for it in people], "facts": facts}

    def _topic(self, text: str) -> str:
        return next((key for key in self.lines.facts if key in text), text[:8])


def _json(value: Any) -> Script:
    return say(json.dumps(value, ensure_ascii=False))
