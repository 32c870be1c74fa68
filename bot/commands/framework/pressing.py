"""A button that was pressed: what stands under the newest reply, and what commands have offered."""

from dataclasses import replace
from typing import Final

from bot.commands.chats.under_reply import HERE, chosen_at, further, rows
from bot.commands.framework import controls
from bot.commands.framework.abilities import HOSTS, allowed
from bot.commands.framework.controls import Control, control, lies_at
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.forms import about_and_line
from bot.commands.framework.offering import Offers
from bot.commands.framework.panel import as_panel, is_alone
from bot.commands.framework.reply import SILENT, Redrawn, Reply, ReplyChoice, Retelling, told
from bot.commands.framework.run import run
from bot.routing import Typed, route
from bot.words.localise import Speaker
from engine.actions.chats import sessions, swipes, undoing
from engine.actions.house import settings
from engine.actions.house.status import newest_turn
from engine.errors import OmoideError, ReplyMoved
from engine.values.chats.entries import Place
from engine.values.chats.undoing import Undoer
from engine.values.house.panels import Panel

_STEPS: Final = {controls.LEFT: -1, controls.RIGHT: 1}
_BESIDE: Final = 2
NOBODY: Final = 0
_UNDO: Final = "/undo"  # offered by a message of its own, which goes with what it takes back


async def press(call: CommandCall, pressed: Control, message: str, under: Panel | None = None) -> Reply:
    """Do what a button says. Raises what its command raises.

    ``message`` is the platform's message that it stands on, "" where that cannot be changed; ``under`` is the panel
    that this is, if it is one.
    """
    reply = await _done(call, pressed, message, under)
    at = chosen_at(pressed)
    return await _closing(call, at, message, reply) if at and not (reply.refused or reply.spent) else reply


async def _done(call: CommandCall, pressed: Control, message: str, under: Panel | None) -> Reply:
    match pressed.name:
        case controls.RUN:
            return await _run(call, pressed.argument, under, known=bool(message))
        case controls.FORM:
            about, line = about_and_line(pressed.argument)
            return await line_of(replace(call, replied=about), line)
        case controls.NO if pressed.argument == controls.GONE:
            return replace(SILENT, gone=(message,) if message else ())
        case controls.NO:
            left = aside(call, "button-left-as-is")
            own = under is not None and under.person == call.here.person
            return await _in_place(call, left, under) if under and own else replace(left, spent=True)
        case controls.STOP:
            return await run(call, controls.STOP, "")
        case controls.BOOTH:
            return await run(call, "mode", f"booth {pressed.argument}")
        case controls.AT:
            reply = await line_of(_about(call, pressed), pressed.line)
            return replace(reply, gone=(*reply.gone, message)) if pressed.line == _UNDO and message else reply
        case controls.IN:
            return aside(call, "button-unknown")
        case controls.LEFT | controls.RIGHT:
            return await _turn(call, pressed)
        case _:
            return await _under_a_reply(call, pressed, message)


def aside(call: CommandCall, message: str) -> Reply:
    """One line for whoever pressed a button."""
    return replace(told(call.speak.say(message)), private=True)


async def _run(call: CommandCall, line: str, under: Panel | None, *, known: bool) -> Reply:
    """A command line. On a panel of one's own its answer takes the panel's place: what changed is seen there."""
    reply = await line_of(call, line)
    if under is not None and under.person == call.here.person:
        return await _in_place(call, reply, under)
    if reply.back and not reply.aloud and not known:
        reply = await _above(call, reply, reply.back)
    stays = under is not None or reply.form is not None or reply.confirm is not None or reply.refused
    return replace(reply, spent=reply.spent or not (stays or reply.instead))


async def _in_place(call: CommandCall, reply: Reply, under: Panel) -> Reply:
    """The answer to a press on a panel: another page, a question, or what was done above the same page."""
    if not reply.speaks or any(isinstance(it, Retelling) for it in reply.blocks):
        return replace(reply, spent=reply.form is None)
    if not is_alone(reply):
        return reply
    if not reply.private and not call.here.private:
        page = await line_of(call, under.line)
        return replace(reply, redrawn=(Redrawn(under.message, replace(page, tongue=call.speak.language)),))
    if reply.panel is None and reply.confirm is None:
        reply = as_panel(reply, under.line, under.kind) if reply.instead else await _above(call, reply, under.line)
    return replace(reply, instead=is_alone(reply), spent=False)


