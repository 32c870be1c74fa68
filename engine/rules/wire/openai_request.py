"""A prompt as the body of an OpenAI-compatible ``/chat/completions`` request."""

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from engine.rules.wire.chunks import tool_schema
from engine.values.models.models import Endpoint, Sampling, ToolCall
from engine.values.models.pictures import Picture
from engine.values.models.prompts import PromptMessage, Role

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SAME_NAME = (
    "temperature",
    "top_p",
    "top_k",
    "min_p",
    "frequency_penalty",
    "presence_penalty",
    "repetition_penalty",
    "seed",
)


def chat_body(endpoint: Endpoint, messages: Sequence[PromptMessage], sampling: Sampling) -> dict[str, Any]:
    """The request's JSON. Only what is set is sent: servers refuse fields that they do not know."""
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [_message(message) for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    for name in _SAME_NAME:
        value = getattr(sampling, name)
        if value is not None:
            body[name] = value
    if sampling.max_tokens is not None:
        # OpenAI's own newer models refuse the old name; all others know only the old one.
        own = "api.openai.com" in endpoint.url
        body["max_completion_tokens" if own else "max_tokens"] = sampling.max_tokens
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    if sampling.json_schema is not None:
        schema = {"name": "reply", "strict": True, "schema": dict(sampling.json_schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if sampling.tools:
        body["tools"] = [{"type": "function", "function": tool_schema(tool)} for tool in sampling.tools]
        body["tool_choice"] = "auto" if sampling.may_call else "none"
    return body


def _message(message: PromptMessage) -> dict[str, Any]:
    """A name tells people apart, and who speaks in an example; what servers would refuse is left out."""
    if message.answers is not None:
        return {"role": "tool", "tool_call_id": message.answers.id, "content": message.text}
    fields: dict[str, Any] = {"role": message.role.value, "content": _content(message)}
    if message.calls:
        fields |= {"content": message.text or None, "tool_calls": [_call(it) for it in message.calls]}
    named = message.role is Role.USER or message.spoken_as
    if message.name and named and _NAME.fullmatch(message.name):
        fields["name"] = message.name
    return fields


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(dict(call.arguments or {}), ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _content(message: PromptMessage) -> str | list[dict[str, Any]]:
    """Text alone is a string, which every server knows; pictures stand behind it as parts."""
    if not message.pictures:
        return message.text
    shown = [{"type": "image_url", "image_url": {"url": _data_uri(it)}} for it in message.pictures]
    return [*([{"type": "text", "text": message.text}] if message.text else []), *shown]


def _data_uri(picture: Picture) -> str:
    return f"data:{picture.media_type};base64,{b64encode(picture.data).decode('ascii')}"
