"""Third step: what a turn requires, in one statement, and its chronicle beside it. What is missing stops it here."""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import structlog

from engine.context import EngineContext
from engine.db.characters import card_versions
from engine.db.characters.card_versions import UNKNOWN
from engine.db.chats import log, scenes
from engine.db.house import settings as settings_store
from engine.db.postgres.pool import Statements
from engine.db.postgres.repeat import repeat
from engine.db.story import plots
from engine.db.story.chronicle import LiveRows, live_rows
from engine.errors import (
    CardMissing,
    CharacterThrownAway,
    InputError,
    LeaseLost,
    NobodyCanPlay,
    Paused,
    StateError,
)
from engine.recall.once import Once
from engine.rules.acts import Acts, background_of, plot_in, preset_of, scenario_of, ways_of
from engine.rules.adult import is_adult
from engine.rules.casting import Stretch, is_missed, voice_of
from engine.rules.director.plot import as_seen
from engine.rules.formats.presets.regex_scripts import card_scripts
from engine.rules.framework.order import completed
from engine.rules.layers import layers
from engine.rules.scopes import SettingLayer, merge
from engine.rules.text.tokens import estimate
from engine.turns.inputs.adult import elsewhere
from engine.turns.inputs.chronicle import chronicle_here, first_messages
from engine.values.characters.casts import Absence, CastVoice, Ways
from engine.values.characters.characters import Card
from engine.values.characters.presets import Preset
from engine.values.characters.scripts import RegexScript
from engine.values.characters.worlds import Binding, BoundBook
from engine.values.chats.entries import Entry, EntryStatus, as_message
from engine.values.chats.incoming import Here
from engine.values.chats.turns import Claimed, Loaded, StoryState, Turn
from engine.values.house.settings import Settings
from engine.values.models.pictures import BLIND, SeenPictures
from engine.values.story.chronicle import NO_CHRONICLE, Chronicle
from engine.values.story.director import BEGINNING, Background, Plot

T = TypeVar("T")

_PRECEDENCE = {it: rank for rank, it in enumerate(Binding)}
MOST_MESSAGES = 500
EVERY_MESSAGE = 1_000_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class TalkLength:
    """How much was said on the whole line: messages of people, of characters, and all of it in tokens (estimated)."""

    from_people: int
    from_characters: int
    tokens: int


@dataclass(frozen=True, slots=True)
class TurnScene:
    """What a turn plays in: the ``speaker`` with its card, the settings that hold, the talk, and what comes with them.

    ``whole``: no older message was left unread, but ``opening``, the first messages of a long story, if they are told.
    ``scripts`` are those that may run, ``others`` the rest of the cast by character, ``gone`` those who have left it or
    cannot play, ``voices`` everybody who plays, where several do, in the ``ways`` of the scene. ``absent`` are those of
    the cast who cannot play: what they are called, and why. ``plot`` is how far the story has come in the outline of
    ``background``.
    """

    loaded: Loaded
    card: Card
    settings: Settings
    whole: bool
    preset: Preset
    said: TalkLength
    books: tuple[BoundBook, ...] = ()
    scripts: tuple[RegexScript, ...] = ()
    speaker: int = 0
    others: Mapping[int, Card] = field(default_factory=dict[int, Card])
    gone: Mapping[int, Card] = field(default_factory=dict[int, Card])
    voices: tuple[CastVoice, ...] = ()
    ways: Ways = field(default_factory=Ways)
    chronicle: Chronicle = NO_CHRONICLE
    background: Background | None = None
    plot: Plot = BEGINNING
    opening: tuple[Entry, ...] = ()
    seen: SeenPictures = BLIND
    absent: Mapping[int, tuple[str, Absence]] = field(default_factory=dict[int, tuple[str, Absence]])


