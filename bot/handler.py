"""What arrives from a platform: a message goes to the turns, a command is done, an aside stays among people."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

import structlog

from bot.commands.abilities import Standing
from bot.commands.arguments import localised
from bot.commands.declared import Call, Files, Table
from bot.commands.reply import SILENT, Reply, told
from bot.commands.run import run
from bot.localise import Speaker, Speech
from bot.routing import Aside, Nothing, Said, Typed, route
from engine.errors import OmoideError
from engine.service import Engine
from engine.values.incoming import Incoming, Origin

_log = structlog.get_logger(__name__)
NOTHING: Mapping[str, str] = MappingProxyType({})
_COMMANDS = ("command", "near")  # data of errors that may hold a command


@dataclass(frozen=True, slots=True)
class Sender:
    """What the platform knows about whoever sent something: what they are there, and where their files lie.

    Whoever may write in a place is PLAYER and MEMBER there, in a private place DM; who looks after it is ADMIN. OWNER
    is not the platform's to say: the house knows its owners.
    """

    standings: frozenset[Standing]
    files: Files


class Handler:
    """Handles what arrives, one thing at a time for each caller. Its answers are for the sender alone."""

    def __init__(
        self, engine: Engine, table: Table, speech: Speech, now: Callable[[], datetime], language: str
    ) -> None:
        self._engine = engine
        self._table = table
        self._speech = speech
        self._now = now
        self._language = language

    async def use(self, incoming: Incoming, sender: Sender) -> Reply:
        """A command of the platform's own; ``incoming.text`` is as it would be typed: "/chats rename The Harbour"."""
        return await self.hear(incoming, sender)

    async def press(self, incoming: Incoming, sender: Sender) -> Reply:
        """A button; ``incoming.text`` is its control."""
        return SILENT

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
        return []

    async def hear(self, incoming: Incoming, sender: Sender) -> Reply:
        """A message, an edit or a deletion. Every failure becomes a line in the sender's language."""
        try:
            match route(incoming.text):
                case Said(text):
                    await self._engine.turns.accept(replace(incoming, text=text))
                case Typed(name, rest):
                    return await self._command(incoming, sender, name, rest)
                case Aside() | Nothing():
                    pass
        except OmoideError as error:
            _log.info("refused", error=error.message)
            return told(self._words(error, await self.speaker(incoming.origin)))
        except Exception:  # noqa: BLE001 — one bad event must not end the listening
            return await self._failed(incoming.origin)
        return SILENT

    async def speaker(self, origin: Origin) -> Speaker:
        """Who speaks the language of the person; the house's own where it cannot be read."""
        try:
            settings = await self._engine.settings.current(await self._engine.places.resolve(origin))
        except OmoideError:
            return self._speech.speaker(self._language)
        return self._speech.speaker(settings.language.value)

    async def _command(self, incoming: Incoming, sender: Sender, name: str, rest: str) -> Reply:
        call = Call(
            engine=self._engine,
            here=await self._engine.places.resolve(incoming.origin),
            name=incoming.origin.person_name,
            speak=await self.speaker(incoming.origin),
            standings=sender.standings,
            table=self._table,
            files=sender.files,
            now=self._now(),
        )
        return await run(call, name, rest)

    def _words(self, error: OmoideError, speak: Speaker) -> str:
        """What happened and what to do; a command is named as the person types it."""
        data = {name: error.data[name] for name in _COMMANDS if name in error.data}
        return speak.say(
            error.message, **error.data | {name: localised(str(it), self._table, speak) for name, it in data.items()}
        )

    async def _failed(self, origin: Origin) -> Reply:
        number = secrets.token_hex(3)
        _log.exception("event failed", number=number, action="report this with the log")
        return told((await self.speaker(origin)).say("handler-failed", number=number))
