"""What a text from a person is: a message, a command, an aside, or nothing. Pure."""

import unicodedata
from dataclasses import dataclass
from typing import Final

_SLASHES: Final = ("/", "／")
_ASIDES: Final = (("((", "))"), ("（（", "））"))


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A message for the character; ``text`` as it was written."""

    text: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A command: ``name`` in lower case without the slash, ``rest`` as it was written."""

    name: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """Words among people: not answered, not remembered."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No words at all."""


Routed = ChatMessage | Typed | Aside | Nothing


def route(text: str) -> Routed:
    """Decide what ``text`` is. A full-width slash counts as a slash."""
    bare = text.strip()
    if not bare:
        return Nothing()
    if bare[:1] in _SLASHES and bare[1:2] in _SLASHES:
        return Aside()
    if any(bare.startswith(opening) and bare.endswith(closing) for opening, closing in _ASIDES):
        return Aside()
    if bare[:1] not in _SLASHES or bare[1:2].isspace():
        return ChatMessage(text)
    return _command(bare[1:])


def _command(line: str) -> Typed:
    name, *rest = line.split(maxsplit=1) or [""]
    # In groups Telegram writes the bot's name behind the command.
    plain = unicodedata.normalize("NFKC", name.partition("@")[0]).casefold()
    return Typed(plain, rest[0].strip() if rest else "")


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote a message, as far as it decides whether anybody listens.

    ``own``: written by us, under our own name or through a webhook of ours. ``bot`` and ``webhook`` are as the platform
    says. ``application`` is the application behind a webhook, "" if unknown.
    """

    own: bool = False
    bot: bool = False
    webhook: bool = False
    application: str = ""


PROXIES: Final = frozenset({"466378653216014359", "431544605209788416"})
"""Applications that repeat people's words under another name: PluralKit, Tupperbox."""


def heeds(author: Author, *, proxies: bool) -> bool:
    """Whether ``author`` is somebody to be answered: never a bot, a webhook only where it speaks for a person."""
    if author.own:
        return False
    if author.webhook:
        return proxies and author.application in PROXIES
    return not author.bot