@dataclass(frozen=True, slots=True)
class _Cast:
    """The card of whoever speaks, of the others who can play, and of those who have left or cannot, as in TurnScene."""

    card: Card
    others: Mapping[int, Card]
    gone: Mapping[int, Card]
    absent: Mapping[int, tuple[str, Absence]]


async def load(ctx: EngineContext, claimed: Claimed, platform: str) -> TurnScene:
    """Read the scene of a turn.

    Raises CardMissing, CharacterThrownAway, AdultElsewhere, NobodyCanPlay, Paused; LeaseLost when it is not ours.
    """
    loaded, rows = await _read(ctx, claimed)
    if loaded.fence != claimed.turn.fence:
        raise LeaseLost
    if loaded.paused:
        raise Paused
    return await _scene(ctx, claimed, platform, loaded, rows)


async def look(ctx: EngineContext, claimed: Claimed, platform: str) -> TurnScene:
    """The scene that such a turn would have, for whoever only looks: nobody holds it.

    Raises CardMissing, CharacterThrownAway, AdultElsewhere, NobodyCanPlay.
    """
    return await _scene(ctx, claimed, platform, *await _read(ctx, claimed))


async def _scene(ctx: EngineContext, claimed: Claimed, platform: str, loaded: Loaded, rows: LiveRows) -> TurnScene:
    turn = claimed.turn
    cast = await _cast(ctx, turn, loaded)
    card = cast.card
    here = Here(turn.key.space, turn.channel, turn.person or 0, platform, loaded.private)
    settings = merge(layers(ctx.defaults, loaded.settings, here, turn.character))
    first = loaded.history[0].place.seq if loaded.history else 1
    whole = len(loaded.history) < MOST_MESSAGES and first <= MOST_MESSAGES
    if settings.history_load_all and not whole:
        everything = await log.messages(ctx.db, turn.session_key, claimed.line, EVERY_MESSAGE)
        loaded, whole = replace(loaded, history=tuple(everything)), True
    loaded = replace(loaded, history=tuple(it for it in loaded.history if loaded.covered.issuperset(it.audience)))
    preset = await _preset(ctx, loaded.around, settings)
    background = await background_in(ctx, ctx.db, loaded.around.acts)
    said = await _said(ctx, claimed, loaded, whole=whole)
    loaded = _as_heard(loaded)
    chronicle = chronicle_here(rows, claimed, settings, loaded)
    return TurnScene(
        loaded,
        _as_played(card, loaded.around),
        settings,
        whole,
        preset,
        said,
        await _books(ctx, turn, card, loaded.around),
        await _scripts(ctx, turn, card, preset, loaded.around) if settings.scripts else (),
        turn.character,
        cast.others,
        cast.gone,
        _voices(loaded, {turn.character: card, **cast.others}) if cast.others else (),
        ways_of(loaded.around.acts, settings),
        chronicle=chronicle,
        background=background,
        plot=await _plot(ctx, claimed, loaded.around.acts, settings, background),
        absent=cast.absent,
        opening=_heard(await first_messages(ctx, claimed, loaded, settings, chronicle), loaded.missed),
    )


async def _read(ctx: EngineContext, claimed: Claimed) -> tuple[Loaded, LiveRows]:
    """What the statement reads, and the chronicle."""
    turn = claimed.turn

    async def read() -> Loaded:
        return await scenes.load(ctx.db, turn, claimed.line, limit=MOST_MESSAGES)

    told = Once(partial(live_rows, ctx.db, turn.session_key, claimed.line))
    told.begin()
    try:
        return await repeat(read, key=f"load:{turn.key.turn}", clock=ctx.clock), await told()
    finally:
        told.close()


async def background_in(ctx: EngineContext, on: Statements, acts: Acts) -> Background | None:
    """The background that a story has by its newest acts."""
    chosen = background_of(acts)
    return await _optional(ctx.backgrounds.background(on, *chosen)) if chosen else None


