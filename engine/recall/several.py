"""What a retriever proposes for each question of a burst, as one proposal."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from engine.recall.fan_out import Ask
from engine.recall.question import Question
from engine.values.models.prompts import PromptPart, Quote


async def for_each(
    ask: Ask,
    questions: Sequence[Question],
    propose: Callable[[Ask], Awaitable[Sequence[PromptPart]]],
    *,
    share: bool = False,
) -> list[PromptPart]:
    """What ``propose`` says to each of ``questions``, as one part within the tokens of one.

    The best for each question come first. ``share``: each gets as many tokens, so that none takes the room of another.
    """
    asks = [replace(ask, question=it) for it in questions]
    if share and len(asks) > 1:
        settings = ask.settings.model_copy(update={"recall_tokens": ask.settings.recall_tokens // len(asks)})
        asks = [replace(it, settings=settings) for it in asks]
    answers = await asyncio.gather(*map(propose, asks))
    found = list(chain.from_iterable(answers))
    quoting = [it for it in found if it.quotes]
    if len(quoting) <= 1:
        return found
    return [_joined(quoting, ask.settings.recall_tokens), *(it for it in found if not it.quotes)]


def _joined(parts: Sequence[PromptPart], tokens: int) -> PromptPart:
    """Parts with quotes as one: of each the best first, every quote once, no more of each than it may have."""
    mine = [it.quotes[: it.frame.items] if it.frame.items else it.quotes for it in parts]
    mixed = [it for it in chain.from_iterable(zip_longest(*mine)) if it is not None]
    once: dict[tuple[str, int], Quote] = {}
    for it in mixed:
        once.setdefault((it.store, it.id), it)
    items = [it.frame.items for it in parts]
    selections = [it.frame for it in parts if it.frame.selection]
    frame = replace(
        parts[0].frame,
        items=max(items) if all(items) else 0,
        tokens=tokens,
        selection=selections[0].selection if selections else "",
        lines=sum(it.frame.lines or len(it.quotes) for it in parts) if selections else 0,
    )
    return replace(parts[0], quotes=tuple(once.values()), frame=frame)
