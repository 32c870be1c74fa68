"""The house: help, status, leaving."""

import math

from bot import __version__
from bot.commands.abilities import allowed
from bot.commands.arguments import spelled, usage
from bot.commands.declared import Call, Command, Task, names_of
from bot.commands.reply import Item, Listing, Paragraph, Reply, told
from bot.commands.waiting import waiting_lines
from bot.localise import Speaker
from engine.values.models import RoleName
from engine.values.status import ModelStatus

_TASKS = tuple(Task)


async def show_help(call: Call) -> Reply:
    """By task: an overview, one task (by number or name), or one command."""
    topic = call.text("topic").lstrip("/／")
    if not topic:
        return _overview(call)
    if (task := _task(topic)) is not None:
        return _about_task(call, task)
    if command := call.table.find(topic.split(maxsplit=1)[0]):
        return _about_command(call, command)
    return unknown_command(call, topic)


def unknown_command(call: Call, name: str) -> Reply:
    """No command is called ``name``; the nearest one is offered."""
    near = call.table.nearest(name)
    if near is None:
        return told(call.speak.say("command-unknown", name=name[:32]))
    return told(call.speak.say("command-unknown-near", name=name[:32], near=f"/{spelled(near, call.speak)}"))


async def status(call: Call) -> Reply:
    """What is open, and which models answer."""
    now, speak = await call.engine.status.status(call.here), call.speak
    items: list[Item] = []
    if view := now.view:
        chat = speak.say("status-chat-is", title=view.title or speak.say("chats-untitled"), character=view.character)
        length = speak.say("status-messages-is", messages=now.messages, branch=str(view.branch))
        items += [Item(speak.say("status-chat"), chat), Item(speak.say("status-messages"), length)]
    if now.last and now.last.prompt_tokens is not None:
        cost = speak.say(
            "status-last-is",
            prompt=now.last.prompt_tokens,
            reply=now.last.reply_tokens or 0,
            seconds=f"{now.last.seconds:.1f}",
        )
        items.append(Item(speak.say("status-last"), cost))
    items += [Item(speak.say("status-warning"), speak.say("why-warning", kind=kind)) for kind in now.warnings]
    items += waiting_lines(call, now.due, now.failing)
    items += [_model(model, speak) for model in now.models]
    if not any(model.role is RoleName.CHAT for model in now.models):
        items.append(Item(speak.say("status-role-chat"), speak.say("status-no-model")))
    return Reply((Listing(speak.say("status-title", version=__version__), tuple(items)),))


def _model(model: ModelStatus, speak: Speaker) -> Item:
    at = model.endpoint
    text = speak.say(
        "status-role-is", endpoint=at.name, model=at.model, context=at.context or 0, rests=math.ceil(model.rests)
    )
    return Item(speak.say(f"status-role-{model.role.value}"), text)


async def leave(call: Call) -> Reply:
    """Say goodbye; the chat goes on at the next start."""
    return Reply(told(call.speak.say("house-goodbye")).blocks, leave=True)


def _overview(call: Call) -> Reply:
    items = tuple(
        Item(
            call.speak.say(f"help-task-{task.value}"),
            " ".join(f"/{spelled(command, call.speak)}" for command in _usable(call, task)),
            f"/{call.speak.say('help-word')} {number}",
        )
        for number, task in enumerate(_TASKS, 1)
        if _usable(call, task)
    )
    overview = Listing(call.speak.say("help-title"), items, call.speak.say("help-hint"))
    place = f"help-on-{call.table.platform}"
    return Reply((overview, Paragraph(call.speak.say(place))) if call.speak.knows(place) else (overview,))


def _about_task(call: Call, task: Task) -> Reply:
    items = tuple(
        Item(f"/{spelled(command, call.speak)}", call.speak.say(command.label)) for command in _usable(call, task)
    )
    return Reply((Listing(call.speak.say(f"help-task-{task.value}"), items, call.speak.say("help-more")),))


def _about_command(call: Call, command: Command) -> Reply:
    speak = call.speak
    own = Item(usage(command, None, speak), speak.say(command.label))
    actions = tuple(
        Item(usage(command, action, speak), speak.say(command.action_label(action)))
        for action in command.shown
        if allowed(command.action_ability(action), call.standings)
    )
    also = [f"/{name}" for name in names_of(command) if name != spelled(command, call.speak)]
    title = speak.say("help-command", name=spelled(command, speak), help=speak.say(command.help))
    return Reply((Listing(title, (own, *actions), speak.say("help-also", names=" ".join(also))),))


def _task(topic: str) -> Task | None:
    if topic.isdecimal():
        number = int(topic[:4])
        return _TASKS[number - 1] if 0 < number <= len(_TASKS) else None
    return next((task for task in _TASKS if topic.casefold() == task.value), None)


def _usable(call: Call, task: Task) -> list[Command]:
    return [it for it in call.table if it.task is task and allowed(it.name, call.standings)]