async def _plot(
    ctx: EngineContext, claimed: Claimed, acts: Acts, settings: Settings, background: Background | None
) -> Plot:
    """How far the story has come. What was judged of it is asked for only while somebody directs."""
    plot = plot_in(acts)
    if background is None or not background.outline or not settings.director:
        return plot
    silent = plot.silent > 0
    judged = await plots.newest_judged(ctx.db, claimed.turn.session_key, claimed.line) if silent else None
    return as_seen(plot, judged, len(background.outline))


async def settings_here(on: Statements, defaults: SettingLayer, here: Here, character: int | None = None) -> Settings:
    """The settings that hold for a person in a channel."""
    stored = await settings_store.stored(on, here)
    return merge(layers(defaults, stored, here, character))


def is_said(entry: Entry) -> bool:
    """Whether an entry is something that somebody said; errors and "(no reply)" are not."""
    return entry.status in (EntryStatus.COMPLETE, EntryStatus.INTERRUPTED) and bool(entry.text.strip())


def cannot_play(character: int, why: Absence, *, nobody: bool) -> StateError:
    """What is said of a character that is to speak and cannot; ``nobody``: none of the several who play can."""
    if nobody:
        return NobodyCanPlay()
    return CharacterThrownAway(character=character) if why is Absence.TRASH else CardMissing(character=character)


async def _cast(ctx: EngineContext, turn: Turn, loaded: Loaded) -> _Cast:
    """Everybody's card. Raises what ``cannot_play`` says of whoever is to speak."""
    cards = {it.character: await _optional(ctx.cards.card(ctx.db, it.character, it.version)) for it in loaded.members}
    known = {character: card for character, card in cards.items() if card is not None}
    here = [it.character for it in loaded.members if it.here]
    whys = {it: why for it in here if (why := _why_absent(loaded, it, known.get(it))) is not None}
    able = {it: known[it] for it in here if it not in whys}
    if turn.character not in able:
        why = whys.get(turn.character, Absence.CARD)
        if why is Absence.ADULT:
            raise elsewhere(known[turn.character].called, private=loaded.private)
        raise cannot_play(turn.character, why, nobody=len(whys) > 1 and not able)
    names = await card_versions.known(ctx.db, list(whys)) if whys else {}
    return _Cast(
        able.pop(turn.character),
        able,
        {character: card for character, card in known.items() if character not in able and character != turn.character},
        {it: (names.get(it, UNKNOWN).name, why) for it, why in whys.items()},
    )


def _why_absent(loaded: Loaded, character: int, card: Card | None) -> Absence | None:
    """Why a character that plays cannot speak there; None: it can."""
    if character in loaded.thrown_away:
        return Absence.TRASH
    if card is None:
        return Absence.CARD
    adult = not loaded.for_adults and is_adult(card.tags, loaded.said_adult.get(character))
    return Absence.ADULT if adult else None


def _as_played(card: Card, around: StoryState) -> Card:
    """The card, with the scenario that an imported chat has instead of its own."""
    scenario = scenario_of(around.acts)
    return replace(card, scenario=scenario) if scenario else card


async def _preset(ctx: EngineContext, around: StoryState, settings: Settings) -> Preset:
    """The preset of the chat; the built-in one where there is none, it cannot be read, or has no texts."""
    chosen = preset_of(around.acts)
    found = await _optional(ctx.presets.preset(ctx.db, *chosen)) if chosen else None
    return completed(found, ctx.house_presets[settings.language])


async def _books(ctx: EngineContext, turn: Turn, card: Card, around: StoryState) -> tuple[BoundBook, ...]:
    """The books that are bound here, each once, and the card's own unless the book it names is bound in its place."""
    bound: dict[int, BoundBook] = {}
    for ref in sorted(around.books, key=lambda it: _PRECEDENCE[it.binding]):
        book = await _optional(ctx.books.book(ctx.db, ref.id, ref.version))
        if book is not None and ref.id not in bound:
            bound[ref.id] = BoundBook(f"book:{ref.id}", book, ref.binding)
    refs = (it for it in around.books if it.id in bound and it.binding is Binding.CHARACTER)
    in_place = any(it.name == card.world for it in refs)
    own = None if card.world and in_place else ctx.cards.book(card)
    of_card = (BoundBook(f"card:{turn.character}", own),) if own is not None else ()
    return (*of_card, *bound.values())


