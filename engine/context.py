"""What the steps of a turn are given: made once by the wiring, changed by nobody."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.db.characters.characters import CardStore
from engine.db.characters.presets import PresetStore
from engine.db.characters.quick_sets import QuickSetStore
from engine.db.characters.scripts import ScriptFiles
from engine.db.characters.worlds import Books
from engine.db.chats.lines import Lines
from engine.db.chats.places import PlaceStore
from engine.db.house.access import Doors
from engine.db.house.spending import Spending
from engine.db.memory.vectors import Models
from engine.db.postgres.pool import Database
from engine.db.story.backgrounds import BackgroundStore
from engine.llm.eyes import Eyes
from engine.llm.gauges import Gauges
from engine.llm.roles import Roles
from engine.ports import Clock, Embedder
from engine.recall.fan_out import Retriever
from engine.recall.leftover_time import LeftoverTime
from engine.recall.web.looking_up import Searches
from engine.rules.scopes import SettingLayer
from engine.values.characters.presets import Preset
from engine.values.chats.outgoing import PartLimit
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import PromptTexts
from engine.voice.speaking import SpeechMaker
from engine.voice.transcribing import Transcriber
from engine.web.reader import Reader
from engine.work.afterwards import Afterwards
from engine.work.found_lately import FoundLately
from engine.work.held import Held
from engine.work.lag import LoopLag
from engine.work.leases import Leases
from engine.work.outbox import Outbox
from engine.work.prompts_lately import PromptsLately
from engine.work.saver import Saver
from engine.work.small_pictures import Pictures
from engine.work.tombstones import Tombstones
from engine.work.turn_events import TurnEvents


@dataclass(frozen=True, slots=True)
class EngineContext:
    """The stores, the work around a turn, the models, the house's texts and its own defaults for settings.

    ``limits``: how long a message may be on each platform that is served; None where replies are not cut. ``due_bell``
    is set where work was marked due, so that it is looked for at once. ``leftovers`` reads words of time that the rules
    do not know; None where nobody does. ``web`` searches the web, ``transcriber`` listens to recordings, ``speech``
    says replies aloud and ``pages`` reads the page at an address; None where none is configured.
    """

    db: Database
    places: PlaceStore
    doors: Doors
    spending: Spending
    lines: Lines
    cards: CardStore
    books: Books
    presets: PresetStore
    backgrounds: BackgroundStore
    scripts: ScriptFiles
    leases: Leases
    saver: Saver
    shows: TurnEvents
    outbox: Outbox
    roles: Roles
    gauges: Gauges
    embedder: Embedder
    models: Models
    retrievers: tuple[Retriever, ...]
    clock: Clock
    texts: Mapping[Language, PromptTexts]
    house_presets: Mapping[Language, Preset]
    defaults: SettingLayer
    tombstones: Tombstones
    limits: Mapping[str, PartLimit | None]
    due_bell: asyncio.Event = field(default_factory=asyncio.Event)
    leftovers: LeftoverTime | None = None
    web: Searches | None = None
    transcriber: Transcriber | None = None
    pages: Reader | None = None
    speech: SpeechMaker | None = None
    found_lately: FoundLately = field(default_factory=FoundLately)
    quick_sets: QuickSetStore = field(default_factory=QuickSetStore)
    eyes: Eyes = field(default_factory=Eyes)
    pictures: Pictures = field(default_factory=Pictures)
    afterwards: Afterwards = field(default_factory=Afterwards)
    held: Held = field(default_factory=Held)
    prompts_lately: PromptsLately = field(default_factory=PromptsLately)
    lag: LoopLag = field(default_factory=LoopLag)
