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

from bot.commands.chats.reacting import offer_undo
from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.arguments import localised
from bot.commands.framework.confiding import is_for_one
from bot.commands.framework.controls import Control
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import words_back
from bot.commands.framework.matrix import refusal
from bot.commands.framework.offering import Offers, ability_in
from bot.commands.framework.panels import PanelBoard
from bot.commands.framework.presses import Presses
from bot.commands.framework.pressing import aside, press
from bot.commands.framework.reply import SILENT, Reply, told
from bot.commands.framework.run import run
from bot.commands.framework.suggesting import suggestions
from bot.commands.house.covering import covered
from bot.commands.house.door import NOTHING, Door, Sender, Visit, spoken_in
from bot.commands.house.gate import (
    Admitted,
    Answered,
    Arrival,
    Feels,
    FilesAlone,
    Gate,
    PressButton,
    RunCommand,
    ToCharacter,
    ToTurns,
)
from bot.commands.transfers.transfers import asked, recognised
from bot.delivery.circles import CircleGrounds, grounded
from bot.delivery.questions import choices_to
from bot.delivery.surface import Surface
from bot.delivery.threads import BoothThreads, Threads, opened
from bot.words.localise import Speaker, Speech
from engine.actions.chats.reactions import asks_undo
from engine.actions.house import allowances, blocking
from engine.actions.transfers import uploads
from engine.app import Engine
from engine.errors import (
    DatabaseConstraint,
    DatabaseError,
    FileTooBigToShow,
    InputError,
    ModelError,
    OmoideError,
    VoiceError,
)
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.notices import Notice
from engine.values.house.setting_scopes import SettingScope

__all__ = ["Handler", "Sender"]

