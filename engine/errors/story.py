"""What is told of a story: its background, outline, pages and summaries."""

from engine.errors.tree import InputError, StateError


class NoSuchBackground(InputError):
    """No background of that number may be used here. Data: ``number``."""

    message = "error-no-such-background"


class BackgroundEmpty(InputError):
    """A background without a setting, an outline and an ending."""

    message = "error-background-empty"


class OutlineTooLong(InputError):
    """An outline has more points than allowed. Data: ``limit``, ``count``."""

    message = "error-outline-too-long"


class PointTooLong(InputError):
    """A point of an outline is longer than allowed. Data: ``number``, ``limit``, ``length`` (characters)."""

    message = "error-point-too-long"


class NoSuchPoint(InputError):
    """An outline has no such point, nor would it be the next one. Data: ``point``, ``points`` (how many there are)."""

    message = "error-no-such-point"


class PointMissing(InputError):
    """The outline of the story here has no such point. Data: ``point``, ``points`` (how many there are)."""

    message = "error-point-missing"


class OutlineMissing(StateError):
    """The background of the story here has no outline."""

    message = "error-outline-missing"


class NoBackground(StateError):
    """The story here is set nowhere."""

    message = "error-no-background"


class InitiationRunning(StateError):
    """A story is being read in already."""

    message = "error-initiation-running"


class InitiationNotRunning(StateError):
    """A story is not being read in."""

    message = "error-initiation-not-running"


class InitiationNotPaused(StateError):
    """Reading a story in does not wait."""

    message = "error-initiation-not-paused"


class NothingToRead(StateError):
    """All that was said in a story is read already."""

    message = "error-nothing-to-read"


class PagesOff(StateError):
    """No pages are kept of the story here."""

    message = "error-pages-off"


class NothingToCompress(StateError):
    """A story has no detailed page."""

    message = "error-nothing-to-compress"


class NothingToSumUp(StateError):
    """So few messages were said since the last summary that all of them stay. Data: ``staying``."""

    message = "error-nothing-to-sum-up"


class SummariesOff(StateError):
    """Talks are not summed up here."""

    message = "error-summaries-off"


class NotInChronicle(InputError):
    """The story is told by nothing of that name. Data: ``kind`` (a ChronicleKind), ``name``."""

    message = "error-not-in-chronicle"


class NotTellable(StateError):
    """No page tells of a thing or a figure, so that it cannot be told again. Data: ``name``."""

    message = "error-not-tellable"
