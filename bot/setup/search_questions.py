"""Questions about who searches the web: SearXNG, Brave, an MCP server. Each has to find something at once."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pydantic import SecretStr, ValidationError

from bot.console import HIDDEN, Console
from bot.setup.endpoint_questions import with_scheme
from engine.config.searching import McpConfig, SearchConfig
from engine.service.house import HouseService
from engine.values.models.models import Endpoint, Format


@dataclass(frozen=True, slots=True)
class _Asked:
    """``names``: the lines of ``.env``, of which one is written. ``kind``: how its texts call what is typed."""

    title: str
    names: tuple[str, ...]
    kind: str

    def present(self, known: Mapping[str, str]) -> str:
        """What is written already."""
        return next((value for it in self.names if (value := known.get(it, ""))), "")

    def name(self, value: str) -> str:
        """The line that ``value`` is written to."""
        return self.names[-1] if self is _MCP and _is_address(value) else self.names[0]


_SEARXNG: Final = _Asked("SearXNG", ("OMOIDE_SEARCH__URL",), "url")
_BRAVE: Final = _Asked("Brave", ("OMOIDE_SEARCH__KEY",), "key")
_MCP: Final = _Asked("MCP", ("OMOIDE_SEARCH__MCP__COMMAND", "OMOIDE_SEARCH__MCP__URL"), "mcp")
_MCP_PREFIX: Final = "OMOIDE_SEARCH__MCP__"
_ENV: Final = f"{_MCP_PREFIX}ENV"
_WISHES: Final = {"": (), "1": (_SEARXNG,), "2": (_BRAVE,), "3": (_SEARXNG, _BRAVE), "4": (_MCP,)}
_NONE: Final = "5"
_ALL: Final = (_SEARXNG, _BRAVE, _MCP)


async def ask_search(console: Console, house: HouseService, present: Mapping[str, str]) -> dict[str, str | None]:
    """The names for ``.env``, None for one to remove; nothing for what is left as it is. Raises UserLeft."""
    wish = await _wish(console, present)
    if wish == _NONE:
        return {name: None for it in _ALL for name in it.names}
    changes: dict[str, str | None] = {}
    works = False
    for it in _WISHES[wish]:
        lines, answered = await _proven(console, house, it, present)
        works |= answered
        changes |= lines
    if works:
        console.say("setup-search-next")
    if changes and len(_WISHES[wish]) == 1:
        changes |= {name: None for it in _ALL for name in it.names if name not in changes}
    return changes


async def _wish(console: Console, present: Mapping[str, str]) -> str:
    url, key, served = (it.present(present) for it in _ALL)
    if not url and not key and not served:
        return await console.choice("setup-search", tuple(_WISHES))
    if url or key:
        which = "both" if url and key else "url" if url else "key"
        console.say("setup-now-search", which=which, url=_shown(_SEARXNG, url), now=HIDDEN)
    if served:
        console.say("setup-now-search", which="mcp", url=_shown(_MCP, served), now=HIDDEN)
    return await console.choice("setup-keep-search", (*_WISHES, _NONE))


async def _proven(
    console: Console, house: HouseService, it: _Asked, present: Mapping[str, str]
) -> tuple[dict[str, str | None], bool]:
    """The lines to be written, none for nothing, and whether something was found with them. Raises UserLeft."""
    typed, env = await _typed(console, it, present)
    while typed:
        console.say("setup-search-trying", provider=it.title)
        found = await console.tried(partial(house.try_search, _tried(it, typed, env, present)))
        console.say(found.message, **found.data)
        if found.ok:
            return _lines(it, typed, env), True
        keyed = {_BRAVE: "yes", _MCP: "mcp"}.get(it, "no")
        match await console.choice("setup-search-correct", ("", "1", "2", "3"), keyed=keyed):
            case "1":
                typed, env = await _typed(console, it, present)
            case "2":
                return _lines(it, typed, env), False
            case "3":
                break
            case _:
                pass
    return {}, False


def _lines(it: _Asked, typed: str, env: str) -> dict[str, str | None]:
    keys: dict[str, str | None] = {_ENV: env} if env else {}
    return {it.name(typed): typed, **keys}


def _tried(it: _Asked, typed: str, env: str, present: Mapping[str, str]) -> Any:
    """What is searched with: of an MCP server with what else is written of it."""
    if it is not _MCP:
        return typed if it is _SEARXNG else SecretStr(typed)
    known = {name: present.get(_MCP_PREFIX + name.upper(), "") for name in ("key", "tool", "query", "count")}
    given = {name: value for name, value in known.items() if value}
    where = {"url" if _is_address(typed) else "command": typed}
    try:
        return McpConfig.model_validate({**given, **where, "env": env or "{}"}).server
    except ValidationError:  # of what was written by hand: the next start says so
        return McpConfig.model_validate(where).server


async def _typed(console: Console, it: _Asked, present: Mapping[str, str]) -> tuple[str, str]:
    """Enter keeps what is written; without what can be used it leaves the line as it is, which is "".

    With it come the keys of an MCP server that is started here, as JSON.
    """
    kept = _usable(it, it.present(present))
    known = {"now": _shown(it, kept), "kept": "yes" if kept else "no"}
    usable = kept
    while typed := await console.question(f"setup-search-{it.kind}", hidden=it is _BRAVE, **known):
        if usable := _usable(it, typed):
            break
        console.refuse(f"setup-search-{it.kind}-invalid")
    if it is not _MCP or not usable or _is_address(usable):
        return usable, ""
    return usable, await _keys(console, present.get(_ENV, ""))


async def _keys(console: Console, kept: str) -> str:
    """The environment of a program, as JSON; "" for none."""
    while typed := await console.question("setup-search-mcp-env", hidden=True, kept="yes" if kept else "no"):
        pairs = [it.partition("=") for it in _split(typed)]
        if pairs and all(name and sign for name, sign, _ in pairs):
            return json.dumps({name: value for name, _, value in pairs})
        console.refuse("setup-search-mcp-invalid")
    return kept


def _usable(it: _Asked, typed: str) -> str:
    """What was typed as the process settings have it; "" when they cannot."""
    try:
        if it is _SEARXNG:
            return SearchConfig(url=with_scheme(typed)).url
        if it is _MCP:
            config = McpConfig(url=typed) if _is_address(typed) else McpConfig(command=typed)
            return config.url or config.command
        SearchConfig(key=SecretStr(typed))
    except ValidationError:
        return ""
    return typed if typed.isascii() and typed.isprintable() else ""


def _is_address(typed: str) -> bool:
    return typed.startswith(("http://", "https://"))


def _split(typed: str) -> list[str]:
    try:
        return shlex.split(typed)
    except ValueError:
        return []


def _shown(it: _Asked, value: str) -> str:
    """``value`` without what must stay secret: of a command only its program."""
    if it is _MCP and not _is_address(value):
        return value.split(maxsplit=1)[0] if value.split() else ""
    return HIDDEN if it is _BRAVE else Endpoint("", Format.OPENAI, value, "").address
