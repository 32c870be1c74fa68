"""What becomes of a prompt whose required parts are too long: it is made lighter, and people are told; else refused.

What was said since the last reply must be answered, but a message that was too long must not stand in the way of the
next one. So the newest message is read whole or refused; of those before it, the newest that fit are read whole and
the others as history. A card or preset that takes more than half of the room is read shortened.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from engine.errors import PromptRefused, PromptTooLong
from engine.rules.framework.budget import reply_tokens, room_of
from engine.rules.framework.build import build
from engine.rules.framework.history.windows import spoken
from engine.rules.regexes.search_time import SearchTime
from engine.rules.text.shortening import shortened
from engine.rules.text.tokens import estimate, per_message
from engine.values.characters.characters import Card
from engine.values.chats.notices import Notice
from engine.values.models.prompts import HistoryLine, PromptLimits
from engine.values.models.stage import Built, PromptStage

LARGEST_TOTAL: Final = 200_000
"""What the setting ``total_tokens`` may be raised to."""
SHORTEST_REPLY: Final = 256
"""Tokens. A reply is not asked to be shorter than this to make room."""
_LEAST: Final = 64  # characters of a text that is shortened
_OF_THE_CARD: Final = ("description", "personality", "scenario", "system_prompt", "post_history_instructions")


class Cause(StrEnum):
    """What is too long: the newest message, the whole chat that was asked for, or what stands in every prompt."""

    MESSAGE = "message"
    HISTORY = "history"
    FIXED = "standing"


class Bound(StrEnum):
    """Which limit is in the way: the setting ``total_tokens``, the reply's share of the model, or the model itself.

    MOST: ``total_tokens`` at the most it can be.
    """

    TOTAL = "total"
    REPLY = "reply"
    CONTEXT = "context"
    MOST = "most"


def bearable(stage: PromptStage) -> Built:
    """The prompt of ``stage``, lighter where it would be too long. Raises PromptRefused."""
    time = SearchTime()
    try:
        return build(stage, time)
    except PromptTooLong as error:
        required = int(error.data["tokens"])
    if stage.limits.history_load_all:
        raise too_long(stage.limits, required, Cause.HISTORY, required)
    return _lighter(stage, required, time)


def bound_of(limits: PromptLimits, required: int) -> Bound:
    """The limit that a prompt of ``required`` tokens is stopped by, as far as somebody can do something about it."""
    if limits.context is None:
        return Bound.TOTAL if required <= LARGEST_TOTAL else Bound.MOST
    free = limits.context - reply_tokens(limits)
    if limits.total_tokens < free:
        return Bound.TOTAL if required <= min(free, LARGEST_TOTAL) else Bound.CONTEXT
    shorter = limits.context - min(SHORTEST_REPLY, reply_tokens(limits))
    return Bound.REPLY if required <= min(shorter, limits.total_tokens) else Bound.CONTEXT


def better_for(limits: PromptLimits, required: int, bound: Bound) -> int:
    """The value of the setting ``bound`` with which a prompt of ``required`` tokens would fit."""
    if bound is Bound.REPLY and limits.context is not None:
        return limits.context - required
    return -(-required // 1_000) * 1_000


def too_long(limits: PromptLimits, required: int, cause: Cause, own: int) -> PromptRefused:
    """The error for a prompt whose required parts take so many tokens, ``own`` of them for what is too long."""
    limit = room_of(limits).hard
    bound = bound_of(limits, required)
    better = better_for(limits, required, bound)
    free = max(0, limit - (required - own))
    return PromptRefused(
        tokens=required, limit=limit, cause=cause.value, own=own, free=free, bound=bound.value, better=better
    )


def _lighter(stage: PromptStage, required: int, time: SearchTime) -> Built:
    hard, current = room_of(stage.limits).hard, _answered(stage)
    sizes = [_size(it, stage.limits) for it in current]
    fixed = max(0, required - sum(sizes))
    notices: tuple[Notice, ...] = ()
    if fixed > hard // 2:
        slim = _slim(stage, hard // 2, time)
        if slim is not None:
            now = _fixed(slim, time)
            notices = (Notice("prompt-shortened", {"tokens": fixed, "limit": hard, "read": now}),)
            stage, fixed = slim, now
    for kept in range(_fitting(sizes, hard - fixed), 0, -1):
        try:
            built = build(_with_newest(stage, kept), time)
        except PromptTooLong:
            continue
        if kept < len(current):
            said = {"messages": len(current), "whole": kept, "tokens": sum(sizes), "limit": max(0, hard - fixed)}
            notices += (Notice("prompt-unread", said),)
        return replace(built, notices=notices)
    own = sizes[-1] if sizes else 0
    cause = Cause.MESSAGE if own > hard // 2 or own > fixed else Cause.FIXED
    raise too_long(stage.limits, fixed + own, cause, own if cause is Cause.MESSAGE else fixed)


def _answered(stage: PromptStage) -> tuple[HistoryLine, ...]:
    """What a prompt cannot do without of the talk."""
    return spoken(stage.talk.current) or spoken(stage.talk.history)[-1:]


def _size(line: HistoryLine, limits: PromptLimits) -> int:
    said = f"{line.name}: {line.quoted}\n{line.text}" if line.quoted else line.text
    return estimate(said, limits.factor) + per_message(limits.factor)


def _fitting(sizes: list[int], room: int) -> int:
    """How many of the newest fit together; at least one is tried."""
    kept = 0
    for size in reversed(sizes):
        room -= size
        if room < 0:
            break
        kept += 1
    return max(kept, min(1, len(sizes)))


def _with_newest(stage: PromptStage, kept: int) -> PromptStage:
    """Only the newest ``kept`` messages are what is answered; those before them are history."""
    talk = stage.talk
    if len(talk.current) <= kept:
        return stage
    return replace(
        stage, talk=replace(talk, history=(*talk.history, *talk.current[:-kept]), current=talk.current[-kept:])
    )


def _fixed(stage: PromptStage, time: SearchTime) -> int:
    """Tokens of what stands in every prompt: measured by a prompt that may be as short as it likes."""
    nothing = replace(stage, limits=replace(stage.limits, total_tokens=0, budget_tokens=0, context=None))
    try:
        return build(nothing, time).prompt.tokens
    except PromptTooLong as error:
        return max(0, int(error.data["tokens"]) - sum(_size(it, stage.limits) for it in _answered(stage)))


def _slim(stage: PromptStage, room: int, time: SearchTime) -> PromptStage | None:
    """``stage`` with the long texts of card, persona, note and preset shortened so far that they take ``room``."""
    longest = max(2 * room, _LEAST)
    while longest >= _LEAST:
        slim = _cut(stage, longest)
        if _fixed(slim, time) <= room:
            return slim
        longest = longest * 3 // 4
    return None


def _cut(stage: PromptStage, longest: int) -> PromptStage:
    def short(text: str) -> str:
        return shortened(text, longest, stage.moment.language)

    prompts = tuple(replace(it, text=short(it.text)) for it in stage.preset.prompts)
    return replace(
        stage,
        card=_short_card(stage.card, short),
        others=tuple(_short_card(it, short) for it in stage.others),
        preset=replace(stage.preset, prompts=prompts, prefill=short(stage.preset.prefill)),
        persona=stage.persona and replace(stage.persona, description=short(stage.persona.description)),
        note=stage.note and replace(stage.note, text=short(stage.note.text)),
        injects=tuple(replace(it, text=short(it.text)) for it in stage.injects),
    )


def _short_card(card: Card, short: Callable[[str], str]) -> Card:
    deep = card.depth_prompt
    texts = {name: short(getattr(card, name)) for name in _OF_THE_CARD}
    return replace(card, **texts, depth_prompt=deep and replace(deep, text=short(deep.text)))
