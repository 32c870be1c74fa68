"""A session begins: who plays in it, and what it begins with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import randbits

from engine.context import EngineContext
from engine.db.characters import characters, presets
from engine.db.chats import inbox, log, sessions
from engine.db.postgres.pool import Transaction
from engine.db.postgres.repeat import take_effect
from engine.errors import CardMissing, FieldTooLong, NoSuchCharacter
from engine.rules.acts import note_body
from engine.rules.formats.cards.nodest import beside, card_note
from engine.rules.macros.expand import expand, with_card
from engine.turns.assemble import greeting_scene
from engine.turns.inputs import adult
from engine.turns.showing import ShowingSpot, plan_shown, slot_behind
from engine.values.characters.characters import Card, CharacterInfo
from engine.values.chats.bodies import CardWords, EntryBody, MemberBody, MessageBody, PresetBody
from engine.values.chats.entries import EntryStatus, Line, NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import ReadMessage, ShownAgain
from engine.values.chats.sessions import ChannelHead
from engine.values.house.setting_choices import Language
from engine.values.story.notes import AuthorsNote

FirstWords = Callable[[CharacterInfo, Card], Sequence[NewEntry]]
"""What a session begins with behind its cast."""


@dataclass(frozen=True, slots=True)
class Player:
    """A character that plays, with the newest version of its card."""

    info: CharacterInfo
    card: Card


def greeting(ctx: EngineContext, name: str, chosen: int = 0) -> FirstWords:
    """What a character greets ``name`` with: greeting ``chosen`` of its card, from 0, else the first it has."""

    def first_words(info: CharacterInfo, card: Card) -> list[NewEntry]:
        if not card.greetings:
            return []
        scene = with_card(greeting_scene(ctx, name), card)
        number = chosen if chosen in range(len(card.greetings)) else 0
        body = MessageBody(card=CardWords(info.version, name, number, len(card.greetings)))
        text = expand(card.greetings[number], scene)
        return [NewEntry(body, ctx.clock.now(), text, character=info.id)]

    return first_words


def nothing_said(_info: CharacterInfo, _card: Card) -> Sequence[NewEntry]:
    """A session that begins with what a person says."""
    return ()


async def choose(ctx: EngineContext, here: Here, character: int | None) -> Player:
    """The character ``character``, or the default one in the place's language. Raises NoSuchCharacter, CardMissing,
    AdultElsewhere.
    """
    if character is None:
        language = (await ctx.doors.door(ctx.db, here)).settings.language
        info = await _default(ctx, language, await characters.listed(ctx.db, here.space, here.person))
    else:  # one that still grows in a cradle, too
        info = (await characters.numbered(ctx.db, here.space, here.person, [character])).get(character)
    if info is None:
        raise NoSuchCharacter(number=character or 0)
    card = await ctx.cards.card(ctx.db, info.id, info.version)
    if card is None:
        raise CardMissing(character=info.id)
    await adult.check(ctx.db, here.key, info.id, card)
    return Player(info, card)


async def begin(
    ctx: EngineContext, on: Transaction, here: Here, player: Player, first_words: FirstWords = nothing_said
) -> tuple[ChannelHead, Line]:
    """A new session, played here from now on: its channel head, and its line with the cast and the first words."""
    cast = NewEntry(MemberBody(version=player.info.version), ctx.clock.now(), character=player.info.id)
    channel_head = await sessions.create(on, here.key, seed=randbits(62), person=here.person)
    first = [cast, *await _comes_along(ctx, on, here, player), *first_words(player.info, player.card)]
    head = await log.append(on, channel_head.session_key, channel_head.branch, 0, first)
    return channel_head, await ctx.lines.line(on, channel_head.session_key, channel_head.branch, head)


async def _comes_along(ctx: EngineContext, on: Transaction, here: Here, player: Player) -> list[NewEntry]:
    """The preset and the author's note that came in one file with the character."""
    bodies: list[EntryBody] = []
    if beside(player.card):
        preset = await presets.beside(on, here.space, here.person, player.info.id)
        bodies += [PresetBody(preset=preset[0], version=preset[1])] if preset else []
        note = _note(player.card)
        bodies += [note_body(note)] if note else []
    return [NewEntry(it, ctx.clock.now()) for it in bodies]


def _note(card: Card) -> AuthorsNote | None:
    """The note that came with a card; none where it is too long to keep, as was said before the import."""
    try:
        return card_note(card)
    except FieldTooLong:
        return None


async def begin_if_none(
    ctx: EngineContext, on: Transaction, here: Here, player: Player, first_words: FirstWords = nothing_said
) -> tuple[ChannelHead, Line | None]:
    """The channel head that is played here, with no line; else a new session. Two that ask at once get the same."""
    await inbox.lock_channel(on, here.key)
    channel_head = await sessions.current(on, here.key)
    return (channel_head, None) if channel_head is not None else await begin(ctx, on, here, player, first_words)


async def begin_first(ctx: EngineContext, here: Here, name: str) -> tuple[ChannelHead, Line | None]:
    """The channel head that is played here, with no line; else the first session, with the greeting of ``name``.

    Where replies are delivered, the greeting is said there, once, whatever happens meanwhile and whoever asks besides.
    Raises NoSuchCharacter, CardMissing.
    """
    player = await choose(ctx, here, None)

    async def act(on: Transaction) -> tuple[ChannelHead, Line | None, ShownAgain | None]:
        channel_head, line = await begin_if_none(ctx, on, here, player, greeting(ctx, name))
        shown = (
            await _plan_greeting(ShowingSpot(ctx, on, channel_head, line, here), player) if line is not None else None
        )
        return channel_head, line, shown

    channel_head, line, shown = await take_effect(ctx.db, act, key=f"open:{here.channel}", clock=ctx.clock)
    if shown is not None:
        ctx.shows.tell(here.key, shown)
    return channel_head, line


async def _plan_greeting(spot: ShowingSpot, player: Player) -> ShownAgain | None:
    """Plan that the greeting, if a story begins with one, is seen there."""
    said = await log.messages(spot.on, spot.channel_head.session_key, spot.line, 1)
    if not said or spot.limit is None:
        return None
    first = said[0]
    spoken = ReadMessage(
        first.place.seq, player.card.called, player.info.id, first.text, EntryStatus.COMPLETE, first.said_at
    )
    return await plan_shown(spot, spoken, await slot_behind(spot, spoken))


async def _default(ctx: EngineContext, language: Language, usable: Sequence[CharacterInfo]) -> CharacterInfo | None:
    found = await characters.find_builtin(ctx.db, f"default.{language}")
    return next((it for it in usable if found and it.id == found[0]), None)
