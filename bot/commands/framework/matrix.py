"""Who may do what, for people to read: made from the matrix itself."""

from collections.abc import Sequence
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.abilities import MATRIX, AccessRole, allowed
from bot.commands.framework.access_roles import who_may
from bot.commands.framework.arguments import spelled
from bot.commands.framework.declared import Action, Command, CommandCall, HelpTopic
from bot.commands.framework.paging import both_pages
from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice, page_of
from bot.words.localise import LANGUAGES

_LINE: Final = "/help rights"
_MOST: Final = 5

_ACCESS_ROLES: Final = (
    AccessRole.MEMBER, AccessRole.PLAYER, AccessRole.SESSION_OWNER, AccessRole.IMPORTER, AccessRole.ADMIN,
    AccessRole.OWNER,
)  # fmt: skip


def rights(call: CommandCall, topic: str = "") -> Reply:
    """In short what whoever asks may do; behind that a page for each kind of person: what they may beyond those before.

    ``topic`` is such a kind, with the number of a page behind it.
    """
    word, _, page = topic.partition(" ")
    whose = next((it for it in _ACCESS_ROLES if word and word in (it.value, *_called(call, it))), None)
    return _short(call) if whose is None else _whole(call, whose, int(page[:4]) if page.isdecimal() else 1)


def _short(call: CommandCall) -> Reply:
    speak = call.speak
    usable = [it for it in call.table if allowed(it.name, call.access_roles)]
    items = tuple(
        ListItem(speak.say(f"help-task-{task.value}"), _names(call, found))
        for task in HelpTopic
        if (found := [it for it in usable if it.task is task])
    )
    choices = tuple(_button(f"{_LINE} {it.value}", _who(call, it)) for it in _ACCESS_ROLES if _rows(call, it))
    return Reply((Listing(speak.say("rights-own"), items, speak.say("rights-own-hint")),), choices=choices)


def _whole(call: CommandCall, role: AccessRole, page: int) -> Reply:
    shown, number, pages = page_of(_rows(call, role), page)
    title = call.speak.say("rights-title", who=_who(call, role), page=number, pages=pages)
    turns = both_pages(call.speak, f"{_LINE} {role.value}", number, pages)
    back = _button(_LINE, call.speak.say("rights-back"))
    return Reply((Listing(title, shown, call.speak.say("rights-hint")),), choices=(*turns, back))


def _rows(call: CommandCall, role: AccessRole) -> tuple[ListItem, ...]:
    """The commands that a kind of person may use, each with the actions that need no more and no less."""
    rows: list[ListItem] = []
    for command in call.table:
        whole = command.name in MATRIX and who_may(command.name) == role.value
        actions = [spelled(it, call.speak) for it in _actions(command, role)]
        if whole or actions:
            rows.append(ListItem(f"/{spelled(command, call.speak)}", " · ".join(actions)))
    return tuple(rows)


def _names(call: CommandCall, commands: Sequence[Command]) -> str:
    said = " ".join(f"/{spelled(it, call.speak)}" for it in commands[:_MOST])
    return f"{said} …" if commands[_MOST:] else said


def _who(call: CommandCall, role: AccessRole) -> str:
    return call.speak.say("rights-who", who=role.value)


def _called(call: CommandCall, role: AccessRole) -> tuple[str, ...]:
    return tuple(call.speak.to(it).say("rights-who", who=role.value).casefold() for it in LANGUAGES)


def _button(line: str, label: str) -> ReplyChoice:
    return ReplyChoice(controls.control(controls.RUN, line), label)


def refusal(call: CommandCall, ability: str) -> str:
    """That somebody may not, and who may."""
    return call.speak.say("not-allowed", who=who_may(ability), platform=call.here.platform)


def _actions(command: Command, role: AccessRole) -> list[Action]:
    """The actions of a command that need more than the command itself."""
    own = who_may(command.name)
    return [it for it in command.shown if who_may(command.action_ability(it)) == role.value != own]
