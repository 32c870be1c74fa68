"""A social circle: who takes part in it, and how close any two of them are."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, order=True)
class Friend:
    """Who posts, comments and likes: a character, or a person, by number."""

    id: int
    is_person: bool = False


@dataclass(frozen=True, slots=True)
class Friendship:
    """Two who answer or like each other; ``one`` comes before ``other``, in the order of members.

    ``closeness`` is from 0 to 1, ``last`` when either turned to the other, ``about`` words of that. ``given``: how
    often ``one`` turned to ``other``; ``returned``: how often that came back.
    """

    one: Friend
    other: Friend
    closeness: float
    last: datetime
    about: tuple[str, ...] = ()
    given: int = 0
    returned: int = 0


@dataclass(frozen=True, slots=True)
class CircleFriends:
    """Who is close to whom, closest first, and what each of them is called."""

    friendships: tuple[Friendship, ...]
    names: Mapping[Friend, str]
