"""What the steps of a turn are given: made once by the wiring, changed by nobody."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.db.access import Doors
from engine.db.backgrounds import Backgrounds
from engine.db.characters import Cards
from engine.db.lines import Lines
from engine.db.places import Places
from engine.db.pool import Database
from engine.db.presets import Presets
from engine.db.scripts import ScriptFiles
from engine.db.spending import Spending
from engine.db.vectors import Models
from engine.db.worlds import Books
from engine.llm.eyes import Eyes
from engine.llm.gauges import Gauges
from engine.llm.roles import Roles
from engine.ports import Clock, Embedder
from engine.recall.fan_out import Retriever
from engine.recall.leftover_time import LeftoverTime
from engine.rules.scopes import Layer
from engine.values.outgoing import PartLimit
from engine.values.presets import Preset
from engine.values.prompts import PromptTexts
from engine.values.settings import Language
from engine.work.afterwards import Afterwards
from engine.work.lag import LoopLag
from engine.work.leases import Leases
from engine.work.outbox import Outbox
from engine.work.saver import Saver
from engine.work.shows import Shows
from engine.work.small_pictures import Pictures
from engine.work.tombstones import Tombstones


@dataclass(frozen=True, slots=True)
class Needs:
    """The stores, the work around a turn, the models, the house's texts and its own defaults for settings.

    ``limits``: how long a message may be on each platform that is served; None where replies are not cut. ``due_bell``
    is set where work was marked due, so that it is looked for at once. ``leftovers`` reads words of time that the rules
    do not know; None where nobody does.
    """

    db: Database
    places: Places
    doors: Doors
    spending: Spending
    lines: Lines
    cards: Cards
    books: Books
    presets: Presets
    backgrounds: Backgrounds
    scripts: ScriptFiles
    leases: Leases
    saver: Saver
    shows: Shows
    outbox: Outbox
    roles: Roles
    gauges: Gauges
    embedder: Embedder
    models: Models
    retrievers: tuple[Retriever, ...]
    clock: Clock
    texts: Mapping[Language, PromptTexts]
    house_presets: Mapping[Language, Preset]
    defaults: Layer
    tombstones: Tombstones
    limits: Mapping[str, PartLimit | None]
    due_bell: asyncio.Event = field(default_factory=asyncio.Event)
    leftovers: LeftoverTime | None = None
    eyes: Eyes = field(default_factory=Eyes)
    pictures: Pictures = field(default_factory=Pictures)
    afterwards: Afterwards = field(default_factory=Afterwards)
    lag: LoopLag = field(default_factory=LoopLag)
