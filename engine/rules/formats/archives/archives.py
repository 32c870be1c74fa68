"""Zip archives from strangers: what is in one, and its members, within bounds that are checked before any unpacking.

The directory is walked here and not by Python's ``zipfile``: that one builds an object for each of any number of
entries, and a directory made to be slow keeps it busy for seconds.
"""

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from engine.errors import (
    ArchiveDamaged,
    ArchiveEncrypted,
    ArchiveMethodUnknown,
    ArchiveOverpacked,
    ArchiveTooMany,
    ArchiveUnsafe,
    FileTooBig,
)

MAX_MEGABYTES = 100
MAX_BYTES = MAX_MEGABYTES << 20
MAX_UNPACKED_MEGABYTES = 1_000
MAX_MEMBERS = 2_000
MAX_BACKUP_MEMBERS = 20_000
MAX_RATIO = 200  # deflate can reach 1,032; texts and pictures stay far below this
MARK = b"PK\3\4"

_STORED, _DEFLATED = 0, 8
_RATIO_FREE = 1 << 20
_SLACK = 1_024  # what deflate may add to bytes that it cannot make smaller
_MAX_NAME = 1_000
_MAX_EXTRA = 256  # bytes of extra fields that are looked at
_LOCKED_FLAGS = 0x1 | 0x40 | 0x2000
_UTF8_FLAG = 0x800
_LOCKED_METHOD = 99
_FULL = 0xFFFFFFFF  # the number stands elsewhere, in 64 bits
_ENTRY_MARK, _END_MARK, _END64_MARK = b"PK\1\2", b"PK\5\6", b"PK\6\6"
_WIDE_FIELD = 1  # the extra field with the numbers that need 64 bits
# mark, flags, method, checksum, packed size, size, lengths of name, extra fields and comment, offset of the header
_ENTRY = struct.Struct("<4s4xHH4xIIIHHH8xI")
# mark, lengths of name and extra fields
_HEADER = struct.Struct("<4s22xHH")
# mark, size and offset of the directory
_END = struct.Struct("<4s8xII2x")
_END64 = struct.Struct("<4s36xQQ")
_LOCATOR_SIZE = 20
_END_SEARCH = _END.size + 65_535
_NEW_YEAR_1980 = 0x21 << 16


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A file in an archive. ``size`` unpacked; its packed bytes are ``start:end``, its header begins at ``header``."""

    name: str
    size: int
    method: int
    checksum: int
    header: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Archive:
    """An open archive. ``begin`` is where it begins in ``data``: a picture may stand before it."""

    data: bytes = field(repr=False)
    members: Mapping[str, ArchiveMember]
    begin: int

    @property
    def names(self) -> tuple[str, ...]:
        """The files' paths with ``/``, in the archive's order; folders have no entry."""
        return tuple(self.members)

    @property
    def sizes(self) -> Mapping[str, int]:
        """The files' sizes in bytes, as the archive states them; ``read`` holds it to them."""
        return {name: member.size for name, member in self.members.items()}

    def read(self, name: str, limit: int) -> bytes:
        """The file unpacked, at most ``limit`` bytes.

        Raises KeyError, FileTooBig, ArchiveDamaged, ArchiveMethodUnknown.
        """
        member = self.members[name]
        if member.size > limit:
            raise FileTooBig(size=member.size, limit=limit, megabytes=max(1, limit >> 20))
        content = _unpacked(self.packed(name), member)
        if len(content) != member.size or zlib.crc32(content) != member.checksum:
            raise ArchiveDamaged
        return content

    def packed(self, name: str) -> memoryview:
        """The file's bytes as they lie in the archive."""
        member = self.members[name]
        return memoryview(self.data)[member.start : member.end]


