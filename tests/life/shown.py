"""A circle as text, as people see it: by days, each post with who likes it and, inset, what answers it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any, Final

from engine.rules.bodies.messages import quote_of
from engine.rules.circle.rounds import threads
from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.chats.entries import Place
from tests.life.month import Month
from tests.life.people import CIRCLE

_SAID: Final = """
SELECT entry.seq, entry.branch_id, entry.text, entry.said_at, entry.character_id, entry.person_id,
    coalesce(character.name, person.name) AS name, entry.body -> 'reply_to' AS reply_to
FROM entry JOIN channel ON channel.space_id = entry.space_id AND channel.external = $1
JOIN stand ON stand.space_id = channel.space_id AND stand.id = channel.stand_id AND stand.session_id = entry.session_id
LEFT JOIN character ON character.id = entry.character_id LEFT JOIN person ON person.id = entry.person_id
WHERE entry.kind = 'message' AND entry.text <> '' ORDER BY entry.seq
"""
_LIKES: Final = """
SELECT target_seq, name FROM (
    SELECT DISTINCT ON (entry.target_seq, entry.character_id, entry.person_id) entry.target_seq, entry.seq,
        coalesce(character.name, person.name) AS name, entry.body -> 'emojis' AS emojis
    FROM entry JOIN channel ON channel.space_id = entry.space_id AND channel.external = $1
    JOIN stand ON stand.space_id = channel.space_id AND stand.id = channel.stand_id
        AND stand.session_id = entry.session_id
    LEFT JOIN character ON character.id = entry.character_id LEFT JOIN person ON person.id = entry.person_id
    WHERE entry.kind = 'reaction' ORDER BY entry.target_seq, entry.character_id, entry.person_id, entry.seq DESC
) AS newest WHERE emojis <> '[]' ORDER BY seq
"""
_WEEKDAYS: Final = "一二三四五六日"
_INSET: Final = "    "


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message of a circle; ``depth`` is 0 for a post, 1 for what answers it, and so on. "" ``name``: the bot."""

    at: datetime
    name: str
    text: str
    likes: tuple[str, ...] = ()
    depth: int = 0


def shown(posts: Iterable[Sequence[SeenMessage]], zone: tzinfo, language: str) -> Iterator[str]:
    """The lines of a circle: each post with what stands under it, by the day of the post."""
    day = None
    for first, *under in sorted(posts, key=lambda it: it[0].at):
        today = first.at.astimezone(zone).date()
        if today != day:
            day = today
            yield from ("", _day(first.at.astimezone(zone), language), "")
        for it in (first, *under):
            at, inset = it.at.astimezone(zone), _INSET * min(it.depth, 1)
            when = f"{at:%H:%M}" if at.date() == day else f"{_weekday(at, language)} {at:%H:%M}"
            head = f"{_INSET}{inset}{when}  "
            name = f"{it.name}{'：' if language == 'zh' else ': '}" if it.name else ""
            yield f"{head}{name}{' '.join(it.text.split())}"
            if it.likes:
                yield f"{' ' * len(head)}❤ {('、' if language == 'zh' else ', ').join(it.likes)}"


async def told(month: Month, channel: str = CIRCLE.channel) -> list[list[SeenMessage]]:
    """The posts of a life's circle with what answers them, by its log."""
    likes: dict[int, list[str]] = {}
    for it in await month.sql(_LIKES, channel):
        likes.setdefault(it["target_seq"], []).append(it["name"])
    found: dict[int, list[SeenMessage]] = {}
    for it in threads([_message(row) for row in await month.sql(_SAID, channel)]):
        one = it.message
        seen = SeenMessage(one.at, one.name, one.text, tuple(likes.get(one.seq, ())), it.depth)
        found.setdefault(it.post, []).append(seen)
    return [*found.values()]


def _message(row: Any) -> BatchMessage:
    quote = quote_of({"reply_to": row["reply_to"]}) if row["reply_to"] else None
    seq, branch, who = row["seq"], row["branch_id"], (row["person_id"], row["character_id"])
    return BatchMessage(seq, branch, Place(branch, seq), row["said_at"], row["text"], row["name"], *who, quote=quote)


def _day(at: datetime, language: str) -> str:
    if language == "zh":
        return f"── {at.year}年{at.month}月{at.day}日 星期{_WEEKDAYS[at.weekday()]} ──"
    return f"── {at:%A}, {at.day} {at:%B %Y} ──"


def _weekday(at: datetime, language: str) -> str:
    return f"周{_WEEKDAYS[at.weekday()]}" if language == "zh" else f"{at:%a}"
