"""The house itself: which models there are, and whether each part works. Needs no database, so that it can say so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import SecretStr

from engine.db.postgres.examine import examine, examine_candidate
from engine.db.postgres.server import ServerFinding
from engine.embed.remote import RemoteEmbedder
from engine.errors import ModelError, SearchError, VoiceError
from engine.llm.attempt import CallResources
from engine.llm.discovery import ServerAddress, find_local_servers, list_models
from engine.llm.examine import examine as examine_model
from engine.llm.trial import try_chat
from engine.rules.allowance import hundred
from engine.values.house.allowances import Hundred, Price
from engine.values.house.backups import Restored
from engine.values.house.house import DoctorPart, Finding, LocalServer
from engine.values.models.models import Endpoint, RoleName
from engine.values.search import McpServer
from engine.voice.speaking import SpeechMaker
from engine.voice.transcribing import Transcriber, silence
from engine.web.mcp.provider import Mcp
from engine.web.providers import BRAVE, Brave, SearchProvider, SearXng
from engine.work.restoring import Restoring, examine_backups

_LOOKED_UP = "weather"
_MANY = 10
_SAID = "Hello."


@dataclass(frozen=True, slots=True)
class HouseService:
    """``places``: where local model servers are looked for. ``endpoints``: what is configured, first choice first.

    ``database_folder`` is our own server's, used when there is no ``database_url``; ``migrations`` has the SQL files.
    ``searching``: who searches the web, in the order in which they are asked. ``brave``: where Brave's API is.
    ``listening``: who listens to voice messages, ``speaking``: who says replies aloud.
    """

    resources: CallResources
    places: Sequence[ServerAddress]
    endpoints: Mapping[RoleName, Sequence[Endpoint]]
    database_url: SecretStr | None
    database_folder: Path
    migrations: Path
    safe: Restoring
    searching: Sequence[SearchProvider] = ()
    brave: str = BRAVE
    listening: Transcriber | None = None
    speaking: SpeechMaker | None = None

    def now(self) -> datetime:
        """What the clock of this machine says, in UTC."""
        return self.resources.clock.now()

    async def local_servers(self) -> tuple[LocalServer, ...]:
        """The model servers on this machine that answer within 0.3 s."""
        return await find_local_servers(self.resources.http, self.places)

    async def offers(self, endpoint: Endpoint) -> Mapping[str, Price | None]:
        """The models of the endpoint by name, with their prices; empty when it keeps no list. Raises a ModelError."""
        return await list_models(self.resources.http, endpoint)

    async def try_model(self, role: RoleName, endpoint: Endpoint) -> str:
        """A short real request, and what a model that speaks says to it. Raises the ModelError that it ended with."""
        if role is not RoleName.EMBEDDING:
            return await try_chat(self.resources, endpoint)
        await RemoteEmbedder(endpoint, self.resources.http).embed(("Hello.",))
        return ""

    def hundred(self, endpoint: Endpoint) -> Hundred:
        """What a hundred messages are likely to take with a model that has answered nothing yet."""
        return hundred(endpoint.price)

    async def models(self, role: RoleName, *, quick: bool) -> tuple[Finding, ...]:
        """Whether each model of the role answers, and how much it takes in. ``quick`` asks for nothing that costs."""
        return tuple([await self._model(role, one, quick=quick) for one in self.endpoints.get(role, ())])

    async def searches(self, *, quick: bool) -> tuple[Finding, ...]:
        """Whether each provider of web search finds something. ``quick`` asks nobody: Brave counts it."""
        return tuple([await _search(one, quick=quick) for one in self.searching])

    async def try_search(self, asked: str | SecretStr | McpServer) -> Finding:
        """Whether something is found: ``asked`` is the address of a SearXNG, a key for Brave, or an MCP server."""
        if isinstance(asked, McpServer):
            server = Mcp(asked, self.resources.tasks, self.resources.clock)
            try:
                return await _search(server, quick=False)
            finally:
                await server.close()
        http = self.resources.http
        provider = SearXng(asked, http) if isinstance(asked, str) else Brave(asked, http, self.brave)
        return await _search(provider, quick=False)

    async def hearing(self, *, quick: bool) -> tuple[Finding, ...]:
        """Whether the service that listens does so; nothing where there is none. ``quick`` asks nothing of it."""
        return (await _hearing(self.listening, quick=quick),) if self.listening is not None else ()

    async def speech(self, *, quick: bool) -> tuple[Finding, ...]:
        """The same of the service that says replies aloud."""
        return (await _speaking(self.speaking, quick=quick),) if self.speaking is not None else ()

    async def try_hearing(self, url: str, key: SecretStr | None, model: str) -> Finding:
        """Whether a service at this address listens."""
        return await _hearing(Transcriber(url, model, key, self.resources.http), quick=False)

    async def try_speech(self, url: str, key: SecretStr | None, model: str, voice: str) -> Finding:
        """Whether a service at this address says something aloud, in this voice."""
        return await _speaking(SpeechMaker(url, model, voice, key, self.resources.http), quick=False)

    async def try_database(self, url: SecretStr) -> tuple[Finding, ...]:
        """Whether a server can be Omoide's database; nothing is changed there."""
        return _findings(await examine_candidate(url.get_secret_value(), self.migrations))

    async def database(self) -> tuple[Finding, ...]:
        """The database that is configured: somebody's server, or our own, started for this if nobody uses it."""
        address = self.database_url.get_secret_value() if self.database_url is not None else None
        return _findings(await examine(address, self.database_folder, self.migrations))

    async def backups(self, *, quick: bool) -> tuple[Finding, ...]:
        """Whether the newest backup opens, which is tried in a throwaway database; ``quick``: only how old it is."""
        return (await examine_backups(self.safe, quick=quick),)

    async def restore(self, name: str) -> Restored:
        """Put a backup in place of the database, which is kept.

        Raises NoSuchBackup, HouseRunning, BackupDamaged, BackupFailed, DatabaseTooNew.
        """
        return await self.safe.restore(name)

    async def _model(self, role: RoleName, endpoint: Endpoint, *, quick: bool) -> Finding:
        part = DoctorPart(role.value)
        if quick or role is not RoleName.EMBEDDING:
            return await examine_model(self.resources, part, endpoint, quick=quick)
        try:
            await self.try_model(role, endpoint)
        except ModelError as error:
            return Finding(part, ok=False, message=error.message, data=error.data)
        data = {"model": endpoint.model, "endpoint": endpoint.name}
        return Finding(part, ok=True, message="doctor-model-answers", data=data)


