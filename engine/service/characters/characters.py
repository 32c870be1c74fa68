"""Characters of a space."""

import builtins
from collections.abc import Sequence

from engine.actions.characters import characters
from engine.actions.characters.faces import Faces
from engine.actions.chats import sessions
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.characters.characters import Card, CharacterInfo, CharacterPage, Face, Imported, Portrait
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.paging import Wanted


class CharactersService:
    """List, show, use, import, look at."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner
        self._faces = Faces()

    async def list(self, here: Here) -> list[CharacterInfo]:
        """The characters that may be used here."""
        return await characters.listed(self._ctx, here)

    async def page(self, here: Here, wanted: Wanted) -> CharacterPage:
        """A part of them, without those that are hidden here."""
        return await characters.page(self._ctx, here, wanted)

    async def called(self, here: Here, given: str) -> builtins.list[tuple[int, str]]:
        """Number and name of those that a number or a name may mean, the likeliest first."""
        return await characters.called(self._ctx, here, given)

    async def show(self, here: Here, character: int) -> Card:
        """A character's newest card. Raises NoSuchCharacter."""
        return await characters.show(self._ctx, here, character)

    async def use(self, here: Here, name: str, character: int, greeting: int = 0) -> View:
        """A new session with a character, greeting ``name`` by greeting ``greeting``, counted from 0.

        Raises NoSuchCharacter.
        """
        return await sessions.new(self._ctx, self._runner, here, name, character, greeting)

    async def face(self, number: int) -> Face:
        """The name and the picture of a character, as people see it beside its words. Raises NoSuchCharacter."""
        return await self._faces.face(self._ctx, number)

    async def portraits(self, here: Here, numbers: Sequence[int], user: str) -> Sequence[Portrait]:
        """Some characters as a gallery shows them, in this order. ``user`` is the word for whoever looks at it."""
        return await characters.portraits(self._ctx, here, self._faces, numbers, user)

    async def import_file(self, here: Here, data: bytes) -> Imported:
        """A new character from a card's file. Raises InputError."""
        return await characters.import_file(self._ctx, here, data)
