"""What concerns one's own data alone, which nobody has to be let in for. Pure."""

from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import about_and_line
from bot.routing import Typed, route
from engine.values.chats.incoming import Incoming, IncomingKind

OWN: Final = frozenset(
    {
        "me",
        "me date",
        "me date delete",
        "me date edit",
        "me date wish",
        "me elsewhere",
        "me export",
        "me fact",
        "me fact delete",
        "me fact edit",
        "me fact show",
        "me fact unshare",
        "me first",
        "me first busy",
        "me first less",
        "me first never",
        "me first off",
        "me first quiet",
        "me first topic",
        "me first wish",
        "me forget",
        "me language",
        "me optin",
        "me optout",
        "me persona",
        "me persona delete",
        "me persona list",
        "me persona off",
        "me plans",
        "me remember",
        "me timezone",
        "me unlink",
        "me usage",
    }
)
"""Abilities that show what is kept of somebody, put it right, or take it away. None brings anything new in."""


def concerns_oneself(incoming: Incoming, line: str, table: Table) -> bool:
    """Whether somebody asks for what is their own. ``line`` is what a form was for, else "".

    A line that is typed among others does not count: it may be meant for another bot, and a closed group stays silent.
    """
    if incoming.kind is IncomingKind.BUTTON:
        pressed = controls.pressed(incoming.text)
        if pressed is None or pressed.name not in (controls.RUN, controls.FORM, controls.NO):
            return False
        line = about_and_line(pressed.argument)[1] if pressed.name == controls.FORM else pressed.argument
        return pressed.name == controls.NO or _ability(line, table) in OWN
    if incoming.kind is IncomingKind.MESSAGE and not incoming.origin.private:
        return False
    return _ability(line or incoming.text, table) in OWN


def _ability(line: str, table: Table) -> str:
    typed = route(line)
    command = table.find(typed.name) if isinstance(typed, Typed) else None
    if command is None or not isinstance(typed, Typed):
        return ""
    action, _ = command.split(command.called(typed.name, typed.rest))
    return command.action_ability(action) if action else command.name
