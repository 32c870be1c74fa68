"""What Discord refuses in the body of a message, a webhook or a command."""

import base64
import binascii
import hashlib
import re
from typing import Any

from tests.servers.discord.feed import Draft
from tests.servers.discord.rest import Call, Refusal, invalid
from tests.servers.discord.world import World

Json = dict[str, Any]
FILE_LIMIT = 10 * 1024 * 1024
COMPONENTS_V2 = 1 << 15
VOICE = 1 << 13
_MENTIONABLE = ("roles", "users", "everyone")


def draft(call: Call, flags_allowed: int = 4 | 4096 | VOICE | COMPONENTS_V2) -> Draft:
    """A message out of a request; raises Refusal."""
    body: Json = call.body or {}
    check_fields(body)
    made = Draft(
        content=body.get("content") or "",
        embeds=body.get("embeds") or [],
        components=numbered(body.get("components") or []),
        files=call.files,
        flags=int(body.get("flags") or 0) & flags_allowed,
        nonce=_nonce(body),
        allowed=body.get("allowed_mentions"),
        body=body,
        client=True,
    )
    _check_files(call)
    if made.flags & VOICE:
        _check_voice(call, body)
    v2 = made.flags & COMPONENTS_V2 and made.components
    if not (made.content.strip() or made.embeds or made.files or v2):
        raise Refusal(400, 50006, "Cannot send an empty message")
    return made


def changes(call: Call, old: Json) -> Json:
    """The fields an edit changes; raises Refusal."""
    body: Json = call.body or {}
    check_fields(body)
    _check_files(call)
    changed: Json = {}
    if "content" in body:
        changed["content"] = body["content"] or ""
    for key in ("embeds", "components"):
        if key in body:
            changed[key] = body[key] or []
    if "components" in changed:
        changed["components"] = numbered(changed["components"])
    if body.get("flags") is not None:
        changed["flags"] = (old["flags"] & ~4) | (int(body["flags"]) & (4 | COMPONENTS_V2))
    if "attachments" in body:
        kept = {str(each["id"]) for each in body["attachments"] or []}
        changed["attachments"] = [each for each in old["attachments"] if each["id"] in kept]
    after = {**old, **changed}
    if not (
        after["content"].strip() or any(after[key] for key in ("embeds", "components", "attachments")) or call.files
    ):
        raise Refusal(400, 50006, "Cannot send an empty message")
    return changed


def check_fields(body: Json) -> None:
    """Lengths and counts of a message."""
    content = body.get("content")
    if content is not None and not isinstance(content, str):
        raise invalid("content", "BASE_TYPE_BAD_TYPE", "This field must be a string.")
    if content and len(content) > 2000:
        raise invalid("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    _check_embeds(body.get("embeds") or [])
    check_components(body.get("components") or [])
    _check_allowed(body.get("allowed_mentions") or {})


def _check_embeds(embeds: list[Json]) -> None:
    if len(embeds) > 10:
        raise invalid("embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    total = 0
    for place, embed in enumerate(embeds):
        for key, limit in (("description", 4096), ("title", 256)):
            if len(embed.get(key) or "") > limit:
                raise invalid(f"embeds.{place}.{key}", "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")
            total += len(embed.get(key) or "")
        total += sum(len(each["name"]) + len(each["value"]) for each in embed.get("fields") or [])
        if len(embed.get("fields") or []) > 25:
            raise invalid(f"embeds.{place}.fields", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    if total > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def check_components(rows: list[Json]) -> None:
    """Five rows, five buttons a row, custom ids of at most 100 characters, each once."""
    if len(rows) > 5 and all(row.get("type") == 1 for row in rows):
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    ids = [part["custom_id"] for part in controls(rows) if "custom_id" in part]
    if len(ids) != len(set(ids)):
        raise invalid("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    for part in controls(rows):
        _check_control(part)


def _check_control(part: Json) -> None:
    limits = (("custom_id", 100), ("label", 80), ("placeholder", 150), ("options", 25), ("value", 4000))
    for key, limit in limits:
        if len(part.get(key) or "") > limit:
            raise invalid(f"components.0.{key}", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {limit} in length.")
    if part.get("type") == 1 and not 1 <= len(part.get("components") or []) <= 5:
        raise invalid("components.0.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")


def controls(rows: list[Json]) -> list[Json]:
    """Every component in a tree of them."""
    found: list[Json] = []
    for part in rows:
        found.append(part)
        inner = list(part.get("components") or [])
        inner += [part[key] for key in ("component", "accessory") if isinstance(part.get(key), dict)]
        found += controls(inner)
    return found


def numbered(rows: list[Json]) -> list[Json]:
    """Components with the ids Discord gives to those without one."""
    for number, part in enumerate(controls(rows), 1):
        part.setdefault("id", number)
    return rows


def _check_allowed(allowed: Json) -> None:
    for key in ("users", "roles"):
        if allowed.get(key) and key in (allowed.get("parse") or ()):
            raise invalid("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse:[{key}] and {key}:[]")
    if any(kind not in _MENTIONABLE for kind in allowed.get("parse") or ()):
        raise invalid("allowed_mentions.parse", "BASE_TYPE_CHOICES", f"Value must be one of {_MENTIONABLE}.")


def _nonce(body: Json) -> str:
    nonce = body.get("nonce")
    if nonce is None:
        return ""
    if len(str(nonce)) > 25:
        raise invalid("nonce", "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
    return str(nonce)


def _check_voice(call: Call, body: Json) -> None:
    """A voice message is one sound with its length and its waveform, and nothing beside it."""
    told = (body.get("attachments") or [{}])[0]
    if body.get("content") or body.get("embeds") or body.get("components") or len(call.files) != 1:
        raise invalid("flags", "MESSAGE_VOICE_MESSAGE_INVALID", "Voice messages hold one sound alone.")
    if not told.get("duration_secs") or not told.get("waveform"):
        raise invalid("attachments.0", "BASE_TYPE_REQUIRED", "Voice messages need duration_secs and waveform.")
    if len(base64.b64decode(told["waveform"], validate=True)) > 256:
        raise invalid("attachments.0.waveform", "BASE_TYPE_BAD_LENGTH", "Must be 256 or fewer in length.")
    call.files[0].seconds, call.files[0].waveform = told["duration_secs"], told["waveform"]


def _check_files(call: Call) -> None:
    if len(call.files) > 10:
        raise Refusal(400, 30015, "Maximum number of attachments in a message reached (10)")
    if any(len(file.data) > FILE_LIMIT for file in call.files):
        raise Refusal(413, 40005, "Request entity too large")


def name_of_webhook(name: Any, path: str) -> str:
    """A name a webhook may have."""
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 80:
        raise invalid(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 80 in length.")
    for word in ("discord", "clyde"):
        if word in name.lower():
            raise invalid(path, "USERNAME_INVALID_CONTAINS", f'Username cannot contain "{word}"')
    return name.strip()


def avatar(world: World, uri: Any) -> str | None:
    """Keep the picture of a data URI for the CDN; its hash."""
    if uri is None:
        return None
    found = re.match(r"data:image/(?:png|jpeg|gif|webp);base64,(.+)$", str(uri), re.DOTALL)
    try:
        data = base64.b64decode(found[1], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not data:
        raise invalid("avatar", "BINARY_TYPE_PARSE", "Invalid image data")
    if len(data) > FILE_LIMIT:
        raise invalid("avatar", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 10240.0 kb.")
    hash_ = hashlib.md5(data, usedforsecurity=False).hexdigest()
    world.avatars[hash_] = data
    return hash_
