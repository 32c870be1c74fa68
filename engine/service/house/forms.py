"""Forms where a platform has none: what a person is being asked, one field after another."""

from engine.actions.house import forms
from engine.context import EngineContext
from engine.values.chats.incoming import Here, Incoming
from engine.values.house.asking import AskedForm


class FormsService:
    """One at a time for a person in a channel, for an hour after the last answer."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def ask(self, here: Here, form: AskedForm) -> None:
        """Begin a form, or go on with it; another one that was begun here is left."""
        await forms.ask(self._ctx, here, form)

    async def go_on(self, incoming: Incoming, form: AskedForm) -> bool:
        """The same for a message or a button that answers, which is noted as a command with it.

        False when that had arrived before: then nothing changes.
        """
        return await forms.go_on(self._ctx, incoming, form)

    async def asked(self, here: Here) -> AskedForm | None:
        """What the person is being asked here."""
        return await forms.asked(self._ctx, here)

    async def name_question(self, here: Here, form: AskedForm, message: str) -> None:
        """Say which of the platform's messages asks for what ``form`` asks for."""
        await forms.name_question(self._ctx, here, form, message)

    async def leave(self, here: Here) -> AskedForm | None:
        """Ask no more; what was being asked, None if nothing."""
        return await forms.leave(self._ctx, here)
