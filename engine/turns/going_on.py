"""A reply that goes on: with its own words after /continue, or with what people had read when it was cut short.

What is said further by a turn of its own is a revision of the same message, so there is one message for people, for the
model and for what is made of the log; undoing it is a fork before it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.db.chats import log, swipes
from engine.db.postgres.pool import Statements
from engine.rules.text.joining import attached
from engine.rules.text.screening import screen
from engine.rules.wire.tags import TagHider, TagPatterns, parse_tags
from engine.values.chats.bodies import MessageBody, RevisionBody
from engine.values.chats.entries import Entry, NewEntry, Place
from engine.values.chats.swipes import Swipe, swipe_at
from engine.values.chats.turns import WITHDRAWN, Claimed, ModelReply, Turn, TurnKind
from engine.values.models.prompts import Generation, HistoryLine
from engine.values.models.stage import PromptStage

LEAST_READ: Final = 20
"""Characters. A shorter beginning of a reply is written anew: hardly anybody has read it."""


def begun_of(raw: str, patterns: TagPatterns) -> str:
    """The beginning of a reply that stays when it is cut short, without half a tag at its end.

    "" where what people may have read of it is too short to stay.
    """
    hider = TagHider(patterns)
    visible = hider.feed(raw)
    return raw[: len(raw) - hider.waiting] if len(visible.strip()) >= LEAST_READ else ""


def read_of(begun: str, patterns: TagPatterns, growth: Callable[[str], str] | None) -> str:
    """What people have read of ``begun``, while it grew as ``growth`` shows it."""
    visible = TagHider(patterns).feed(begun).lstrip()
    return growth(visible) if growth else visible


def with_begun(claimed: Claimed, reply: ModelReply, patterns: TagPatterns) -> ModelReply:
    """A reply to which nothing could be added: what people have read of it stays."""
    begun = begun_of(claimed.begun, patterns)
    if not begun or reply.outcome == WITHDRAWN:
        return reply
    tagged = parse_tags(begun, patterns)
    text = tagged.clean.strip()
    return replace(reply, raw=begun, text=text, emotions=tagged.emotions, gestures=tagged.gestures)


def covered(reply: ModelReply, words: tuple[str, ...], behind: str = "") -> ModelReply:
    """A reply as it is kept: with the ``words`` that are refused there covered. ``behind``: what it goes on with."""
    refused = screen(words)
    return replace(
        reply,
        text=refused.covered(reply.text, behind),
        raw=refused.covered(reply.raw, behind),
        thoughts=tuple((kind, refused.covered(said)) for kind, said in reply.thoughts),
    )


def onward(stage: PromptStage, begun: str, speaker: HistoryLine) -> PromptStage:
    """``stage`` for a model that continues ``begun``, the words of ``speaker``, instead of writing a whole reply."""
    talk = stage.talk
    said = (*talk.history, *talk.current)
    if stage.generation is Generation.CONTINUE:
        *said, last = said
        line = replace(last, text=attached(last.text, begun, begun) + begun[len(begun.rstrip()) :])
    else:
        line = replace(speaker, text=begun)
    return replace(stage, generation=Generation.CONTINUE, talk=replace(talk, history=(*said, line), current=()))


async def continued(on: Statements, claimed: Claimed) -> Entry | None:
    """The reply that a turn goes on with: the last message of its line, if that is of the character that speaks.

    None for every other turn.
    """
    turn = claimed.turn
    if turn.kind is not TurnKind.CONTINUE:
        return None
    said = await log.messages(on, turn.session_key, claimed.line, 1)
    return next((it for it in said if it.person is None and it.character == turn.character), None)


def whole_text(before: Entry | None, reply: ModelReply) -> str:
    """All that people see of a reply that goes on with ``before``."""
    return reply.text if before is None else attached(before.text, reply.text, reply.raw)


def behind(before: Entry, message: NewEntry, reply: ModelReply) -> NewEntry:
    """``message``, a continuation, as the revision that joins it to the reply before it."""
    text, said = whole_text(before, reply), message.body
    assert isinstance(said, MessageBody)
    raw = attached(before.text if before.raw is None else before.raw, reply.raw, reply.raw)
    return replace(
        message,
        body=RevisionBody(
            said=said.said,
            emotions=said.emotions,
            gestures=said.gestures,
            impersonated=said.impersonated,
            behind=len(before.text.rstrip()),
        ),
        text=text,
        raw=raw if raw != text else None,
        target_seq=before.place.seq,
    )


async def shown_texts_of(on: Statements, turn: Turn, before: Entry) -> tuple[str, ...]:
    """The texts of the messages that show the reply ``before`` where ``turn`` goes on with it."""
    said = (before.place, before.turn)
    return await swipes.shown_as(on, turn.session_key, turn.channel, said)


async def swipe_of(on: Statements, turn: Turn, before: Entry) -> Swipe | None:
    """The swipe of the reply that was continued: a continuation makes no new one."""
    slot = await swipes.slot(on, turn.session_key, Place(before.place.branch, before.place.seq - 1))
    return swipe_at(turn.key.session, slot, before.place)
