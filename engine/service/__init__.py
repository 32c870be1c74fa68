"""The façade: what a bot may call. No logic here.

The classes are imported by who makes them: one service alone, such as the preview, must not load all the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.service.access import Access
    from engine.service.allowances import Allowances, Order
    from engine.service.backgrounds import Backgrounds
    from engine.service.backups import Backups
    from engine.service.booths import Booths
    from engine.service.branching import Branching
    from engine.service.cards import Cards
    from engine.service.casts import Casts
    from engine.service.chapters import Chapters
    from engine.service.characters import Characters
    from engine.service.chronicle import Chronicle
    from engine.service.corrections import Corrections
    from engine.service.director import Director
    from engine.service.evolution import Evolution
    from engine.service.files import Files
    from engine.service.forms import Forms
    from engine.service.initiation import Initiation
    from engine.service.inspect import Inspect
    from engine.service.links import Links
    from engine.service.memories import Memories
    from engine.service.moving import Moving
    from engine.service.numbers import Numbers
    from engine.service.panels import Panels
    from engine.service.people import People
    from engine.service.places import Places
    from engine.service.pointed import Pointed
    from engine.service.presets import Presets
    from engine.service.rights import Rights
    from engine.service.sessions import Sessions
    from engine.service.settings import ChatSettings
    from engine.service.status import HouseStatus
    from engine.service.story import Story
    from engine.service.turns import Turns
    from engine.service.worlds import Worlds


@dataclass(frozen=True, slots=True)
class Engine:
    """Everything a platform can ask for, a noun each."""

    places: Places
    access: Access
    allowances: Allowances
    order: Order
    turns: Turns
    sessions: Sessions
    story: Story
    pointed: Pointed
    branching: Branching
    booths: Booths
    characters: Characters
    cards: Cards
    settings: ChatSettings
    status: HouseStatus
    files: Files
    forms: Forms
    panels: Panels
    worlds: Worlds
    presets: Presets
    people: People
    links: Links
    inspect: Inspect
    rights: Rights
    memories: Memories
    numbers: Numbers
    corrections: Corrections
    backgrounds: Backgrounds
    evolution: Evolution
    chapters: Chapters
    director: Director
    chronicle: Chronicle
    initiation: Initiation
    casts: Casts
    backups: Backups
    moving: Moving