def open_archive(data: bytes, *, max_members: int = MAX_MEMBERS) -> Archive:
    """Open a zip, also one with other bytes before it. The last of equal names wins; nothing is unpacked.

    Raises FileTooBig, ArchiveDamaged, ArchiveTooMany, ArchiveEncrypted, ArchiveUnsafe (paths that lead outside, members
    that overlap), ArchiveOverpacked.
    """
    if len(data) > MAX_BYTES:
        raise FileTooBig(size=len(data), limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    first, last, before = _directory(data)
    members = list(_members(data, first, last, before, max_members))
    _check_places(members, first)
    _check_sizes(members)
    begin = min((member.header for member in members), default=first)
    return Archive(data, {it.name: it for it in members if not it.name.endswith("/")}, begin)


def is_inside(path: str) -> bool:
    """Whether a path stays inside the folder that an archive is unpacked to, on every system."""
    outside = path.startswith("/") or "\0" in path or path[1:2] == ":" or ".." in path.replace("\\", "/").split("/")
    return bool(path) and not outside


def write_archive(files: Mapping[str, bytes], original: Archive | None = None) -> bytes:
    """A zip of ``files`` (path → content), and of what else is in ``original``, its bytes unchanged.

    The same input gives the same bytes: every date is 1980-01-01. Raises FileTooBig.
    """
    parts: list[bytes | memoryview] = []
    directory, count, place = bytearray(), 0, 0
    for name, content, member in _to_write(files, original):
        named = name.encode()
        fixed = (_UTF8_FLAG, member.method, _NEW_YEAR_1980, member.checksum, len(content), member.size, len(named), 0)
        directory += struct.pack("<4sHHHHIIIIHHHHHII", _ENTRY_MARK, 20, 20, *fixed, 0, 0, 0, 0, place) + named
        parts += (struct.pack("<4sHHHIIIIHH", MARK, 20, *fixed), named, content)
        place += _HEADER.size + len(named) + len(content)
        count += 1
        if place + len(directory) > MAX_BYTES:
            raise FileTooBig(size=place, limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    end = struct.pack("<4sHHHHIIH", _END_MARK, 0, 0, count, count, len(directory), place, 0)
    return b"".join((*parts, directory, end))


def _to_write(
    files: Mapping[str, bytes], original: Archive | None
) -> Iterator[tuple[str, bytes | memoryview, ArchiveMember]]:
    for name, content in files.items():
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        packed = packer.compress(content) + packer.flush()
        method = _DEFLATED if len(packed) < len(content) else _STORED
        member = ArchiveMember(name, len(content), method, zlib.crc32(content), 0, 0, 0)
        yield name, packed if method else content, member
    for name, member in original.members.items() if original else ():
        if name not in files:
            yield name, original.packed(name) if original else b"", member


def _directory(data: bytes) -> tuple[int, int, int]:
    """Where the directory begins and ends, and how many bytes stand before the place that offsets count from."""
    end = data.rfind(_END_MARK, max(0, len(data) - _END_SEARCH))
    if end < 0 or end + _END.size > len(data):
        raise ArchiveDamaged
    _, size, offset = _END.unpack_from(data, end)
    last = end
    if _FULL in (size, offset):
        last = end - _LOCATOR_SIZE - _END64.size
        if last < 0 or data[last : last + 4] != _END64_MARK:
            raise ArchiveDamaged
        _, size, offset = _END64.unpack_from(data, last)
    first = last - size
    if first < offset:
        raise ArchiveDamaged
    return first, last, first - offset


def _members(data: bytes, first: int, last: int, before: int, limit: int) -> Iterator[ArchiveMember]:
    place = first
    for _ in range(limit):
        if place == last:
            return
        if place + _ENTRY.size > last:
            raise ArchiveDamaged
        mark, flags, method, checksum, packed, size, named, extra, comment, offset = _ENTRY.unpack_from(data, place)
        begin = place + _ENTRY.size
        place = begin + named + extra + comment
        if mark != _ENTRY_MARK or named > _MAX_NAME or place > last:
            raise ArchiveDamaged
        if flags & _LOCKED_FLAGS or method == _LOCKED_METHOD:
            raise ArchiveEncrypted
        fields = data[begin + named : begin + named + min(extra, _MAX_EXTRA)]
        size, packed, offset = _widened((size, packed, offset), fields)
        start = _start(data, before + offset, first)
        name = _name(data[begin : begin + named], utf8=bool(flags & _UTF8_FLAG))
        yield ArchiveMember(name, size, method, checksum, before + offset, start, start + packed)
    if place != last:
        raise ArchiveTooMany(limit=limit)


def _widened(numbers: tuple[int, int, int], extra: bytes) -> tuple[int, int, int]:
    """Size, packed size and offset, those that need 64 bits read from the extra fields."""
    if _FULL not in numbers:
        return numbers
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, place)
        if kind == _WIDE_FIELD:
            body = extra[place + 4 : place + 4 + length]
            wide = iter(struct.unpack(f"<{len(body) // 8}Q", body[: len(body) // 8 * 8]))
            size, packed, offset = (next(wide, _FULL) if number == _FULL else number for number in numbers)
            return size, packed, offset
        place += 4 + length
    return numbers


def _start(data: bytes, header: int, first: int) -> int:
    """Where the packed bytes begin. The header at the file repeats what the directory says, but for its length."""
    if header + _HEADER.size > first:
        raise ArchiveDamaged
    mark, named, extra = _HEADER.unpack_from(data, header)
    if mark != MARK:
        raise ArchiveDamaged
    return header + _HEADER.size + named + extra


def _name(raw: bytes, *, utf8: bool) -> str:
    """The path with ``/``, without ``./``; older Chinese programs do not say that they write GBK."""
    for encoding in ("utf-8",) if utf8 else ("utf-8", "gb18030", "cp437"):
        try:
            name = raw.decode(encoding).replace("\\", "/")
        except UnicodeDecodeError:
            continue
        break
    else:
        raise ArchiveDamaged
    name = name.removeprefix("./")
    if not is_inside(name):
        raise ArchiveUnsafe
    return name


def _check_places(members: list[ArchiveMember], first: int) -> None:
    """Members that share bytes are how a small archive unpacks to a huge one."""
    places = sorted((member.header, member.end) for member in members)
    if any(end > header for (_, end), (header, _) in pairwise([*places, (first, first)])):
        raise ArchiveUnsafe


def _check_sizes(members: list[ArchiveMember]) -> None:
    if any(it.size > _RATIO_FREE and it.size > MAX_RATIO * (it.end - it.start) for it in members):
        raise ArchiveOverpacked(ratio=MAX_RATIO)
    total, limit = sum(member.size for member in members), MAX_UNPACKED_MEGABYTES << 20
    if total > limit:
        raise FileTooBig(size=total, limit=limit, megabytes=MAX_UNPACKED_MEGABYTES)


def _unpacked(packed: memoryview, member: ArchiveMember) -> bytes:
    if member.method not in (_STORED, _DEFLATED):
        raise ArchiveMethodUnknown
    if len(packed) > member.size + (member.size >> 8) + _SLACK:
        raise ArchiveDamaged  # the inflater would copy what it leaves over
    if member.method == _STORED:
        return bytes(packed)
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, member.size + 1)
    except zlib.error:
        raise ArchiveDamaged from None
