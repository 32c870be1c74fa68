"""Panels in Postgres: they outlive a restart."""

from collections.abc import Sequence
from datetime import timedelta

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here
from engine.values.house.panels import Panel

FOLLOWS = timedelta(days=2)
_MOST = 20


async def put(on: Statements, here: Here, panel: Panel) -> None:
    """A person's panel of a kind; the one before it is forgotten."""
    await on.execute(
        "put_panel",
        here.space,
        here.channel,
        panel.person,
        panel.kind,
        panel.message,
        panel.line,
        list(panel.standings),
        panel.tongue,
        panel.shown,
    )


async def read(on: Statements, here: Here) -> Sequence[Panel]:
    """The panels in a channel that follow what changes there, the newest first."""
    return [_panel(it) for it in await on.fetch("panels_in", here.space, here.channel, FOLLOWS, _MOST)]


async def shows(on: Statements, here: Here, panel: Panel) -> None:
    """A panel was drawn anew: what it shows now."""
    await on.execute("panel_shows", here.space, here.channel, panel.person, panel.kind, panel.message, panel.shown)


async def drop_old(on: Statements) -> None:
    """Forget those that follow nothing any more."""
    await on.execute("drop_old_panels", FOLLOWS)


def _panel(row: DriverRow) -> Panel:
    return Panel(
        row["person_id"],
        row["kind"],
        row["message"],
        row["line"],
        tuple(row["standings"]),
        row["tongue"],
        row["shown"],
    )
