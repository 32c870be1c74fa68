"""What arrives from a platform: a message goes to the turns, a command or button is done, an aside stays among people.

Nobody but an owner gets further than the door of a place that no owner has opened.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from types import MappingProxyType

import structlog

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.arguments import localised
from bot.commands.framework.controls import Control
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import words_back
from bot.commands.framework.matrix import refusal
from bot.commands.framework.numbered import Lists
from bot.commands.framework.offering import Offers
from bot.commands.framework.panels import PanelBoard
from bot.commands.framework.presses import Presses
from bot.commands.framework.pressing import aside, press
from bot.commands.framework.reply import SILENT, Reply, told
from bot.commands.framework.run import run
from bot.commands.framework.suggesting import suggestions
from bot.commands.house.door import NOTHING, Door, Sender, Visit, spoken_in
from bot.commands.house.gate import Gate
from bot.commands.transfers.transfers import asked, recognised
from bot.delivery.surface import Surface
from bot.delivery.threads import BoothThreads, Threads, opened
from bot.routing import Aside, ChatMessage, Nothing, Typed, route
from bot.words.localise import Speaker, Speech
from engine.actions.transfers import uploads
from engine.app import Engine
from engine.errors import DatabaseConstraint, DatabaseError, OmoideError
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.house.settings import SettingScope

__all__ = ["Handler", "Sender"]

_log = structlog.get_logger(__name__)
NO_LANGUAGE: Mapping[SettingScope, str] = MappingProxyType({})
_CLEAREST = (SettingScope.NAMED, SettingScope.WRITTEN, SettingScope.APP)
_COMMANDS = ("command",)  # data of errors that may hold a command
_ANYBODY = frozenset({AccessRole.MEMBER})
_CHANGES = (IncomingKind.EDIT, IncomingKind.DELETE)


class Handler:
    """Handles what arrives, one thing at a time for each caller. Every failure becomes a line for the sender."""

    def __init__(
        self, engine: Engine, table: Table, speech: Speech, now: Callable[[], datetime], language: str
    ) -> None:
        self._engine = engine
        self._door = Door(engine, table, speech, now, language)
        self._gate = Gate(engine, self._door, table)
        self._table = table
        self._now = now
        self._language = language
        self._presses = Presses()
        self._lists = Lists()
        self._panels = PanelBoard(engine, self._door)

    def shows_on(self, surface: Surface) -> None:
        """From now on it is known what the platform can show."""
        self._table.buttons = surface.buttons

    def opens_threads(self, threads: Threads) -> None:
        """From now on stories may go on in threads and topics, and people have booths, which ``threads`` opens."""
        self._door.open_thread = partial(opened, threads)
        self._door.apart = BoothThreads(threads).beside

    async def hear(self, incoming: Incoming, sender: Sender) -> Reply:
        """A message, an edit or a deletion."""
        return await self._guarded(incoming, sender, self._heard)

    async def use(self, incoming: Incoming, sender: Sender) -> Reply:
        """A command of the platform's own; ``incoming.text`` is as it would be typed: "/chats rename The Harbour"."""
        return await self._guarded(incoming, sender, self._used)

    async def fill(self, incoming: Incoming, sender: Sender, line: str, fields: Mapping[str, str]) -> Reply:
        """A form was filled in: its line, with its fields as arguments. ``incoming.replied`` is what it is about.

        Where it cannot be done, long words come back as a file: nobody has to write them again.
        """
        done = False

        async def filled(visit: Visit) -> Reply:
            nonlocal done
            reply = await self._filled(visit, line, fields)
            done = True
            return reply

        reply = await self._guarded(incoming, sender, filled, line, fields)
        return reply if done or reply.unstored or not reply.speaks else replace(reply, documents=words_back(fields))

    async def press(self, incoming: Incoming, sender: Sender) -> Reply:
        """A button; ``incoming.text`` is its control."""
        return await self._guarded(incoming, sender, self._pressed)

    async def complete(
        self,
        origin: Origin,
        sender: Sender,
        command: str,
        param: str,
        typed: str,
        given: Mapping[str, str] = NOTHING,
    ) -> list[tuple[str, str]]:
        """What an input field may suggest, at most 25 as (label, value), each at most 100 characters.

        ``command`` is a command with its action ("chats open"), ``param`` the name of the parameter; ``given`` are the
        other parameters as far as they are filled in.
        """
        try:
            visit = await self._door.visit(Incoming(origin, "", "", self._now(), 0), sender)
            if not visit.admission.may_talk or not allowed(command, visit.standings):
                return []
            await self._door.hears(visit)
            return await suggestions(replace(await self._door.call(visit), args=given), command, param, typed)
        except OmoideError as error:
            _log.info("no suggestions", error=error.message)
        except Exception:  # noqa: BLE001 — one bad event must not end the listening
            _log.exception("suggestions failed", command=command, action="report this with the log")
        return []

    async def speaker(self, origin: Origin, noticed: Mapping[SettingScope, str] = NO_LANGUAGE) -> Speaker:
        """Who speaks a person's language; where it cannot be read, the one that was ``noticed``, or the house's own."""
        try:
            return await self._door.speaker(await self._engine.places.resolve(origin))
        except OmoideError:
            language = next((noticed[it] for it in _CLEAREST if noticed.get(it)), self._language)
            return self._door.speaks(language, private=origin.private)

    async def _guarded(
        self,
        incoming: Incoming,
        sender: Sender,
        act: Callable[[Visit], Awaitable[Reply]],
        line: str = "",
        fields: Mapping[str, str] = NOTHING,
    ) -> Reply:
        """Let somebody in, and do what they ask. Every failure becomes a line in their language."""
        visit: Visit | None = None
        try:
            visit = await self._door.visit(incoming, sender)
            if incoming.kind in _CHANGES:
                return await act(visit)
            if (held := await self._gate.too_fast(visit)) is not None:
                return held
            await self._door.hears(visit, line, fields)
            if (away := await self._gate.outside(visit, line)) is not None:
                return away
            if not visit.admission.may_talk:  # who was let in just now
                visit = await self._door.visit(incoming, sender)
            reply = await act(visit)
            self._lists.read(incoming.origin, reply)
            return await self._gate.with_news(visit, reply)
        except OmoideError as error:
            _log.info("refused", error=error.message)
            noticed = self._door.noticed(incoming, sender, line, fields)
            speak = self._for(visit, await self.speaker(incoming.origin, noticed))
            unstored = isinstance(error, DatabaseError) and not isinstance(error, DatabaseConstraint)
            return spoken_in(speak, replace(told(self._words(error, speak)), private=True, unstored=unstored))
        except Exception:  # noqa: BLE001 — one bad event must not end the listening
            return await self._failed(incoming.origin)

    async def _heard(self, visit: Visit) -> Reply:
        incoming = visit.incoming
        if incoming.kind in _CHANGES:
            await self._engine.turns.accept(incoming)
            return SILENT
        match route(incoming.text):
            case ChatMessage(text):
                if (coded := await self._door.by_code(visit)) is not None:
                    return coded
                if (held := await self._gate.no_player(visit)) is not None:
                    return held
                if picked := self._lists.picked(visit.origin, text):
                    return await self._picked(visit, picked)
                await self._engine.turns.accept(replace(incoming, text=text))
                said = await self._gate.silence(visit)
                await self._door.ask_zone_behind(visit)
                return await self._door.with_question(visit, said)
            case Typed(name, rest):
                if not visit.origin.private and self._table.find(name) is None:
                    return SILENT  # in a group it may be meant for another bot
                return await self._used(visit, name, rest)
            case Nothing() if incoming.files:
                return await self._files_alone(visit)
            case Aside() | Nothing():
                pass
        return SILENT

    async def _picked(self, visit: Visit, control: str) -> Reply:
        """A number was typed behind a list: what the button of that line does."""
        if not await self._engine.turns.first_time(replace(visit.incoming, kind=IncomingKind.COMMAND)):
            return SILENT
        alone = replace(visit, incoming=replace(visit.incoming, replied=""))
        return replace(await self._once(visit, self._controlled(alone, controls.pressed(control))), spent=False)

    async def _files_alone(self, visit: Visit) -> Reply:
        """A file without a word: in private, one that can be imported is offered for it; others are shown."""
        incoming, engine = visit.incoming, self._engine
        if (held := await self._gate.no_player(visit)) is not None:
            return held
        if visit.origin.private and len(incoming.files) == 1 and allowed("import", visit.standings):
            call = await self._door.call(visit)
            if looked := await recognised(call, incoming.files[0]):
                if await engine.turns.first_time(replace(incoming, kind=IncomingKind.COMMAND)):
                    return spoken_in(call.speak, asked(call, looked))
                await uploads.drop(engine.ctx, visit.here, looked.token)
                return SILENT
        await engine.turns.accept(incoming)
        return SILENT

    async def _used(self, visit: Visit, name: str = "", rest: str = "") -> Reply:
        if (coded := await self._door.by_code(visit)) is not None:
            return coded
        if not await self._engine.turns.first_time(replace(visit.incoming, kind=IncomingKind.COMMAND)):
            return SILENT
        if not name and isinstance(typed := route(visit.incoming.text), Typed):
            name, rest = typed.name, typed.rest
        return await self._once(visit, self._run(visit, name, rest))

    async def _run(self, visit: Visit, name: str, rest: str) -> Reply:
        call = await self._door.call(visit)
        done = await self._panels.settled(visit, call, spoken_in(call.speak, await run(call, name, rest)))
        return await self._door.with_question(visit, await self._door.with_zone(visit, done))

    async def _filled(self, visit: Visit, line: str, fields: Mapping[str, str]) -> Reply:
        if not await self._engine.turns.first_time(replace(visit.incoming, kind=IncomingKind.COMMAND)):
            return SILENT
        typed = route(line)
        name, rest = (typed.name, typed.rest) if isinstance(typed, Typed) else ("", "")
        call = await self._door.call(visit)
        return await self._panels.settled(visit, call, spoken_in(call.speak, await run(call, name, rest, fields)))

    async def _pressed(self, visit: Visit) -> Reply:
        control = controls.pressed(visit.incoming.text)
        if not await self._engine.turns.first_time(replace(visit.incoming, kind=IncomingKind.BUTTON)):
            return SILENT
        return await self._once(visit, self._pressed_once(visit, control))

    async def _pressed_once(self, visit: Visit, control: Control | None) -> Reply:
        if not self._presses.takes(visit.incoming):
            return SILENT
        used_up = False
        try:
            reply = await self._controlled(visit, control)
            used_up = reply.spent
            return reply
        finally:
            if not used_up:
                self._presses.gives_back(visit.incoming)

    async def _controlled(self, visit: Visit, control: Control | None) -> Reply:
        call = await self._door.call(visit)
        if control is None:
            return spoken_in(call.speak, aside(call, "button-unknown"))
        if not allowed(control.ability, call.standings):
            return spoken_in(call.speak, replace(told(refusal(call, control.ability)), private=True))
        message = visit.incoming.target or visit.incoming.replied
        if control.name not in (controls.RUN, controls.NO):
            return spoken_in(call.speak, await press(call, control, message))
        pressed = await press(call, control, message, await self._panels.under(visit))
        return await self._panels.settled(visit, call, spoken_in(call.speak, pressed))

    async def _once(self, visit: Visit, doing: Awaitable[Reply]) -> Reply:
        """Do what is stored by now: brought again it would be passed over, so a failure is told."""
        try:
            return await doing
        except DatabaseError as error:
            _log.warning("command failed", error=error.message, action="check that the database runs")
            speak = self._for(visit, await self.speaker(visit.origin))
            return spoken_in(speak, replace(told(self._words(error, speak)), private=True))

    def _for(self, visit: Visit | None, speak: Speaker) -> Speaker:
        """``speak``, offering only what whoever is there may do; where nobody knows who is, what everybody may."""
        return Offers(self._table, visit.standings if visit else _ANYBODY).speaker(speak)

    def _words(self, error: OmoideError, speak: Speaker) -> str:
        """What happened and what to do; a command is named as the person types it."""
        data = {name: str(error.data[name]) for name in _COMMANDS if name in error.data}
        return speak.error(error, **{name: localised(it, self._table, speak) for name, it in data.items()})

    async def _failed(self, origin: Origin) -> Reply:
        number = secrets.token_hex(3)
        _log.exception("event failed", number=number, action="report this with the log")
        speak = await self.speaker(origin)
        return spoken_in(speak, replace(told(speak.say("handler-failed", number=number)), private=True))
