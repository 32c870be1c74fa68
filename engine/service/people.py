"""Who people are in their stories."""

from engine.actions import personas
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.notes import UserPersona


class People:
    """A person's personas. They belong to the person, in every chat."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def persona(self, here: Here) -> UserPersona | None:
        """Who the person is now; None: nobody but themselves."""
        return await personas.current(self._needs, here)

    async def set_persona(self, here: Here, persona: UserPersona | None) -> None:
        """Change the persona with this ``id``, or make a new one (id 0), and be it. None: be nobody from now on.

        Raises NoSuchPersona.
        """
        await personas.put(self._needs, here, persona)

    async def personas(self, here: Here) -> list[UserPersona]:
        """The person's personas, by name."""
        return await personas.listed(self._needs, here)

    async def use_persona(self, here: Here, number: int) -> None:
        """Be one of one's personas. Raises NoSuchPersona."""
        await personas.use(self._needs, here, number)
