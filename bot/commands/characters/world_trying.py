"""Which entries a sentence would call here, and why; of the others that were called, what speaks against them."""

from collections.abc import Sequence
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import ListItem, Paragraph, Reply, told
from bot.commands.memory.why import entries_in_words
from bot.commands.story.story import shortened
from engine.actions.characters import world_trials

_MOST: Final = 40
"""Entries that are named; a book can tell hundreds at once."""


async def test(call: CommandCall) -> Reply:
    """What would be told if that were said next; nothing is said, and nothing changes."""
    sentence = call.text("said")
    trial = await world_trials.tried(call.ctx, call.here, call.name or "?", sentence)
    if not trial.entries:
        return told(call.speak.say("world-test-no-books"))
    used, missed = await entries_in_words(call, trial.lines, {trial.seq: sentence})
    title = call.speak.say("world-test", said=shortened(sentence), count=len(used), entries=trial.entries)
    blocks = [_listed(call, title, used)]
    if missed:
        blocks.append(_listed(call, call.speak.say("world-test-missed", count=len(missed)), missed))
    return Reply(tuple(blocks))


def _listed(call: CommandCall, title: str, items: Sequence[ListItem]) -> Paragraph:
    lines = [call.speak.say("world-test-line", entry=it.text, why=it.detail) for it in items[:_MOST]]
    return Paragraph("\n".join((title, *lines)))
