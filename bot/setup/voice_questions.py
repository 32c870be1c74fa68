"""Questions about who hears voice messages and who says replies aloud. Each has to do it at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import SecretStr, ValidationError

from bot.console import HIDDEN, Console
from bot.setup.endpoint_questions import with_scheme
from engine.config.voice import SpeechConfig, VoiceConfig
from engine.service.house import HouseService
from engine.values.house.house import Finding
from engine.values.models.models import Endpoint, Format


@dataclass(frozen=True, slots=True)
class _Service:
    """``name``: how its texts call it. ``fields``: what it is asked for, the address first."""

    name: str
    prefix: str
    config: type[VoiceConfig]
    fields: tuple[str, ...]

    def env(self, field: str) -> str:
        """The line of ``.env``."""
        return f"{self.prefix}{field.upper()}"

    def default(self, field: str) -> str:
        """What holds where nothing is typed."""
        known = self.config.model_fields[field].default
        return known if isinstance(known, str) else ""


_HEARING: Final = _Service("hearing", "OMOIDE_TRANSCRIPTION__", VoiceConfig, ("url", "key", "model"))
_SPEAKING: Final = _Service("speaking", "OMOIDE_SPEECH__", SpeechConfig, ("url", "key", "model", "voice"))


async def ask_voice(console: Console, house: HouseService, present: Mapping[str, str]) -> dict[str, str | None]:
    """The names for ``.env``, None for one to remove; nothing for what is left as it is. Raises UserLeft."""
    changes: dict[str, str | None] = {}
    for it in (_HEARING, _SPEAKING):
        changes |= await _asked(console, house, it, {field: present.get(it.env(field), "") for field in it.fields})
    return changes


async def _asked(
    console: Console, house: HouseService, it: _Service, present: Mapping[str, str]
) -> dict[str, str | None]:
    if present["url"]:
        model = present["model"] or it.default("model")
        console.say("setup-now-voice", service=it.name, url=_shown(present["url"]), model=model)
        wish = await console.choice("setup-keep-voice", ("", "1", "2"))
    else:
        wish = await console.choice(f"setup-{it.name}", ("", "1"))
    if wish == "2":
        return dict.fromkeys(map(it.env, it.fields))
    if not wish:
        return {}
    answers = await _proven(console, house, it, present)
    if not answers:
        return {}
    console.say("setup-voice-next", service=it.name)
    return {it.env(field): answers[field] or None for field in it.fields}


async def _proven(console: Console, house: HouseService, it: _Service, present: Mapping[str, str]) -> Mapping[str, str]:
    """What is to be written, nothing where it is left as it was. Raises UserLeft."""
    typed = await _typed(console, it, present)
    while typed["url"]:
        console.say("setup-voice-trying", url=_shown(typed["url"]))
        found = await console.tried(lambda typed=typed: _tried(house, it, typed))
        console.say(found.message, **found.data)
        if found.ok:
            return typed
        match await console.choice("setup-voice-correct", ("", "1", "2", "3")):
            case "1":
                typed = await _typed(console, it, typed)
            case "2":
                return typed
            case "3":
                break
            case _:
                pass
    return {}


async def _tried(house: HouseService, it: _Service, typed: Mapping[str, str]) -> Finding:
    key = SecretStr(typed["key"]) if typed["key"] else None
    model = typed["model"] or it.default("model")
    if it is _HEARING:
        return await house.try_hearing(typed["url"], key, model)
    return await house.try_speech(typed["url"], key, model, typed["voice"] or it.default("voice"))


async def _typed(console: Console, it: _Service, present: Mapping[str, str]) -> dict[str, str]:
    """Enter keeps what is there; without an address nothing more is asked."""
    answers: dict[str, str] = {}
    for field in it.fields:
        kept = _usable(it, field, present[field])
        answers[field] = await _field(console, it, field, kept)
        if not answers["url"]:
            break
    return answers


async def _field(console: Console, it: _Service, field: str, kept: str) -> str:
    secret = field == "key"
    shown = HIDDEN if secret else _shown(kept) if field == "url" else kept or it.default(field)
    known = {"service": it.name, "now": shown, "kept": "yes" if kept else "no"}
    while typed := await console.question(f"setup-voice-{field}", hidden=secret, **known):
        if usable := _usable(it, field, typed):
            return usable
        console.refuse("setup-voice-url-invalid" if field == "url" else "setup-search-key-invalid")
    return kept


def _usable(it: _Service, field: str, typed: str) -> str:
    """What was typed as the process settings have it; "" when they cannot."""
    value = with_scheme(typed) if field == "url" and typed else typed
    if not value or not value.isascii() or not value.isprintable():
        return ""
    try:
        made = it.config.model_validate({field: value})
    except ValidationError:
        return ""
    return made.url if field == "url" else value


def _shown(url: str) -> str:
    """``url`` without what must stay secret."""
    return Endpoint("", Format.OPENAI, url, "").address
