"""What macros have stored while a prompt is made, within bounds."""

import json
from typing import Any, Final, cast

from engine.rules.macros.js_numbers import number, written
from engine.values.chats.bodies import VariableChange, VariableChanges
from engine.values.models.stage import Variables

MAX_NAMES: Final = 256
"""Variables of a chat, and as many shared ones; a macro that would make another stays as it is."""

MAX_VALUE: Final = 10_000
"""Characters of a value; a macro that would store more stays as it is."""

MAX_EFFORT: Final = 2_000_000
"""Characters of values that macros of a prompt may add to; a macro that would add to more stays as it is."""

_MAX_NAME: Final = 200


class VariableStore:
    """The variables of a chat and the shared ones. Values are texts; texts that are numbers are counted with."""

    def __init__(self, variables: Variables) -> None:
        self._before = variables
        self._local = dict(variables.local)
        self._shared = dict(variables.shared)
        self._effort = MAX_EFFORT
        self._changed: dict[bool, dict[str, VariableChange]] = {False: {}, True: {}}

    def changed(self, *, shared: bool) -> VariableChanges:
        """What was done to each variable since then: numbers that were only counted with are counted with again."""
        return dict(self._changed[shared])

    def change(self, changes: VariableChanges, *, shared: bool) -> None:
        """Do the same here, as far as there is room."""
        for name, it in changes.items():
            if it.value is None:
                self.remove(name, shared=shared)
            else:
                (self.add if it.adds else self.put)(name, it.value, shared=shared)

    def after(self) -> Variables:
        """The state now: the very value it began with when nothing changed."""
        if self._local == self._before.local and self._shared == self._before.shared:
            return self._before
        return Variables(dict(self._local), dict(self._shared))

    def get(self, name: str, *, shared: bool) -> str:
        """The value, empty where there is none; a number is written as JavaScript does."""
        value = self._of(shared).get(name, "")
        return _normal(value)

    def has(self, name: str, *, shared: bool) -> bool:
        """Whether there is such a variable."""
        return name in self._of(shared)

    def put(self, name: str, value: str, *, shared: bool) -> bool:
        """Store ``value``; False when there is no room for it."""
        values = self._of(shared)
        if len(value) > MAX_VALUE or len(name) > _MAX_NAME or (name not in values and len(values) >= MAX_NAMES):
            return False
        values[name] = value
        self._changed[shared][name] = VariableChange(value)
        return True

    def remove(self, name: str, *, shared: bool) -> None:
        """Forget the variable if there is one."""
        self._of(shared).pop(name, None)
        self._changed[shared][name] = VariableChange(None)

    def add(self, name: str, value: str, *, shared: bool) -> bool:
        """Put ``value`` into a list, add it to a number, or else write it behind what is there."""
        self._effort -= len(self._of(shared).get(name, ""))
        if self._effort < 0:
            return False
        current = self.get(name, shared=shared)
        items = _items(current)
        if items is not None:
            return self.put(name, _as_json([*items, value]), shared=shared)
        before = self._changed[shared].get(name, VariableChange("0", adds=True))
        if not self.put(name, _sum(current, value), shared=shared):
            return False
        if before.adds and before.value and number(current or "0") is not None and number(value) is not None:
            self._changed[shared][name] = VariableChange(_sum(before.value, value), adds=True)
        return True

    def _of(self, shared: bool) -> dict[str, str]:
        return self._shared if shared else self._local


def _normal(value: str) -> str:
    if not value.strip():
        return value
    count = number(value)
    return value if count is None else written(count)


def _sum(current: str, value: str) -> str:
    left, right = number(current or "0"), number(value)
    if left is None or right is None:
        return ("" if current == "0" else current) + value
    return written(left + right)


def _items(value: str) -> list[Any] | None:
    if not value.startswith("["):
        return None
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return cast("list[Any]", found) if isinstance(found, list) else None


def _as_json(items: list[Any]) -> str:
    return json.dumps(items, ensure_ascii=False, separators=(",", ":"))
