"""Who is close to whom: read off the comments, replies and likes of a line. Pure, linear in the number of entries.

Each contact weighs 1 for a comment or a reply, LIKE for a like, and half of that for each HALF_LIFE that has passed
since. The closeness of two is ``1 - exp(-weight / FULL)`` of all that went between them, both ways: a comment of today
makes it 0.15, six of them 0.63, twenty 0.96; it never passes 1, and what is not kept up fades.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import exp
from typing import Final

from engine.rules.recall.questions.topics import keywords
from engine.rules.recall.telling.stating import says, stated
from engine.rules.recall.words.everyday import CHINESE
from engine.rules.text.reactions import is_like
from engine.values.chats.bodies import ReactionBody
from engine.values.chats.circles import Friend, Friendship
from engine.values.chats.entries import Entry, EntryKind, EntryStatus, as_message

LIKE: Final = 0.25
"""What a like weighs beside a comment."""
FULL: Final = 6.0
"""The weight of contacts at which two are about two thirds as close as anybody can be."""
HALF_LIFE: Final = timedelta(days=14)
MOST_WORDS: Final = 3
_SAID: Final = (EntryStatus.COMPLETE, EntryStatus.INTERRUPTED)
_LONGEST_NAME: Final = 64
_SIGNS: Final = ",:，：、"
_READ: Final = 400
"""Characters of a text that are looked at for what it is about."""
_TELLS: Final = 0.3
"""What a word must say at least, as ``stated`` has it."""


@dataclass(frozen=True, slots=True)
class _Contact:
    """Somebody turned to another. ``texts``: what was said, the newest first."""

    giver: Friend
    taker: Friend
    at: datetime
    weight: float
    texts: tuple[str, ...]


@dataclass(slots=True)
class _Reading:
    """What is known while the entries are gone through, first to last."""

    called: dict[str, Friend]
    said: dict[int, tuple[Friend, str]] = field(default_factory=dict[int, tuple[Friend, str]])
    newest: dict[Friend, str] = field(default_factory=dict[Friend, str])
    likes: dict[tuple[int, Friend], Entry] = field(default_factory=dict[tuple[int, Friend], Entry])


@dataclass(slots=True)
class _Tie:
    """All that went between two, up to here. ``counts``: by who turned to the other."""

    last: _Contact
    weight: float = 0.0
    counts: dict[Friend, int] = field(default_factory=dict[Friend, int])


def friendships(entries: Iterable[Entry], names: Mapping[Friend, str], now: datetime) -> tuple[Friendship, ...]:
    """A friendship for each two of whom one has commented, answered or liked the other; the closest first.

    ``entries`` are messages and reactions of a line, first to last, with their newest texts; what may not be told is
    left out before. ``names``: what the characters are called. A comment answers whom its quote or its first word
    ("@Name ") names; of several with one name whoever spoke last. A like counts as its newest act has it, on messages
    that are among ``entries``. What is erased, and what somebody does to their own words, counts for nothing.
    """
    ties: dict[tuple[Friend, Friend], _Tie] = {}
    for it in _contacts(entries, names):
        pair = (it.giver, it.taker) if it.giver < it.taker else (it.taker, it.giver)
        tie = ties.setdefault(pair, _Tie(it))
        tie.last = max(tie.last, it, key=lambda contact: contact.at)
        tie.weight += it.weight * 0.5 ** (max(now - it.at, timedelta()) / HALF_LIFE)
        tie.counts[it.giver] = tie.counts.get(it.giver, 0) + 1
    found = (_friendship(one, other, tie) for (one, other), tie in ties.items())
    return tuple(sorted(found, key=lambda it: (-it.closeness, it.one, it.other)))


def topic_words(*texts: str) -> tuple[str, ...]:
    """The words that say most, at most three, in their order: of the first of ``texts`` that has any."""
    for text in texts:
        words = list(dict.fromkeys(CHINESE.sub(" ", keywords(text[:_READ])).split()))
        worth = {it: says(stated(it)) for it in words}
        best = sorted((it for it in words if worth[it] > _TELLS), key=lambda it: -min(worth[it], 1.0))[:MOST_WORDS]
        if best:
            return tuple(it for it in words if it in best)
    return ()


def _contacts(entries: Iterable[Entry], names: Mapping[Friend, str]) -> Iterator[_Contact]:
    """The comments first to last, then the likes that still hold."""
    reading = _Reading({_plain(name): it for it, name in names.items()})
    for it in entries:
        who = _who(it)
        if who is None:
            continue
        if isinstance(it.body, ReactionBody) and it.target_seq is not None:
            reading.likes[it.target_seq, who] = it
        elif it.kind is EntryKind.MESSAGE and it.status in _SAID:
            taker, words = _answered(it, reading)
            if taker is not None and taker != who:
                yield _Contact(who, taker, it.said_at, 1.0, (words, reading.newest.get(taker, "")))
            _keep(it, who, reading, names)
    for (seq, who), it in reading.likes.items():
        author, text = reading.said.get(seq, (who, ""))
        if author != who and is_like(it):
            yield _Contact(who, author, it.said_at, LIKE, (text,))


def _who(entry: Entry) -> Friend | None:
    if entry.person is not None:
        return Friend(entry.person, is_person=True)
    return Friend(entry.character) if entry.character is not None else None


def _answered(entry: Entry, reading: _Reading) -> tuple[Friend | None, str]:
    """Whom a message answers (None for a post), and what it says besides that."""
    named, rest = _at_name(entry.text, reading.called)
    quote = as_message(entry).quote
    if quote is not None and quote.character is not None:
        return Friend(quote.character), rest
    quoted = reading.called.get(_plain(quote.speaker)) if quote is not None else None
    return quoted or named, rest


def _at_name(text: str, called: Mapping[str, Friend]) -> tuple[Friend | None, str]:
    """Whom "@Name " at the beginning means, and what follows; the longest name counts: names have spaces too."""
    head = text[1 : _LONGEST_NAME + 2] if text.startswith("@") else ""
    ends = [at for at, char in enumerate(head) if char.isspace()]
    if len(text) == len(head) + 1:  # nothing follows the name
        ends.append(len(head))
    for end in sorted(ends, reverse=True):
        found = called.get(_plain(head[:end].rstrip(_SIGNS)))
        if found is not None:
            return found, text[end + 1 :]
    return None, text


def _keep(entry: Entry, who: Friend, reading: _Reading, names: Mapping[Friend, str]) -> None:
    name = entry.person_name if who.is_person else names.get(who)
    if name:
        reading.called[_plain(name)] = who
    reading.said[entry.place.seq] = who, entry.text
    reading.newest[who] = entry.text


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _friendship(one: Friend, other: Friend, tie: _Tie) -> Friendship:
    return Friendship(
        one,
        other,
        closeness=1 - exp(-tie.weight / FULL),
        last=tie.last.at,
        about=topic_words(*tie.last.texts),
        given=tie.counts.get(one, 0),
        returned=tie.counts.get(other, 0),
    )
