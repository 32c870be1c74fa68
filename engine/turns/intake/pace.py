"""How people write in a channel, as far as this process has seen it, and how long a burst is waited for by that."""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Final

from engine.rules.pausing import Sound, sound_of
from engine.turns.intake.burst import LONGEST, Pause
from engine.values.ids import ChannelKey

_QUICK: Final = 0.25
"""The part of the whole pause that is waited when nothing says that more comes."""
_LIKELY: Final = 0.5
_ALONE: Final = 120.0
"""Seconds after which somebody who wrote in a channel is no more taken to be in the talk."""
_TYPED: Final = 60.0
"""Seconds. Who was seen typing so long before a message will be seen when they type the next one."""
_BURST: Final = 8.0
"""Seconds. A message that follows one of the same person so soon belongs to it."""
_RHYTHM: Final = 1.2
_CHANNELS: Final = 2_000
_REMEMBERED: Final = 12
_ENOUGH: Final = 6


@dataclass(slots=True)
class _Talk:
    """What was seen of one channel: when each person wrote last and how it sounded, and when somebody typed.

    ``followed`` says of the last messages of each person and sound whether they wrote more at once.
    """

    wrote: dict[int, tuple[float, Sound]] = field(default_factory=dict[int, tuple[float, Sound]])
    typed: float | None = None
    followed: dict[tuple[int, Sound], deque[bool]] = field(default_factory=dict[tuple[int, Sound], deque[bool]])


class WaitingPace:
    """How long a message is waited upon: not long when it sounds whole, its writer is alone and is not typing."""

    def __init__(self) -> None:
        self._talks: OrderedDict[ChannelKey, _Talk] = OrderedDict()

    def typing(self, channel: ChannelKey, now: float) -> None:
        """Somebody types in ``channel``."""
        self._talk(channel).typed = now

    def heard(self, channel: ChannelKey, person: int, text: str, whole: float, now: float) -> Pause:
        """How long the end of a burst is waited for after ``text``; ``whole`` seconds at most after each message."""
        talk = self._talk(channel)
        sound, gap = sound_of(text), self._gap(talk, person, now)
        talk.wrote = {who: it for who, it in talk.wrote.items() if now - it[0] < _ALONE}
        talk.wrote[person] = (now, sound)
        part = 1.0 if len(talk.wrote) > 1 else self._part(talk, person, sound, now)
        rhythm = 0.0 if gap is None else _RHYTHM * gap
        return Pause(min(whole, max(part * whole, rhythm)), LONGEST * whole)

    def _part(self, talk: _Talk, person: int, sound: Sound, now: float) -> float:
        """The part of the whole pause that is needed after a message of somebody who is alone."""
        sees_typing = talk.typed is not None and now - talk.typed < _TYPED
        if sound is Sound.OPEN:
            return _LIKELY if sees_typing else 1.0
        if sees_typing:
            return _QUICK
        habit = talk.followed.get((person, sound), ())
        if len(habit) < _ENOUGH:
            return _QUICK if sound is Sound.WHOLE else 1.0
        return _QUICK if sum(habit) * 10 < len(habit) else 1.0

    def _gap(self, talk: _Talk, person: int, now: float) -> float | None:
        """Seconds since the message of ``person`` that this one belongs to, if it does to any; what is learnt of it."""
        before = talk.wrote.get(person)
        if before is None:
            return None
        at, sound = before
        goes_on = now - at < _BURST
        talk.followed.setdefault((person, sound), deque(maxlen=_REMEMBERED)).append(goes_on)
        return now - at if goes_on else None

    def _talk(self, channel: ChannelKey) -> _Talk:
        talk = self._talks.setdefault(channel, _Talk())
        self._talks.move_to_end(channel)
        if len(self._talks) > _CHANNELS:
            self._talks.popitem(last=False)
        return talk
