"""A session begins: who plays in it, and what it begins with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import randbits

from engine.db import characters, inbox, log, sessions
from engine.db.pool import Transaction
from engine.db.repeat import take_effect
from engine.errors import CardMissing, NoSuchCharacter
from engine.rules.macros.expand import expand, with_card
from engine.turns.assemble import greeting_scene
from engine.turns.needs import Needs
from engine.turns.showing import Spot, plan_shown, slot_behind
from engine.values.characters import Card, CharacterInfo
from engine.values.entries import EntryKind, Line, NewEntry, Status
from engine.values.incoming import Here
from engine.values.outgoing import Shown, Spoken
from engine.values.sessions import Stand
from engine.values.settings import Language

FirstWords = Callable[[CharacterInfo, Card], Sequence[NewEntry]]
"""What a session begins with behind its cast."""


@dataclass(frozen=True, slots=True)
class Player:
    """A character that plays, with the newest version of its card."""

    info: CharacterInfo
    card: Card


def greeting(needs: Needs, name: str, chosen: int = 0) -> FirstWords:
    """What a character greets ``name`` with: greeting ``chosen`` of its card, from 0, else the first it has."""

    def first_words(info: CharacterInfo, card: Card) -> list[NewEntry]:
        if not card.greetings:
            return []
        scene = with_card(greeting_scene(needs, name), card)
        number = chosen if chosen in range(len(card.greetings)) else 0
        body = {"greeting": number, "greetings": len(card.greetings), "version": info.version, "user": name}
        text = expand(card.greetings[number], scene)
        return [NewEntry(EntryKind.MESSAGE, needs.clock.now(), text, character=info.id, body=body)]

    return first_words


def nothing_said(_info: CharacterInfo, _card: Card) -> Sequence[NewEntry]:
    """A session that begins with what a person says."""
    return ()


async def choose(needs: Needs, here: Here, character: int | None) -> Player:
    """The character ``character``, or the default one in the place's language. Raises NoSuchCharacter, CardMissing."""
    usable = await characters.listed(needs.db, here.space, here.person)
    if character is None:
        language = (await needs.doors.door(needs.db, here)).settings.language
        info = await _default(needs, language, usable)
    else:
        info = next((it for it in usable if it.id == character), None)
    if info is None:
        raise NoSuchCharacter(number=character or 0)
    card = await needs.cards.card(needs.db, info.id, info.version)
    if card is None:
        raise CardMissing(character=info.id)
    return Player(info, card)


async def begin(
    needs: Needs, on: Transaction, here: Here, player: Player, first_words: FirstWords = nothing_said
) -> tuple[Stand, Line]:
    """A new session, played here from now on: its stand, and its line with the cast and the first words."""
    cast = NewEntry(
        EntryKind.MEMBER,
        needs.clock.now(),
        character=player.info.id,
        body={"in": True, "version": player.info.version},
    )
    stand = await sessions.create(on, here.key, seed=randbits(62), person=here.person)
    first = [cast, *first_words(player.info, player.card)]
    head = await log.append(on, stand.session_key, stand.branch, 0, first)
    return stand, await needs.lines.line(on, stand.session_key, stand.branch, head)


async def begin_if_none(
    needs: Needs, on: Transaction, here: Here, player: Player, first_words: FirstWords = nothing_said
) -> tuple[Stand, Line | None]:
    """The stand that is played here, with no line; else a new session. Two that ask at once get the same."""
    await inbox.lock_channel(on, here.key)
    stand = await sessions.current(on, here.key)
    return (stand, None) if stand is not None else await begin(needs, on, here, player, first_words)


async def begin_first(needs: Needs, here: Here, name: str) -> tuple[Stand, Line | None]:
    """The stand that is played here, with no line; else the first session, which begins with the greeting of ``name``.

    Where replies are delivered, the greeting is said there, once, whatever happens meanwhile and whoever asks besides.
    Raises NoSuchCharacter, CardMissing.
    """
    player = await choose(needs, here, None)

    async def act(on: Transaction) -> tuple[Stand, Line | None, Shown | None]:
        stand, line = await begin_if_none(needs, on, here, player, greeting(needs, name))
        shown = await _plan_greeting(Spot(needs, on, stand, line, here), player) if line is not None else None
        return stand, line, shown

    stand, line, shown = await take_effect(needs.db, act, key=f"open:{here.channel}", clock=needs.clock)
    if shown is not None:
        needs.shows.tell(here.key, shown)
    return stand, line


async def _plan_greeting(spot: Spot, player: Player) -> Shown | None:
    """Plan that the greeting, if a story begins with one, is seen there."""
    said = await log.messages(spot.on, spot.stand.session_key, spot.line, 1)
    if not said or spot.limit is None:
        return None
    first = said[0]
    spoken = Spoken(first.place.seq, player.card.called, player.info.id, first.text, Status.COMPLETE, first.said_at)
    return await plan_shown(spot, spoken, await slot_behind(spot, spoken))


async def _default(needs: Needs, language: Language, usable: Sequence[CharacterInfo]) -> CharacterInfo | None:
    found = await characters.find_builtin(needs.db, f"default.{language}")
    return next((it for it in usable if found and it.id == found[0]), None)
