"""``python -m bot setup``: a few questions, each answer tried at once, written to ``.env`` in the end."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from pydantic import SecretStr

from bot.console import HIDDEN, Console, UserLeft
from bot.platform_questions import TITLES, Trial, ask_tokens, token_name
from bot.rewinding import Back, Tape
from bot.setup import env_file
from bot.setup.endpoint_questions import ask_endpoint, ask_present, env_names, present_model
from bot.setup.search_questions import ask_search
from bot.setup.voice_questions import ask_voice
from bot.words.localise import LANGUAGES
from engine.errors import EnvFileUnwritable
from engine.service.house import HouseService
from engine.values.models.models import RoleName

_DATABASE = "DATABASE_URL"
_POSTGRES = ("postgresql", "postgres")

DONE, LEFT, NO_TERMINAL = 0, 1, 2


async def run(console: Console, house: HouseService, trials: Mapping[str, Trial], env: Path = Path(".env")) -> int:
    """The exit code: 0 written, 1 left or not written, 2 nobody there to answer."""
    if console.ask is None:
        console.say("setup-no-terminal")
        return NO_TERMINAL
    try:
        return await _back_and_forth(console, house, trials, env)
    except UserLeft:
        console.say("setup-left")
    except EnvFileUnwritable as error:
        console.say(error.message, **error.data)
    return LEFT


async def _back_and_forth(console: Console, house: HouseService, trials: Mapping[str, Trial], env: Path) -> int:
    """All questions; from any of them people may go back to the one before. Raises UserLeft, EnvFileUnwritable."""
    tape = Tape()
    while True:
        try:
            return await _ask_all(console.rewinding(tape), house, trials, env)
        except Back:
            tape.rewind()


async def _ask_all(console: Console, house: HouseService, trials: Mapping[str, Trial], env: Path) -> int:
    """What the file says already is the present answer to each question. Raises UserLeft, EnvFileUnwritable."""
    present = env_file.read(env)
    console, changes = await _language(console)
    console.say("setup-back")
    for role in RoleName:
        changes |= await _model(console, house, role, present)
        if role is RoleName.CHAT:
            console.say("setup-optional")
    changes |= await ask_tokens(console, trials, present)
    changes |= await ask_search(console, house, present)
    changes |= await ask_voice(console, house, present)
    changes |= await _database(console, house, present.get(_DATABASE, ""))
    if not await _write(console, env, present, changes):
        return LEFT
    _tell_what_is_next(console, present | changes)
    return DONE


async def _model(
    console: Console, house: HouseService, role: RoleName, present: Mapping[str, str]
) -> dict[str, str | None]:
    """Nothing when the model of this role is kept, or goes without one."""
    known = present_model(role, present)
    if known is not None:
        chosen = await ask_present(console, house, role, known)
        return env_names(role, chosen) if chosen else {}
    if role is RoleName.CHAT:
        console.say("setup-chat")
    elif not await console.choice(f"setup-{role}", ("", "1")):
        return {}
    return env_names(role, await ask_endpoint(console, house, role))


async def _language(console: Console) -> tuple[Console, dict[str, str | None]]:
    """Asked in both languages at once; Enter keeps the one that is spoken."""
    typed = await console.choice("setup-language", ("", "1", "2"))
    language = LANGUAGES[int(typed) - 1] if typed else console.speaker.language
    return console.in_language(language), {"OMOIDE_LANGUAGE": language}


async def _database(console: Console, house: HouseService, present: str) -> dict[str, str | None]:
    """Nothing when the one that comes along, or the one already named, is kept."""
    known = {"now": shown(_DATABASE, present), "kept": "yes" if present else "no"}
    while typed := await console.question("setup-database", hidden=True, **known):
        if urlsplit(typed).scheme not in _POSTGRES:
            console.refuse("setup-database-invalid")
            continue
        found = await console.tried(partial(house.try_database, SecretStr(typed)))
        problems = [one for one in found if not one.ok]
        for problem in problems:
            console.say(problem.message, **problem.data)
        if not problems:
            console.say("setup-works")
        if not problems or await console.choice("setup-database-anyway", ("", "1")):
            return {_DATABASE: typed}
    return {}


async def _write(console: Console, env: Path, present: Mapping[str, str], changes: Mapping[str, str | None]) -> bool:
    """Whether it was wanted. Raises UserLeft, EnvFileUnwritable."""
    comma = console.speaker.say("list-comma")
    console.say("setup-will-write", file=str(env))
    for name, value in changes.items():
        if value is not None:
            console.write(f"  {name}={shown(name, value)}\n")
    if gone := [name for name, value in changes.items() if value is None and name in present]:
        console.say("setup-will-remove", names=comma.join(gone))
    if await console.choice("setup-write", ("", "n")):
        console.say("setup-left")
        return False
    env_file.save(env, changes)
    if stronger := [name for name in changes if os.environ.get(name)]:
        console.say("setup-environment-wins", names=comma.join(stronger))
    return True


def _tell_what_is_next(console: Console, written: Mapping[str, str | None]) -> None:
    """What starts a conversation, and what makes the bots' owner."""
    console.say("setup-done")
    bots = [title for platform, title in TITLES.items() if written.get(token_name(platform))]
    if bots:
        console.say("setup-serve", platforms=console.speaker.say("setup-and").join(bots))


def shown(name: str, value: str) -> str:
    """``value`` without what must stay secret."""
    if name.endswith(("__KEY", "__TOKEN", "__ENV", "__COMMAND")):
        return HIDDEN
    parts = urlsplit(value) if "://" in value else None
    if parts is None or "@" not in parts.netloc:
        return value
    user = parts.netloc.rpartition("@")[0].partition(":")[0]
    return urlunsplit(parts._replace(netloc=f"{user}:{HIDDEN}@{parts.netloc.rpartition('@')[2]}"))
