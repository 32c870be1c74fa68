"""How a place is spoken to: in which language, and whether buttons stand under replies."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.latin import by_place
from bot.commands.framework.offering import Offers
from bot.commands.framework.table import table_for
from bot.commands.house.calling import Calling, calling
from bot.commands.house.setting_places import does_something
from bot.words.localise import Speaker, Speech
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Here
from engine.values.chats.places import Address, KnownChannel

_NOBODY = 0
_TABLE = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
"""Who reads along in any place: nobody there may be offered more."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ChannelPreferences:
    """What the settings of a place say about how it is spoken to. ``owner``: its only reader looks after the house.

    ``calling``: how a character is called there. ``feelings``: pictures of what characters show are wanted.
    """

    speak: Speaker
    controls: bool
    owner: bool = False
    calling: Calling = Calling.MENTION
    feelings: bool = False


class ChannelPreferencesLookup:
    """Looks up the preferences of places. A place that cannot be read is spoken to in the house's language.

    ``buttons``: whether the platform has any. ``hears_all`` is the word of its surface.
    """

    def __init__(
        self,
        engine: Engine,
        platform: str,
        speech: Speech,
        language: str,
        *,
        buttons: bool = True,
        hears_all: Callable[[], bool] = bool,
    ) -> None:
        self._engine = engine
        self._platform = platform
        table = table_for(platform)
        self._speech = by_place(speech, table)
        self._shows_feelings = does_something("feelings", table)
        self._language = language
        self._buttons = buttons
        self._hears_all = hears_all
        who = {alone: _TABLE | {AccessRole.DM} if alone else _TABLE for alone in (False, True)}
        self._offers = {alone: Offers(table, access_roles) for alone, access_roles in who.items()}
        self._known: dict[Address, KnownChannel] = {}
        self._reading = asyncio.Lock()

    @property
    def own(self) -> Speaker:
        """Who speaks the house's language in private."""
        return self._own(alone=True)

    def _own(self, *, alone: bool) -> Speaker:
        return self._speech[alone].speaker(self._language)

    async def to_owners(self) -> Speaker:
        """Who speaks to those who look after the house, in their language; in its own where that cannot be read."""
        try:
            return self._speech[True].speaker((await self._engine.places.language_of_owners(self._platform)).value)
        except OmoideError:
            return self.own

    async def preferences(self, at: Address, person: int = 0) -> ChannelPreferences:
        """The preferences of ``at`` now. Whoever is alone there, or ``person``, is spoken to as they want."""
        try:
            if (known := await self._known_as(at)) is None:
                return ChannelPreferences(self._own(alone=at.private), controls=False)
            whom = known.person or person or _NOBODY
            here = Here(known.key.space, known.key.channel, whom, self._platform, at.private)
            settings = await self._engine.places.settings(here)
            owner = known.person is not None and (await self._engine.places.admission(here)).owner
        except OmoideError as error:
            _log.warning("settings of a place not read", error=str(error), action="check that the database runs")
            return ChannelPreferences(self._own(alone=at.private), controls=False)
        speak = self._speech[at.private].speaker(settings.language.value)
        speak = speak if owner else self._offers[at.private].speaker(speak)
        called = calling(settings, hears_all=self._hears_all(), private=at.private)
        feelings = settings.feelings and self._shows_feelings
        return ChannelPreferences(speak, settings.controls and self._buttons, owner, called, feelings)

    async def _known_as(self, at: Address) -> KnownChannel | None:
        async with self._reading:
            if at not in self._known:
                self._known = {it.address: it for it in await self._engine.places.known(self._platform)}
        return self._known.get(at)
