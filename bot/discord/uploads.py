"""A message's body as Discord takes it: JSON alone, or a form with files."""

import io
from base64 import b64encode
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord.http import MultipartParameters
from discord.utils import _to_json

from engine.values.chats.speech import SpokenClip
from engine.values.transfers.transfers import Document

Json = dict[str, Any]

MOST_BYTES: Final = 10 * 1024 * 1024
"""What a bot may send where nobody has paid for more."""


IS_VOICE_MESSAGE: Final = 1 << 13


def form(body: Json, documents: Sequence[Document]) -> MultipartParameters:
    """``body`` with ``documents`` as its attachments. Every try needs one of its own: files are read."""
    if not documents:
        return MultipartParameters(payload=body, multipart=None, files=None)
    files = [discord.File(io.BytesIO(it.data), filename=it.filename) for it in documents]
    whole = body | {"attachments": [file.to_dict(n) for n, file in enumerate(files)]}
    parts: list[Json] = [{"name": "payload_json", "value": _to_json(whole)}]
    for n, (file, document) in enumerate(zip(files, documents, strict=True)):
        told = {"name": f"files[{n}]", "filename": file.filename, "content_type": document.media_type}
        parts.append(told | {"value": file.fp})
    return MultipartParameters(payload=None, multipart=parts, files=files)


def voice_message(clip: SpokenClip) -> MultipartParameters:
    """A voice message: one sound, how long it is and how loud, and no word. The library has no call for it."""
    file = discord.File(io.BytesIO(clip.data), filename=clip.filename)
    told = {"duration_secs": round(clip.seconds, 3), "waveform": b64encode(clip.waveform).decode()}
    body = {"flags": IS_VOICE_MESSAGE, "attachments": [file.to_dict(0) | told]}
    sound = {"name": "files[0]", "filename": file.filename, "content_type": clip.media_type, "value": file.fp}
    parts: list[Json] = [{"name": "payload_json", "value": _to_json(body)}, sound]
    return MultipartParameters(payload=None, multipart=parts, files=[file])
