"""What an entry asks for besides its keys: the kind of reply, the character, a long enough talk, timers."""

from dataclasses import dataclass
from enum import StrEnum

from engine.rules.world.outcome import UntoldReason
from engine.rules.world.scan import Scan
from engine.rules.world.timers import Running
from engine.values.characters.worlds import WorldEntry


class ScanStep(StrEnum):
    """Why the texts are looked through: for the first time, because entries came up, because others waited for it,
    or for want of entries."""

    FIRST = "first"
    RECURSION = "recursion"
    LEVEL = "level"
    WIDER = "wider"

    @property
    def is_recursion(self) -> bool:
        """Whether entries that wait for recursion may fire."""
        return self in (ScanStep.RECURSION, ScanStep.LEVEL)


@dataclass(frozen=True, slots=True)
class LoreTurn:
    """What conditions are about. ``names`` and ``tags`` are the character's, in lower case."""

    scan: Scan
    running: Running
    names: frozenset[str]
    tags: frozenset[str]

    def obstacle(self, book: str, entry: WorldEntry) -> UntoldReason | None:
        """What keeps an entry that fired from being told in this turn, or None."""
        if entry.triggers and self.scan.generation not in entry.triggers:
            return UntoldReason.TRIGGER
        if self._is_for_others(entry):
            return UntoldReason.FILTER
        if entry.greeting is not None and entry.greeting != self.scan.greeting:
            return UntoldReason.GREETING
        if self.scan.replies < entry.after or (entry.every > 0 and self.scan.replies % entry.every):
            return UntoldReason.REPLIES
        return self._timer(book, entry)

    def sticks(self, book: str, entry: WorldEntry) -> bool:
        """Whether an entry still holds since it fired earlier."""
        return (book, entry.uid) in self.running.sticky

    def rests(self, book: str, entry: WorldEntry) -> bool:
        """Whether an entry's cooldown runs."""
        return (book, entry.uid) in self.running.cooldown

    def _timer(self, book: str, entry: WorldEntry) -> UntoldReason | None:
        if self.scan.messages < entry.delay:
            return UntoldReason.DELAY
        if self.rests(book, entry) and not self.sticks(book, entry):
            return UntoldReason.COOLDOWN
        return None

    def _is_for_others(self, entry: WorldEntry) -> bool:
        """Names and tags are asked one after the other, so that an entry with both wants both."""
        for wanted, own in ((entry.filter_names, self.names), (entry.filter_tags, self.tags)):
            if wanted and own.isdisjoint(lowered(wanted)) is not entry.filter_exclude:
                return True
        return False


def lowered(names: tuple[str, ...]) -> frozenset[str]:
    """Names to be compared: as SillyTavern's files have them, but whatever their case."""
    return frozenset(it.lower() for it in names)


def waits(entry: WorldEntry, step: ScanStep, level: int) -> bool:
    """Whether an entry waits for a later ``level`` of recursion than this step's."""
    if not entry.delay_until_recursion:
        return False
    return not step.is_recursion or entry.delay_until_recursion > level
