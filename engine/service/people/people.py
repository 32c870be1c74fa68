"""Who people are in their stories, and what is known about them."""

from engine.actions.people import abouts, personas
from engine.context import EngineContext
from engine.values.chats.incoming import Here
from engine.values.memory.garden import AboutMe, KnownFact, UnfoldedFact
from engine.values.memory.memories import Consent
from engine.values.story.notes import UserPersona


class PeopleService:
    """A person's personas and facts. They belong to the person, in every chat."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def persona(self, here: Here, *, chat_alone: bool = False) -> UserPersona | None:
        """Who the person is now in the chat that is played here; None: nobody but themselves.

        ``chat_alone``: who they are in this chat alone; None: who they are elsewhere.
        """
        return await personas.current(self._ctx, here, chat_alone=chat_alone)

    async def set_persona(self, here: Here, persona: UserPersona | None) -> None:
        """Change the persona with this ``id``, or make a new one (id 0), and be it. None: be nobody from now on.

        Raises NoSuchPersona.
        """
        await personas.put(self._ctx, here, persona)

    async def personas(self, here: Here) -> list[UserPersona]:
        """The person's personas, by name."""
        return await personas.listed(self._ctx, here)

    async def use_persona(self, here: Here, number: int) -> None:
        """Be one of one's personas. Raises NoSuchPersona."""
        await personas.use(self._ctx, here, number)

    async def use_persona_in_chat(self, here: Here, number: int | None) -> None:
        """The same in the chat that is played here alone; None: be there who one is elsewhere.

        Raises SessionMissing, NoSuchPersona.
        """
        await personas.wear(self._ctx, here, number)

    async def delete_persona(self, here: Here, number: int) -> None:
        """Take one of one's personas off the list. Raises NoSuchPersona."""
        await personas.delete(self._ctx, here, number)

    async def about(self, here: Here) -> AboutMe:
        """What is known about the person, newest first, and what they allow."""
        return await abouts.card(self._ctx, here)

    async def fact(self, here: Here, number: int) -> UnfoldedFact:
        """A fact about the person with what it said before. Raises NoSuchFact."""
        return await abouts.show(self._ctx, here, number)

    async def add_fact(self, here: Here, text: str) -> KnownFact:
        """Write a fact about oneself. Raises MemoryEmpty, TextTooLong, FactKnown."""
        return await abouts.add(self._ctx, here, text)

    async def edit_fact(self, here: Here, number: int, text: str) -> KnownFact:
        """Give a fact another text. Raises NoSuchFact, MemoryEmpty, TextTooLong, FactKnown."""
        return await abouts.edit(self._ctx, here, number, text)

    async def delete_fact(self, here: Here, number: int) -> None:
        """Let a fact be told no more. Raises NoSuchFact."""
        await abouts.delete(self._ctx, here, number)

    async def share_fact(self, here: Here, number: int, on: bool) -> KnownFact:
        """Let every character know a fact, or only the one that plays here. Raises NoSuchFact, FactKnown."""
        return await abouts.share(self._ctx, here, number, on=on)

    async def tell_fact(self, here: Here, number: int, in_groups: bool) -> KnownFact:
        """Let a fact be told in groups, or in private alone. Raises NoSuchFact."""
        return await abouts.tell(self._ctx, here, number, in_groups=in_groups)

    async def allow(
        self,
        here: Here,
        *,
        elsewhere: bool | None = None,
        remember: bool | None = None,
        opted_out: bool | None = None,
    ) -> Consent:
        """Change what the person allows, under all their names; None leaves it as it is."""
        return await abouts.allow(self._ctx, here, elsewhere=elsewhere, remember=remember, opted_out=opted_out)
