"""Puts Chinese words of time that stand together into phrases, and says what stretch each means."""

import re
from dataclasses import dataclass
from typing import Final

from engine.rules.recall.timeparse.chinese import amounts
from engine.rules.recall.timeparse.chinese.atoms import Atom, atoms
from engine.rules.recall.timeparse.chinese.steps import STEPS
from engine.rules.recall.timeparse.chinese.stretch import Grain
from engine.rules.recall.timeparse.chinese.words import number

# What may stand between two words of one phrase.
_GLUE: Final = re.compile(
    r"[,，]?(?:的|那|那个|好像|应该|可能|也许|估计|大概|大约|那天的?|那年的?|[,， ]|，的|里的?|在|我们?|你们?|"
    r"咱们?|咱|他们?|她们?|你我|我俩|咱俩|大概是?|"
    r"大约是?|差不多|好像是?|应该是?|是|是在|左右的?|份的?|"
    r"期间的?|节的?|号的|的那个?|的时候的?|一整个?|整个|这个?|又|也|就|都)?"
)
# Grain of what comes in → grains that it can make finer.
_COARSER: Final[dict[str, tuple[Grain, ...]]] = {
    "month": (Grain.YEAR,), "dotted": (Grain.YEAR,), "holiday": (Grain.YEAR,), "lunar": (Grain.YEAR,),
    "season": (Grain.YEAR,),
    "dom": (Grain.MONTH,), "third": (Grain.YEAR, Grain.SEASON, Grain.MONTH, Grain.WEEK), "weekday": (Grain.WEEK,),
    "day": (Grain.YEAR, Grain.MONTH, Grain.WEEK), "same": (Grain.YEAR, Grain.MONTH, Grain.WEEK, Grain.DAY),
    "part": (Grain.DAY, Grain.SEASON), "hour": (Grain.DAY, Grain.PART, Grain.SEASON),
    "clock": (Grain.DAY, Grain.PART, Grain.SEASON),
    "anaphor": (Grain.YEAR, Grain.MONTH, Grain.DAY, Grain.SEASON), "duration": (Grain.DAY, Grain.SEASON),
}  # fmt: skip
_MAKES: Final = {
    "year": Grain.YEAR, "relyear": Grain.YEAR, "month": Grain.MONTH, "relmonth": Grain.MONTH, "week": Grain.WEEK,
    "weekday": Grain.DAY, "day": Grain.DAY, "dom": Grain.DAY, "dotted": Grain.DAY, "iso": Grain.DAY,
    "part": Grain.PART,
    "hour": Grain.CLOCK, "clock": Grain.CLOCK, "season": Grain.SEASON, "holiday": Grain.SEASON, "lunar": Grain.SEASON,
    "third": Grain.THIRD, "same": Grain.DAY, "anaphor": Grain.DAY, "duration": Grain.DAY, "vague": Grain.SPAN,
}  # fmt: skip
# Words behind which 那天 adds nothing, and 次日 counts from them.
_DATED: Final = frozenset(
    ("holiday", "lunar", "season", "dom", "dotted", "iso", "weekday", "week", "day", "duration", "month", "third")
)
# In which larger unit a word without an anchor is looked for.
_FLOATS: Final = {
    "month": "year", "dotted": "year", "holiday": "year", "lunar": "year", "season": "year", "dom": "month",
    "weekday": "week",
    "part": "day", "hour": "day", "clock": "day",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChinesePhrase:
    """Words of time that belong together. ``parts`` are those of each word."""

    words: tuple[Atom, ...]
    parts: tuple[dict[str, str], ...]

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.words[-1].end

    @property
    def head(self) -> Atom:
        """The first word."""
        return self.words[0]

    @property
    def floats(self) -> str:
        """The unit in which it is looked for; empty if it says itself where it lies."""
        if self.head.kind != "third":
            return _FLOATS.get(self.head.kind, "")
        return "month" if re.search("[月旬]", self.head.text) else "week" if "周" in self.head.text else "year"


def grain_of(word: Atom, parts: dict[str, str]) -> Grain:
    """How fine a word is."""
    if word.kind == "week" and parts.get("wd"):
        return Grain.SEASON if parts["wd"] == "末" else Grain.DAY
    if word.kind == "duration":
        unit = {
            "年": Grain.YEAR,
            "月": Grain.MONTH,
            "天": Grain.DAY,
            "日": Grain.DAY,
            "周": Grain.WEEK,
            "星期": Grain.WEEK,
            "礼拜": Grain.WEEK,
        }
        whole = amounts.kind(parts) == "ago" and not (
            parts.get("c") or parts.get("t") or parts.get("more") or "n2" in parts
        )
        return unit.get(parts["u"], Grain.SPAN) if whole and number(parts["n"]) >= 1 else Grain.SPAN
    if word.kind == "iso" and not (parts.get("iso_d") or parts.get("run_d")):
        return Grain.MONTH
    if word.kind == "lunar" and not parts.keys() & {"ld", "ny", "ny2"}:
        return Grain.THIRD
    return _MAKES.get(word.kind, Grain.SPAN)


def compose(text: str, found: list[Atom]) -> list[Atom | ChinesePhrase]:
    """The phrases of a folded text in order, with the joining words between them."""
    items: list[Atom | ChinesePhrase] = []
    at = 0
    while at < len(found):
        taken = _taken(text, found, at)
        if found[at].kind in _MAKES:
            items.append(ChinesePhrase(tuple(taken), tuple(word.part(text) for word in taken)))
        else:
            items.append(found[at])
        at += len(taken)
    return items


def _taken(text: str, found: list[Atom], at: int) -> list[Atom]:
    """The word at ``at`` and the ones after it that make it finer."""
    taken = [found[at]]
    if found[at].kind not in _MAKES:
        return taken
    parts = found[at].part(text)
    grain = Grain.DAY if found[at].kind == "anaphor" or _is_length(found[at], parts) else grain_of(found[at], parts)
    for word in found[at + 1 :]:
        if grain not in _COARSER.get(word.kind, ()) and not (taken[0].kind == "anaphor" and word.kind in STEPS):
            break
        if not _GLUE.fullmatch(text[taken[-1].end : word.start][:8]) or not _belongs(text, taken[-1], word):
            break
        taken.append(word)
        grain = max(grain, grain_of(word, word.part(text))) if word.kind not in ("anaphor", "duration") else Grain.DAY
    return taken


def _is_length(word: Atom, parts: dict[str, str]) -> bool:
    return word.kind == "duration" and amounts.kind(parts) in ("", "later")


def _belongs(text: str, before: Atom, word: Atom) -> bool:
    """Whether a word that could make the one before it finer does."""
    gap = text[before.end : word.start]
    if word.kind == "day":
        return word.text in ("今天", "今日", "今儿") and gap in ("", "的") and before.kind != "day"
    if word.kind == "anaphor":
        counted = word.text[0] == "第" and word.text[-1] in "天周"
        return gap in ("", "的", "的那个") and (
            counted or (before.kind in _DATED and word.text[0] in "那当次翌隔前头后")
        )
    if word.kind == "same":
        return gap in ("", "的")
    if word.kind == "third" and before.kind in ("holiday", "season", "lunar"):
        return word.text.endswith(("天", "周"))
    if word.kind == "duration":
        parts = word.part(text)
        return gap in ("", "的") and parts.get("pre") in ("前", "后", "头") and not parts.get("suf")
    return True


def phrases(text: str) -> list[Atom | ChinesePhrase]:
    """The phrases of a folded text with the joining words between them."""
    return compose(text, atoms(text))
