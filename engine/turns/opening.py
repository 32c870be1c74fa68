"""A session begins: who plays in it, and what it begins with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import randbits

from engine.db import characters, inbox, log, sessions
from engine.db.pool import Transaction
from engine.errors import CardMissing, NoSuchCharacter
from engine.turns.needs import Needs
from engine.values.characters import Card, CharacterInfo
from engine.values.entries import EntryKind, Line, NewEntry
from engine.values.incoming import Here
from engine.values.sessions import Stand
from engine.values.settings import Language

FirstWords = Callable[[CharacterInfo, Card], Sequence[NewEntry]]
"""What a session begins with behind its cast."""


@dataclass(frozen=True, slots=True)
class Player:
    """A character that plays, with the newest version of its card."""

    info: CharacterInfo
    card: Card


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


async def _default(needs: Needs, language: Language, usable: Sequence[CharacterInfo]) -> CharacterInfo | None:
    found = await characters.find_builtin(needs.db, f"default.{language}")
    return next((it for it in usable if found and it.id == found[0]), None)
