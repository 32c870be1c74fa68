"""Going on to the next page of what is too long for a phone. Pure."""

from bot.commands import controls
from bot.commands.reply import Choice
from bot.localise import Speaker


def next_page(speak: Speaker, line: str, page: int, pages: int) -> tuple[Choice, ...]:
    """The button that shows the page behind ``page`` of ``line``, a command line; none behind the last."""
    if page >= pages:
        return ()
    return (Choice(controls.control(controls.RUN, f"{line} {page + 1}"), speak.say("next-page", page=page + 1)),)


def both_pages(speak: Speaker, line: str, page: int, pages: int) -> tuple[Choice, ...]:
    """The buttons that show the page before ``page`` of ``line`` and the one behind it, where there are any.

    None where a platform cannot carry the line.
    """
    wanted = [(page - 1, "previous-page"), (page + 1, "next-page")]
    made = [(controls.control(controls.RUN, f"{line} {number}"), number, word) for number, word in wanted]
    return tuple(
        Choice(control, speak.say(word, page=number))
        for control, number, word in made
        if 1 <= number <= pages and controls.fits(control)
    )
