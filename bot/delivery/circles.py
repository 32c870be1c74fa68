"""Where a circle lies that somebody opens: where they are, or where the platform shows posts apart from comments.

There a message is named by the thread or channel that it is in, and its own name in that.
"""

from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from engine.errors import NoCircleHere
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address

NO_CIRCLE: Final = frozenset({"posts", "media", "channel", "unheard"})
"""Why there can be none: a forum in which we may not post, one for files alone; a channel in which we may not post, a
group in which we do not hear what is said.
"""


_BETWEEN: Final = "/"


@dataclass(frozen=True, slots=True)
class CircleGround:
    """Where a circle lies.

    ``kind`` is place; forum, where each post is a thread; or linked, where posts are in a channel beside it.
    """

    at: Address
    kind: str = "place"
    title: str = ""


class CircleGrounds(Protocol):
    """A platform that shows posts apart."""

    async def ground(self, at: Address) -> CircleGround:
        """Where a circle lies that is opened at an address. Raises what a surface raises; NotAllowed by NO_CIRCLE."""
        ...


async def grounded(grounds: CircleGrounds, origin: Origin) -> tuple[Origin, str]:
    """The same person where the circle lies that they open here, and of which kind it is. Raises NoCircleHere."""
    at = Address(origin.platform, origin.space, origin.channel, origin.private)
    try:
        found = await grounds.ground(at)
    except NotAllowed as refused:
        raise NoCircleHere(why=str(refused) if str(refused) in NO_CIRCLE else "rights") from refused
    except (Gone, Later, Unsure) as failed:
        raise NoCircleHere(why="later") from failed
    if found.at == at:
        return origin, found.kind
    there = Origin(
        origin.platform,
        found.at.space,
        found.at.channel,
        origin.person,
        origin.person_name,
        space_title=origin.space_title,
        channel_title=found.title,
        private=found.at.private,
        age_restricted=origin.age_restricted,
    )
    return there, found.kind


def named(within: str, message: str) -> str:
    """A message by the thread or channel that it is in; one that is named so already, or is none, as it is."""
    return f"{within}{_BETWEEN}{message}" if message and _BETWEEN not in message else message


def located(at: Address, name: str) -> tuple[Address, str]:
    """The channel or thread where a message of ``at`` is, and what the platform calls the message."""
    within, between, message = name.partition(_BETWEEN)
    return (replace(at, channel=within), message) if between else (at, name)
