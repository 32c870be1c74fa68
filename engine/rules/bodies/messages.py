"""What messages and revisions of them say, as JSON and back."""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, Final

from engine.rules.bodies.fields import (
    Stored,
    filled,
    flag,
    maybe_text,
    maybe_whole,
    objects,
    origin,
    rest,
    text,
    texts,
    whole,
)
from engine.values.chats.bodies import (
    CardWords,
    ForwardOrigin,
    MessageBody,
    ReplyMarks,
    ReplyQuote,
    RevisionBody,
    TalkCounts,
)
from engine.values.documents import JsonObject
from engine.values.models.pictures import SentFile

FILES: Final = "files"
FORWARD: Final = "forward"
SPOKEN: Final = "spoken"
"""What was said aloud, with its mark, in the body of a message that waits."""
UNHEARD: Final = "unheard"
"""A message that waits until somebody has listened to it."""
_MARKS: Final = frozenset({"said", "emotions", "gestures", "impersonated", "behind"})
_CARD: Final = frozenset({"greeting", "greetings", "version", "user", "joined"})
_MESSAGE: Final = _MARKS | _CARD | {FILES, FORWARD, SPOKEN, UNHEARD, "reply_to", "narrator", "swipe", "raw"}
_NOTHING: Final = MessageBody()


def message_of(raw: Stored) -> MessageBody:
    """What a message says. Most say nothing, or how much was said before them: a long story has thousands of these."""
    if not raw:
        return _NOTHING
    said = _said(raw)
    if said is not None and len(raw) == 1:
        return _counted(said)
    return MessageBody(
        said=said,
        emotions=texts(raw, "emotions"),
        gestures=texts(raw, "gestures"),
        impersonated=flag(raw, "impersonated"),
        behind=maybe_whole(raw, "behind"),
        files=files_in(raw),
        quote=quote_of(raw),
        forward=_forward(raw),
        card=_card(raw) if raw.keys() & _CARD else None,
        narrator="narrator" in raw,
        swipe=maybe_whole(raw, "swipe"),
        raw=raw.get("raw"),
        origin=origin(raw),
        more=rest(raw, _MESSAGE),
    )


def message_json(body: MessageBody) -> JsonObject:
    """A message's body."""
    said = _marks_json(body)
    if body.files:
        said[FILES] = [_file_json(it) for it in body.files]
    if body.quote is not None:
        it = body.quote
        said["reply_to"] = {"speaker": it.speaker, "text": it.text, **filled(character=it.character)}
    if body.forward is not None:
        said[FORWARD] = forward_json(body.forward)
    if body.card is not None:
        said |= _card_json(body.card)
    if body.narrator:
        said["narrator"] = True
    return said | filled(swipe=body.swipe, raw=body.raw)


def revision_of(raw: Stored) -> RevisionBody:
    """What a revision says."""
    return RevisionBody(
        said=_said(raw),
        emotions=texts(raw, "emotions"),
        gestures=texts(raw, "gestures"),
        impersonated=flag(raw, "impersonated"),
        behind=maybe_whole(raw, "behind"),
        origin=origin(raw),
        more=rest(raw, _MARKS),
    )


def revision_json(body: RevisionBody) -> JsonObject:
    """A revision's body."""
    return _marks_json(body)


def with_files_kept(raw: Stored, kept: AbstractSet[str]) -> dict[str, Any]:
    """The body of a message of whose files only these are kept, by their hash; it names the others still."""
    files = [it if text(it, "sha256") in kept else {**it, "sha256": None} for it in objects(raw, FILES)]
    return {**raw, FILES: files}


def files_in(raw: Stored) -> tuple[SentFile, ...]:
    """The files that the body of a message names, in their order."""
    return tuple(
        SentFile(
            name=text(file, "name"),
            sha256=maybe_text(file, "sha256"),
            media_type=text(file, "media_type"),
            text=text(file, "text"),
            left_out=whole(file, "left_out"),
            size=whole(file, "size"),
            speech=text(file, "speech"),
            seconds=whole(file, "seconds"),
            heard=flag(file, "heard"),
        )
        for file in objects(raw, FILES)
    )


def _file_json(file: SentFile) -> JsonObject:
    read = {"text": file.text} if file.text else {}
    left = {"left_out": file.left_out} if file.left_out else {}
    named = {"sha256": file.sha256, "name": file.name, "media_type": file.media_type, "size": file.size}
    return {**named, **read, **left, **speech_json(file.speech, file.seconds, heard=file.heard)}


def speech_json(speech: str, seconds: int, *, heard: bool = False) -> dict[str, Any]:
    """What the body of a message says of a recording; {} of another file."""
    if not speech:
        return {}
    return {"speech": speech, **({"seconds": seconds} if seconds else {}), **({"heard": True} if heard else {})}


def waiting_text(text: str, raw: Stored) -> str:
    """What a message that waits says: its text, and what was said aloud."""
    return "\n".join(it for it in (text, spoken_in(raw)) if it.strip())


def spoken_in(raw: Stored) -> str:
    """What was said aloud in a message, with its mark."""
    said = raw.get(SPOKEN)
    return said if isinstance(said, str) else ""


def _marks_json(body: ReplyMarks) -> JsonObject:
    said: JsonObject = filled(behind=body.behind)
    if body.said is not None:
        said["said"] = [*body.said]
    for name, found in (("emotions", body.emotions), ("gestures", body.gestures)):
        if found:
            said[name] = [*found]
    if body.impersonated:
        said["impersonated"] = True
    return said


@lru_cache(maxsize=2_000)  # every turn reads the same messages again: to find one costs a tenth
def _counted(said: TalkCounts) -> MessageBody:
    return MessageBody(said=said)


def _said(raw: Stored) -> TalkCounts | None:
    found = raw.get("said")
    if not isinstance(found, list) or len(found) != 3:
        return None
    people, characters, tokens = found  # a match of the list takes six times as long
    if isinstance(people, int) and isinstance(characters, int) and isinstance(tokens, int):
        return people, characters, tokens
    return None


def quote_of(raw: Stored) -> ReplyQuote | None:
    """What the message with this body replies to; None where that is nothing that is known."""
    match raw.get("reply_to"):
        case {"text": str(said), **about}:
            return ReplyQuote(text(about, "speaker"), said, maybe_whole(about, "character"))
        case _:
            return None


def forward_json(forward_origin: ForwardOrigin) -> JsonObject:
    """Where the words that a message passes on come from, in its body."""
    return filled(author=forward_origin.author or None, chat=forward_origin.chat or None)


def _forward(raw: Stored) -> ForwardOrigin | None:
    match raw.get(FORWARD):
        case {**about}:
            return ForwardOrigin(text(about, "author"), text(about, "chat"))
        case _:
            return None


def _card(raw: Stored) -> CardWords:
    return CardWords(
        version=whole(raw, "version"),
        user=text(raw, "user"),
        number=maybe_whole(raw, "greeting"),
        many=whole(raw, "greetings"),
        joined=flag(raw, "joined"),
    )


def _card_json(words: CardWords) -> JsonObject:
    greeting = filled(greeting=words.number, greetings=words.many or None)
    joined: JsonObject = {"joined": True} if words.joined else {}
    return {**greeting, **joined, "version": words.version, "user": words.user}
