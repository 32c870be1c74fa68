"""Going on to the next page of what is too long for a phone. Pure."""

from bot.commands import controls
from bot.commands.reply import Choice
from bot.localise import Speaker


def next_page(speak: Speaker, line: str, page: int, pages: int) -> tuple[Choice, ...]:
    """The button that shows the page behind ``page`` of ``line``, a command line; none behind the last."""
    if page >= pages:
        return ()
    return (Choice(controls.control(controls.RUN, f"{line} {page + 1}"), speak.say("next-page", page=page + 1)),)
