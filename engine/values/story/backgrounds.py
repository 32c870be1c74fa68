"""Backgrounds of stories as people see them: in lists, as drafts that wait for a yes, exchanged in a story."""

from dataclasses import dataclass

from engine.values.story.director import Background


@dataclass(frozen=True, slots=True)
class BackgroundInfo:
    """A background that may be used here, in its newest version; ``points``: how many its outline has.

    ``used`` is the version that the story here is set in; 0 where it is set elsewhere.
    """

    id: int
    name: str
    version: int
    points: int
    used: int = 0


@dataclass(frozen=True, slots=True)
class BackgroundDraft:
    """A background that nobody has kept yet. ``token`` names it for an hour, as it does a file that waits for a yes."""

    token: str
    background: Background


@dataclass(frozen=True, slots=True)
class Switched:
    """The story here is set in another background now, and stands at ``point`` of ``points``; 0 without an outline.

    ``before`` is where it stood in the outline that it left, 0 where that had none: a shorter one has only its last
    point for it.
    """

    name: str
    point: int
    points: int
    before: int = 0
