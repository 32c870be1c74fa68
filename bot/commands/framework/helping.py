"""Help: by task, for one task, for one command, about errors; and what a misspelled command was meant to be."""

from collections.abc import Mapping
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.abilities import allowed
from bot.commands.framework.arguments import localised, spelled, usage
from bot.commands.framework.declared import Command, CommandCall, HelpTopic, names_of
from bot.commands.framework.matrix import refusal, rights
from bot.commands.framework.reply import PAGE_SIZE, Listing, ListItem, Paragraph, Reply, ReplyChoice, told
from bot.commands.house.calling import Calling, calling
from bot.commands.story.story import with_story
from bot.words.localise import LANGUAGES
from engine.actions.house import settings

_TASKS: Final = tuple(HelpTopic)
_FIRST: Final = 3
_MOST_USED: Final[Mapping[HelpTopic, tuple[str, ...]]] = {
    HelpTopic.TALK: ("again", "undo", "edit"),
    HelpTopic.CHATS: ("new", "save", "load"),
    HelpTopic.MEMORY: ("memory", "fix", "diary"),
    HelpTopic.CHARACTERS: ("char", "import", "export"),
    HelpTopic.SCENE: ("scene", "why", "recap"),
    HelpTopic.HOUSE: ("me", "settings", "status"),
}
"""What people look for first in a task; the others are named behind."""
_ERRORS: Final = ("errors", "error", "错误", "出错")
_NOW: Final = ("now", "first", "现在", "先聊")
_CARD: Final = ("card", "cards", "角色卡")
_RIGHTS: Final = ("rights", "权限")
_PRIVACY: Final = ("privacy", "隐私")


async def show_help(call: CommandCall) -> Reply:
    """An overview, one task (by number or name), one command, or what people ask for besides."""
    topic = call.text("topic").lstrip("/／").strip()
    word = topic.casefold()
    if not topic:
        return await _overview(call)
    if word in _NOW:
        return await _now(call)
    if word in _ERRORS:
        return told(call.speak.say("help-errors", status=localised("/status", call.table, call.speak)))
    if word in _PRIVACY:
        return _privacy(call)
    if word in _CARD:
        return _card(call)
    if (first := word.partition(" "))[0] in _RIGHTS:
        return rights(call, first[2].strip())
    if (task := _task(call, word)) is not None:
        return _about_task(call, task)
    if command := call.table.find(topic.split(maxsplit=1)[0]):
        return _about_command(call, command)
    return unknown_command(call, topic)


def unknown_command(call: CommandCall, name: str) -> Reply:
    """No command is called ``name``; the nearest one is offered."""
    near = call.table.nearest(name, lambda it: allowed(it.name, call.access_roles))
    if near is None:
        return told(call.speak.say("command-unknown", name=name[:32]))
    return told(call.speak.say("command-unknown-near", name=name[:32], near=f"/{spelled(near, call.speak)}"))


def first_steps(call: CommandCall) -> tuple[ReplyChoice, ...]:
    """The three buttons of a welcome."""
    speak = call.speak
    lines = {"welcome-talk": "/help now", "welcome-choose": "/char", "welcome-card": "/help card"}
    return tuple(ReplyChoice(controls.control(controls.RUN, line), speak.say(label)) for label, line in lines.items())


async def _now(call: CommandCall) -> Reply:
    """Somebody wants to talk at once: what to write, and to whom."""
    how = "private" if call.here.private else "group"
    said = told(call.speak.say("welcome-just-write", place=how, calling=await how_called(call)))
    return await with_story(call, said, last=1) if call.here.private else said


def _card(call: CommandCall) -> Reply:
    how = "terminal" if call.table.platform == "terminal" else "sent"
    command = localised("/import", call.table, call.speak)
    return told(call.speak.say("welcome-bring", how=how, command=command))


def _privacy(call: CommandCall) -> Reply:
    """Who can learn what, what is kept, what leaves the machine, and what people can do about it."""
    speak, on = call.speak, call.table.platform
    about = (speak.say("help-privacy-who", platform=on), speak.say("help-privacy-kept"))
    return told(*about, speak.say("help-privacy-model", platform=on), speak.say("help-privacy-yours"))


