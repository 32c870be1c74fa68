"""How much a model can read: what its endpoint says, and what a long prompt proves."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import httpx

from engine.errors import ModelContextTooLong, ModelError
from engine.llm.attempt import CallResources
from engine.llm.http import Http
from engine.llm.roles import Roles
from engine.rules.wire.chunks import a_list, a_text, an_object
from engine.rules.wire.urls import gemini_url, key_headers, openai_url, root_url
from engine.values.models.models import Endpoint, Format, RoleName, Usage
from engine.values.models.prompts import PromptMessage, Role

OLLAMA_DEFAULT = 4096
"""What Ollama reads when nobody says otherwise; it cuts the rest without a word."""
_SECONDS = 10.0
_FIELDS = ("max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length")
_NUM_CTX = re.compile(r"^num_ctx\s+([0-9]{1,9})\s*$", re.MULTILINE)
_MARK = "kestrel-4417"
_LINE_TOKENS = 15


class Proof(StrEnum):
    """What a long prompt showed: read whole, silently cut, refused as too long, or nothing sure."""

    WHOLE = "whole"
    CUT = "cut"
    REFUSED = "refused"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class ContextFinding:
    """What is known of an endpoint. ``context``: tokens as it says, or as set; ``problem``: why it gave no reply."""

    endpoint: Endpoint
    context: int | None = None
    proof: Proof | None = None
    counted: int | None = None
    problem: ModelError | None = None


async def ask_context(http: Http, endpoint: Endpoint) -> int | None:
    """The model's context in tokens as its endpoint tells it; None when it does not."""
    try:
        return await _ask(http, endpoint)
    except ValueError:  # no URL; whoever sends a prompt is told so
        return None


async def _ask(http: Http, endpoint: Endpoint) -> int | None:
    if endpoint.format is Format.GEMINI:
        return _size((await _get(http, endpoint, gemini_url(endpoint, ""))).get("inputTokenLimit"))
    listed = await _get(http, endpoint, openai_url(endpoint, "/models"))
    for row in map(an_object, a_list(listed.get("data"))):
        if row.get("id") == endpoint.model and (size := _first(row, _FIELDS)):
            return size
    return await _ask_local(http, endpoint) if endpoint.local else None


async def probe_context(resources: CallResources, endpoint: Endpoint, tokens: int) -> tuple[Proof, int | None]:
    """Send about ``tokens`` with a word at the front that must be named; also the size that the endpoint counted.

    Raises a ModelError when there is no reply.
    """
    roles = Roles({RoleName.CHAT: (endpoint,)}, resources)
    try:
        text, outcome = await roles.complete(RoleName.CHAT, _probe(tokens), background=False)
    except ModelContextTooLong:
        return Proof.REFUSED, None
    counted = outcome.usage.prompt_tokens if outcome.usage else None
    return _proof(text, outcome.usage, tokens), counted


async def check(resources: CallResources, endpoint: Endpoint, tokens: int | None = None) -> ContextFinding:
    """Ask and prove; ``tokens`` limits the proof, as a long prompt costs money. Never raises a ModelError."""
    finding = ContextFinding(endpoint)
    try:
        size = endpoint.context or await ask_context(resources.http, endpoint)
        finding = replace(finding, context=size)
        probed = min(tokens or size or 2 * OLLAMA_DEFAULT, size or 1 << 30)
        # A little room for the question, the answer and our own estimate.
        proof, counted = await probe_context(resources, endpoint, probed * 9 // 10)
    except ModelError as error:
        return replace(finding, problem=error)
    return replace(finding, proof=proof, counted=counted)


def _probe(tokens: int) -> Sequence[PromptMessage]:
    lines = (f"{number}: The tide came in and went out again." for number in range(1, max(2, tokens // _LINE_TOKENS)))
    question = "What is the secret word that I told you first of all? Answer with this word only."
    return (
        PromptMessage(Role.USER, f"The secret word is {_MARK}. Remember it.\n" + "\n".join(lines)),
        PromptMessage(Role.ASSISTANT, "I have read it all."),
        PromptMessage(Role.USER, question),
    )


def _proof(text: str, usage: Usage | None, tokens: int) -> Proof:
    if _MARK in text.lower():
        return Proof.WHOLE
    if usage and 0 < usage.prompt_tokens < tokens // 2:
        return Proof.CUT
    # A small model may read everything and still not find the word.
    return Proof.UNSURE if usage and usage.prompt_tokens >= tokens // 2 else Proof.CUT


async def _ask_local(http: Http, endpoint: Endpoint) -> int | None:
    """llama.cpp tells it in /props; Ollama in /api/ps for a loaded model, else in the parameters of /api/show."""
    props = await _get(http, endpoint, root_url(endpoint, "/props"))
    if size := _size(an_object(props.get("default_generation_settings")).get("n_ctx")):
        return size
    shown = await _get(http, endpoint, root_url(endpoint, "/api/show"), {"model": endpoint.model})
    if not shown:
        return None
    loaded = await _get(http, endpoint, root_url(endpoint, "/api/ps"))
    for row in map(an_object, a_list(loaded.get("models"))):
        if endpoint.model in (row.get("name"), row.get("model")) and (size := _size(row.get("context_length"))):
            return size
    found = _NUM_CTX.search(a_text(shown.get("parameters")))
    return int(found[1]) if found else OLLAMA_DEFAULT


async def _get(http: Http, endpoint: Endpoint, url: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The JSON object at ``url``, or an empty one: a server that does not know a question is no error."""
    client = http.client(local=endpoint.local)
    try:
        async with asyncio.timeout(_SECONDS):
            response = await client.request("POST" if body else "GET", url, headers=key_headers(endpoint), json=body)
        return an_object(response.json()) if response.status_code == httpx.codes.OK.value else {}
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, ValueError, RecursionError):
        return {}


def _first(row: dict[str, Any], names: Sequence[str]) -> int | None:
    return next((size for name in names if (size := _size(row.get(name)))), None)


def _size(value: object) -> int | None:
    return value if isinstance(value, int) and 0 < value < 1 << 31 else None
