"""Zip archives: what other programs write is read, what is made to harm is refused unread."""

import io
import struct
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import (
    ArchiveDamaged,
    ArchiveEncrypted,
    ArchiveMethodUnknown,
    ArchiveOverpacked,
    ArchiveTooMany,
    ArchiveUnsafe,
    FileTooBig,
)
from engine.rules.formats.archives.archives import (
    MAX_BACKUP_MEMBERS,
    MAX_BYTES,
    MAX_MEMBERS,
    open_archive,
    write_archive,
)
from tests.rules.formats.card_samples import zipped
from tests.rules.memory import at_most

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0\\:/."), min_size=1, max_size=12)
FILES = st.dictionaries(NAMES | st.builds("{}/{}".format, NAMES, NAMES), st.binary(max_size=200), max_size=6)
EXTRA_MEMORY = 64 << 20


def entry(
    name: bytes, offset: int, size: int = 0, *, flags: int = 0, method: int = 0, packed: int | None = None
) -> bytes:
    """One line of an archive's directory."""
    fixed = (0, size if packed is None else packed, size, len(name), 0, 0, 0, 0, 0, offset)
    return struct.pack("<4sHHHHIIIIHHHHHII", b"PK\1\2", 20, 20, flags, method, 0, *fixed) + name


def header(name: bytes, extra: bytes = b"") -> bytes:
    """What stands before a packed file."""
    return struct.pack("<4sHHHIIIIHH", b"PK\3\4", 20, 0, 0, 0, 0, 0, 0, len(name), len(extra)) + name + extra


def archive(body: bytes, directory: bytes) -> bytes:
    """An archive from its two halves."""
    return body + directory + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0, 0, len(directory), len(body), 0)


@given(FILES, st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]), st.binary(max_size=20))
def test_reads_what_python_writes(files, packing, before):
    """An archive that every program opens must open here, a picture before it or not."""
    found = open_archive(before + zipped(files, packing))
    assert found.names == tuple(files)
    assert found.sizes == {name: len(content) for name, content in files.items()}
    assert {name: found.read(name, 1000) for name in found.names} == files
    assert not files or found.begin == len(before)


@given(FILES, FILES)
def test_python_reads_what_we_write(old, new):
    """An export must open in other programs, with the files that were there before."""
    data = write_archive(new, open_archive(zipped(old)))
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        assert {name: read.read(name) for name in read.namelist()} == old | new
    assert data == write_archive(new, open_archive(zipped(old)))


