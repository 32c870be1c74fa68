"""What was left open in a talk: a question of the character's without an answer, or what was to be told later.

Found by rule in the last messages of the talk; what only a reader would understand as open is not found. Pure.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.values.chats.entries import Entry, EntryStatus
from engine.values.people.writing_first import LeftOpen

LONGEST: Final = 200
_BACK: Final = 3
"""So many of the person's last messages are looked at for something that they wanted to tell later."""
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+[.!?。！？]*[\"'”’」』)）*]*")
_QUESTION: Final = re.compile(r"[?？][\"'”’」』)）*\s]*$")
_LATER: Final = re.compile(
    r"\b(?:i['’]?ll|i will|let me|gonna)\s+(?:tell|show|let|write|report|send)\b[^.!?]{0,60}"
    r"\b(?:later|tomorrow|tonight|next|afterwards|when|how it (?:goes|went))\b"
    r"|(?:等|过)[^，。！？\n]{0,12}(?:再|就)(?:告诉|跟你说|和你说|讲给|发给)"
    r"|(?:明天|明晚|回头|晚点|晚些|改天|下次|之后|以后)[^，。！？\n]{0,10}(?:告诉你|跟你说|和你说|讲给你|发给你|给你看)",
    re.IGNORECASE,
)


def left_open(said: Sequence[Entry], character: int, session: int) -> LeftOpen | None:
    """What the last messages of a line leave open, the newest first; None where nothing is.

    ``said`` are messages first to last. A question counts if nobody has said anything behind it.
    """
    whole = [it for it in said if it.status is EntryStatus.COMPLETE and it.text.strip()]
    if whole and whole[-1].character == character:
        question = _last(whole[-1].text, _QUESTION)
        if question:
            return _open(whole[-1], question, session)
    for entry in [it for it in reversed(whole) if it.person is not None][:_BACK]:
        if later := _last(entry.text, _LATER):
            return _open(entry, later, session)
    return None


def _last(text: str, sought: re.Pattern[str]) -> str:
    """The last sentence of a text in which it is found; "" for none."""
    sentences = [it.strip() for it in _SENTENCE.findall(text[-2_000:])]
    if sought is _QUESTION:
        return sentences[-1] if sentences and sought.search(sentences[-1]) else ""
    return next((it for it in reversed(sentences) if sought.search(it)), "")


def _open(entry: Entry, about: str, session: int) -> LeftOpen:
    place = entry.place
    return LeftOpen(f"said:{session}.{place.branch}.{place.seq}", about[:LONGEST], entry.said_at)
