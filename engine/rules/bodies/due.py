"""What marks of due work say, as JSON and back. Whoever does a kind of work reads what its marks say."""

from datetime import datetime

from engine.rules.bodies.fields import Stored, objects, text, texts, whole, wholes
from engine.values.documents import JsonObject
from engine.values.house.due_bodies import (
    AnswerMark,
    CommentMark,
    CorrectionMark,
    ForgetMark,
    HeldAct,
    LetInMark,
    PostMark,
    StretchMark,
    UnansweredMark,
)
from engine.values.people.rights import PersonalData


def stretch_of(raw: Stored) -> StretchMark | None:
    """Which stretch is to be read again; None where what nobody has read is."""
    if "from" not in raw:
        return None
    return StretchMark(whole(raw, "branch"), whole(raw, "from"), whole(raw, "to"))


def stretch_json(mark: StretchMark) -> JsonObject:
    """The body of a mark that has a stretch read again."""
    return {"branch": mark.branch, "from": mark.first, "to": mark.last}


def unanswered_of(raw: Stored) -> UnansweredMark:
    """What has no answer."""
    return UnansweredMark(whole(raw, "stand"), whole(raw, "branch"), whole(raw, "head"))


def unanswered_json(mark: UnansweredMark) -> JsonObject:
    """The body of a mark of what has no answer."""
    return {"stand": mark.channel_head, "branch": mark.branch, "head": mark.head}


def let_in_of(raw: Stored) -> LetInMark:
    """In which languages it is to be told that people are let in."""
    return LetInMark(texts(raw, "tell"))


def let_in_json(mark: LetInMark) -> JsonObject:
    """The body of that."""
    return {"tell": [*mark.tongues]}


def forget_of(raw: Stored) -> ForgetMark:
    """Whom is to be forgotten."""
    counts = raw.get("counts")
    return ForgetMark(
        person=whole(raw, "person"),
        names=texts(raw, "names"),
        private=wholes(raw, "private"),
        channel=whole(raw, "channel"),
        holdings=_holdings(counts) if isinstance(counts, dict) else None,
    )


def forget_json(mark: ForgetMark) -> JsonObject:
    """The body of a mark of somebody who is to be forgotten."""
    said: JsonObject = {"person": mark.person, "names": [*mark.names], "private": [*mark.private]}
    said["channel"] = mark.channel
    if mark.holdings is not None:
        said["counts"] = {name: getattr(mark.holdings, name) for name in PersonalData.__slots__}
    return said


def correction_of(raw: Stored) -> CorrectionMark:
    """Which correction waits."""
    return CorrectionMark(whole(raw, "person"), text(raw, "store"), whole(raw, "id"), text(raw, "now"))


def correction_json(mark: CorrectionMark) -> JsonObject:
    """The body of a correction that waits."""
    return {"person": mark.person, "store": mark.store, "id": mark.id, "now": mark.now}


def _holdings(raw: Stored) -> PersonalData:
    return PersonalData(**{name: whole(raw, name) for name in PersonalData.__slots__})


def post_mark_of(raw: Stored) -> PostMark | None:
    """Who is to post, and when; None where that is not said."""
    at = _moment(raw)
    return PostMark(whole(raw, "character"), whole(raw, "number"), at) if at else None


def post_mark_json(mark: PostMark) -> JsonObject:
    """The body of a mark of a post."""
    return {"character": mark.character, "number": mark.number, "at": mark.at.isoformat()}


def comment_mark_of(raw: Stored) -> CommentMark | None:
    """Who comments, on what and how; None where that is not said."""
    at = _moment(raw)
    if at is None:
        return None
    who, target, words = whole(raw, "character"), whole(raw, "target"), text(raw, "text")
    read = (whole(raw, "first"), whole(raw, "last"), text(raw, "of"), whole(raw, "many"))
    return CommentMark(who, target, words, at, *read)


def comment_mark_json(mark: CommentMark) -> JsonObject:
    """The body of a mark of a comment."""
    said: JsonObject = {"character": mark.character, "target": mark.target, "text": mark.text}
    said |= {"at": mark.at.isoformat(), "first": mark.first, "last": mark.last}
    return {**said, "of": mark.of, "many": mark.many}


def answer_mark_of(raw: Stored) -> AnswerMark | None:
    """What a round came to; None where that is not said."""
    at = _moment(raw)
    if at is None:
        return None
    acts = tuple(
        HeldAct(whole(it, "character"), whole(it, "target"), text(it, "text"), text(it, "of"))
        for it in objects(raw, "acts")
    )
    return AnswerMark(at, whole(raw, "branch"), whole(raw, "first"), whole(raw, "last"), whole(raw, "many"), acts)


def answer_mark_json(mark: AnswerMark) -> JsonObject:
    """The body of a mark of what a round came to."""
    said: JsonObject = {"at": mark.at.isoformat(), "branch": mark.branch, "first": mark.first, "last": mark.last}
    said["acts"] = [{"character": it.character, "target": it.target, "text": it.text, "of": it.of} for it in mark.acts]
    return {**said, "many": mark.many}


def _moment(raw: Stored) -> datetime | None:
    try:
        return datetime.fromisoformat(text(raw, "at"))
    except ValueError:
        return None
