"""What the secondary keys of an entry decide."""

from collections.abc import Iterable

from engine.values.characters.worlds import Logic


def satisfied(logic: Logic, seen: Iterable[bool]) -> bool:
    """Whether an entry may fire, by which of its secondary keys were seen. Looks no further than it must.

    NOT_ALL asks for one that is missing, which an entry with two keys has even when one of them is there.
    """
    match logic:
        case Logic.AND_ANY:
            return any(seen)
        case Logic.NOT_ALL:
            return not all(seen)
        case Logic.NOT_ANY:
            return not any(seen)
        case Logic.AND_ALL:
            return all(seen)


def score(logic: Logic, primary: int, secondary: int, secondary_keys: int) -> int:
    """How well an entry's keys match, to find the winner of its group. Only logics that ask for keys count them."""
    if logic is Logic.AND_ANY:
        return primary + secondary
    if logic is Logic.AND_ALL and secondary == secondary_keys:
        return primary + secondary
    return primary
