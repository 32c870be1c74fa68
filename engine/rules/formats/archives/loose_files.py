"""What the files of an archive are, where no folder says it: a look into as many of them as a bounded effort allows."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine.errors import InputError
from engine.rules.formats.archives.archives import Archive
from engine.rules.formats.plain_kinds import plain_kind
from engine.values.transfers.transfers import FileKind

MAX_BYTES: Final = 50 << 20
MAX_EFFORT: Final = 4 << 20
"""What may be spent on files that turn out to be nothing, and on YAML; a byte of JSON costs 1."""

# What a byte costs, by the ending of its file; of a picture only the heads of its chunks are looked at.
_COSTS: Final[Mapping[str, float]] = MappingProxyType(
    {"png": 0.1, "webp": 0.1, "json": 1, "jsonl": 1, "yaml": 25, "yml": 25}
)
_LEAST_COST: Final = 2_048
_YAML: Final = (".yaml", ".yml")
# What does not begin like this would be read as YAML, which takes far longer.
_STARTS: Final = (b"{", b"[", b"\x89PNG", b"RIFF")
_BEFORE: Final = b"\xef\xbb\xbf\xff\xfe \t\r\n\0"


def loose_kinds(archive: Archive, names: Iterator[str]) -> Iterator[tuple[str, FileKind]]:
    """Yield the files among ``names`` that something is known of, each with what it is. Those left out may be more."""
    left, effort = MAX_BYTES, float(MAX_EFFORT)
    for name in names:
        size = archive.members[name].size
        cost = max(_LEAST_COST, size * _COSTS.get(name.rpartition(".")[2].lower(), math.inf))
        if size > left or cost > effort:
            continue
        left -= size
        kind = _kind(archive, name)
        if kind is None or name.lower().endswith(_YAML):
            effort -= cost
        if kind is not None:
            yield name, kind


def _kind(archive: Archive, name: str) -> FileKind | None:
    try:
        data = archive.read(name, MAX_BYTES)
        if name.lower().endswith(_YAML) or data.lstrip(_BEFORE).startswith(_STARTS):
            return plain_kind(data, name)
    except InputError:
        pass
    return None
