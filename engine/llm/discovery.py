"""Which models an address offers, and which model servers answer on this machine."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast
from urllib.parse import urlsplit

import aiohttp
import httpx

from engine.llm.http import Http
from engine.rules.model_errors import error_for
from engine.rules.wire.failures import from_status
from engine.rules.wire.pricing import price_told
from engine.rules.wire.urls import gemini_url, key_headers, openai_url
from engine.values.house.allowances import Price
from engine.values.house.house import LocalServer
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import Endpoint, Format

OLLAMA: Final = "Ollama"
LLAMA_CPP: Final = "llama.cpp"
_LOOPBACK: Final = {"", "localhost", "127.0.0.1", "0.0.0.0", "::", "::1"}  # noqa: S104 — compared with, not bound to
_EMBEDDERS: Final = ("bert", "embed")
_LIST_SECONDS: Final = 10.0
_LOOK_SECONDS: Final = 3.0
_OK: Final = 200
_NO_LIST: Final = (404, 405, 501)
"""Statuses of a service that works but does not list its models."""

_LONGEST_NAME: Final = 256
_SMALLEST_CONTEXT: Final = 512


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a kind of server usually listens: its address without a path."""

    kind: str
    address: str


def usual_places(ollama_host: str = "") -> tuple[ServerAddress, ...]:
    """The usual ports on loopback. ``ollama_host`` is Ollama's own OLLAMA_HOST; another machine there is not asked."""
    return ServerAddress(OLLAMA, _ollama_address(ollama_host)), ServerAddress(LLAMA_CPP, "http://127.0.0.1:8080")


async def find_local_servers(
    http: Http, places: Sequence[ServerAddress], seconds: float = _LOOK_SECONDS
) -> tuple[LocalServer, ...]:
    """The servers that answer within ``seconds``, all asked at once, in the order of ``places``.

    Where nobody listens this machine says so at once. Who listens may be busy, or the machine may be.
    """
    client = http.client(local=True)
    found = await asyncio.gather(*(_look(client, place, seconds) for place in places))
    return tuple(server for server in found if server is not None and server.models)


async def list_models(http: Http, endpoint: Endpoint) -> dict[str, Price | None]:
    """The names of the models that the endpoint offers, with what it says they cost; empty when it keeps no list.

    Raises ModelUrlWrong, ModelUnreachable, ModelSilent, ModelKeyRefused and what else a refusal means.
    """
    gemini = endpoint.format is Format.GEMINI
    try:
        url = _gemini_list(endpoint) if gemini else openai_url(endpoint, "/models")
        async with asyncio.timeout(_LIST_SECONDS):
            response = await http.client(local=endpoint.local).get(url, headers=key_headers(endpoint))
    except TimeoutError:
        raise error_for(Failure(FailureKind.SILENT, seconds=_LIST_SECONDS), endpoint) from None
    except (httpx.HTTPError, aiohttp.ClientError, OSError):
        raise error_for(Failure(FailureKind.UNREACHABLE), endpoint) from None
    except (httpx.InvalidURL, ValueError):
        raise error_for(Failure(FailureKind.URL), endpoint) from None
    if response.status_code in _NO_LIST:
        return {}
    if response.status_code != _OK:
        raise error_for(from_status(response.status_code, response.text), endpoint)
    try:
        body = _object(response)
    except ValueError:
        return {}
    if gemini:
        return dict.fromkeys(_gemini_names(body))
    prices = {str(row.get("id")): price_told(row) for row in _rows(body, "data")}
    return {name: prices.get(name) for name in _names(body, "data", "id")}


async def _look(client: httpx.AsyncClient, place: ServerAddress, seconds: float) -> LocalServer | None:
    try:
        async with asyncio.timeout(seconds):
            if place.kind == OLLAMA:
                return await _look_for_ollama(client, place.address)
            return await _look_for_llama_cpp(client, place.address)
    except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError):  # a time-out is an OSError
        return None


async def _look_for_ollama(client: httpx.AsyncClient, address: str) -> LocalServer:
    body = await _json(client, f"{address}/api/tags")
    rows = [row for row in _rows(body, "models") if _chats(row)]
    return LocalServer(OLLAMA, f"{address}/v1", tuple(_names({"models": rows}, "models", "name")))


async def _look_for_llama_cpp(client: httpx.AsyncClient, address: str) -> LocalServer:
    """Something else may sit on this common port, so what answers must speak of itself as llama.cpp does."""
    props = await _json(client, f"{address}/props")
    generation = props.get("default_generation_settings")
    if not isinstance(generation, dict):
        raise ValueError("not llama.cpp")
    context = cast("dict[str, Any]", generation).get("n_ctx")
    names = _names(await _json(client, f"{address}/v1/models"), "data", "id")
    told = isinstance(context, int) and context >= _SMALLEST_CONTEXT
    return LocalServer(LLAMA_CPP, f"{address}/v1", tuple(names), context if told else None)


async def _json(client: httpx.AsyncClient, url: str) -> dict[str, Any]:
    """Raises ValueError unless the answer is a JSON object with status 200."""
    response = await client.get(url)
    if response.status_code != _OK:
        raise ValueError("refused")
    return _object(response)


def _object(response: httpx.Response) -> dict[str, Any]:
    """Raises ValueError unless the body is a JSON object."""
    body: object = response.json()
    if not isinstance(body, dict):
        raise ValueError("no JSON object")
    return cast("dict[str, Any]", body)


def _rows(body: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    rows: object = body.get(name)
    found = cast("list[object]", rows) if isinstance(rows, list) else []
    return [cast("dict[str, Any]", row) for row in found if isinstance(row, dict)]


def _names(body: Mapping[str, Any], rows: str, name: str) -> list[str]:
    values = [row.get(name) for row in _rows(body, rows)]
    return [value for value in values if isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME]


def _chats(row: Mapping[str, Any]) -> bool:
    """Whether a model of Ollama's list can chat: those that only embed say so by their family or their name."""
    details: object = row.get("details")
    family = cast("dict[str, Any]", details).get("family") if isinstance(details, dict) else ""
    words = f"{family} {row.get('name')}".lower()
    return not any(word in words for word in _EMBEDDERS)


def _gemini_names(body: Mapping[str, Any]) -> list[str]:
    rows = [row for row in _rows(body, "models") if "generateContent" in (row.get("supportedGenerationMethods") or ())]
    return [name.removeprefix("models/") for name in _names({"models": rows}, "models", "name")]


def _gemini_list(endpoint: Endpoint) -> str:
    return gemini_url(replace(endpoint, model="any"), "").removesuffix("/any") + "?pageSize=1000"


def _ollama_address(host: str) -> str:
    default = "http://127.0.0.1:11434"
    try:
        parts = urlsplit(host.strip() if "://" in host else f"http://{host.strip()}")
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return default
    if name not in _LOOPBACK:
        return default
    there = "[::1]" if name in ("::", "::1") else "127.0.0.1"
    return f"http://{there}:{port or 11434}"
