"""Which messages are read at once by a model that works in the background, and how they stand before it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from types import MappingProxyType
from typing import Any, Final, TypeVar

from engine.rules.recall.telling.quoting import harmless, shortened
from engine.rules.text.names import on_one_line
from engine.values.chats.bodies import ReplyQuote
from engine.values.chats.entries import Line, Place, Range

T = TypeVar("T")

LINES_A_ROUND: Final = 4
"""So many messages count as a round at most: in a busy channel few are answered."""
LONGEST_LINE: Final = 1_500
LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class BatchMessage:
    """A message of a line. ``place`` is the one from which on its text holds: its own, that of its revision, or
    of the act by which the model may read it again.

    ``branch`` owns it. ``author``: the person who wrote the words themselves. ``tells``: more than an acknowledgement.
    ``forwarded``: somebody passed it on, and nobody who is here vouches for it. ``audience``: the clauses that whoever
    could read it meets. ``quote``: what it replies to, where that is known. ``target``: the seq of the message that a
    character comments on with it; 0 where nobody wrote that down.
    """

    seq: int
    branch: int
    place: Place
    at: datetime
    text: str
    name: str = ""
    person: int | None = None
    character: int | None = None
    author: int | None = None
    tells: bool = True
    forwarded: bool = False
    audience: frozenset[int] = frozenset()
    quote: ReplyQuote | None = None
    target: int = 0

    @property
    def speaker(self) -> str:
        """A stable id that tells speakers apart, as chat prompts have it; empty for a narrator."""
        return f"p{self.person}" if self.person is not None else f"c{self.character}" if self.character else ""

    @property
    def revision(self) -> int:
        """The seq of what gave it its text, or showed it again; 0 when nobody changed it."""
        return self.place.seq if self.place.seq != self.seq else 0


def first_unread(line: Line, read: Mapping[int, int]) -> int:
    """The first seq of ``line`` that was not read, where each branch was ``read`` up to a seq; past the head: none."""
    for part in line:
        upto = read.get(part.branch, part.after)
        if upto < part.upto:
            return max(upto, part.after) + 1
    return line.head + 1


def read_upto(line: Line, seq: int) -> dict[int, int]:
    """How far each branch of ``line`` is read when all of the line is, up to ``seq``."""
    return {part.branch: min(part.upto, seq) for part in line if part.after < seq}


def next_batch(said: Sequence[BatchMessage], unread: int, rounds: int) -> list[BatchMessage]:
    """What is read next of ``said``: messages from seq ``unread`` on, which nobody has read, behind some that were.

    At most ``rounds`` exchanges, from the beginning of the first one, so that a reply is read with what it answers; and
    only what the same people could read, since nobody can say for certain which message a model has a fact from.
    """
    first = next((at for at, it in enumerate(said) if it.seq >= unread), len(said))
    read = said[first].audience if first < len(said) else None
    while 0 < first < len(said) and said[first - 1].character is None and said[first - 1].audience == read:
        first -= 1
    batch: list[BatchMessage] = []
    replies = 0
    for message in said[first:]:
        if replies == rounds or len(batch) == rounds * LINES_A_ROUND or message.audience != read:
            break
        batch.append(message)
        replies += message.character is not None
    return batch


def read_alike(said: Sequence[BatchMessage]) -> list[BatchMessage]:
    """Those of ``said`` that the same people could read as the last."""
    return [it for it in said if it.audience == said[-1].audience]


def ranges(said: Iterable[BatchMessage]) -> tuple[Range, ...]:
    """Messages as the sources of what is made of them: runs of entries, each on the branch that owns them."""
    runs: list[Range] = []
    for message in sorted(said, key=lambda one: (one.branch, one.seq)):
        last = runs[-1] if runs else None
        if last is not None and last.branch == message.branch and message.seq <= last.to_seq + 1:
            runs[-1] = Range(message.branch, last.from_seq, message.seq)
        else:
            runs.append(Range(message.branch, message.seq, message.seq))
    return tuple(runs)


def place_of(said: Iterable[BatchMessage]) -> Place:
    """From where on a line everything holds that was made of these messages."""
    return max((it.place for it in said), key=lambda place: place.seq)


def as_lines(
    said: Iterable[BatchMessage],
    mark: str,
    zone: tzinfo,
    longest: int | Mapping[int, int] = LONGEST_LINE,
    liked: Mapping[int, int] = MappingProxyType({}),
    answers: Mapping[int, int] = MappingProxyType({}),
) -> str:
    """Messages as a model reads them: numbered from 1, a JSON object a line, so that no text can forge a line.

    ``longest``: the most characters of each, or by seq. ``liked``: how many people like some of them, by seq;
    ``answers``: the number of the message that one answers.
    """
    return "\n".join(
        _json(
            n=number,
            id=message.speaker,
            name=shortened(on_one_line(harmless(message.name, mark)), LONGEST_NAME),
            at=f"{message.at.astimezone(zone):%Y-%m-%d %H:%M}",
            text=shortened(harmless(message.text, mark), longest if isinstance(longest, int) else longest[message.seq]),
            **({"liked": liked[message.seq]} if message.seq in liked else {}),
            **({"answers": answers[message.seq]} if message.seq in answers else {}),
        )
        for number, message in enumerate(said, 1)
    )


def as_facts(known: Mapping[str, str], mark: str) -> str:
    """Known facts by label, one JSON object a line."""
    return "\n".join(_json(id=label, text=shortened(harmless(text, mark), 400)) for label, text in known.items())


def as_statements(texts: Iterable[str], mark: str) -> str:
    """Plain statements, one JSON object a line."""
    return "\n".join(_json(text=harmless(text, mark)) for text in texts)


def as_records(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows whose texts are harmless already, one JSON object a line."""
    return "\n".join(_json(**row) for row in rows)


def evenly(said: Sequence[T], most: int) -> list[T]:
    """At most ``most`` of ``said``, from all of it."""
    if len(said) <= most:
        return list(said)
    return [said[at * len(said) // most] for at in range(most)]


def between(mark: str, name: str, text: str) -> str:
    """A block of data under its name, between marks that no text in it can forge."""
    return f"{name}:\n<{mark}>\n{text}\n</{mark}>"


def condensed(said: Sequence[BatchMessage], budget: int) -> int:
    """How many characters of each message may be shown so that all of ``said`` is about ``budget`` characters long."""
    lengths = sorted(len(it.text) for it in said)
    left = budget
    for place, length in enumerate(lengths):
        share = left // (len(lengths) - place)
        if length > share:
            return max(share, 40)
        left -= length
    return max(lengths, default=40)


def _json(**fields: Any) -> str:
    return json.dumps(fields, ensure_ascii=False)
