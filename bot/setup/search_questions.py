"""Questions about who searches the web: a SearXNG of one's own, and Brave. Each has to find something at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from pydantic import SecretStr, ValidationError

from bot.console import HIDDEN, Console
from bot.setup.endpoint_questions import with_scheme
from engine.config import SearchConfig
from engine.service.house import HouseService
from engine.values.models.models import Endpoint, Format


@dataclass(frozen=True, slots=True)
class _Asked:
    """``name``: the line of ``.env``. ``kind``: how its texts call what is typed."""

    title: str
    name: str
    kind: str


_SEARXNG: Final = _Asked("SearXNG", "OMOIDE_SEARCH__URL", "url")
_BRAVE: Final = _Asked("Brave", "OMOIDE_SEARCH__KEY", "key")
_WISHES: Final = {"": (), "1": (_SEARXNG,), "2": (_BRAVE,), "3": (_SEARXNG, _BRAVE)}
_NONE: Final = "4"


async def ask_search(console: Console, house: HouseService, present: Mapping[str, str]) -> dict[str, str | None]:
    """The names for ``.env``, None for one to remove; nothing for what is left as it is. Raises UserLeft."""
    wish = await _wish(console, present)
    if wish == _NONE:
        return {_SEARXNG.name: None, _BRAVE.name: None}
    changes: dict[str, str | None] = {}
    works = False
    for it in _WISHES[wish]:
        value, answered = await _proven(console, house, it, present.get(it.name, ""))
        works |= answered
        if value:
            changes[it.name] = value
    if works:
        console.say("setup-search-next")
    if len(changes) == len(_WISHES[wish]) == 1:
        changes |= {it.name: None for it in (_SEARXNG, _BRAVE) if it.name not in changes}
    return changes


async def _wish(console: Console, present: Mapping[str, str]) -> str:
    url, key = present.get(_SEARXNG.name, ""), present.get(_BRAVE.name, "")
    if not url and not key:
        return await console.choice("setup-search", tuple(_WISHES))
    which = "both" if url and key else "url" if url else "key"
    console.say("setup-now-search", which=which, url=_shown(_SEARXNG, url), now=HIDDEN)
    return await console.choice("setup-keep-search", (*_WISHES, _NONE))


async def _proven(console: Console, house: HouseService, it: _Asked, present: str) -> tuple[str, bool]:
    """What is to be written, "" for nothing, and whether something was found with it. Raises UserLeft."""
    typed = await _typed(console, it, present)
    while typed:
        console.say("setup-search-trying", provider=it.title)
        found = await console.tried(partial(house.try_search, typed if it is _SEARXNG else SecretStr(typed)))
        console.say(found.message, **found.data)
        if found.ok:
            return typed, True
        keyed = "yes" if it is _BRAVE else "no"
        match await console.choice("setup-search-correct", ("", "1", "2", "3"), keyed=keyed):
            case "1":
                typed = await _typed(console, it, present)
            case "2":
                return typed, False
            case "3":
                break
            case _:
                pass
    return "", False


async def _typed(console: Console, it: _Asked, present: str) -> str:
    """Enter keeps ``present``; without one that can be used it leaves the line as it is, which is ""."""
    kept = _usable(it, present)
    known = {"now": _shown(it, kept), "kept": "yes" if kept else "no"}
    while typed := await console.question(f"setup-search-{it.kind}", hidden=it is _BRAVE, **known):
        if usable := _usable(it, typed):
            return usable
        console.refuse(f"setup-search-{it.kind}-invalid")
    return kept


def _usable(it: _Asked, typed: str) -> str:
    """What was typed as the process settings have it; "" when they cannot."""
    try:
        if it is _SEARXNG:
            return SearchConfig(url=with_scheme(typed)).url
        SearchConfig(key=SecretStr(typed))
    except ValidationError:
        return ""
    return typed if typed.isascii() and typed.isprintable() else ""


def _shown(it: _Asked, value: str) -> str:
    """``value`` without what must stay secret."""
    return Endpoint("", Format.OPENAI, value, "").address if it is _SEARXNG else HIDDEN
