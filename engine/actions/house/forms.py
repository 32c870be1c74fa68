"""Forms where a platform has none: what a person is being asked, one field after another.

One at a time for a person in a channel, for an hour after the last answer.
"""

from engine.context import EngineContext
from engine.db.house import forms
from engine.turns.intake.accept import first_time
from engine.values.chats.incoming import Here, Incoming
from engine.values.house.asking import AskedForm


async def ask(ctx: EngineContext, here: Here, form: AskedForm) -> None:
    """Begin a form, or go on with it; another one that was begun here is left."""
    await forms.put(ctx.db, here, form)


async def go_on(ctx: EngineContext, incoming: Incoming, form: AskedForm) -> bool:
    """The same for a message or a button that answers, which is noted as a command with it.

    False when that had arrived before: then nothing changes.
    """
    return await first_time(ctx, incoming, lambda on, here: forms.put(on, here, form, goes_on=True))


async def asked(ctx: EngineContext, here: Here) -> AskedForm | None:
    """What the person is being asked here."""
    return await forms.read(ctx.db, here)


async def name_question(ctx: EngineContext, here: Here, form: AskedForm, message: str) -> None:
    """Say which of the platform's messages asks for what ``form`` asks for."""
    await forms.name_question(ctx.db, here, form, message)


async def leave(ctx: EngineContext, here: Here) -> AskedForm | None:
    """Ask no more; what was being asked, None if nothing."""
    return await forms.leave(ctx.db, here)
