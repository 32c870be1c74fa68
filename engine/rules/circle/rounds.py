"""A round in a circle: what its characters have not seen yet, and which of a model's likes and comments are kept.

Whoever comments begins with "@" and the name of the one who is answered: so it reads, and so threads are told apart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from pydantic import BaseModel, Field

from engine.rules.recall.ranking.pool import folded
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.remembering.extraction import unfit_markup
from engine.rules.text.clean import clean_text
from engine.rules.wire.answer_schema import answer_schema
from engine.values.house.due_bodies import HeldAct

MOST_ACTS: Final = 12
MOST_COMMENTS: Final = 6
"""Comments of characters under one post."""
DEEPEST: Final = 3
"""A comment on a comment on a comment is the last one."""
LONGEST_COMMENT: Final = 300


class CircleAct(StrEnum):
    """What a character does about a message."""

    LIKE = "like"
    COMMENT = "comment"
    NOTHING = "pass"


class ToldAct(BaseModel):
    """One thing that the character numbered ``who`` does about the message numbered ``message``, from 1."""

    who: int
    message: int
    act: CircleAct
    text: str = ""


class RoundAnswer(BaseModel):
    """What all characters do in a round."""

    acts: list[ToldAct] = Field(default_factory=list[ToldAct], json_schema_extra={"maxItems": MOST_ACTS})


@dataclass(frozen=True, slots=True)
class CirclePost:
    """A message of a circle: the index of the post that it stands under (its own for a post), and how deep."""

    message: BatchMessage
    post: int
    depth: int


@dataclass(frozen=True, slots=True)
class KeptAct:
    """A like (no ``text``) or a comment of a character on the message at seq ``target``."""

    character: int
    target: int
    text: str = ""


def threads(said: Sequence[BatchMessage]) -> list[CirclePost]:
    """Which message stands under which.

    A comment of a character stands under what it was written for, a reply under what it quotes. Any other that begins
    with "@Name" answers the newest before it by that name.
    """
    found: list[CirclePost] = []
    newest: dict[str, int] = {}  # by name on one line, as comments are addressed
    for at, it in enumerate(said):
        answered = answered_by(it, said[:at])
        if answered is None and not it.target and (named := _named(it.text, newest)) is not None:
            answered = newest[named]
        parent = found[answered] if answered is not None else None
        found.append(CirclePost(it, parent.post, parent.depth + 1) if parent else CirclePost(it, at, 0))
        newest[_on_one_line(it.name)] = at
    return found


def answered_by(reply: BatchMessage, before: Sequence[BatchMessage]) -> int | None:
    """The index of the message ``before`` that a comment is on, or a reply quotes: the newest with its words, else the
    newest of who spoke.

    None for what is neither, and where what it is on is not among them.
    """
    if reply.target:
        return next((at for at, it in enumerate(before) if it.seq == reply.target), None)
    quote = reply.quote
    if quote is None:
        return None
    theirs = [at for at, it in enumerate(before) if it.character == quote.character]
    same = [at for at in theirs if quote.text and before[at].text.startswith(quote.text)]
    name = _on_one_line(quote.speaker)
    named = [at for at in theirs if quote.character is not None or _on_one_line(before[at].name) == name]
    return max(same or named, default=None)


def answers(said: Sequence[BatchMessage]) -> dict[int, int]:
    """By the seq of each reply among messages the number, from 1, of what it quotes."""
    found = ((it.seq, answered_by(it, said[:at])) for at, it in enumerate(said) if it.quote is not None)
    return {seq: at + 1 for seq, at in found if at is not None}


def with_news(said: Sequence[BatchMessage], unread: int) -> list[BatchMessage]:
    """The threads in which something is new, from seq ``unread`` on, in order: the others were read before."""
    found = threads(said)
    fresh = {it.post for it in found if it.message.seq >= unread}
    return [it.message for it in found if it.post in fresh]


def _named(text: str, names: Iterable[str]) -> str | None:
    if not text.startswith("@"):
        return None
    fitting = [it for it in names if it and text[1:].startswith(it) and not text[1 + len(it) : 2 + len(it)].strip()]
    return max(fitting, key=len, default=None)


def addressed(name: str, text: str) -> str:
    """A comment as it is written: to whom, and what."""
    return f"@{_on_one_line(name)} {text}"


def _unaddressed(text: str, names: Iterable[str]) -> str:
    """What a comment says, without whom it is said to."""
    name = _named(text, names)
    return text if name is None else text[1 + len(name) :]


def _on_one_line(name: str) -> str:
    return " ".join(name.split())


def schema(readers: int, messages: int) -> Mapping[str, Any]:
    """The shape of an answer of so many readers about so many messages."""
    return answer_schema(RoundAnswer, {"acts.who": range(1, readers + 1), "acts.message": range(1, messages + 1)})


def kept(
    answer: RoundAnswer,
    readers: Sequence[int],
    said: Sequence[BatchMessage],
    liked: Iterable[tuple[int, int]],
    unread: int = 0,
) -> list[KeptAct]:
    """What may be done of an answer, in order. ``liked``: who likes the message at which seq already.

    Nobody answers themselves, twice in a row under one post, or in words that somebody has used there; each comments
    once a round, on what is new: from seq ``unread`` on.
    """
    found = threads(said)
    names = {_on_one_line(it.name) for it in said}
    comments = {it.post: 0 for it in found}
    used: dict[int, set[str]] = {it.post: set() for it in found}
    last: dict[int, int | None] = {}
    for it in found:
        used[it.post].add(folded(_unaddressed(it.message.text, names)))
        if it.depth and it.message.character is not None:
            comments[it.post] += 1
        last[it.post] = it.message.character
    known, wrote, acts = set(liked), set[int](), list[KeptAct]()
    for told in answer.acts:
        if not (0 < told.who <= len(readers) and 0 < told.message <= len(found)) or told.act is CircleAct.NOTHING:
            continue
        who, target = readers[told.who - 1], found[told.message - 1]
        if target.message.character == who:
            continue
        act = KeptAct(
            who, target.message.seq, worded(told.text, target.message.name) if told.act is CircleAct.COMMENT else ""
        )
        if told.act is CircleAct.LIKE:
            if (who, act.target) not in known:
                known.add((who, act.target))
                acts.append(act)
            continue
        free = comments[target.post] < MOST_COMMENTS and _is_open(target, unread)
        fresh = folded(act.text) not in used[target.post]
        if act.text and free and fresh and who not in wrote and last[target.post] != who:
            wrote.add(who)
            used[target.post].add(folded(act.text))
            comments[target.post] += 1
            last[target.post] = who
            acts.append(act)
    return acts


def held(acts: Iterable[KeptAct], read: Sequence[BatchMessage]) -> tuple[HeldAct, ...]:
    """What may be done, with what tells later whether it still may be: see ``valid``. ``read`` has every target."""
    of_threads, of_messages = _digests(read)
    return tuple(
        HeldAct(it.character, it.target, it.text, (of_threads if it.text else of_messages)[it.target]) for it in acts
    )


def valid(acts: Iterable[HeldAct], read: Sequence[BatchMessage], many: int) -> list[HeldAct]:
    """Which acts may still be done, now that ``read`` stands where ``many`` messages were read.

    A like, where its message says the same; a comment, where its whole thread does. Where anything that was read is
    gone, nothing is commented on: whoever took it back does not want it to be repeated.
    """
    of_threads, of_messages = _digests(read)
    same = [it for it in acts if it.of == (of_threads if it.text else of_messages).get(it.target)]
    return [it for it in same if not it.text or len(read) == many]


def _digests(said: Sequence[BatchMessage]) -> tuple[dict[int, str], dict[int, str]]:
    """By seq: by what it is known whether the thread of a message, and the message, still say what was read."""
    by_post: dict[int, list[BatchMessage]] = {}
    found = threads(said)
    for it in found:
        by_post.setdefault(it.post, []).append(it.message)
    of_posts = {post: _digest(every) for post, every in by_post.items()}
    return {it.message.seq: of_posts[it.post] for it in found}, {it.seq: _digest([it]) for it in said}


def _digest(said: Iterable[BatchMessage]) -> str:
    return sha256("\0".join(f"{it.seq}\0{it.text}" for it in said).encode()).hexdigest()


def _is_open(target: CirclePost, unread: int) -> bool:
    """Whether a message may be commented on. A comment whose post is no longer read begins no new thread."""
    message = target.message
    lost = message.character is not None and not target.depth and message.text.startswith("@")
    return message.seq >= unread and target.depth < DEEPEST and not lost


def worded(text: str, name: str) -> str:
    """A comment on one line, without the ``name`` in front of it; "" where it is no plain text."""
    words = " ".join(clean_text(text[: LONGEST_COMMENT * 2], LONGEST_COMMENT * 2).split())
    if _named(words, [_on_one_line(name)]) is not None:
        words = words[1 + len(_on_one_line(name)) :].strip()
    elif words.startswith("@"):
        words = words.partition(" ")[2]
    return "" if unfit_markup(words) else words[:LONGEST_COMMENT].strip()
