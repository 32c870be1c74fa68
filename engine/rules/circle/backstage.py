"""A post that the characters of a circle alone see: what a model answers of it, and what of that is kept. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pydantic import BaseModel, Field

from engine.rules.circle.rounds import CircleAct, worded
from engine.rules.recall.remembering.extraction import unfit_markup
from engine.rules.text.clean import clean_text
from engine.rules.wire.answer_schema import answer_schema
from engine.values.chats.bodies import BackstageBody, BackstageReply
from engine.values.chats.entries import Entry, said_by
from engine.values.ids import ChannelKey

MOST_REPLIES: Final = 6
LONGEST_POST: Final = 1_000


class ToldReply(BaseModel):
    """What the character numbered ``who``, from 1, does about the post."""

    who: int
    act: CircleAct
    text: str = ""


class BackstageAnswer(BaseModel):
    """A post, and what the others do about it."""

    post: str
    replies: list[ToldReply] = Field(default_factory=list[ToldReply], json_schema_extra={"maxItems": MOST_REPLIES})


def schema(others: int) -> Mapping[str, Any]:
    """The shape of an answer where so many others read."""
    return answer_schema(BackstageAnswer, {"replies.who": range(1, others + 1)})


def kept_post(answer: BackstageAnswer, circle: ChannelKey, name: str, others: Sequence[int]) -> BackstageBody | None:
    """What is kept of an answer; None where the post is no plain text. ``name`` is what whoever posts is called.

    Each of the ``others``, by number, likes or comments once; what says nothing is left out.
    """
    text = clean_text(answer.post[: LONGEST_POST * 2], LONGEST_POST * 2).strip()[:LONGEST_POST].strip()
    if not text or unfit_markup(text):
        return None
    replies: dict[int, BackstageReply] = {}
    for told in answer.replies:
        if not 0 < told.who <= len(others) or told.act is CircleAct.NOTHING or others[told.who - 1] in replies:
            continue
        words = worded(told.text, name) if told.act is CircleAct.COMMENT else ""
        if words or told.act is CircleAct.LIKE:
            replies[others[told.who - 1]] = BackstageReply(others[told.who - 1], words)
    return BackstageBody(circle=circle.channel, text=text, replies=tuple(replies.values()))


def posts_among(acts: Iterable[Entry], circle: ChannelKey) -> list[tuple[Entry, BackstageBody]]:
    """Those of ``acts`` that are such posts of a circle, in their order. Of another channel's nothing is read."""
    return [(act, it) for act, it in said_by(acts, BackstageBody) if it.text and it.circle == circle.channel]