async def _overview(call: CommandCall) -> Reply:
    speak = call.speak
    items = tuple(
        ListItem(speak.say(f"help-task-{task.value}"), _named(call, _usable(call, task)[:_FIRST]), _typed(call, number))
        for number, task in enumerate(_TASKS, 1)
        if _usable(call, task)
    )
    overview = Listing(speak.say("help-title"), items, speak.say("help-hint"))
    place = f"help-on-{call.table.platform}"
    told_there = (Paragraph(speak.say(place, calling=await how_called(call))),) if speak.knows(place) else ()
    return Reply((overview, *told_there), choices=_pages(call))


async def how_called(call: CommandCall) -> Calling:
    """For texts that say how to call a character in a group: what is enough here."""
    now = await settings.current(call.ctx, call.here)
    return calling(now, hears_all=call.hears_all, private=call.here.private)


def _about_task(call: CommandCall, task: HelpTopic) -> Reply:
    speak, commands = call.speak, _usable(call, task)
    items = tuple(ListItem(f"/{spelled(it, speak)}", speak.say(it.label)) for it in commands[:_FIRST])
    page = Listing(speak.say(f"help-task-{task.value}"), items, speak.say(f"help-example-{task.value}"))
    rest = commands[_FIRST:]
    also = (Paragraph(speak.say("help-rest", names=_named(call, rest))),) if rest else ()
    return Reply((page, *also), choices=_pages(call, task))


def _about_command(call: CommandCall, command: Command) -> Reply:
    speak = call.speak
    may = allowed(command.name, call.access_roles)
    own = ListItem(usage(command, None, speak), speak.say(command.label)) if may else None
    actions = tuple(
        ListItem(usage(command, action, speak), speak.say(command.action_label(action)))
        for action in command.shown
        if allowed(command.action_ability(action), call.access_roles)
    )
    shown = spelled(command, speak)
    title = speak.say("help-command", name=shown, help=speak.say(command.help))
    also = [f"/{name}" for name in names_of(command) if name != shown and speak.types(name)]
    items = (*([own] if own else []), *actions)
    others = speak.say("help-also", names=" ".join(also)) if also else ""
    hint = others if items else refusal(call, command.name)
    return Reply((Listing(title, items, hint),))


def _pages(call: CommandCall, shown: HelpTopic | None = None) -> tuple[ReplyChoice, ...]:
    """A button for each page but the one that is shown."""
    return tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"/help {number}"),
            call.speak.say(f"help-task-{task.value}"),
            key=str(number),
        )
        for number, task in enumerate(_TASKS, 1)
        if task is not shown and _usable(call, task)
    )[:PAGE_SIZE]


def _typed(call: CommandCall, number: int) -> str:
    return localised(f"/help {number}", call.table, call.speak)


def _named(call: CommandCall, commands: list[Command]) -> str:
    return " ".join(f"/{spelled(it, call.speak)}" for it in commands)


def _task(call: CommandCall, topic: str) -> HelpTopic | None:
    """By its number in the overview, or as that calls it in any language; a command of the same name goes first."""
    if topic.isdecimal():
        number = int(topic[:4])
        return _TASKS[number - 1] if 0 < number <= len(_TASKS) else None
    if call.table.find(topic):
        return None
    spoken = [call.speak.to(it) for it in LANGUAGES]
    names = {speak.say(f"help-task-{task.value}").casefold(): task for speak in spoken for task in _TASKS}
    return names.get(topic) or next((task for task in _TASKS if topic == task.value), None)


def _usable(call: CommandCall, task: HelpTopic) -> list[Command]:
    """The commands of a task that the person may use, the most used first."""
    first = _MOST_USED[task]
    found = [it for it in call.table if it.task is task and allowed(it.name, call.access_roles)]
    return sorted(found, key=lambda it: first.index(it.name) if it.name in first else len(first))
