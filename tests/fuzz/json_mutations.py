"""JSON damaged where a reader looks: odd values at known places, fields of one kind under the names of another."""

import copy
from typing import Any

from hypothesis import strategies as st

ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        ["@@depth 3\nx", "@@activate", "@@@role user", "/a/", "/(/gx", "true", "1e999", "-0", "a,、b", "0"]
    ),
    st.sampled_from([10**400, -(10**40), 1e308, [], {}, [[]], [{}], [None, "a", 1], {"0": {}}, {"order": ["main"]}]),
)
PATHS = st.lists(st.integers(0, 30) | st.text(max_size=10), min_size=1, max_size=5)
CHANGES = st.lists(st.tuples(PATHS, ODD), max_size=6)


def changed(raw: Any, changes: list[tuple[list[int | str], Any]]) -> Any:
    """Return a copy of ``raw`` with each change's value put at its path, as far down as the path leads."""
    raw = copy.deepcopy(raw)
    for path, value in changes:
        place = raw
        for step in path[:-1]:
            place = _inner(place, step)
        _put(place, path[-1], value)
    return raw


def _inner(place: Any, step: int | str) -> Any:
    values = [*place.values()] if isinstance(place, dict) else place
    inner = [value for value in values if isinstance(value, dict | list)] if isinstance(values, list) else []
    return inner[step % len(inner)] if inner and isinstance(step, int) else place


def _put(place: Any, step: int | str, value: Any) -> None:
    if isinstance(place, dict):
        names = [*place]
        place[names[step % len(names)] if names and isinstance(step, int) else str(step)] = copy.deepcopy(value)
    elif isinstance(place, list) and place and isinstance(step, int):
        place[step % len(place)] = copy.deepcopy(value)
