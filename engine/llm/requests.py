"""What is asked of an endpoint, in its own format."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.rules.wire.chunks import ChunkDecoder
from engine.rules.wire.gemini_request import generate_body
from engine.rules.wire.gemini_stream import GeminiDecoder
from engine.rules.wire.openai_request import chat_body
from engine.rules.wire.openai_stream import OpenAIDecoder
from engine.rules.wire.urls import gemini_url, key_headers, openai_url
from engine.values.models.models import Endpoint, Format, Sampling
from engine.values.models.prompts import PromptMessage

_CHAT = "/chat/completions"


class BadUrl(ValueError):
    """What an operator wrote is no URL. Never leaves this package."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A streamed generation, ready to be sent. URL and headers hold secrets and stay out of the repr."""

    url: str = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)


def chat_request(endpoint: Endpoint, messages: Sequence[PromptMessage], sampling: Sampling) -> ModelRequest:
    """The request for a streamed reply. Raises BadUrl."""
    gemini = endpoint.format is Format.GEMINI
    try:
        url = gemini_url(endpoint, ":streamGenerateContent", "alt=sse") if gemini else openai_url(endpoint, _CHAT)
    except ValueError:
        raise BadUrl from None
    body = generate_body(messages, sampling) if gemini else chat_body(endpoint, messages, sampling)
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream", **key_headers(endpoint)}
    return ModelRequest(url, headers, json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))


def decoder(endpoint: Endpoint) -> ChunkDecoder:
    """A fresh decoder for one reply of the endpoint."""
    return GeminiDecoder() if endpoint.format is Format.GEMINI else OpenAIDecoder()
