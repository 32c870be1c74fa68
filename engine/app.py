"""The engine as a platform holds it: what every action is called with, and what one process keeps for its people.

What it is made of is imported by who makes it: a preview, which knows the type alone, loads no database.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from engine.actions.characters.faces import Faces
    from engine.actions.house.access import OwnerCode
    from engine.actions.house.moderation import Rates
    from engine.actions.house.tries import Tries
    from engine.context import EngineContext
    from engine.service.places import PlacesService
    from engine.service.rewriting import Rewriting
    from engine.service.turns import TurnsService
    from engine.turns.runner import Runner
    from engine.work.vault import Vault


@dataclass(frozen=True, slots=True)
class Engine:
    """``ctx`` and ``runner`` are what actions are called with; ``turns`` and ``places`` what a platform is served by.

    ``owner_code``: what makes the first owner. ``rates``: how many messages a person has sent in the last minute.
    ``vault``: the folder of backups, ``rewriting`` what takes people out of them; ``dsn``: the database that is backed
    up. ``linking_tries`` and ``moving_tries``: who was wrong about a code too often. ``faces``: the pictures of
    characters that were read lately.
    """

    ctx: EngineContext
    runner: Runner
    turns: TurnsService
    places: PlacesService
    owner_code: OwnerCode
    rates: Rates
    vault: Vault
    rewriting: Rewriting
    dsn: str
    linking_tries: Tries
    moving_tries: Tries
    faces: Faces

    def now(self) -> datetime:
        """What the engine's clock says, in UTC; whoever stands above it has no other."""
        return self.ctx.clock.now()