async def _search(provider: SearchProvider, *, quick: bool) -> Finding:
    part, named = DoctorPart.SEARCH, {"provider": provider.name}
    if quick:
        return Finding(part, ok=True, message="doctor-search-set", data=named)
    try:
        hits = await provider.search(_LOOKED_UP, _MANY, "en")
    except SearchError as error:
        return Finding(part, ok=False, message=error.message, data=error.data)
    message = "doctor-search-answers" if hits else "doctor-search-empty"
    return Finding(part, ok=bool(hits), message=message, data={**named, "results": len(hits)})


async def _hearing(listening: Transcriber, *, quick: bool) -> Finding:
    part, named = DoctorPart.HEARING, {"endpoint": listening.name, "model": listening.model}
    if quick:
        return Finding(part, ok=True, message="doctor-voice-set", data=named)
    try:
        await listening.transcribe(silence())
    except VoiceError as error:
        return Finding(part, ok=False, message=error.message, data=error.data)
    return Finding(part, ok=True, message="doctor-hearing-answers", data=named)


async def _speaking(speaking: SpeechMaker, *, quick: bool) -> Finding:
    part, named = DoctorPart.SPEAKING, {"endpoint": speaking.name, "model": speaking.model}
    if quick:
        return Finding(part, ok=True, message="doctor-voice-set", data=named)
    try:
        clip = await speaking.speak(_SAID)
    except VoiceError as error:
        return Finding(part, ok=False, message=error.message, data=error.data)
    message = "doctor-speaking-answers" if clip.is_voice else "doctor-speaking-other"
    return Finding(part, ok=True, message=message, data=named)


def _findings(found: Sequence[ServerFinding]) -> tuple[Finding, ...]:
    return tuple(Finding(DoctorPart.DATABASE, one.ok, one.message, one.data) for one in found)