async def _scripts(
    ctx: EngineContext, turn: Turn, card: Card, preset: Preset, around: StoryState
) -> tuple[RegexScript, ...]:
    """The scripts that may run: those of files, then the preset's, then the card's."""
    files = [await ctx.scripts.scripts(ctx.db, turn.key.space, it) for it in around.scripts]
    return (
        *(script for file in files for script in file),
        *(preset.scripts if around.preset_runs else ()),
        *(card_scripts(card) if around.card_runs else ()),
    )


def cast_cards(scene: TurnScene) -> tuple[tuple[Card, bool], ...]:
    """Everybody's card, in the order in which they came, and whether they are muted; nothing where one plays alone."""
    cards = {**scene.others, scene.speaker: scene.card}
    return tuple((cards[it.character], it.muted) for it in scene.voices)


def other_names(scene: TurnScene) -> tuple[str, ...]:
    """For whom a character must not speak: those who play with it, and the people; nobody where it plays alone."""
    if not scene.others:
        return ()
    asker = scene.loaded.around.asker
    people = [it.person_name for it in reversed(scene.loaded.history) if it.person_name]
    names = (*(it.called for it in scene.others.values()), *((asker.called,) if asker else ()), *people)
    return tuple(name for name in dict.fromkeys(names) if name.strip() and name != scene.card.called)


def speaker_of(scene: TurnScene, entry: Entry) -> str:
    """What a character that said something is called."""
    who = entry.character or 0
    return (scene.others.get(who) or scene.gone.get(who) or scene.card).called


def _as_heard(loaded: Loaded) -> Loaded:
    """Without what was said while the character that speaks was away: it cannot know that."""
    missed = loaded.missed
    return replace(loaded, history=_heard(loaded.history, missed)) if missed else loaded


def _heard(said: Sequence[Entry], missed: Sequence[Stretch]) -> tuple[Entry, ...]:
    return tuple(it for it in said if not is_missed(missed, it.place.seq, it.place.seq))


def _voices(loaded: Loaded, cards: Mapping[int, Card]) -> tuple[CastVoice, ...]:
    return tuple(voice_of(it, cards[it.character]) for it in loaded.members if it.here and it.character in cards)


async def _optional(reading: Awaitable[T | None]) -> T | None:
    """What a turn can do without: None, and a line in the log, when it cannot be read."""
    try:
        return await reading
    except InputError as error:
        _log.warning("left out, cannot be read", error=str(error), action="import it again")
        return None


async def _said(ctx: EngineContext, claimed: Claimed, loaded: Loaded, *, whole: bool) -> TalkLength:
    """Counted from the newest reply that knows how much was said before it, so that a long story is not read for it."""
    said: list[Entry] = []
    before: TalkLength | None = None
    for entry in reversed(loaded.history):
        counts = as_message(entry).said
        if counts is not None:
            before = TalkLength(*counts)
            break
        if is_said(entry):
            said.append(entry)
    tokens = sum(estimate(it.text) for it in said)
    if before is None and not whole:
        people, characters, length = await log.said_on(ctx.db, claimed.turn.session_key, claimed.line)
        known = sum(len(it.text) for it in said)
        return TalkLength(people, characters, length * tokens // known if known else 0)
    counted = before or TalkLength(0, 0, 0)
    people = sum(it.person is not None for it in said)
    return TalkLength(
        counted.from_people + people, counted.from_characters + len(said) - people, counted.tokens + tokens
    )