def test_sizes_in_64_bits():
    """Programs that write as they go use the wide form for small files too."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as writing, writing.open("a.txt", "w", force_zip64=True) as file:
        file.write(b"hello")
    assert open_archive(out.getvalue()).read("a.txt", 10) == b"hello"
    wide = struct.pack("<HHQQQ", 1, 24, 5, 5, 0)
    line = entry(b"a", 0xFFFFFFFF, 0xFFFFFFFF)
    line = line[:30] + struct.pack("<H", len(wide)) + line[32:] + wide
    line = line[:16] + struct.pack("<I", zlib.crc32(b"hello")) + line[20:]
    body = header(b"a") + b"hello"
    end = struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, len(line), len(body))
    end += struct.pack("<4sIQI", b"PK\6\7", 0, len(body) + len(line), 1)
    end += struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    assert open_archive(body + line + end).read("a", 10) == b"hello"


@pytest.mark.parametrize(
    ("raw", "flags", "name"),
    [
        ("角色/a.json".encode(), 0x800, "角色/a.json"),
        ("角色/a.json".encode(), 0, "角色/a.json"),
        ("角色/a.json".encode("gbk"), 0, "角色/a.json"),
        (b"./a\\b.txt", 0, "a/b.txt"),
        (b"a\xff", 0, "a\u00a0"),
    ],
)
def test_names(raw, flags, name):
    """A backup packed on a Chinese Windows must show its files by their names."""
    assert open_archive(archive(header(raw), entry(raw, 0, flags=flags))).names == (name,)


def test_folders_are_no_files_and_the_last_of_equal_names_wins():
    """A program that appended a newer card to its archive means the newer one."""
    body = header(b"a") + header(b"d/") + header(b"a")
    found = open_archive(archive(body, entry(b"a", 0) + entry(b"d/", 31) + entry(b"a", 63)))
    assert (found.names, found.members["a"].header) == (("a",), 63)


ONE = header(b"a") + b"x"
LINE = entry(b"a", 0, 1)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", ArchiveDamaged),
        (b"PK\5\6", ArchiveDamaged),
        (archive(ONE, LINE)[:-1], ArchiveDamaged),
        (archive(ONE, LINE)[1:], ArchiveDamaged),
        (archive(ONE, LINE[:-1]), ArchiveDamaged),
        (archive(ONE, LINE + b"PK\1\2"), ArchiveDamaged),
        (archive(ONE, entry(b"a", 5, 1)), ArchiveDamaged),
        (archive(ONE, entry(b"a", 1 << 31, 1)), ArchiveDamaged),
        (archive(ONE, entry(b"a", 0xFFFFFFFF, 1)), ArchiveDamaged),
        (archive(ONE, entry(b"\xff\xff", 0, 1, flags=0x800)), ArchiveDamaged),
        (archive(ONE, entry(b"n" * 1_001, 0, 1)), ArchiveDamaged),
        (archive(ONE, entry(b"a", 0, 1, flags=1)), ArchiveEncrypted),
        (archive(ONE, entry(b"a", 0, 1, method=99)), ArchiveEncrypted),
        (archive(ONE, entry(b"../a", 0, 1)), ArchiveUnsafe),
        (archive(ONE, entry(b"a\\..\\..\\b", 0, 1)), ArchiveUnsafe),
        (archive(ONE, entry(b"/etc/a", 0, 1)), ArchiveUnsafe),
        (archive(ONE, entry(b"C:a", 0, 1)), ArchiveUnsafe),
        (archive(ONE, entry(b"a\0.png", 0, 1)), ArchiveUnsafe),
        (archive(ONE, entry(b"", 0, 1)), ArchiveUnsafe),
        (archive(ONE, entry(b"a", 0, 2)), ArchiveUnsafe),
        (archive(ONE, LINE + entry(b"b", 0, 1)), ArchiveUnsafe),
        (archive(header(b"a", header(b"b")) + b"x", LINE + entry(b"b", 31)), ArchiveUnsafe),
        (archive(ONE, LINE * (MAX_MEMBERS + 1)), ArchiveTooMany),
        (archive(ONE, entry(b"a", 0, 1 << 30, method=8, packed=1)), ArchiveOverpacked),
        (
            archive(
                b"".join([header(b"a")] * 600), b"".join(entry(b"a", 31 * it, 1 << 20, packed=0) for it in range(600))
            ),
            None,
        ),
        (
            archive(
                b"".join([header(b"a")] * 1_001),
                b"".join(entry(b"a", 31 * it, 1 << 20, packed=0) for it in range(1_001)),
            ),
            FileTooBig,
        ),
    ],
)
def test_archives_that_are_refused(data, error):
    """Whoever sends a broken or a hostile archive must learn it before anything of it is unpacked."""
    if error is None:
        assert open_archive(data).names == ("a",)
        return
    with pytest.raises(error):
        open_archive(data)


def test_a_backup_may_hold_more():
    """Years of chats are many files."""
    many = {f"{number}.txt": b"" for number in range(MAX_MEMBERS + 1)}
    with pytest.raises(ArchiveTooMany):
        open_archive(zipped(many))
    assert len(open_archive(zipped(many), max_members=MAX_BACKUP_MEMBERS).names) == len(many)


@pytest.mark.parametrize(
    ("name", "method", "packed", "size", "error"),
    [
        (b"a", 0, b"xy", 2, ArchiveDamaged),  # another checksum
        (b"a", 8, zlib.compress(b"xy")[2:-4], 1, ArchiveDamaged),
        (b"a", 8, zlib.compress(b"xy")[2:-4], 3, ArchiveDamaged),
        (b"a", 8, b"\xff\xff", 9, ArchiveDamaged),
        (b"a", 8, b"", 9, ArchiveDamaged),
        (b"a", 0, b"x" * 9_000, 9, ArchiveDamaged),
        (b"a", 12, b"xy", 2, ArchiveMethodUnknown),
        (b"a", 0, b"x" * 101, 101, FileTooBig),
    ],
)
def test_files_that_are_refused(name, method, packed, size, error):
    """A file that is not what the archive says must not come in half."""
    data = archive(header(name) + packed, entry(name, 0, size, method=method, packed=len(packed)))
    with pytest.raises(error):
        open_archive(data).read("a", 100)


BOMBS = [
    pytest.param(lambda: b"\0" * (MAX_BYTES + 1), FileTooBig, id="too many bytes"),
    pytest.param(lambda: archive(ONE, LINE * 1_000_000), ArchiveTooMany, id="a million files"),
    pytest.param(lambda: b"PK\5\6" * 20_000_000, ArchiveDamaged, id="millions of ends"),
    pytest.param(lambda: zipped({"a": b"\0" * (30 << 20)}), ArchiveOverpacked, id="30 MB of nothing"),
]


@pytest.mark.parametrize(("make", "error"), BOMBS)
def test_bombs_are_refused_within_bounds(make, error):
    """One hostile file must not stop the house for everyone."""
    data = make()
    with at_most(EXTRA_MEMORY), pytest.raises(error):
        open_archive(data)


def test_a_file_that_lies_about_its_size_is_not_unpacked_further():
    """The memory for a hostile file must have an end, and the bytes behind it must not be copied."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(b"\0" * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    packed *= 40
    data = archive(header(b"a") + packed, entry(b"a", 0, len(packed), method=8, packed=len(packed)))
    with at_most(1 << 20), pytest.raises(ArchiveDamaged):
        open_archive(data).read("a", 1 << 20)
