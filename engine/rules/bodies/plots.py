"""What acts say of how far a story has come, as JSON and back."""

from typing import Final

from engine.rules.bodies.fields import Stored, origin, rest
from engine.values.chats.bodies import PlotBody
from engine.values.documents import JsonObject
from engine.values.story.director import BEGINNING, Plot, PointStatus

_KNOWN: Final = ("point", "status", "silent", "replies", "told")


def plot_act_of(raw: Stored) -> PlotBody:
    """How far a story has come."""
    return PlotBody(plot=plot_of(raw), origin=origin(raw), more=rest(raw, _KNOWN))


def plot_act_json(body: PlotBody) -> JsonObject:
    """A plot's body."""
    it = body.plot
    counts: JsonObject = {"silent": it.silent, "replies": it.replies}
    return {"point": it.point, "status": it.status.value, **counts, "told": it.told}


def plot_of(raw: Stored) -> Plot:
    """The plot that an act of the log holds; the beginning where it holds none."""
    try:
        point, silent, replies = (_count(raw, it) for it in ("point", "silent", "replies"))
        status = PointStatus(raw.get("status", ""))
    except (TypeError, ValueError):
        return BEGINNING
    return Plot(max(point, 1), status, max(silent, 0), replies=max(replies, silent, 0), told=raw.get("told") is True)


def _count(raw: Stored, name: str) -> int:
    found = raw.get(name, 0)
    if isinstance(found, int | float | str):
        return int(found)
    raise TypeError
