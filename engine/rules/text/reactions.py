"""What people's reactions on messages come to: which are kept, what is told of them, which replies are liked. Pure.

A reaction is an emoji, or the name of a platform's own between colons. Both come from outside: people name emoji as
they like, so a name is letters and digits alone, and short.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.recall.telling.quoting import harmless
from engine.rules.recall.word_lists import word_lists
from engine.rules.text.names import on_one_line
from engine.values.chats.bodies import ReactionBody
from engine.values.chats.entries import Entry, EntryStatus
from engine.values.chats.incoming import ReactionChange
from engine.values.chats.reactions import Felt

MOST_SIGNS: Final = 5
"""So many reactions of one person on one message are kept."""
MOST_CHANGES: Final = 12
"""So often a person's reactions on one message may change; what they take away still counts behind that."""
MOST_TOLD: Final = 8
"""So many messages' reactions are told in a prompt, the newest of them."""
LONGEST_QUOTE: Final = 40

_LISTS: Final = word_lists(__file__, "reaction_signs.json")
_STYLES: Final = "\ufe0e\ufe0f"
_TONES: Final = re.compile("[\U0001f3fb-\U0001f3ff]")
_KEYCAP: Final = re.compile("[0-9#*]\u20e3")
_IN_NAMES: Final = re.compile(r"\w")
_LONGEST_NAME: Final = 32
_LONGEST_EMOJI: Final = 16
_FIRST_SYMBOL: Final = 0xA9
_JOINS: Final = frozenset("\u200d\u20e3")
_OTHERS: Final = frozenset("‼⁉〰")
"""What is an emoji and no symbol."""


def plain(sign: str) -> str:
    """A sign without what says how it is drawn and in which tone of skin."""
    return _TONES.sub("", sign.translate(dict.fromkeys(map(ord, _STYLES))))


_LIKED: Final = frozenset(map(plain, _LISTS["liked"]))
_UNDO: Final = frozenset(map(plain, _LISTS["undo"]))


def sign_of(raw: str) -> str:
    """A reaction as it is kept; "" for what is none."""
    text = raw.strip().replace("\ufe0f", "")
    if text.startswith(":"):
        return _named(text)
    if len(text) > _LONGEST_EMOJI or not (_KEYCAP.fullmatch(text) or any(map(_is_symbol, text))):
        return ""
    return text if _KEYCAP.fullmatch(text) or all(_is_symbol(it) or _goes_along(it) for it in text) else ""


def _is_symbol(char: str) -> bool:
    return char in _OTHERS or (ord(char) >= _FIRST_SYMBOL and unicodedata.category(char) in ("So", "Sm"))


def _goes_along(char: str) -> bool:
    """Whether it joins emoji, says a tone of skin, or which flag a flag is."""
    return char in _JOINS or _TONES.fullmatch(char) is not None or 0xE0020 <= ord(char) <= 0xE007F


def _named(name: str) -> str:
    """A platform's own emoji by its name: what is no letter, digit or underscore of it is left out."""
    kept = "".join(_IN_NAMES.findall(name))[:_LONGEST_NAME]
    return f":{kept}:" if kept else ""


def kept_change(change: ReactionChange) -> ReactionChange:
    """A change of the reactions that are kept. What asks for an undo is a request, and is not felt."""
    put, taken = (
        tuple(dict.fromkeys(sign for it in signs if (sign := sign_of(it)) and plain(sign) not in _UNDO))
        for signs in (change.put, change.taken)
    )
    return ReactionChange(put, taken, change.whole)


def asks_undo(change: ReactionChange) -> bool:
    """Whether somebody put the sign there that asks for an undo."""
    return any(plain(sign_of(it)) in _UNDO for it in change.put)


def changed(before: Sequence[str], change: ReactionChange, changes: int) -> tuple[str, ...]:
    """What is there after a change: of what was there ``before``, after so many ``changes`` already."""
    stays = (
        [it for it in before if it in change.put] if change.whole else [it for it in before if it not in change.taken]
    )
    if changes >= MOST_CHANGES:
        return tuple(stays)
    return tuple(dict.fromkeys((*stays, *change.put)))[:MOST_SIGNS]


def newly_felt(acts: Sequence[Felt], since: int) -> list[Felt]:
    """What people have put on messages behind seq ``since`` and left there, oldest first; each person once a message.

    ``acts`` are in order. What a person had there before that is not told again.
    """
    before: dict[tuple[int, int], tuple[str, ...]] = {}
    after: dict[tuple[int, int], Felt] = {}
    for act in acts:
        key = act.person, act.target
        if act.seq <= since or act.told:
            before[key] = act.signs
        else:
            after.pop(key, None)  # the newest of them stands last
            after[key] = act
    found = ((it, before.get(key, ())) for key, it in after.items())
    new = ((it, tuple(sign for sign in it.signs if sign not in had)) for it, had in found)
    return [Felt(it.seq, it.target, it.person, it.name, signs) for it, signs in new if signs][-MOST_TOLD:]


@dataclass(frozen=True, slots=True)
class ReactedTo:
    """A message that was reacted to: who said it, and how it begins."""

    speaker: str
    text: str


def told(felt: Iterable[tuple[Felt, ReactedTo]], mark: str) -> Iterator[str]:
    """A line for each: ``Mara ❤ 👍 → Aki: "The sea is …"``, without anything that looks like the marks around it."""
    for reaction, message in felt:
        who = on_one_line(harmless(reaction.name, mark))
        words = harmless(message.text, mark)
        words = words if len(words) <= LONGEST_QUOTE else f"{words[: LONGEST_QUOTE - 1].rstrip()}…"
        speaker = on_one_line(harmless(message.speaker, mark))
        yield f"{who} {' '.join(harmless(sign, mark) for sign in reaction.signs)} → {speaker}: “{words}”"


def is_like(act: Entry) -> bool:
    """Whether an act says that a message is liked from here on: not one that takes the signs away, or was erased."""
    if act.status is EntryStatus.ERASED or not isinstance(act.body, ReactionBody):
        return False
    return any(plain(sign) in _LIKED for sign in act.body.emojis)


def likes(acts: Iterable[Entry]) -> dict[int, int]:
    """How many people like each message of a line, by seq, as the newest acts have it."""
    newest: dict[tuple[int, int], bool] = {}
    for it in acts:
        if isinstance(it.body, ReactionBody) and it.target_seq is not None and it.person is not None:
            newest[(it.target_seq, it.person)] = is_like(it)
    found: dict[int, int] = {}
    for (seq, _), liked in newest.items():
        if liked:
            found[seq] = found.get(seq, 0) + 1
    return found
