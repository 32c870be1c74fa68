"""Cards made and changed by hand, the trash of characters, and what a place hides."""

from collections.abc import Mapping

from engine.actions.characters import cards, characters
from engine.context import EngineContext
from engine.values.characters.characters import CardVersion, CharacterHoldings, Imported, ThrownAway
from engine.values.chats.incoming import Here


class CardsService:
    """Make, change, go back, throw away, hide. Every method raises NoSuchCharacter for one that is not of here."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def create(self, here: Here, name: str, texts: Mapping[str, str], picture: bytes | None = None) -> Imported:
        """A new character with these texts, by the fields of a Card.

        Raises NotACard without a name, FieldTooLong, PictureUnreadable, FileTooBig.
        """
        return await cards.create(self._ctx, here, name, texts, picture)

    async def copy(self, here: Here, character: int) -> Imported:
        """A character of this place with the card of another."""
        return await cards.copy(self._ctx, here, character)

    async def edit(self, here: Here, character: int, changes: Mapping[str, str | tuple[str, ...]]) -> int:
        """Other texts for fields of a card; the version that holds from the next turn on, in every chat.

        Raises CharacterBuiltIn, NotACard when the name would be empty, FieldTooLong.
        """
        return await cards.edit(self._ctx, here, character, changes)

    async def greet(self, here: Here, character: int, number: int, text: str) -> int:
        """Another text for a greeting, counted from 1; one behind the last is new, "" takes one away; the version.

        Raises NoSuchVersion, and what ``edit`` raises.
        """
        return await cards.greet(self._ctx, here, character, number, text)

    async def wear(self, here: Here, character: int, picture: bytes, filename: str = "") -> int:
        """Another face; the version. Raises CharacterBuiltIn, PictureUnreadable, FileTooBig."""
        return await cards.wear(self._ctx, here, character, picture, filename)

    async def versions(self, here: Here, character: int) -> list[CardVersion]:
        """Every version of a card, newest first."""
        return await cards.versions(self._ctx, here, character)

    async def back(self, here: Here, character: int, version: int) -> int:
        """Let an older version hold again, as a new one; its number. Raises NoSuchVersion, CharacterBuiltIn."""
        return await cards.back(self._ctx, here, character, version)

    async def holdings(self, here: Here, character: int) -> CharacterHoldings:
        """What would stay of a character that is thrown away. Raises CharacterBuiltIn."""
        return await characters.holdings(self._ctx, here, character)

    async def throw_away(self, here: Here, character: int) -> CharacterHoldings:
        """Put a character into the trash, which is emptied after 30 days; what stays. Raises CharacterBuiltIn."""
        return await characters.throw_away(self._ctx, here, character)

    async def thrown_away(self, here: Here) -> list[ThrownAway]:
        """What lies in the trash, the last first."""
        return await characters.thrown_away(self._ctx, here)

    async def restore(self, here: Here, character: int) -> str:
        """Take a character out of the trash: its name."""
        return await characters.restore(self._ctx, here, character)

    async def hide(self, here: Here, character: int, hidden: bool = True) -> None:
        """Keep a character out of the list of this place, or let it be seen again."""
        await characters.hide(self._ctx, here, character, hidden)
