"""How a character is called where others talk too: what texts say of it. Pure."""

from enum import StrEnum

from engine.values.house.setting_choices import Speaks
from engine.values.house.settings import Settings


class Calling(StrEnum):
    """What makes a character answer among others: a mention or a reply, its name too, or anything that is said."""

    MENTION = "mention"
    NAME = "name"
    ALWAYS = "always"


def calling(settings: Settings, *, hears_all: bool, private: bool = False) -> Calling:
    """What holds in a place. ``hears_all``: the bot is given all that is said there, not only what is said to it.

    A private chat has no such settings; from there, texts tell of groups as they are at first.
    """
    if not hears_all:
        return Calling.MENTION
    return Calling.ALWAYS if settings.speaks is Speaks.ALWAYS and not private else Calling.NAME