_log = structlog.get_logger(__name__)
NO_LANGUAGE: Mapping[SettingScope, str] = MappingProxyType({})
_CLEAREST = (SettingScope.NAMED, SettingScope.WRITTEN, SettingScope.APP)
_COMMANDS = ("command",)  # data of errors that may hold a command
_ANYBODY = frozenset({AccessRole.MEMBER})


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
        self._panels = PanelBoard(engine, self._door)

    def shows_on(self, surface: Surface) -> None:
        """From now on it is known what the platform can show."""
        self._table.buttons = surface.buttons

    def opens_threads(self, threads: Threads) -> None:
        """From now on stories may go on in threads and topics, and people have booths, which ``threads`` opens."""
        self._door.open_thread = partial(opened, threads)
        self._door.apart = BoothThreads(threads).beside

    def opens_circles(self, grounds: CircleGrounds) -> None:
        """From now on a circle may lie beside where it is opened, as ``grounds`` says."""
        self._door.ground = partial(grounded, grounds)

    async def hear(self, incoming: Incoming, sender: Sender) -> Reply:
        """Whatever arrives: the text of the platform's own command is as it would be typed, of a button its control."""
        return await self._guarded(Arrival(incoming, sender), self._do)

    async def fill(
        self,
        incoming: Incoming,
        sender: Sender,
        line: str,
        fields: Mapping[str, str],
        stood: Mapping[str, str] = NOTHING,
    ) -> Reply:
        """A form was filled in: its line, with its fields as arguments. ``incoming.replied`` is what it is about.

        ``stood``: the marks of what stood in them when it was asked, where that is known.

        Where it cannot be done, long words come back as a file: nobody has to write them again.
        """
        done = False

        async def filled(asked: Admitted) -> Reply:
            nonlocal done
            reply = await self._do(asked)
            done = True
            return reply

        reply = await self._guarded(Arrival(incoming, sender, line, fields, stood), filled)
        return reply if done or reply.unstored or not reply.speaks else replace(reply, documents=words_back(fields))

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

        None for who types faster than anybody does.
        ``command`` is a command with its action ("chats open"), ``param`` the name of the parameter; ``given`` are the
        other parameters as far as they are filled in.
        """
        try:
            here = await self._engine.places.resolve(origin)
            if not self._engine.rates.suggests(here):
                return []
            visit = await self._door.visit(Incoming(origin, "", "", self._now(), 0), sender)
            if not visit.admission.may_talk or not allowed(command, visit.access_roles):
                return []
            await self._door.hears(visit)
            call = replace(await self._door.call(visit), args=given)
            with allowances.on_behalf(self._engine.ctx, here):
                return await suggestions(call, command, param, typed)
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

    async def _guarded(self, asked: Arrival, act: Callable[[Admitted], Awaitable[Reply]]) -> Reply:
        """Let somebody in, and do what they ask. Every failure becomes a line in their language."""
        admitted: Admitted | None = None
        try:
            decided = await self._gate.admit(asked)
            if isinstance(decided, Reply):
                return decided
            admitted = decided
            return await act(admitted)
        except OmoideError as error:
            return await self._refused(asked, admitted, error)
        except Exception:  # noqa: BLE001 — one bad event must not end the listening
            return await self._failed(asked.incoming.origin)

    async def _do(self, asked: Admitted) -> Reply:
        with allowances.on_behalf(self._engine.ctx, asked.visit.here):
            return await self._done(asked)

    async def _done(self, asked: Admitted) -> Reply:
        match asked:
            case Answered(reply=reply):
                pass
            case ToTurns():
                await self._engine.turns.accept(asked.visit.incoming)
                return SILENT
            case Feels():
                return await self._feels(asked.visit)
            case ToCharacter():
                reply = await self._to_character(asked.visit, asked.text)
            case FilesAlone():
                reply = await self._files_alone(asked.visit)
            case RunCommand():
                reply = await self._run(asked)
            case PressButton(typed=True):
                reply = replace(await self._controlled(asked), spent=False)
            case PressButton():
                reply = await self._pressed(asked)
        cover = blocking.cover(asked.visit.admission)
        reply = covered(reply, cover) if cover and not reply.bare else reply
        self._gate.lists.read(asked.visit.origin, reply)
        return await self._gate.with_news(asked.visit, reply)

    async def _to_character(self, visit: Visit, text: str) -> Reply:
        await self._engine.turns.accept(replace(visit.incoming, text=text))
        said = await self._gate.silence(visit)
        await self._door.ask_zone_behind(visit)
        return await self._door.with_question(visit, said)

    async def _feels(self, visit: Visit) -> Reply:
        """A reaction is kept, and begins nothing; one that asks for an undo is answered by a question."""
        change = visit.incoming.reaction
        if change is None:
            return SILENT
        await self._engine.turns.react(visit.incoming)
        if not asks_undo(change) or not await self._engine.turns.first_time(
            replace(visit.incoming, kind=IncomingKind.COMMAND)
        ):
            return SILENT
        call = await self._door.call(visit)
        return spoken_in(call.speak, await offer_undo(call, visit.incoming.target))

    async def _files_alone(self, visit: Visit) -> Reply:
        """A file without a word: in private, one that can be imported is offered for it; others are shown."""
        incoming, engine = visit.incoming, self._engine
        noted = replace(incoming, kind=IncomingKind.COMMAND)
        if (large := incoming.too_large) is not None:
            if await engine.turns.first_time(noted):
                raise FileTooBigToShow(
                    path=large.filename[:200], megabytes=large.limit >> 20, imported=large.imported >> 20
                )
            return SILENT
        if visit.origin.private and len(incoming.files) == 1 and allowed("import", visit.access_roles):
            call = await self._door.call(visit)
            try:
                looked = await recognised(call, incoming.files[0])
            except InputError:
                if await engine.turns.first_time(noted):
                    raise
                return SILENT
            if looked is not None:
                if await engine.turns.first_time(noted):
                    return spoken_in(call.speak, asked(call, looked))
                await uploads.drop(engine.ctx, visit.here, looked.token)
                return SILENT
        await engine.turns.accept(incoming)
        return SILENT

    async def _run(self, it: RunCommand) -> Reply:
        visit, call = it.visit, await self._door.call(it.visit)
        done = spoken_in(call.speak, await run(call, it.name, it.rest, it.fields, it.stood))
        done = await self._panels.settled(visit, call, done)
        if it.form:
            return done
        return await self._door.with_question(visit, await self._door.with_zone(visit, done))

    async def _pressed(self, it: PressButton) -> Reply:
        incoming, used_up = it.visit.incoming, False
        if not self._presses.takes(incoming):
            return SILENT
        try:
            reply = await self._controlled(it)
            used_up = reply.spent
            return reply
        finally:
            if not used_up:
                self._presses.gives_back(incoming)

    async def _controlled(self, it: PressButton) -> Reply:
        visit, control, call = it.visit, it.control, await self._door.call(it.visit)
        if control is None:
            return spoken_in(call.speak, aside(call, "button-unknown"))
        if not allowed(control.ability, call.access_roles):
            return spoken_in(call.speak, replace(told(refusal(call, control.ability)), private=True, refused=True))
        message = visit.incoming.target or visit.incoming.replied
        if control.name not in (controls.RUN, controls.NO):
            return spoken_in(call.speak, await press(call, control, message))
        under = await self._panels.under(visit)
        if under is not None and under.person == visit.here.person:
            call = replace(call, speak=await self._panels.spoken(call, under))
        pressed = await press(call, control, message, under)
        return await self._panels.settled(visit, call, spoken_in(call.speak, pressed))

    async def _refused(self, asked: Arrival, admitted: Admitted | None, error: OmoideError) -> Reply:
        """What went wrong, in the language of who asked. What is not stored can be brought again by its platform."""
        stored = isinstance(admitted, RunCommand | PressButton)  # brought again it would be passed over
        noticed = self._door.noticed(asked.incoming, asked.sender, asked.line, asked.fields)
        speak = self._for(admitted and admitted.visit, await self.speaker(asked.incoming.origin, noticed))
        away = isinstance(error, DatabaseError) and not isinstance(error, DatabaseConstraint)
        if away and stored:
            _log.warning("command failed", error=error.message, action="check that the database runs")
        else:
            _log.info("refused", error=error.message)
        said = told(self._words(error, speak, admitted and admitted.visit))
        said = replace(said, choices=choices_to(Notice(error.message, error.data), speak))
        apart = bool(error.data) and not asked.incoming.origin.private and is_for_one(self._asked_for(admitted))
        return spoken_in(speak, replace(said, private=True, secret=apart, unstored=away and not stored))

    def _asked_for(self, admitted: Admitted | None) -> str:
        """The row of the matrix for what somebody asked for; "" for what is no command."""
        match admitted:
            case RunCommand(name=name, rest=rest):
                line = f"/{name} {rest}"
            case PressButton(control=Control() as control):
                line = control.line or control.argument
            case _:
                line = ""
        return ability_in(line, self._table) or ""

    def _for(self, visit: Visit | None, speak: Speaker) -> Speaker:
        """``speak``, offering only what whoever is there may do; where nobody knows who is, what everybody may."""
        return Offers(self._table, visit.access_roles if visit else _ANYBODY).speaker(speak)

    def _words(self, error: OmoideError, speak: Speaker, visit: Visit | None) -> str:
        """What happened and what to do; a command is named as the person types it.

        Where a model runs is told to an owner alone, in private.
        """
        owner = visit is not None and AccessRole.OWNER in visit.access_roles
        if isinstance(error, ModelError) and "endpoint" in error.data and not (owner and visit and visit.here.private):
            status = localised("/status", self._table, speak)
            return speak.say("model-trouble", owner="yes" if owner else "no", command=status)
        if isinstance(error, VoiceError) and not (owner and visit and visit.here.private):
            return speak.say("trouble-unspoken")
        data = {name: str(error.data[name]) for name in _COMMANDS if name in error.data}
        return speak.error(error, **{name: localised(it, self._table, speak) for name, it in data.items()})

    async def _failed(self, origin: Origin) -> Reply:
        number = secrets.token_hex(3)
        _log.exception("event failed", number=number, action="report this with the log")
        speak = await self.speaker(origin)
        return spoken_in(speak, replace(told(speak.say("handler-failed", number=number)), private=True))
