"""What a small but honest model says to work behind the turns: it repeats sentences of what it is told.

It knows nothing but the request. It thinks worth keeping what has a number or a promise or says how things are, and
then the first sentences of each message; it chooses pages by the words that they share with the newest message.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from engine.rules.recall.words.words import stems
from tests.servers.model import NEW_FACT, Call, Finish, Script, Seen, nothing_to_note, say

PAGE: Final = {"page", "title", "brief", "when", "timeline", "items", "figures"}
PERSONA: Final = {"personality", "feelings", "relations", "goals", "beliefs", "habits", "speech"}
_BLOCK: Final = re.compile(r"^([^\n:]+):\n<(memory-[0-9a-f]+)>\n(.*?)\n</\2>", re.DOTALL | re.MULTILINE)
_SENTENCE: Final = re.compile(r".+?(?:[。！？]|[.!?](?=\s|$)|$)")
_LONGEST_PAGE: Final = 290
_LONGEST_BRIEF: Final = 50
_LONGEST_SUMMARY: Final = 900
_MOST_FACTS: Final = 3
_MOST_PAGES: Final = 3
_PROMISES: Final = r"答应|约好|约定|说好|保证|发过?誓|promise|agreed|sworn|oath|\bowed?\b"
_NUMBERS: Final = r"[0-9]{2}|[0-9]-[0-9]|[一二三四五六七八九十百千万两]{2}|teen\b|ty-|twenty|\bten\b"
_STATES: Final = r"叫[^，。]{2,}|(?<![只总])是[^，。]{2,}|\b(?:called|named|is|are|holds?|contains?|shows?)\b"
_CUES: Final = tuple(re.compile(it) for it in (_PROMISES, _NUMBERS, _STATES))


def scribe(seen: Seen) -> Script:
    """An answer to whatever is asked."""
    told = _told(seen)
    if seen.tools or seen.errand == {"pages", "characters"}:
        return _chosen(seen, told)
    makers = {
        frozenset(PAGE): _page,
        frozenset({"topics", "facts"}): _notes,
        frozenset({"lines"}): _lines,
        frozenset({"known", "aliases"}): _known,
        frozenset({"summary"}): _summary,
        frozenset(PERSONA): _persona,
    }
    make = makers.get(seen.errand)
    return say(json.dumps(make(told), ensure_ascii=False)) if make else nothing_to_note(seen)


def _told(seen: Seen) -> Mapping[str, list[Any]]:
    """The data of a request by the name of its block; the talk as "talk" in every language."""
    names = {"The talk": "talk", "对话": "talk", "The latest talk": "talk", "最近的对话": "talk"}
    found: dict[str, list[Any]] = {}
    for it in _BLOCK.finditer(seen.prompt):
        found[names.get(it[1], it[1])] = list(_objects(it[3]))
    return found


def _objects(block: str) -> Iterator[Any]:
    """The JSON objects of a block that has one a line; an outline, which is told otherwise, has none for us."""
    for line in block.splitlines():
        with suppress(ValueError):
            yield json.loads(line)


def _texts(told: Mapping[str, list[Any]], *names: str) -> list[str]:
    return [it["text"] for name in names for it in told.get(name, ()) if "text" in it]


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order."""
    return [it.strip() for it in _SENTENCE.findall(text.replace("\n", " ")) if it.strip()]


def worth(sentence: str) -> int:
    """How many signs of something to be kept a sentence has."""
    return sum(it.search(sentence) is not None for it in _CUES)


def digest(texts: Iterable[str], longest: int) -> str:
    """The sentences that are most worth keeping, and the first ones of each text, in at most so many characters."""
    every = [(number, place, it) for number, text in enumerate(texts) for place, it in enumerate(sentences(text))]
    kept: list[tuple[int, int, str]] = []
    left = longest
    for it in sorted(every, key=lambda one: (-worth(one[2]), one[1], one[0])):
        if len(it[2]) < left:
            kept.append(it)
            left -= len(it[2]) + 1
    return " ".join(text for *_, text in sorted(kept))


def _best(texts: Iterable[str]) -> str:
    every = [it for text in texts for it in sentences(text)]
    return max(every, key=worth, default="")


def _page(told: Mapping[str, list[Any]]) -> Mapping[str, Any]:
    said = _texts(told, "talk")
    best = _best(said)
    day = told["talk"][0]["at"][:10]
    return {
        "page": digest(said, _LONGEST_PAGE),
        "title": best[:12],
        "brief": best[:_LONGEST_BRIEF],
        "when": day,
        "timeline": [best[:_LONGEST_BRIEF]],
        "items": [],
        "figures": [{"name": it["name"], "aliases": [], "known": best[:100]} for it in told["talk"][1:2]],
    }


def _notes(told: Mapping[str, list[Any]]) -> Mapping[str, Any]:
    """The topic of each message of a person, and the few facts that look most like some."""
    talk = told.get("talk", [])
    known = set(_texts(told, "Known facts", "已知事实"))
    found = [(worth(text), it["n"], text) for it in talk for text in sentences(it["text"]) if text not in known]
    best = sorted((it for it in found if it[0]), key=lambda it: -it[0])[:_MOST_FACTS]
    facts = [{"about": "nobody", "scope": "story", "text": text, "sources": [n], **NEW_FACT} for _, n, text in best]
    people = [it for it in talk if it["id"].startswith("p")]
    return {"topics": [{"message": it["n"], "topic": it["text"][:8].strip()} for it in people], "facts": facts}


def _lines(told: Mapping[str, list[Any]]) -> Mapping[str, Any]:
    entries = next(iter(told[it] for it in ("The entries", "条目") if it in told))
    return {"lines": [{"first": 1, "last": len(entries), "text": digest([it["text"] for it in entries], 110)}]}


def _known(told: Mapping[str, list[Any]]) -> Mapping[str, Any]:
    return {"known": digest(_texts(told, *told), 200), "aliases": []}


def _summary(told: Mapping[str, list[Any]]) -> Mapping[str, Any]:
    """Half of it is what was told before, half is new."""
    before = [text for name in told if name != "talk" for text in _texts(told, name)]
    half = _LONGEST_SUMMARY // 2
    return {"summary": f"{digest(before, half)} {digest(_texts(told, 'talk'), half)}".strip()}


def _persona(told: Mapping[str, list[Any]]) -> Mapping[str, Any]:
    said = _texts(told, "talk")
    return dict.fromkeys(sorted(PERSONA), "") | {"feelings": _best(said), "goals": digest(said[-4:], 120)}


def _chosen(seen: Seen, told: Mapping[str, list[Any]]) -> Script:
    """The pages, then the figures, whose lines share most words with the newest message."""
    newest = _texts(told, "talk")[-1]
    pages = _alike(newest, _texts(told, "Pages", "故事页"))[:_MOST_PAGES]
    labels = [it.split()[0] for it in pages]
    names = [it.partition(" (")[0] for it in _texts(told, "Figures", "人物") if it.partition(" (")[0] in newest][:2]
    if not seen.tools:
        return say(json.dumps({"pages": labels, "characters": names}, ensure_ascii=False))
    calls = [Call("recall_story_page", json.dumps({"page_id": it})) for it in labels]
    calls += [Call("recall_character", json.dumps({"name": it}, ensure_ascii=False)) for it in names]
    return Script([*calls, Finish("tool_calls")]) if calls else say("none")


def _alike(newest: str, lines: Sequence[str]) -> list[str]:
    words = frozenset(stems(newest))
    shared = [(len(words & frozenset(stems(it))), it) for it in lines]
    return [it for count, it in sorted(shared, key=lambda one: -one[0]) if count > 1]