async def _above(call: CommandCall, reply: Reply, line: str) -> Reply:
    """``reply`` above the page that a command line shows; alone where what that was about is there no more."""
    there = replace(call, speak=call.speak.to(reply.language)) if reply.language else call
    try:
        page = await line_of(there, line)
    except OmoideError:
        return reply
    return replace(page, blocks=(*reply.blocks, *page.blocks), language=reply.language)


async def line_of(call: CommandCall, typed: str) -> Reply:
    """The answer to a command line."""
    line = route(typed)
    return await run(call, line.name, line.rest) if isinstance(line, Typed) else await run(call, "", "")


async def _turn(call: CommandCall, pressed: Control) -> Reply:
    """To the reply before or behind it; behind the last comes another."""
    if pressed.place is None:
        return aside(call, "button-unknown")
    try:
        view = await swipes.swipe(call.ctx, call.runner, call.here, _STEPS[pressed.name], pressed.place)
    except ReplyMoved as error:
        line = told(call.speak.error(error))
        return replace(line, private=True, spent=error.data.get("turned") != "yes")
    return Reply((Retelling(view, last=1),)) if view else SILENT


async def _under_a_reply(call: CommandCall, pressed: Control, message: str) -> Reply:
    if not await _is_newest(call, pressed):
        return replace(aside(call, "button-old"), spent=True)
    if pressed.name == controls.SHOW:
        view = await sessions.open_here(call.ctx, call.here, call.name)
        return replace(Reply((Retelling(view, last=1),)), spent=True)
    if pressed.name == controls.RECALLED:
        return await run(_about(call, pressed), "why", "recalled")
    if pressed.name == controls.MORE and pressed.place is not None:
        return await _more(call, *pressed.place)
    if pressed.name == controls.LESS:
        return await _less(call, message)
    return await run(call, pressed.name, "")


async def _is_newest(call: CommandCall, pressed: Control) -> bool:
    """Whether the reply that it stands under is the newest still. Older buttons say its turn, newer ones its place."""
    if pressed.place is not None:
        newest = await swipes.newest(call.ctx, call.here)
        return newest is not None and (newest.session, newest.place) == pressed.place
    return pressed.turn is not None and pressed.turn == await newest_turn(call.ctx, call.here)


async def _more(call: CommandCall, session: int, place: Place) -> Reply:
    """What else can be done with a reply: in the place of its buttons, with a way back to them, or below it.

    Below it is what whoever pressed may do. What takes the place of the buttons is under the thumbs of all who read
    the reply: it is the same for everybody, and who presses what is not theirs is told so alone.
    """
    at, to_all = lies_at(session, place), await _to_all(call)
    by = Undoer(call.here.person, host=allowed(HOSTS, call.access_roles))
    own = further(at, call.speak, undo=await undoing.may_undo(call.ctx, call.here, by))
    below = replace(told(call.speak.say("more-title")), choices=own, private=True)
    below = Offers(call.table, call.access_roles).reply(below)
    shown = below.choices if call.here.private else further(at, to_all)
    beside = tuple(shown[n : n + _BESIDE] for n in range(0, len(shown), _BESIDE))
    back = ReplyChoice(control(controls.LESS, at), to_all.say("button-less"))
    return replace(below, under=(*beside, (back,)))


async def _less(call: CommandCall, message: str) -> Reply:
    """Back to the buttons that stand under a reply; to none where a newer message shows it."""
    newest = await swipes.newest_in(call.ctx, call.here, message)
    return Reply(under=rows(newest, await _to_all(call))) if newest else replace(SILENT, spent=True)


async def _closing(call: CommandCall, at: str, message: str, reply: Reply) -> Reply:
    """What was chosen from the rest is done, or asks: the usual buttons are back, while the reply is the newest still.

    ``at`` is where it lies. Where what was done shows it in a newer message, the buttons stand under that one.
    """
    newest = await swipes.newest_in(call.ctx, call.here, message)
    back = newest is not None and lies_at(newest.session, newest.place) == at
    return replace(reply, under=rows(newest, await _to_all(call)) if newest and back else (), closes=True)


async def _to_all(call: CommandCall) -> Speaker:
    """Who speaks where everybody reads it, as a reply is delivered: the language of the place, of its only reader."""
    if call.here.private:
        return call.speak
    return call.speak.to((await settings.current(call.ctx, replace(call.here, person=NOBODY))).language.value)


def _about(call: CommandCall, pressed: Control) -> CommandCall:
    """The same call, about the reply that the button stands under."""
    if pressed.place is None:
        return call
    return replace(call, replied=f"{HERE}{lies_at(*pressed.place)}")
