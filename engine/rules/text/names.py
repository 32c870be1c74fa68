"""Names as they stand in a prompt and before what somebody said. People choose them: they are short, on one line."""

import re
from typing import Final

_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LONGEST: Final = 64


def on_one_line(name: str) -> str:
    """``name`` without line ends and control characters, at most 64 characters; it may be empty."""
    printable = "".join(char if char.isprintable() else " " for char in name[: 4 * _LONGEST])
    return " ".join(printable.split())[:_LONGEST].rstrip()


def said_by(name: str, text: str) -> str:
    """``text`` behind the name of whoever said it, as it is written where either is Chinese, or else."""
    return f"{name}：{text}" if _HAN.search(name) or _HAN.search(text) else f"{name}: {text}"
