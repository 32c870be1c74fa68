"""``python -m bot setup``: a few questions, each answer tried at once, written to ``.env`` in the end."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from pydantic import SecretStr

from bot import env_file
from bot.console import Console, Left
from bot.endpoint_questions import ask_endpoint, env_names
from bot.localise import LANGUAGES
from bot.platform_questions import Trial, ask_tokens
from engine.errors import EnvFileUnwritable
from engine.service.house import House
from engine.values.models import RoleName

_HIDDEN = "••••••"
_POSTGRES = ("postgresql", "postgres")

DONE, LEFT, NO_TERMINAL = 0, 1, 2


async def run(console: Console, house: House, trials: Mapping[str, Trial], env: Path = Path(".env")) -> int:
    """The exit code: 0 written, 1 left or not written, 2 nobody there to answer."""
    if console.ask is None:
        console.say("setup-no-terminal")
        return NO_TERMINAL
    try:
        return await _ask_all(console, house, trials, env)
    except Left:
        console.say("setup-left")
        return LEFT


async def _ask_all(console: Console, house: House, trials: Mapping[str, Trial], env: Path) -> int:
    console, changes = await _language(console)
    console.say("setup-chat")
    changes |= env_names(RoleName.CHAT, await ask_endpoint(console, house, RoleName.CHAT))
    for role in (RoleName.UTILITY, RoleName.EMBEDDING):
        if await console.choice(f"setup-{role}", ("", "1")):
            changes |= env_names(role, await ask_endpoint(console, house, role))
    changes |= await ask_tokens(console, trials)
    changes |= await _database(console, house)
    return await _write(console, env, changes)


async def _language(console: Console) -> tuple[Console, dict[str, str | None]]:
    """Asked in both languages at once; Enter keeps the one that is spoken."""
    typed = await console.choice("setup-language", ("", "1", "2"))
    language = LANGUAGES[int(typed) - 1] if typed else console.speaker.language
    return console.in_language(language), {"OMOIDE_LANGUAGE": language}


async def _database(console: Console, house: House) -> dict[str, str | None]:
    """Nothing when the one that comes along, or the one already named, is kept."""
    while typed := await console.question("setup-database", hidden=True):
        if urlsplit(typed).scheme not in _POSTGRES:
            console.say("setup-database-invalid")
            continue
        problems = [one for one in await house.try_database(SecretStr(typed)) if not one.ok]
        for problem in problems:
            console.say(problem.message, **problem.data)
        if not problems:
            console.say("setup-works")
        if not problems or await console.choice("setup-database-anyway", ("", "1")):
            return {"DATABASE_URL": typed}
    return {}


async def _write(console: Console, env: Path, changes: Mapping[str, str | None]) -> int:
    console.say("setup-will-write", file=str(env))
    for name, value in changes.items():
        if value is not None:
            console.write(f"  {name}={shown(name, value)}\n")
    if await console.choice("setup-write", ("", "n")):
        console.say("setup-left")
        return LEFT
    try:
        env_file.save(env, changes)
    except EnvFileUnwritable as error:
        console.say(error.message, **error.data)
        return LEFT
    if stronger := [name for name in changes if os.environ.get(name)]:
        console.say("setup-environment-wins", names=", ".join(stronger))
    console.say("setup-done")
    return DONE


def shown(name: str, value: str) -> str:
    """``value`` without what must stay secret."""
    if name.endswith(("__KEY", "__TOKEN")):
        return _HIDDEN
    parts = urlsplit(value) if "://" in value else None
    if parts is None or "@" not in parts.netloc:
        return value
    user = parts.netloc.rpartition("@")[0].partition(":")[0]
    return urlunsplit(parts._replace(netloc=f"{user}:{_HIDDEN}@{parts.netloc.rpartition('@')[2]}"))
