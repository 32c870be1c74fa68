"""A text that things are taken out of while it grows: how the words on both sides of what is gone join."""


class TextSeam:
    """White space around what is removed: of what stood before and after a tag, the wider stays; none at the ends."""

    def __init__(self) -> None:
        self._space = ""
        self._before: str | None = None
        self._begun = False

    def show(self, text: str) -> str:
        """What can be seen of the next piece of text by now: white space at its end waits."""
        said = text.lstrip()
        self._space += text[: len(text) - len(said)]
        if not said:
            return ""
        core = said.rstrip()
        space = self._taken()
        self._space = said[len(core) :]
        self._begun = True
        return space + core

    def remove(self) -> None:
        """Something was taken out here."""
        self._before = _wider(self._before or "", self._space)
        self._space = ""

    def finish(self) -> str:
        """The white space that is left at the end."""
        return self._space if self._before is None else ""

    def _taken(self) -> str:
        before, self._before = self._before, None
        if before is None:
            return self._space
        return _wider(before, self._space) if self._begun else ""


def _wider(one: str, other: str) -> str:
    return max(one, other, key=lambda space: (space.count("\n"), len(space)))
