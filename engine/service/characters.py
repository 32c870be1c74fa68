"""Characters of a space."""

import builtins
from collections.abc import Sequence

from engine.actions import characters, sessions
from engine.actions.faces import Faces
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.characters import Card, CharacterInfo, CharacterPage, Face, Imported, Portrait
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.paging import Wanted


class Characters:
    """List, show, use, import, look at."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner
        self._faces = Faces()

    async def list(self, here: Here) -> list[CharacterInfo]:
        """The characters that may be used here."""
        return await characters.listed(self._needs, here)

    async def page(self, here: Here, wanted: Wanted) -> CharacterPage:
        """A part of them, without those that are hidden here."""
        return await characters.page(self._needs, here, wanted)

    async def called(self, here: Here, given: str) -> builtins.list[tuple[int, str]]:
        """Number and name of those that a number or a name may mean, the likeliest first."""
        return await characters.called(self._needs, here, given)

    async def show(self, here: Here, character: int) -> Card:
        """A character's newest card. Raises NoSuchCharacter."""
        return await characters.show(self._needs, here, character)

    async def use(self, here: Here, name: str, character: int, greeting: int = 0) -> View:
        """A new session with a character, greeting ``name`` by greeting ``greeting``, counted from 0.

        Raises NoSuchCharacter.
        """
        return await sessions.new(self._needs, self._runner, here, name, character, greeting)

    async def face(self, number: int) -> Face:
        """The name and the picture of a character, as people see it beside its words. Raises NoSuchCharacter."""
        return await self._faces.face(self._needs, number)

    async def portraits(self, here: Here, numbers: Sequence[int], user: str) -> Sequence[Portrait]:
        """Some characters as a gallery shows them, in this order. ``user`` is the word for whoever looks at it."""
        return await characters.portraits(self._needs, here, self._faces, numbers, user)

    async def import_file(self, here: Here, data: bytes) -> Imported:
        """A new character from a card's file. Raises InputError."""
        return await characters.import_file(self._needs, here, data)
