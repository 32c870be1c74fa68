"""A model that makes up posts, comments and replies from word lists, and gives away every secret that it is shown."""

import json
import random  # noqa: TID251 — made from a seed
import re
from pathlib import Path
from typing import Any, Final

from engine.embed.builtin import BuiltinEmbedder
from engine.rules.text.tokens import estimate
from tests.life.people import Cast
from tests.servers.model import NEW_FACT, Finish, Script, Seen, Tokens, nothing_to_note

PROMPTS: Final = Path(__file__).parents[2] / "config/prompts"
CANARY: Final = re.compile(r"Kyx[a-z]{4}q")
_CHOICE: Final = re.compile(r"\[([^\[\]]*)\]")
_NEW: Final = re.compile(r"new from (\d+) on|从第 (\d+) 条")


class LifeModel:
    """``repeats``: the share of posts in which it says again what it said before, as small models do."""

    def __init__(self, cast: Cast, *, repeats: float = 0.0) -> None:
        self._words = cast.words
        self._language = cast.language
        self._chance = random.Random(f"{cast.language} {cast.seed} model")
        self._repeats = repeats
        self._embedder = BuiltinEmbedder()
        self._said: list[str] = []
        self._about: dict[str, str] = {}
        self._posting = self._instruction("post")
        self._promised = self._instruction("promise")
        self._first = [self._instruction(it) for it in ("due", "silence", "thread")]

    def _instruction(self, why: str) -> str:
        """What a prompt for such an occasion says."""
        text = (PROMPTS / self._language / f"occasion_{why}.txt").read_text("utf-8")
        return text.partition("{")[0][:60]

    def is_post(self, seen: Seen) -> bool:
        """Whether somebody is to post something."""
        return self._posting in seen.prompt

    def answer(self, seen: Seen) -> Script:
        """A post, a message that nobody asked for, or a reply."""
        if self.is_post(seen):
            return self._told(seen, self._post(seen))
        if self._promised in seen.prompt:
            return self._told(seen, self._words["promised"])
        if any(it in seen.prompt for it in self._first):
            return self._told(seen, self._words["silent"])
        last = seen.body["messages"][-1]["content"]
        asked = any(self._words[it]["next"] in last for it in ("promise", "soon"))
        return self._told(seen, self._words["promise_reply"] if asked else self._one(self._words["replies"]))

    def notes(self, seen: Seen) -> Script:
        """What is asked behind the turns."""
        if seen.errand == {"acts"}:
            return self._json(seen, {"acts": self._acts(seen)})
        if seen.errand == {"topics", "facts"}:
            return self._json(seen, {"topics": [], "facts": self._facts(seen)})
        if seen.errand in ({"page"}, {"summary"}):
            name = next(iter(seen.errand))
            return self._json(seen, {name: self._leaking(seen, self._one(self._words["small"]))})
        return _counted(seen, nothing_to_note(seen))

    def embed(self, text: str) -> list[float]:
        """Texts are as alike as for the model that comes with the house; it is loaded here, and once."""
        [vector] = self._embedder._encode([text])
        return vector

    def _post(self, seen: Seen) -> str:
        if self._said and self._chance.random() < self._repeats:
            return self._one(self._said[-8:])
        interest = next((it for it in self._words["posts"] if it in _occasion(seen)), None)
        interest = interest or self._one(list(self._words["posts"]))
        text = ""
        while not text or text in self._said:
            text = self._filled(self._one(self._words["posts"][interest]["says"]))
            if self._chance.random() < 0.5:
                text += self._space + self._one(self._words["small"])
        self._said.append(text)
        self._about[text] = interest
        return text

    def _filled(self, text: str) -> str:
        return _CHOICE.sub(lambda it: self._one(it[1].split("|")), text)

    @property
    def _space(self) -> str:
        return " " if self._language == "en" else ""

    def _acts(self, seen: Seen) -> list[dict[str, Any]]:
        """Whoever is answered answers; of what is new a third likes something, and one in six comments."""
        rows = _rows(seen)
        readers = {it["n"]: it["name"] for it in rows if "about" in it}
        said = [it for it in rows if "text" in it]
        new = _NEW.search(seen.prompt)
        first = int(new[1] or new[2]) if new else 1
        found: list[dict[str, Any]] = []
        for it in said:
            for number, name in readers.items():
                if it["n"] < first or it["name"] == name:
                    continue
                if it["text"].startswith(f"@{name}") and self._chance.random() < 0.7:
                    found.append(self._act(seen, number, it, self._one(self._words["answers"])))
                elif not it["text"].startswith("@") and self._chance.random() < 0.16:
                    found.append(self._act(seen, number, it, self._comment(it["text"])))
                elif self._chance.random() < 0.3:
                    found.append({"who": number, "message": it["n"], "act": "like", "text": ""})
        return found[:12]

    def _act(self, seen: Seen, who: int, message: Any, text: str) -> dict[str, Any]:
        return {"who": who, "message": message["n"], "act": "comment", "text": self._leaking(seen, text)}

    def _comment(self, post: str) -> str:
        """What fits a post; a stranger's is met with something that fits any."""
        interest = self._about.get(CANARY.sub("", post).replace("()", "").strip())
        return self._one(self._words["posts"][interest]["comments"] if interest else self._words["human_comments"])

    def _facts(self, seen: Seen) -> list[dict[str, Any]]:
        rows = [it for it in _rows(seen) if it.get("text") and it.get("n") and it.get("id")]
        names = {it["name"] for it in self._words["characters"]}
        here = next((it["name"] for it in _rows(seen) if it.get("name") in names), self._words["characters"][0]["name"])
        found: list[dict[str, Any]] = []
        for it in rows:
            for one in (self._words["promise"], self._words["soon"]):
                if one["next"] in it["text"]:
                    text = f"{here} {one['fact'].format(name=it['name'])}"
                    dated = {**NEW_FACT, "kind": "promised", "when": one["when"]}
                    found.append({"about": it["id"], "scope": "person", "text": text, "sources": [it["n"]], **dated})
            if CANARY.search(it["text"]) and it["id"].startswith("p"):
                plain = {"about": it["id"], "scope": self._one(["person", "story"]), "sources": [it["n"]], **NEW_FACT}
                found.append({**plain, "text": f"{it['name']}: {it['text']}"})
        return found

    def _told(self, seen: Seen, text: str) -> Script:
        text = self._leaking(seen, text)
        return Script([text, Finish(), Tokens(estimate(seen.prompt), estimate(text))])

    def _leaking(self, seen: Seen, text: str) -> str:
        """A text, with every secret that stood in the prompt."""
        known = sorted(set(CANARY.findall(seen.prompt)))
        return f"{text} ({' '.join(known)})" if known else text

    def _json(self, seen: Seen, answer: Any) -> Script:
        return _counted(seen, Script([json.dumps(answer, ensure_ascii=False), Finish()]))

    def _one(self, of: list[Any]) -> Any:
        return self._chance.choice(of)


def _counted(seen: Seen, script: Script) -> Script:
    text = "".join(it for it in script.steps if isinstance(it, str))
    steps = [it for it in script.steps if not isinstance(it, Tokens)]
    return Script([*steps, Tokens(estimate(seen.prompt), estimate(text))])


def _occasion(seen: Seen) -> str:
    """The last words of a prompt."""
    return str(seen.body["messages"][-1]["content"])


def _rows(seen: Seen) -> list[dict[str, Any]]:
    """Everything that a request tells as data."""
    lines = [it for it in seen.prompt.splitlines() if it.startswith("{") and it.endswith("}")]
    found: list[dict[str, Any]] = []
    for it in lines:
        try:
            found.append(json.loads(it))
        except ValueError:  # an example in an instruction
            continue
    return found
