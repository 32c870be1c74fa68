"""One line about a character, for lists and pictures. Pure."""

import re

from engine.rules.text.stops import cut_behind
from engine.rules.text.titles import at_word
from engine.values.characters.characters import Card

LONGEST = 120
_SHORT = 160
_TAGS = re.compile(r"<[^<>]{0,200}>|!?\[[^\[\]]{0,200}\]\([^()]{0,300}\)|https?://\S+|[*_`#>~|]+")
_CHAR = re.compile(r"\{\{char\}\}|<BOT>|<CHAR>", re.IGNORECASE)
_USER = re.compile(r"\{\{user\}\}|<USER>", re.IGNORECASE)
_MACRO = re.compile(r"\{\{[^{}]{0,200}\}\}")
_SENTENCE_END = re.compile(r"(?:(?<!\.)\.++|[!?])(?=\s)|[。！？]")


def blurb(card: Card, user: str) -> str:
    """The first sentence that says something of the character, at most 120 characters; "" when none does.

    ``user`` is the word for whoever reads it.
    """
    brief = [it for it in (card.personality, card.creator_notes) if 0 < len(it) <= _SHORT]
    for text in (*brief, card.description, card.personality, card.scenario, card.creator_notes):
        if line := _first_sentence(_plain(text[:2_000], card.called, user)):
            return at_word(line, LONGEST)
    return ""


def _plain(text: str, name: str, user: str) -> str:
    named = _USER.sub(lambda _: user, _CHAR.sub(lambda _: name, text))
    return _TAGS.sub("", _MACRO.sub("", named))


def _first_sentence(text: str) -> str:
    lines = (" ".join(it.split()).strip(" []【】") for it in text.splitlines())
    line = next((it for it in lines if any(letter.isalnum() for letter in it)), "")
    return next(cut_behind(line, _SENTENCE_END)).strip()
