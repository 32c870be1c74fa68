"""Spaces, channels and people in Postgres, as platforms name them and as we number them."""

from collections import OrderedDict

from engine.db.pool import Statements
from engine.values.incoming import Here, Origin

KEPT = 10_000


class Places:
    """Finds or makes the numbers behind a platform's names, and keeps those used last."""

    def __init__(self) -> None:
        self._known: OrderedDict[Origin, Here] = OrderedDict()

    async def resolve(self, on: Statements, origin: Origin) -> Here:
        """Our numbers for ``origin``; names and titles that changed are written down."""
        if (known := self._known.get(origin)) is not None:
            self._known.move_to_end(origin)
            return known
        row = await on.fetchrow(
            "resolve_place",
            origin.platform,
            origin.space,
            origin.space_title,
            origin.channel,
            origin.channel_title,
            origin.person,
            origin.person_name,
        )
        assert row is not None
        here = Here(row["space_id"], row["channel_id"], row["person_id"], origin.platform)
        self._known[origin] = here
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return here
