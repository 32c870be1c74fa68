"""One command line, from its name to its answer."""

from dataclasses import replace

from bot.commands.abilities import allowed
from bot.commands.arguments import Wrong, bind, spelled, usage
from bot.commands.declared import Action, Call, Command
from bot.commands.house import unknown_command
from bot.commands.reply import Reply, told


async def run(call: Call, name: str, rest: str) -> Reply:
    """Do what ``name`` and ``rest`` say. ``call`` comes without arguments. Raises what the handler raises."""
    command = call.table.find(name or "help")
    if command is None:
        return unknown_command(call, name)
    action, left = command.split(command.called(name, rest))
    if not allowed(command.action_ability(action) if action else command.name, call.standings):
        return told(call.speak.say("command-not-allowed"))
    args = bind(action.params if action else command.params, left)
    if isinstance(args, Wrong):
        return _wrong(call, command, action, args)
    reply = await (action or command).handler(replace(call, args=args))
    return reply if (action or command).public and reply.confirm is None else replace(reply, private=True)


def _wrong(call: Call, command: Command, action: Action | None, wrong: Wrong) -> Reply:
    speak = call.speak
    text = speak.say(
        f"command-wrong-{wrong.fault.value}",
        param=speak.say(wrong.param.label) if wrong.param else "",
        given=wrong.given[:64],
        usage=usage(command, action, speak),
        command=spelled(command, speak),
    )
    return told(text)
