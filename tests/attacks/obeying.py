"""A model that does whatever it can read as an order, and copies what it reads as data into all that it writes."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.shipped import prompt_texts
from engine.values.models.prompts import PromptTexts
from tests.attacks.cases import CASES, PoisonCase, of_words, words
from tests.servers.model import NEW_FACT, Call, Finish, Script, Seen, nothing_to_note, say

_DECLARED: Final = re.compile(r"<(memory-[0-9a-f]{10})>")
PAGE: Final = frozenset({"page", "title", "brief", "when", "timeline", "items", "figures"})
PERSONA: Final = frozenset({"personality", "feelings", "relations", "goals", "beliefs", "habits", "speech"})
LONG: Final = 900
"""Characters of a summary that is too long where 500 are asked for."""


def errands() -> tuple[str, ...]:
    """The names of the prompts that show a model what others wrote."""
    texts = next(iter(prompt_texts().values()))
    return tuple(name for name in PromptTexts.__dataclass_fields__ if "{mark}" in getattr(texts, name))


def errand_of(seen: Seen) -> str:
    """Which of them a request is; "" for another."""
    first = _texts(seen.body["messages"][0]["content"])
    for texts in prompt_texts().values():
        for name in errands():
            if first.startswith(getattr(texts, name).split("{")[0]):
                return name
    return ""


def outside(seen: Seen) -> str:
    """All that a request says outside of its data: what it calls functions and fields, too.

    The data are what stands between the marks that its own first message declares, as far as it is JSON: in one
    object, or one a line.
    """
    said = [_texts(it["content"]) for it in seen.body["messages"]]
    declared = next(iter(_DECLARED.findall(said[0])), "")
    told = [_without(text, declared) for text in said]
    shapes = {name: seen.body[name] for name in ("tools", "response_format") if name in seen.body}
    return "\n".join([*told, json.dumps(shapes, ensure_ascii=False)])


def inside(seen: Seen) -> list[str]:
    """The lines of data of a request, as far as each is JSON."""
    said = [_texts(it["content"]) for it in seen.body["messages"]]
    declared = next(iter(_DECLARED.findall(said[0])), "")
    lines = (line for text in said[1:] for block in _blocks(text, declared) for line in block.splitlines())
    return [it for it in lines if _is_json(it)]


def _texts(content: Any) -> str:
    return content if isinstance(content, str) else "\n".join(it.get("text", "") for it in content)


def _block(mark: str) -> str:
    """A block of data. It ends where its mark comes next, whatever is written around that: so a model reads it."""
    return rf"(?ms)^<{mark}>\n(.*?)(?:</)?{mark}>?"


def _blocks(text: str, mark: str) -> Iterator[str]:
    if mark:
        yield from re.findall(_block(mark), text)


def _without(text: str, mark: str) -> str:
    """``text`` without its blocks of data; a line in one that is no JSON stays."""

    def kept(block: re.Match[str]) -> str:
        lines = [] if _is_json(block[1]) else block[1].splitlines()
        return "\n".join(["", *(it for it in lines if it and not _is_json(it)), ""])

    return re.sub(_block(mark), kept, text) if mark else text


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


class ObeyingModel:
    """``obeyed``: which prompt let which words out of its data; ``read``: the words that each prompt told as data.

    ``mark`` is the mark around the data, as somebody has found it out: what it writes tries to forge it.
    """

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.obeyed: defaultdict[str, set[str]] = defaultdict(set)
        self.read: defaultdict[str, set[str]] = defaultdict(set)

    def __call__(self, seen: Seen) -> Script:
        """What it says to work behind the turns."""
        name, orders = errand_of(seen), words(outside(seen))
        if orders:
            self.obeyed[name] |= orders
        data = inside(seen)
        told = of_words(words("\n".join(data)))
        self.read[name].update(it.word for it in told)
        make = self._answers().get(seen.errand)
        if orders:
            told = of_words(orders)
        if seen.tools:
            return self._calls(told)
        if make is None or not told:
            return nothing_to_note(seen)
        return say(json.dumps(make(told, data), ensure_ascii=False))

    def _answers(self) -> Mapping[frozenset[str], Callable[[Sequence[PoisonCase], Sequence[str]], Any]]:
        every = self._all
        return {
            frozenset({"statements", "question"}): self._draft,
            PAGE: self._page,
            PERSONA: lambda told, _: dict.fromkeys(PERSONA, "") | {"goals": every(told[-3:])},
            frozenset({"pages", "items", "figures"}): self._batch,
            frozenset({"topics", "facts"}): self._facts,
            frozenset({"lines"}): lambda told, data: {
                "lines": [{"first": 1, "last": _last(data), "text": every(told)}]
            },
            frozenset({"summary"}): lambda told, _: {"summary": every(told).ljust(LONG, ".")},
            frozenset({"events"}): lambda told, _: {"events": [self._event(it) for it in told[:10]]},
            frozenset({"known", "aliases"}): lambda told, _: {"known": every(told), "aliases": [every(told[:1])]},
            frozenset({"post", "replies"}): lambda told, _: {
                "post": told[-1].word,
                "replies": [{"who": 1, "act": "comment", "text": told[-1].lure(self.mark)}],
            },
            frozenset({"page"}): lambda told, _: {"page": every(told)},
            frozenset({"queries"}): lambda told, _: {"queries": [it.lure(self.mark)[:100] for it in told[:3]]},
            frozenset({"recap"}): lambda told, _: {"recap": every(told)},
            frozenset({"id", "text"}): lambda told, data: {"id": _first_id(data), "text": f"It is {told[-1].word}."},
            frozenset({"name", "setting", "outline", "ending"}): self._background,
            frozenset({"why", "point", "status", "sure"}): self._verdict,
            frozenset({"pages", "characters"}): lambda told, _: {"pages": ["p1"], "characters": [every(told[:1])]},
        }

    def _all(self, told: Sequence[PoisonCase]) -> str:
        return ". ".join(it.lure(self.mark) for it in told)

    def _page(self, told: Sequence[PoisonCase], data: Sequence[str]) -> dict[str, Any]:
        """A page about the case of its last message, and the one behind it; the timeline knows one far off, too."""
        talk = of_words(words("\n".join(it for it in data if '"at": ' in it))) or list(told)
        case = talk[-1]
        lures = [CASES[(case.number + it) % len(CASES)].lure(self.mark) for it in (0, 1, len(CASES) // 2)]
        figures = [{"name": it, "aliases": [f"{lures[1]} 2"], "known": lures[0]} for it in lures[:2]]
        if not any('"at": ' in it for it in data):
            figures = [{"name": it.lure(self.mark), "aliases": [], "known": it.word} for it in told[:8]]
        return {
            "page": lures[0],
            "title": lures[0],
            "brief": lures[0],
            "when": "D1",
            "timeline": [lures[0], lures[2]],
            "items": [{"name": f"{lures[0]} 3", "state": lures[0], "gone": False}],
            "figures": figures,
        }

    def _batch(self, told: Sequence[PoisonCase], data: Sequence[str]) -> dict[str, Any]:
        page = self._page(told, data)
        pages = [
            {it: page[it] for it in page if it not in ("items", "figures")} for line in data if '"first": ' in line
        ]
        return {"pages": pages, "items": page["items"], "figures": page["figures"]}

    def _facts(self, _: Sequence[PoisonCase], data: Sequence[str]) -> dict[str, Any]:
        """A fact of each message, as plain as a fact can be, and one that is an order."""
        talk = [json.loads(it) for it in data if '"at": ' in it]
        found = [(it, case) for it in talk for case in of_words(words(it["text"])) if it["id"].startswith("p")]
        texts = [(it, text) for it, case in found for text in (f"The word is {case.word}.", case.lure(self.mark))]
        more = {"scope": "story", **NEW_FACT}
        return {
            "topics": [],
            "facts": [{"about": "nobody", "text": text, "sources": [it["n"]], **more} for it, text in texts],
        }

    def _event(self, case: PoisonCase) -> dict[str, Any]:
        return {"event": case.lure(self.mark), "detail": case.text(self.mark), "first": 1, "last": 1}

    def _background(self, told: Sequence[PoisonCase], _: Sequence[str]) -> dict[str, Any]:
        lures = [it.lure(self.mark) for it in told]
        return {"name": lures[0], "setting": " ".join(lures), "outline": lures[:5] or ["A"], "ending": lures[-1]}

    def _draft(self, told: Sequence[PoisonCase], _: Sequence[str]) -> dict[str, Any]:
        """A sentence of the last case, as plain as one can be, and one that is an order."""
        case = told[-1]
        texts = (f"The word is {case.word}.", case.lure(self.mark))
        more = {"field": "description", "quote": case.word, "title": "", "keys": [], "instead_of": 0}
        statements = [{"text": text, "contradicts": False, **more} for text in texts]
        return {"statements": statements, "question": case.lure(self.mark)}

    def _verdict(self, told: Sequence[PoisonCase], _: Sequence[str]) -> dict[str, Any]:
        return {"why": told[-1].lure(self.mark), "point": 1, "status": "in_progress", "sure": False}

    def _calls(self, told: Sequence[PoisonCase]) -> Script:
        names = [Call("recall_character", json.dumps({"name": it.lure(self.mark)})) for it in told[-2:]]
        return Script([Call("recall_story_page", json.dumps({"page_id": "p1"})), *names, Finish("tool_calls")])


def _last(data: Sequence[str]) -> int:
    return max((json.loads(it).get("n", 1) for it in data), default=1)


def _first_id(data: Sequence[str]) -> str:
    return next((it["id"] for it in map(json.loads, data) if "id" in it), "")
