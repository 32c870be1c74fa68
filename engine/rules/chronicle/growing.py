"""When a persona grows: what was asked for, what is to be made again, and how far the line has come since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.chronicle.again import MADE_AGAIN
from engine.rules.chronicle.evolution import as_text, fields_of
from engine.rules.recall.remembering.batches import BatchMessage, evenly
from engine.values.chats.bodies import PersonaBody
from engine.values.chats.entries import Derived, Entry, row_says, said_by
from engine.values.house.setting_choices import Language
from engine.values.story.chronicle import Recorded
from engine.values.story.chronicle_bodies import EvolutionBody

GROW: Final = "grow"
MOST_WEIGHT: Final = 4
"""A reply that three people like, or more, counts as much as four others."""
LEAST_SHOWN: Final = 40
"""So many characters of a message are shown however long the talk is."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to be seen of a line. ``asked`` is the seq of the first act that asks for a version nobody has made.

    ``stale`` is where the newest version ended that is to be made again. Both are 0 for none. Replies are counted
    behind seq ``after``, and before ``asked`` if there is one.
    """

    after: int
    asked: int = 0
    stale: int = 0


def outlook(acts: Iterable[Entry], versions: Sequence[Recorded]) -> Outlook:
    """What the acts about a persona and its versions, live or not, leave to be done."""
    acted = [(it.place.seq, what.act) for it, what in said_by(acts, PersonaBody)]
    made = {version_in(it.row).at for it in versions}
    asked = next((seq for seq, act in acted if act == GROW and seq not in made), 0)
    first_made = [it.row for it in versions if it.reason not in MADE_AGAIN]
    seqs = [seq for seq, _ in acted]
    newest = max((*seqs, *(it.place.seq for it in first_made)), default=0)
    ended = max((it.ended_at or 0 for it in versions if it.reason in MADE_AGAIN), default=0)
    marks = (*seqs, *(it.to_seq for it in first_made))
    after = max((it for it in marks if not asked or it < asked), default=0)
    return Outlook(after, asked, ended if ended > newest else 0)


def before(versions: Iterable[Recorded], seq: int, *, stale: bool) -> Derived | None:
    """The version that the next one grows from at ``seq``: the newest that is live there.

    Where it is made again, the newest that was: what it told wrong the talk puts right, the rest of it is not lost.
    """
    found = (
        recorded.row
        for recorded in versions
        if recorded.live_at(seq)
        or (stale and recorded.reason in MADE_AGAIN and recorded.row.place.seq <= seq and recorded.ended_at == seq)
    )
    return max(found, key=lambda it: (it.place.seq, it.id), default=None)


def next_number(versions: Iterable[Recorded]) -> int:
    """The number of a new version."""
    return 1 + max((number_of(it.row) for it in versions), default=0)


def version_in(row: Derived) -> EvolutionBody:
    """What the row of a version says."""
    return row_says(row, EvolutionBody)


def number_of(row: Derived) -> int:
    """The number that a row holds."""
    return version_in(row).number


def repeated(row: Derived | None, language: Language, at: int) -> tuple[EvolutionBody, str]:
    """Body and text of a row that repeats a version, or says nothing where there is none. ``at``: who asked, or 0."""
    fields = fields_of(row) if row else {}
    number = number_of(row) if row else 0
    body = EvolutionBody(number=number, fields=fields, at=at, same=True)
    return body, row.text if row else as_text(fields, language)


def last_turns(said: Sequence[BatchMessage], turns: int) -> list[BatchMessage]:
    """The last so many replies, each with what it answers."""
    replies = 0
    for at in range(len(said) - 1, -1, -1):
        replies += said[at].character is not None
        if replies > turns:
            return list(said[at + 1 :])
    return list(said)


def weights(said: Iterable[BatchMessage], character: int, likes: Mapping[int, int]) -> dict[int, int]:
    """How much each message counts of what a persona is made of, by seq: 1, a reply of its own 1 more for each like."""
    return {it.seq: min(1 + likes.get(it.seq, 0), MOST_WEIGHT) if it.character == character else 1 for it in said}


def favoured(said: Sequence[BatchMessage], most: int, weight: Mapping[int, int]) -> list[BatchMessage]:
    """At most ``most`` messages, in their order: the liked ones, up to half; of the others some from all of it."""
    if len(said) <= most:
        return list(said)
    liked = sorted((it for it in said if weight[it.seq] > 1), key=lambda it: (-weight[it.seq], -it.seq))[: most // 2]
    kept = {it.seq for it in liked}
    others = evenly([it for it in said if it.seq not in kept], most - len(liked))
    return sorted((*liked, *others), key=lambda it: it.seq)


def shared_out(said: Sequence[BatchMessage], budget: int, weight: Mapping[int, int]) -> dict[int, int]:
    """How many characters of each message are shown, by seq, so that all are about ``budget`` long.

    What a short one leaves goes to the others, by their weight.
    """
    found: dict[int, int] = {}
    left, weighs = budget, sum(weight[it.seq] for it in said)
    for message in sorted(said, key=lambda one: len(one.text) / weight[one.seq]):
        share = left * weight[message.seq] // weighs
        found[message.seq] = max(min(len(message.text), share), LEAST_SHOWN)
        left -= min(len(message.text), share)
        weighs -= weight[message.seq]
    return found
