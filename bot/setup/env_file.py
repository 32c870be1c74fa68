"""The ``.env`` file: some names set or removed, every other line and comment left as it is."""

import io
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from engine.errors import EnvFileUnwritable

_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=~?&\[\]-]+")


def edited(text: str, changes: Mapping[str, str | None]) -> str:
    """``text`` with each name of ``changes`` set to its value, once; None removes it. Names have no case."""
    left = {name.upper(): value for name, value in changes.items()}
    wanted = dict(left)
    lines: list[str] = []
    for binding in parse_stream(io.StringIO(text)):
        name = (binding.key or "").upper()
        if name not in wanted:
            lines.append(binding.original.string)
            continue
        whole = binding.original.string
        lines.append(whole[: len(whole) - len(whole.lstrip())])  # blank lines above it
        if (value := left.pop(name, None)) is not None:
            lines.append(f"{name}={quoted(value)}\n")
    kept = "".join(lines)
    if kept and not kept.endswith("\n"):
        kept += "\n"
    return kept + "".join(f"{name}={quoted(value)}\n" for name, value in left.items() if value is not None)


def quoted(value: str) -> str:
    """``value`` so that it is read back unchanged."""
    if _PLAIN.fullmatch(value):
        return value
    # ``${name}`` is filled in by the reader even inside quotes; an unnamed one with a default is the only way around.
    value = value.replace("\\", "\\\\").replace("'", "\\'").replace("${", "${:-$}{")
    return f"'{value}'"


def read(path: Path) -> dict[str, str]:
    """What the file sets, by name in capitals; nothing where there is none. Raises EnvFileUnwritable."""
    try:
        found = dotenv_values(path, encoding="utf-8") if path.is_file() else {}
    except UnicodeDecodeError:
        raise EnvFileUnwritable(file=str(path), reason="UTF-8") from None
    except OSError as error:
        raise EnvFileUnwritable(file=str(path), reason=error.strerror or type(error).__name__) from None
    return {name.upper(): value for name, value in found.items() if value}


def save(path: Path, changes: Mapping[str, str | None]) -> None:
    """Write the file anew as a whole, readable by its owner only. Raises EnvFileUnwritable; then it is as it was."""
    target = Path(os.path.realpath(path))
    try:
        text = target.read_text("utf-8") if target.exists() else ""
        _replace(target, edited(text, changes))
    except UnicodeDecodeError:
        raise EnvFileUnwritable(file=str(path), reason="UTF-8") from None
    except OSError as error:
        raise EnvFileUnwritable(file=str(path), reason=error.strerror or type(error).__name__) from None


def _replace(target: Path, text: str) -> None:
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".env-")  # made with mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
