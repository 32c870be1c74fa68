"""An outline as the model reads it: every point with how it stands with it."""

import json
from collections.abc import Sequence

from engine.values.story.director import Plot, Point, PointStatus


def outline_text(outline: Sequence[str], plot: Plot) -> str:
    """The outline as JSON, a point a line: those before the current one are completed, those behind it pending."""
    points = ",\n".join(
        "    " + json.dumps({"index": number, "content": text, "status": _status(number, plot)}, ensure_ascii=False)
        for number, text in enumerate(outline, 1)
    )
    return f'{{\n  "story_outline": [\n{points}\n  ]\n}}'


def goal(outline: Sequence[str], plot: Plot) -> Point | None:
    """The point that the story should come to now: the current one, or the next when that is completed."""
    number = plot.point + (plot.status is PointStatus.COMPLETED)
    return Point(number, outline[number - 1]) if number <= len(outline) else None


def _status(number: int, plot: Plot) -> PointStatus:
    if number == plot.point:
        return plot.status
    return PointStatus.COMPLETED if number < plot.point else PointStatus.PENDING
