"""Talking: another reply, going on, stopping."""

from bot.commands.declared import Call
from bot.commands.reply import SILENT, Reply, Scene, told
from engine.values.outgoing import View


async def again(call: Call) -> Reply:
    """Write the last reply anew; it appears as every reply does."""
    await call.engine.turns.again(call.here)
    view = await call.engine.sessions.open(call.here, call.name)
    # Another greeting is there at once; no turn brings it.
    return Reply((Scene(view),)) if _only_greeting(view) else SILENT


async def go_on(call: Call) -> Reply:
    """Let the character go on from the last line."""
    await call.engine.turns.go_on(call.here)
    return SILENT


async def stop(call: Call) -> Reply:
    """Stop the reply that is being written; what is there stays."""
    if await call.engine.turns.stop(call.here):
        return SILENT
    return told(call.speak.say("talk-nothing-to-stop"))


def _only_greeting(view: View) -> bool:
    return len(view.spoken) == 1 and view.spoken[0].character is not None
