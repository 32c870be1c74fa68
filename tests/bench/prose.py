"""Texts as they are in chats: talk, narration, lists, status lines, emoji, names; in English and in Chinese.

Made from a seed and from parts, so that no two are alike and everybody measures the same ones.
"""

import json
import random  # noqa: TID251 — made from a seed, the same everywhere
from functools import cache
from pathlib import Path


@cache
def _words(language: str) -> dict[str, list[str]]:
    return json.loads((Path(__file__).parent / f"words/{language}.json").read_text("utf-8"))


class Prose:
    """Texts of one seed. ``chinese``: which of the two languages."""

    def __init__(self, seed: int, *, chinese: bool) -> None:
        self._random = random.Random(seed)
        self._chinese = chinese
        self._words = _words("zh" if chinese else "en")

    def message(self) -> str:
        """What one person or character says at once: a few words to a few paragraphs."""
        kinds = (self._talk, self._talk, self._scene, self._scene, self._chat, self._list, self._status, self._number)
        count = self._random.choice((1, 1, 1, 2, 2, 3, 5))
        return "\n\n".join(self._random.choice(kinds)() for _ in range(count))

    def notes(self, sentences: int) -> str:
        """What a preset, a card or a world entry says."""
        end = "。" if self._chinese else "."
        lines = (self._one("note") + end if self._random.random() < 0.6 else self._scene() for _ in range(sentences))
        return "\n".join(f"- {line}" if self._random.random() < 0.3 else line for line in lines)

    def _one(self, kind: str) -> str:
        return self._random.choice(self._words[kind])

    def _talk(self) -> str:
        said, name = self._one("say"), self._one("name")
        if self._chinese:
            return self._random.choice(
                (f"“{said}。”{self._one('who')}{self._one('did')}。", f"「{said}」{name}：*{self._one('did')}*")
            )
        return self._random.choice(
            (f'"{said}," {name} says. *{self._one("did")}*', f"{name}: {said}! ...{self._one('place')}?")
        )

    def _scene(self) -> str:
        parts = [self._clause() for _ in range(self._random.randint(1, 5))]
        return ("" if self._chinese else " ").join(parts)

    def _clause(self) -> str:
        who, did, thing, place = (self._one(kind) for kind in ("who", "did", "thing", "place"))
        if self._chinese:
            return self._random.choice(
                (f"{who}{did}，{place}只剩下{thing}。", f"{place}，{thing}——{who}{did}。", f"{thing}，{who}{did}……")
            )
        return self._random.choice(
            (
                f"{who.capitalize()} {did}, {thing} {place}.",
                f"There is {thing} {place}; {who} {did}.",
                f"And then, {thing}...",
            )
        )

    def _chat(self) -> str:
        return f"{self._one('say')} {self._one('emoji')}"

    def _list(self) -> str:
        return "\n".join(f"{n}. **{self._one('thing')}**" for n in range(1, self._random.randint(3, 6)))

    def _status(self) -> str:
        hp, gold, hour = self._random.randint(1, 100), self._random.randint(0, 99_999), self._random.randint(0, 23)
        if self._chinese:
            return f"【状态】体力：{hp}/100 | 金币：{gold} | 时间：{hour:02d}:30 | 地点：{self._one('place')}"
        return f"[HP: {hp}/100 | Gold: {gold:,} | Time: {hour:02d}:30 | {self._one('place')}]"

    def _number(self) -> str:
        year, share = self._random.randint(1200, 2100), self._random.random() * 100
        if self._chinese:
            return f"{year}年{self._random.randint(1, 12)}月，{self._one('name')}欠了{share:.1f}%的利息（见 https://example.org/{year}）。"
        return f"In {year}, {self._one('name')} owed {share:.1f}% (see https://example.org/{year})."
