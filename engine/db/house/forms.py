"""Forms that people fill in by messages, in Postgres: they outlive a restart."""

from datetime import timedelta

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here
from engine.values.house.asking import AskedForm

WAITS = timedelta(hours=1)


async def put(on: Statements, here: Here, form: AskedForm, *, goes_on: bool = False) -> None:
    """A form begins or goes on; one that the person was filling in there is left.

    ``goes_on``: where ``form`` does not know which message asks, the one that is known stays.
    """
    at = (here.space, here.channel, here.person)
    await on.execute("ask_form", *at, form.line, form.param, dict(form.given), form.message, goes_on)


async def read(on: Statements, here: Here) -> AskedForm | None:
    """What the person is filling in there."""
    row = await on.fetchrow("asked_form", here.space, here.channel, here.person, WAITS)
    return _form(row) if row else None


async def name_question(on: Statements, here: Here, form: AskedForm, message: str) -> None:
    """Say which message asks for a form's field, unless another message is known to ask for another one by now."""
    await on.execute("name_question", here.space, here.channel, here.person, form.param, message, form.line)


async def leave(on: Statements, here: Here) -> AskedForm | None:
    """The person fills in nothing there any more; what it was."""
    row = await on.fetchrow("leave_form", here.space, here.channel, here.person, WAITS)
    return _form(row) if row and row["fresh"] else None


async def drop_old(on: Statements) -> None:
    """Forget what nobody went on with."""
    await on.execute("drop_old_forms", WAITS)


def _form(row: DriverRow) -> AskedForm:
    return AskedForm(row["line"], row["field"], row["given"], row["message"])
