"""A prompt as the body of a Gemini ``:streamGenerateContent`` request."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Any

from engine.rules.wire.chunks import tool_schema
from engine.values.models.models import Sampling
from engine.values.models.prompts import PromptMessage, Role

_NAMES = {
    "temperature": "temperature",
    "top_p": "topP",
    "top_k": "topK",
    "frequency_penalty": "frequencyPenalty",
    "presence_penalty": "presencePenalty",
    "seed": "seed",
    "max_tokens": "maxOutputTokens",
}


def generate_body(messages: Sequence[PromptMessage], sampling: Sampling) -> dict[str, Any]:
    """The request's JSON.

    Gemini has one system text: the leading system messages make it, later ones speak as the user. Neighbours of one
    role are one content with several parts, as Gemini wants the roles to alternate.
    """
    leading = list(takewhile(lambda message: message.role is Role.SYSTEM, messages))
    rest = messages[len(leading) :]
    if not rest:  # it refuses a request without any content
        leading, rest = leading[:-1], leading[-1:]
    body: dict[str, Any] = {
        "contents": [
            {"role": role, "parts": [part for message in group for part in _parts(message)]}
            for role, group in groupby(rest, key=_role)
        ]
    }
    if leading:
        body["systemInstruction"] = {"parts": [_part(message) for message in leading]}
    if config := _config(sampling):
        body["generationConfig"] = config
    if sampling.tools:
        body["tools"] = [{"functionDeclarations": [tool_schema(tool) for tool in sampling.tools]}]
        body["toolConfig"] = {"functionCallingConfig": {"mode": "AUTO" if sampling.may_call else "NONE"}}
    return body


def _part(message: PromptMessage) -> dict[str, str]:
    """There are no names: who speaks in an example stands before the words."""
    spoken_by = f"{message.spoken_as}: " if message.spoken_as else ""
    return {"text": spoken_by + message.text}


def _parts(message: PromptMessage) -> Iterator[dict[str, Any]]:
    """The text, its pictures behind it, and what was called; or the answer to a call."""
    if message.answers is not None:
        answered = {"name": message.answers.name, "response": {"result": message.text}}
        yield {"functionResponse": answered | ({"id": message.answers.id} if message.answers.id else {})}
        return
    if message.text or not (message.pictures or message.calls):
        yield _part(message)
    for picture in message.pictures:
        yield {"inlineData": {"mimeType": picture.media_type, "data": b64encode(picture.data).decode("ascii")}}
    for call in message.calls:
        called = {"name": call.name, "args": dict(call.arguments or {})} | ({"id": call.id} if call.id else {})
        # Its models refuse a call of theirs that comes back without what they signed it with.
        yield {"functionCall": called} | ({"thoughtSignature": call.signature} if call.signature else {})


def _config(sampling: Sampling) -> dict[str, Any]:
    config: dict[str, Any] = {}
    for ours, theirs in _NAMES.items():
        value = getattr(sampling, ours)
        if value is not None:
            config[theirs] = value
    if sampling.stop:
        config["stopSequences"] = list(sampling.stop[:5])  # more are refused
    if sampling.json_schema is not None:
        config["responseMimeType"] = "application/json"
        config["responseJsonSchema"] = dict(sampling.json_schema)
    return config


def _role(message: PromptMessage) -> str:
    return "model" if message.role is Role.ASSISTANT else "user"
