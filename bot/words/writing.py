"""Which of our languages a text is written in. Pure; of what could be either it says nothing."""

import re
from typing import Final

_READ: Final = 600
"""So many characters are looked at."""
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_KANA: Final = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FOREIGN: Final = re.compile(
    r"```.*?(?:```|$)|`[^`\n]*`|https?://\S+|<a?:\w+:\d+>|<[@#][!&]?\d+>|@\w+|:\w+:|^>.*$|\S+\.\w{2,4}\b",
    re.DOTALL | re.MULTILINE,
)
"""What somebody writes without choosing its words: code, addresses, mentions, names of emoji and files, quotes."""
_LEAST_HAN: Final = 2
_LEAST_WORDS: Final = 2
_COMMON: Final = frozenset(
    """
    the you your you're you've and is are isn't aren't were wasn't what what's how how's why who who's whose where
    where's this that that's these those there there's with have haven't has had having do does don't doesn't did didn't
    would wouldn't could couldn't can't should shouldn't will won't i i'm i've i'd i'll my mine it's its we're we've our
    they they're their them she she's her he's his him for from about into not please tell told show hello thanks thank
    sorry yes good morning night today yesterday tomorrow again something someone anything nothing everything because
    think know want need like love remember went going said says saw see look come came make let's if when then than
    was be been to of at but or it we
    """.split()  # noqa: SIM905 — read as words, kept as words
)
"""Words that show English: names, and what every language has taken over, are none of them."""
_ONE_IN: Final = 6
"""Of so many words at least one is common where somebody writes English."""


def language_of(text: str) -> str:
    """The language of ``text``: "en", "zh", or "" where it could be either, is neither, or mixes them."""
    plain = _FOREIGN.sub(" ", text[:_READ])
    han, kana = len(_HAN.findall(plain)), len(_KANA.findall(plain))
    if kana > 1 or _HANGUL.search(plain):
        return ""
    words = [it.casefold().replace("’", "'") for it in _WORD.findall(_HAN.sub(" ", plain))]
    if han >= max(_LEAST_HAN, len(words)):
        return "zh"
    common = sum(it in _COMMON for it in words)
    english = len(words) >= _LEAST_WORDS and common and common * _ONE_IN >= len(words)
    return "en" if english and not han else ""


def has_chinese(text: str) -> bool:
    """Whether there is a Chinese character in ``text``."""
    return bool(_HAN.search(text))
