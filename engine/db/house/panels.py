"""Panels in Postgres: they outlive a restart."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here
from engine.values.chats.places import Address
from engine.values.house.panels import Panel, PanelThere

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
        list(panel.access_roles),
        panel.tongue,
        panel.shown,
    )


async def read(on: Statements, here: Here) -> Sequence[Panel]:
    """The panels in a channel that follow what changes there, the newest first."""
    return [_panel(it) for it in await on.fetch("panels_in", here.space, here.channel, FOLLOWS, _MOST)]


async def elsewhere(on: Statements, here: Here, of_house: Collection[str]) -> Sequence[PanelThere]:
    """Those in other channels of the platform that show what is decided here: of the space, or of the whole house."""
    rows = await on.fetch("panels_elsewhere", here.space, here.channel, here.platform, FOLLOWS, _MOST, list(of_house))
    return [PanelThere(_here(it, here.platform), _address(it, here.platform), _panel(it)) for it in rows]


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


def _here(row: DriverRow, platform: str) -> Here:
    return Here(row["space_id"], row["channel_id"], row["person_id"], platform, row["private"])


def _address(row: DriverRow, platform: str) -> Address:
    return Address(platform, row["space"], row["channel"], row["private"])
