"""What is told of a story: its background, outline, pages and summaries."""

from engine.errors.tree import InputError, StateError


class NoSuchBackground(InputError):
    """No background of that number may be used here. Data: ``number``."""


class BackgroundEmpty(InputError):
    """A background without a setting, an outline and an ending."""


class OutlineTooLong(InputError):
    """An outline has more points than allowed. Data: ``limit``, ``count``."""


class PointTooLong(InputError):
    """A point of an outline is longer than allowed. Data: ``number``, ``limit``, ``length`` (characters)."""


class NoSuchPoint(InputError):
    """An outline has no such point, nor would it be the next one. Data: ``point``, ``points`` (how many there are)."""


class PointMissing(InputError):
    """The outline of the story here has no such point. Data: ``point``, ``points`` (how many there are)."""


class OutlineMissing(StateError):
    """The background of the story here has no outline."""


class NoBackground(StateError):
    """The story here is set nowhere."""


class NoDraft(StateError):
    """No draft of a background waits here for whoever asks, or the one that is meant waits no more."""


class InitiationRunning(StateError):
    """A story is being read in already."""


class InitiationNotRunning(StateError):
    """A story is not being read in."""


class InitiationNotPaused(StateError):
    """Reading a story in does not wait."""


class NothingToRead(StateError):
    """All that was said in a story is read already."""


class PagesOff(StateError):
    """No pages are kept of the story here."""


class NothingToCompress(StateError):
    """A story has no detailed page."""


class NothingToSumUp(StateError):
    """So few messages were said since the last summary that all of them stay. Data: ``staying``."""


class SummariesOff(StateError):
    """Talks are not summed up here."""


class NotInChronicle(InputError):
    """The story is told by nothing of that name. Data: ``kind`` (a ChronicleKind), ``name``."""


class NotTellable(StateError):
    """No message or page here tells of a piece of the story, so that it cannot be told again."""
