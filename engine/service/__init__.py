"""The façade: what a bot may call. No logic here.

The classes are imported by who makes them: one service alone, such as the preview, must not load all the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.service.characters.cards import CardsService
    from engine.service.characters.casts import CastsService
    from engine.service.characters.characters import CharactersService
    from engine.service.characters.presets import PresetsService
    from engine.service.characters.worlds import WorldsService
    from engine.service.chats.booths import BoothsService
    from engine.service.chats.branching import BranchingService
    from engine.service.chats.inspect import InspectService
    from engine.service.chats.moving import MovingService
    from engine.service.chats.places import PlacesService
    from engine.service.chats.pointed import PointedService
    from engine.service.chats.sessions import SessionsService
    from engine.service.chats.story import StoryService
    from engine.service.chats.turns import TurnsService
    from engine.service.house.access import AccessService
    from engine.service.house.allowances import AllowancesService, OrderService
    from engine.service.house.backups import BackupsService
    from engine.service.house.forms import FormsService
    from engine.service.house.numbers import NumbersService
    from engine.service.house.panels import PanelsService
    from engine.service.house.settings import ChatSettingsService
    from engine.service.house.status import HouseStatusService
    from engine.service.memory.corrections import CorrectionsService
    from engine.service.memory.memories import MemoriesService
    from engine.service.people.links import LinksService
    from engine.service.people.people import PeopleService
    from engine.service.people.rights import RightsService
    from engine.service.story.backgrounds import BackgroundsService
    from engine.service.story.chapters import ChaptersService
    from engine.service.story.chronicle import ChronicleService
    from engine.service.story.director import DirectorService
    from engine.service.story.evolution import EvolutionService
    from engine.service.story.initiation import InitiationService
    from engine.service.transfers.files import FilesService


@dataclass(frozen=True, slots=True)
class Engine:
    """Everything a platform can ask for, a noun each."""

    places: PlacesService
    access: AccessService
    allowances: AllowancesService
    order: OrderService
    turns: TurnsService
    sessions: SessionsService
    story: StoryService
    pointed: PointedService
    branching: BranchingService
    booths: BoothsService
    characters: CharactersService
    cards: CardsService
    settings: ChatSettingsService
    status: HouseStatusService
    files: FilesService
    forms: FormsService
    panels: PanelsService
    worlds: WorldsService
    presets: PresetsService
    people: PeopleService
    links: LinksService
    inspect: InspectService
    rights: RightsService
    memories: MemoriesService
    numbers: NumbersService
    corrections: CorrectionsService
    backgrounds: BackgroundsService
    evolution: EvolutionService
    chapters: ChaptersService
    director: DirectorService
    chronicle: ChronicleService
    initiation: InitiationService
    casts: CastsService
    backups: BackupsService
    moving: MovingService
