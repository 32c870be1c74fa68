"""One command line, from its name to its answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from bot.commands.framework.abilities import allowed
from bot.commands.framework.arguments import Args, ArgumentFault, Wrong, bind, row_of, spelled, taken, usage, words_of
from bot.commands.framework.confiding import is_for_one, is_of_chat
from bot.commands.framework.declared import Action, Command, CommandCall, Param, ParamKind
from bot.commands.framework.forms import Use, asked_for, caught_up
from bot.commands.framework.helping import unknown_command
from bot.commands.framework.matrix import refusal
from bot.commands.framework.numbering import LISTS, resolved, say_number
from bot.commands.framework.offering import Offers
from bot.commands.framework.panel import as_menu
from bot.commands.framework.reply import Paragraph, Reply, told
from engine.errors import InputError, OmoideError

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_OFFERED: Final = 12


async def run(
    call: CommandCall, name: str, rest: str, fields: Mapping[str, str] = NOTHING, stood: Mapping[str, str] = NOTHING
) -> Reply:
    """Do what ``name`` and ``rest`` say, or ask for the words that it lacks. ``call`` comes without arguments.

    ``fields`` are what a form gave, by parameter, ``stood`` the marks of what stood there when it was asked. Raises
    what the handler raises.
    """
    command = call.table.find(name or "help")
    if command is None:
        return unknown_command(call, name)
    action, left = command.split(command.called(name, rest))
    ability = command.action_ability(action) if action else command.name
    if not allowed(ability, call.access_roles):
        return replace(told(refusal(call, ability)), private=True, refused=True)
    args = _args(action.params if action else command.params, left, fields)
    if isinstance(args, Wrong):
        unheard = _means_an_action(command, action, args)
        return (
            _unheard(call, command, args.param, left.strip() or args.given)
            if unheard
            else _wrong(call, command, action, args)
        )
    params = (action or command).params
    try:
        use = Use(command, action, await resolved(call, params, args))
    except InputError as error:
        return await _which(call, params, args, error)
    try:
        reply = await _done(call, use, fields, stood)
    except InputError as error:
        await say_number(call, error)
        return await _which(call, params, args, error)
    if isinstance(reply, Wrong):
        return _wrong(call, command, action, reply)
    for_all = (action or command).public or reply.aloud
    if not fields and not for_all:
        about_one = any(it.thing and it.name in use.args for it in use.params)
        reply = as_menu(reply, use.line if about_one else f"/{name or 'help'} {rest}".strip())
    if reply.form is not None:
        reply = replace(reply, form=replace(reply.form, about=reply.form.about or call.replied))
    apart = is_for_one(ability) and not (reply.aloud or call.here.private)
    reply = replace(reply, of_chat=reply.speaks and is_of_chat(ability), secret=reply.secret or apart)
    return reply if for_all and reply.confirm is None and not reply.secret else replace(reply, private=True)


async def _done(call: CommandCall, use: Use, fields: Mapping[str, str], stood: Mapping[str, str]) -> Reply | Wrong:
    """What a command answers, or a form for the words that it lacks."""
    if not fields and (asked := await asked_for(call, use)):
        return asked
    if missing := next((it for it in use.lacking if it.required), None):
        return Wrong(ArgumentFault.MISSING, missing)
    caught = await caught_up(call, use, fields, stood)
    if isinstance(caught, Reply):
        return caught
    use = replace(use, args={**use.args, **{name: it for name, it in caught.items() if it != fields[name]}})
    reply = await (use.action or use.command).handler(replace(call, args=use.args, filled=bool(fields)))
    return Offers(call.table, call.access_roles).reply(reply)


async def _which(call: CommandCall, params: Sequence[Param], args: Args, error: InputError) -> Reply:
    """What there is to choose from, where nothing has the number that somebody typed; else raises ``error``."""
    words = [word for it in params if it.thing for word in str(args.get(it.name, "")).split()]
    shows = LISTS.get(type(error))
    if shows is None or not words or any(row_of(it) is not None for it in words):
        raise error
    try:
        there = await run(call, *shows)
    except OmoideError:
        raise error from None
    return replace(there, blocks=(Paragraph(call.speak.error(error)), *there.blocks))


def _args(params: Sequence[Param], left: str, fields: Mapping[str, str]) -> Args | Wrong:
    typed = bind([it for it in params if it.name not in fields], left, asking=True)
    given = taken(params, fields)
    if isinstance(typed, Wrong) or isinstance(given, Wrong):
        return typed if isinstance(typed, Wrong) else given
    return typed | given


def _wrong(call: CommandCall, command: Command, action: Action | None, wrong: Wrong) -> Reply:
    speak = call.speak
    text = speak.say(
        f"command-wrong-{wrong.fault.value}",
        param=speak.say(wrong.param.label) if wrong.param else "",
        given=wrong.given[:64],
        usage=usage(command, action, speak),
        command=spelled(command, speak),
    )
    return told(text)


def _means_an_action(command: Command, action: Action | None, wrong: Wrong) -> bool:
    """Whether a word that does not fit was meant for what the command can do besides."""
    return (
        action is None
        and bool(command.shown)
        and wrong.fault is not ArgumentFault.MISSING
        and not wrong.given[:1].isdecimal()
    )


def _unheard(call: CommandCall, command: Command, param: Param | None, left: str) -> Reply:
    """The command does nothing of that name: what it does, the nearest first."""
    given, name = left.split(maxsplit=1)[0], spelled(command, call.speak)
    choices = words_of(param, call.speak) if param and param.kind is ParamKind.CHOICE else ()
    usable = (it for it in command.shown if allowed(command.action_ability(it), call.access_roles))
    words = list(dict.fromkeys([*choices, *(spelled(it, call.speak).split()[0] for it in usable)]))
    near = get_close_matches(given.casefold()[:32], words, n=1, cutoff=0.5)
    offered = " · ".join(f"/{name} {it}" for it in [*near, *(it for it in words if it not in near)][:_OFFERED])
    return told(call.speak.say("command-wrong-action", given=given[:32], command=name, offered=offered))
