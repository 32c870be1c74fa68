"""How far a story has come in its outline: what a reply changes of that, and how it is seen afterwards.

The log holds what replies said themselves. What was judged from the talk is laid over that when it is read, so it does
not matter whether a judgement comes at once or some replies later.
"""

from dataclasses import replace
from typing import Final

from engine.values.chats.entries import Derived, row_says
from engine.values.story.chronicle_bodies import JudgedBody
from engine.values.story.director import Judged, Mark, Plot, PointStatus

_ORDER: Final = tuple(PointStatus)


def after_reply(plot: Plot, mark: Mark | None) -> Plot:
    """The plot behind a reply of any kind, with the mark that it bore."""
    counted = replace(plot, replies=plot.replies + 1)
    if mark is None:
        return replace(counted, silent=plot.silent + 1)
    return replace(counted, point=mark.point, status=mark.status, silent=0)


def as_seen(plot: Plot, judged: Judged | None, points: int) -> Plot:
    """The plot with the newest judgement, in an outline of ``points``. A point that it lacks becomes its last one.

    A judgement counts as if the reply had borne a mark; a mark in a later reply takes its place.
    """
    if judged is not None and plot.replies - plot.silent < judged.reply <= plot.replies:
        silent = plot.replies - judged.reply
        plot = replace(plot, point=judged.mark.point, status=judged.mark.status, silent=silent)
    if plot.point > points:
        plot = replace(plot, point=max(points, 1), status=min(plot.status, PointStatus.IN_PROGRESS, key=_ORDER.index))
    return replace(plot, ended=plot.point == points and plot.status is PointStatus.COMPLETED)


def moves_on(plot: Plot, mark: Mark) -> bool:
    """Whether a mark says that the story has come further than it was."""
    return (mark.point, _ORDER.index(mark.status)) > (plot.point, _ORDER.index(plot.status))


def judgement_in(row: Derived) -> Judged | None:
    """The judgement that a row holds; None where nothing had happened."""
    body = row_says(row, JudgedBody)
    return Judged(body.reply, body.mark) if body.mark else None
