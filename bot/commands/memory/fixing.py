"""A wrong memory, put right in one gesture: "was → now", and a yes. A fact about a person is shown to them alone.

What waits for the yes is named by ``MARK`` and its token: so "/fix yes it was my sister" is a sentence.
"""

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Paragraph, Reply, ReplyChoice
from bot.words.bare import bare
from engine.actions.memory import corrections, garden
from engine.actions.people import abouts
from engine.values.memory.memories import Correction

FACT: Final = "fact"
MARK: Final = "0"
_ALIKE: Final = 0.55


async def fix(call: CommandCall) -> Reply:
    """Say what is wrong; of a reply that is replied to, what it was told comes first."""
    return _asked(call, await corrections.propose(call.ctx, call.here, call.text("text"), replied=call.replied))


async def memory(call: CommandCall) -> Reply:
    """Put this memory right."""
    found = (await garden.show(call.ctx, call.here, call.number("memory", 0))).planted.memory
    return await _proposed(call, (found.kind.value, found.id), found.text)


async def fact(call: CommandCall) -> Reply:
    """Put this fact about oneself right."""
    found = (await abouts.show(call.ctx, call.here, call.number("fact", 0))).known.fact
    return await _proposed(call, (FACT, found.id), found.text)


async def edit(call: CommandCall) -> Reply:
    """Say what is to stand there instead."""
    return _asked(call, await corrections.reword(call.ctx, call.here, _token(call), call.text("text")))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What is to stand there as things are."""
    return {"text": (await corrections.waiting(call.ctx, call.here, _token(call))).now}


async def accept(call: CommandCall) -> Reply:
    """Make it so, and offer the reply anew."""
    made = await corrections.accept(call.ctx, call.runner, call.here, _token(call))
    return _done(call, made, "fix-done")


async def forget(call: CommandCall) -> Reply:
    """Let it be told no more, and put nothing in its place."""
    made = await corrections.forget(call.ctx, call.runner, call.here, token=_token(call))
    return _done(call, made, "fix-forgotten")


async def _proposed(call: CommandCall, wrong: tuple[str, int], was: str) -> Reply:
    """Words that change the old ones in a form are what is to stand there; others only say what is wrong."""
    text = call.text("text")
    alike = SequenceMatcher(None, was.casefold(), text.casefold(), autojunk=False).ratio()
    as_written = call.filled and alike >= _ALIKE
    return _asked(call, await corrections.propose(call.ctx, call.here, text, memory=wrong, as_written=as_written))


def _token(call: CommandCall) -> str:
    return call.text("token").removeprefix(MARK)


def _asked(call: CommandCall, correction: Correction) -> Reply:
    """The change with its buttons; of a fact in a group, in private, with the buttons left where it was asked for."""
    lines = {word: f"/fix {word} {MARK}{correction.token}" for word in ("yes", "edit", "forget")}
    question = call.speak.say("fix-proposed", was=bare(correction.was), now=bare(correction.now))
    asked = Confirm(question, lines["yes"], label=call.speak.say("fix-yes"), own=True)
    others = tuple(
        ReplyChoice(controls.control(controls.RUN, lines[action]), call.speak.say(f"fix-{action}"))
        for action in ("edit", "forget")
    )
    secret = correction.store == FACT and not call.here.private
    return Reply(confirm=asked, choices=others, private=True, secret=secret)


def _done(call: CommandCall, correction: Correction, message: str) -> Reply:
    redo = ReplyChoice(controls.control(controls.RUN, "/again"), call.speak.say("fix-again"))
    text = call.speak.say(message, was=bare(correction.was), now=bare(correction.now))
    return Reply((Paragraph(text),), choices=(redo,), private=True, secret=correction.store == FACT)
