"""The persona that grows, by hand: its versions, what changed, back to one of them, a field, a new one, none at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions.chats.head_moves import HeadMove, move_head
from engine.actions.chats.heads import head_line
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.house import work
from engine.db.memory import derivations
from engine.db.postgres.pool import Statements
from engine.db.story import chronicle
from engine.errors import (
    NobodyPlays,
    NoModelConfigured,
    NoSuchPersonaField,
    NoSuchPersonaVersion,
    NothingSaid,
    NotInCast,
    PersonaNotGrown,
)
from engine.rules.chronicle.evolution import as_text, differences, field_named, fields_of, tidy
from engine.rules.chronicle.growing import GROW, next_number, number_of, outlook, version_in
from engine.rules.chronicle.sources import joined
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.rules.text.clean import clean_text
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.utility.asking import utility_role
from engine.values.chats.bodies import PersonaBody
from engine.values.chats.entries import Derived, EntryKind, Line, NewDerived, NewEntry, Place, Range, Retirement
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.house.setting_choices import Language
from engine.values.ids import SessionKey
from engine.values.models.models import RoleName
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import EvolutionBody
from engine.values.story.evolution import PersonaVersion

ROLLED_BACK: Final = "rolled back"
DELETED: Final = "deleted"
LONGEST_TEXT: Final = 400


@dataclass(frozen=True, slots=True)
class _Growth:
    """A line, the character that plays there, and every version of its persona, live or not."""

    channel_head: ChannelHead
    line: Line
    character: int
    language: Language
    rows: list[Recorded]

    @property
    def current(self) -> Derived | None:
        """The version that holds; None while the card alone does."""
        return _current(self.rows)

    @property
    def in_use(self) -> int:
        """How many versions have not ended. Raises PersonaNotGrown where none has."""
        found = {number_of(it.row) for it in self.rows if it.ended_at is None} - {0}
        if not found:
            raise PersonaNotGrown
        return len(found)

    def version(self, number: int) -> Derived:
        """The row of a version. Raises NoSuchPersonaVersion."""
        found = [it.row for it in self.rows if number_of(it.row) == number and not version_in(it.row).same]
        if not found:
            raise NoSuchPersonaVersion(number=number)
        return found[-1]


async def versions(ctx: EngineContext, here: Here) -> list[PersonaVersion]:
    """The versions on the line that is played here, newest first. Raises SessionMissing, NobodyPlays."""
    growth = await _growth(ctx, here)
    now = number_of(growth.current) if growth.current else 0
    return [_seen(it.row, now) for it in reversed(growth.rows) if not version_in(it.row).same]


async def show(ctx: EngineContext, here: Here, number: int = 0) -> PersonaVersion:
    """A version; 0 is the one that holds. Raises NoSuchPersonaVersion, PersonaNotGrown, SessionMissing, NobodyPlays."""
    growth = await _growth(ctx, here)
    now = number_of(growth.current) if growth.current else 0
    if not (number or now):
        raise PersonaNotGrown
    return _seen(growth.version(number or now), now)


async def diff(ctx: EngineContext, here: Here, first: int, second: int) -> tuple[str, ...]:
    """What changed from one version to another, a line each, behind "- " or "+ "; version 0 is the card alone.

    Raises NoSuchPersonaVersion, SessionMissing, NobodyPlays.
    """
    growth = await _growth(ctx, here)
    old, new = (fields_of(growth.version(it)) if it else {} for it in (first, second))
    return differences(old, new, (await ctx.doors.door(ctx.db, here)).settings.language)


async def grow(ctx: EngineContext, runner: Runner, here: Here) -> None:
    """Ask for a new version; a notice says here what came of it. Asking twice before that asks once.

    Raises NoModelConfigured, NothingSaid, SessionMissing, NobodyPlays.
    """
    if utility_role(ctx.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    growth = await _growth(ctx, here)

    async def act(move: HeadMove) -> None:
        if not (await log.said_on(move.on, move.key, move.line))[1]:
            raise NothingSaid
        acts = await log.acts(move.on, move.key, move.line, [EntryKind.PERSONA])
        if not outlook(acts, (await _again(move, growth)).rows).asked:
            await _noted(move, here, PersonaBody(act=GROW))
        await work.mark_due(move.on, move.key, CHRONICLE)

    await move_head(ctx, runner, here, growth.channel_head, act)


async def rollback(ctx: EngineContext, runner: Runner, here: Here, number: int) -> int:
    """Go back to a version: newer ones end here. One that has ended comes again under a new number; the number now.

    Raises NoSuchPersonaVersion, SessionMissing, NobodyPlays.
    """
    growth = await _growth(ctx, here)
    growth.version(number)

    async def act(move: HeadMove) -> int:
        found = await _again(move, growth)
        target = found.version(number)
        place = await _noted(move, here, PersonaBody(act="rollback", to=number))
        live = [it.row for it in found.rows if it.ended_at is None]
        if target in live:
            for row in live:
                if (row.place.seq, row.id) > (target.place.seq, target.id):
                    await derivations.retire(move.on, move.key, Retirement(row.id, place, ROLLED_BACK))
            return number
        return await _derive(move, found, place, target, fields_of(target))

    return await move_head(ctx, runner, here, growth.channel_head, act)


async def edit(ctx: EngineContext, runner: Runner, here: Here, field: str, text: str) -> int:
    """Write a field of the persona by hand, in a new version; an empty text takes it away. The number of the version.

    Raises NoSuchPersonaField, TextTooLong, SessionMissing, NobodyPlays.
    """
    name = field_named(field)
    if name is None:
        raise NoSuchPersonaField(field=field[:40])
    words = clean_text(text.strip(), LONGEST_TEXT)
    growth = await _growth(ctx, here)

    async def act(move: HeadMove) -> int:
        return await _written(move, here, await _again(move, growth), name, words)

    return await move_head(ctx, runner, here, growth.channel_head, act)


async def add(ctx: EngineContext, runner: Runner, here: Here, character: int, field: str, text: str) -> int:
    """Add a sentence to a field of the persona of a character that plays here; the number of the version.

    One that it has already is not added again. Raises NotInCast where another one plays, TextTooLong, SessionMissing,
    NobodyPlays.
    """
    growth = await _growth(ctx, here)
    if growth.character != character:
        raise NotInCast(number=character)

    async def act(move: HeadMove) -> int:
        found = await _again(move, growth)
        before = fields_of(found.current).get(field, "") if found.current else ""
        if found.current and text in before:
            return number_of(found.current)
        return await _written(move, here, found, field, clean_text(f"{before} {text}".strip(), LONGEST_TEXT))

    return await move_head(ctx, runner, here, growth.channel_head, act)


async def _written(move: HeadMove, here: Here, found: _Growth, field: str, words: str) -> int:
    old = found.current
    place = await _noted(move, here, PersonaBody(act="edit", field=field))
    return await _derive(move, found, place, old, tidy({**(fields_of(old) if old else {}), field: words}))


async def in_use(ctx: EngineContext, here: Here) -> int:
    """How many versions ``clear`` would end. Raises PersonaNotGrown, SessionMissing, NobodyPlays."""
    return (await _growth(ctx, here)).in_use


async def clear(ctx: EngineContext, runner: Runner, here: Here) -> int:
    """Go back to the card alone: every version ends here; how many.

    Raises PersonaNotGrown, SessionMissing, NobodyPlays.
    """
    growth = await _growth(ctx, here)

    async def act(move: HeadMove) -> int:
        found = await _again(move, growth)
        count = found.in_use
        live = [it.row for it in found.rows if it.ended_at is None]
        place = await _noted(move, here, PersonaBody(act="delete"))
        for row in live:
            await derivations.retire(move.on, move.key, Retirement(row.id, place, DELETED))
        return count

    return await move_head(ctx, runner, here, growth.channel_head, act)


async def _growth(ctx: EngineContext, here: Here) -> _Growth:
    at = await head_line(ctx, here)
    if at.character is None:
        raise NobodyPlays
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    who = await chronicle.readers_of(ctx.db, here.key, at.character)
    rows = await _rows(ctx.db, at.channel_head.session_key, at.line, who)
    return _Growth(at.channel_head, at.line, at.character, settings.language, rows)


async def _again(move: HeadMove, seen: _Growth) -> _Growth:
    """The same on the line that the act is written on."""
    rows = await _rows(move.on, move.key, move.line, chronicle.ChronicleReader(seen.character))
    return _Growth(seen.channel_head, move.line, seen.character, seen.language, rows)


async def _rows(on: Statements, key: SessionKey, line: Line, who: chronicle.ChronicleReader) -> list[Recorded]:
    return await chronicle.history(on, key, line, [ChronicleKind.EVOLUTION], who)


async def _noted(move: HeadMove, here: Here, body: PersonaBody) -> Place:
    """Write the act down; where it stands."""
    await move.append(NewEntry(body, move.ctx.clock.now(), person=here.person))
    return Place(move.line.segments[-1].branch, move.head)


async def _derive(move: HeadMove, growth: _Growth, place: Place, old: Derived | None, fields: Mapping[str, str]) -> int:
    """A version that somebody made by hand, from an older one; its number."""
    number = next_number(growth.rows)
    made_from = await chronicle.sources_of(move.on, move.key, [old.id]) if old else {}
    sources = joined([*(it for found in made_from.values() for it in found), Range(place.branch, place.seq, place.seq)])
    text = as_text(fields, growth.language)
    body = EvolutionBody(number=number, fields=fields, at=place.seq, hand=True)
    row = NewDerived(ChronicleKind.EVOLUTION, place, growth.character, sources, text, body, n=place.seq)
    await derivations.derive(move.on, move.key, row)
    return number


def _current(rows: list[Recorded]) -> Derived | None:
    live = [it.row for it in rows if it.ended_at is None]
    return live[-1] if live and live[-1].text else None


def _seen(row: Derived, now: int) -> PersonaVersion:
    body = version_in(row)
    return PersonaVersion(
        number=body.number,
        fields=fields_of(row),
        text=row.text,
        current=body.number == now,
        auto=bool(body.auto),
        by_hand=body.hand,
        kept=body.kept or (),
    )
