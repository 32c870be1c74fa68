"""What messages in a forum that is a circle are called: thread and message, so that each is found again. Pure.

The first message of a post has the number of its thread.
"""

import re
from dataclasses import replace
from typing import Final

from discord.utils import remove_markdown

from bot.delivery.circles import named
from bot.delivery.thoughts import cut
from engine.values.chats.incoming import Incoming, IncomingKind, Origin

LONGEST_TITLE: Final = 60
_SENTENCE: Final = re.compile(r"^.+?(?:[.!?…]+(?=\s)|[。！？…]+)")
_CUT: Final = " .…"
"""What stands at the end of a title that somebody shortened."""
_SAID: Final = (IncomingKind.MESSAGE, IncomingKind.EDIT)


def title_of(text: str) -> str:
    """What the thread of a post is called: its first sentence, as far as there is room for it."""
    line = _spaced(text)
    sentence = _SENTENCE.match(line)
    first = sentence[0] if sentence and len(sentence[0]) <= LONGEST_TITLE else line
    return cut(first, LONGEST_TITLE) or "…"


def _spaced(text: str) -> str:
    return " ".join(remove_markdown(text).split())


def in_forum(incoming: Incoming, forum: Origin, title: str) -> Incoming:
    """What arrived in a thread called ``title``, as it arrives in the circle of its ``forum``.

    What is said under a post answers the post, if nothing else; a post of a person begins with the title they gave it,
    unless it begins with these words anyway.
    """
    thread = incoming.origin.channel
    begins = incoming.kind in _SAID and str(incoming.position) == thread
    answers = incoming.replied or ("" if begins or incoming.kind is not IncomingKind.MESSAGE else thread)
    text = incoming.text
    if begins and not _spaced(text).casefold().startswith(_spaced(title).casefold().rstrip(_CUT)):
        text = f"{title}\n{text}".strip()
    return replace(
        incoming,
        origin=forum,
        external=named(thread, incoming.external),
        target=named(thread, incoming.target),
        replied=named(thread, answers),
        text=text,
    )
