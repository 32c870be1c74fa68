"""What people said aloud, as text: behind a mark that says so. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from engine.values.chats.speech import SpokenKind
from engine.values.house.setting_choices import Language
from engine.values.models.pictures import SentFile

LONGEST: Final = 20_000
"""Characters of one recording: ten minutes hold half of that."""

_MARKS: Final = {
    Language.EN: {SpokenKind.VOICE: "voice message", SpokenKind.ROUND: "video message", SpokenKind.AUDIO: "audio"},
    Language.ZH: {SpokenKind.VOICE: "语音消息", SpokenKind.ROUND: "视频消息", SpokenKind.AUDIO: "音频"},
}
_UNHEARD: Final = {Language.EN: "{mark}, not heard", Language.ZH: "{mark}，没有听到"}
_ANY: Final = "|".join(mark for marks in _MARKS.values() for mark in marks.values())
_MARKED: Final = re.compile(rf"^\[(?:{_ANY})\] ", re.MULTILINE)


def spoken(said: Sequence[tuple[SentFile, str]], language: Language) -> str:
    """What was said in recordings: each behind its mark, on a line of its own."""
    return "\n".join(f"[{_mark(file, language)}] {words}" for file, words in said)


def unheard_mark(file: SentFile, language: Language) -> str:
    """What stands for a recording that nobody has listened to."""
    name = f": {file.name}" if file.speech == SpokenKind.AUDIO else ""
    return f"[{_UNHEARD[language].format(mark=_mark(file, language) + name)}]"


def on_a_line(text: str) -> str:
    """A transcript as one paragraph: services break it where they like."""
    return " ".join(text.split())


def unmarked(text: str) -> str:
    """The words of a message alone: what is looked for is not how they were said."""
    return _MARKED.sub("", text)


def _mark(file: SentFile, language: Language) -> str:
    marks = _MARKS[language]
    return (
        marks.get(SpokenKind(file.speech), marks[SpokenKind.AUDIO])
        if file.speech in set(SpokenKind)
        else marks[SpokenKind.AUDIO]
    )
