"""Reading a story in: what it will cost, how far it has come, waiting and going on; its memories as a file."""

from dataclasses import replace

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Confirm, Paragraph, Reply, ReplyChoice, confidential, told
from engine.actions.story import initiation
from engine.actions.transfers import exports
from engine.values.story.initiation import InitiationCost, InitiationProgress, InitiationState


async def progress(call: CommandCall) -> Reply:
    """How far it has come; where it does not run, what it would take, and a question."""
    found = await initiation.progress(call.ctx, call.here)
    said = call.speak.say("init-stand", state=found.state.value, read=found.read, total=found.total, lost=found.lost)
    match found.state:
        case InitiationState.RUNNING:
            return confidential(Reply((Paragraph(said),), choices=(_button(call, "pause"),)))
        case InitiationState.PAUSED:
            return confidential(Reply((Paragraph(said),), choices=(_button(call, "resume"),)))
        case _:
            return await _asked(call, said if found.state is InitiationState.DONE else "")


async def start(call: CommandCall) -> Reply:
    """Begin, after what it costs was said."""
    if not call.flag("yes"):
        return await _asked(call, "")
    cost = await initiation.start(call.ctx, call.runner, call.here)
    return confidential(told(call.speak.say("init-begun", messages=cost.messages)))


async def pause(call: CommandCall) -> Reply:
    """Let it wait."""
    found = await initiation.pause(call.ctx, call.runner, call.here)
    return confidential(Reply((Paragraph(_switched(call, found)),), choices=(_button(call, "resume"),)))


async def resume(call: CommandCall) -> Reply:
    """Let it go on where it was."""
    found = await initiation.resume(call.ctx, call.runner, call.here)
    return confidential(Reply((Paragraph(_switched(call, found)),), choices=(_button(call, "pause"),)))


def _switched(call: CommandCall, found: InitiationProgress) -> str:
    """That it waits now, or goes on: how far it has come stands in the same chat, where its progress is shown there."""
    if call.delivered and call.here.private:
        return call.speak.say("init-waits" if found.state is InitiationState.PAUSED else "init-goes-on")
    return call.speak.say("init-stand", state=found.state.value, read=found.read, total=found.total, lost=0)


async def export(call: CommandCall) -> Reply:
    """What is remembered of the story, as a file."""
    document = await exports.memories(call.ctx, call.here)
    return confidential(replace(told(call.speak.say("export-done", name=document.filename)), documents=(document,)))


async def _asked(call: CommandCall, before: str) -> Reply:
    cost = await initiation.cost(call.ctx, call.here)
    if not (cost.messages or cost.setting):
        return confidential(told(before or call.speak.say("init-nothing")))
    question = Confirm(_priced(call, cost), "/story init start yes", label=call.speak.say("init-yes"))
    return confidential(Reply((Paragraph(before),) if before else (), question))


def _priced(call: CommandCall, cost: InitiationCost) -> str:
    return call.speak.say(
        "init-sure",
        messages=cost.messages,
        total=cost.total,
        calls=cost.calls,
        tokens=cost.prompt_tokens,
        answers=cost.answer_tokens,
        setting="yes" if cost.setting else "no",
    )


def _button(call: CommandCall, word: str) -> ReplyChoice:
    return ReplyChoice(controls.control(controls.RUN, f"/story init {word}"), call.speak.say(f"init-{word}"))
