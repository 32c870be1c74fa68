"""Cuts the words of time out of a Chinese text: one pass of one regex, every repetition in it bounded."""

import re
from dataclasses import dataclass
from typing import Final

from engine.rules.recall.timeparse.chinese.cuts import CUTS, LEADS

MOST: Final = 128  # words of time that are read of one text
MOST_TRIES: Final = 800  # places of a text that are looked at closely

_GATED: Final = {kind: f"(?=[{LEADS[kind]}])(?:{cut})" for kind, cut in CUTS.items()}
# The pass over the text has no groups but the kinds, for each one costs time everywhere; the parts are read afterwards.
_ATOM: Final = re.compile(
    "|".join(f"(?P<{kind}>{re.sub(r'[?]P<[a-z0-9_]+>', '?:', cut)})" for kind, cut in _GATED.items())
)
_PARTED: Final = {kind: re.compile(cut) for kind, cut in _GATED.items()}


_LEAD: Final = re.compile(f"[{''.join(sorted(set(''.join(LEADS.values())) - set('-')))}0-9-]")


@dataclass(frozen=True, slots=True)
class Atom:
    """A word of time: what kind of word, and where it stands."""

    kind: str
    start: int
    end: int
    text: str

    def part(self, text: str) -> dict[str, str]:
        """Its parts by name, read from the whole folded text again."""
        match = _PARTED[self.kind].match(text, self.start)
        return {name: value for name, value in match.groupdict().items() if value} if match else {}


def atoms(text: str) -> list[Atom]:
    """The words of time of a folded text in order: of the first ``MOST_TRIES`` places where one may begin."""
    found: list[Atom] = []
    done = 0
    for tries, lead in enumerate(_LEAD.finditer(text)):
        if tries == MOST_TRIES or len(found) == MOST:
            break
        if lead.start() >= done and (match := _ATOM.match(text, lead.start())):
            done = match.end()
            found.append(Atom(match.lastgroup or "", match.start(), done, match[0]))
    return found
