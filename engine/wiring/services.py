"""Makes the clients of web search, pages of the web and voice of what was configured."""

from engine.config.config import Config
from engine.config.searching import SearchConfig
from engine.llm.attempt import CallResources
from engine.llm.http import Http
from engine.processes import BackgroundTasks
from engine.voice.speaking import SpeechMaker
from engine.voice.transcribing import Transcriber
from engine.web.extracting import TextExtractor
from engine.web.mcp.provider import Mcp
from engine.web.outside import Outside, SystemResolver
from engine.web.pages import PageFetcher
from engine.web.providers import Brave, SearchProvider, SearXng
from engine.web.reader import PageReader
from engine.web.search import WebSearch


def page_reader(resources: CallResources) -> PageReader:
    """Who reads pages of the web: from public addresses alone, in a process that begins with the first of them."""
    return PageReader(PageFetcher(Outside(SystemResolver())), TextExtractor(resources.tasks, resources.clock))


def web_search(config: Config, resources: CallResources, reader: PageReader) -> WebSearch | None:
    """Who searches the web for chats that let it be asked; None where no provider is configured."""
    providers = search_providers(config.search, resources)
    if not providers:
        return None
    return WebSearch(providers, reader, resources.clock, resources.tasks)


def search_providers(config: SearchConfig, resources: CallResources) -> tuple[SearchProvider, ...]:
    """Who searches the web, in the order in which they are asked."""
    own = (SearXng(config.url, resources.http),) if config.url else ()
    keyed = (Brave(config.key, resources.http),) if config.key else ()
    served = (Mcp(server, resources.tasks, resources.clock),) if (server := config.mcp.server) else ()
    return (*own, *keyed, *served)


def transcriber_of(config: Config, http: Http) -> Transcriber | None:
    """Who listens to recordings; None where nobody is configured."""
    asked = config.transcription
    return Transcriber(asked.url, asked.model, asked.key, http) if asked.url else None


def speech_of(config: Config, http: Http, tasks: BackgroundTasks | None = None) -> SpeechMaker | None:
    """Who says replies aloud; None where nobody is configured."""
    asked = config.speech
    return SpeechMaker(asked.url, asked.model, asked.voice, asked.key, http, tasks) if asked.url else None
