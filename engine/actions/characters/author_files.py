"""What lies in the folders of an author: ``worlds/`` and ``characters/`` of the data folder, listed and then read.

    worlds/coast.yaml                      a book; also JSON and Markdown
    worlds/coast/…                         several files that make one book
    characters/Lan/card.yaml               a character: card.json, .md, .charx, .png, .webp, or MoeChat's info.yaml
    characters/Lan/joy.png                 pictures of its emotions, by their names
    characters/Lan/worlds/…                books that come with it; MoeChat's data_base/ is the same

To list costs a look at each name; what is in a file is read when its time, its size or its number has changed.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Final

from engine.rules.formats.file_names import file_stem
from engine.values.chats.notices import Notice

WORLDS, CHARACTERS = "worlds", "characters"
BOOK_FOLDERS: Final = (WORLDS, "data_base")
LARGEST_MEGABYTES: Final = 20
MOST_FILES: Final = 2_000
SETTLED_SECONDS: Final = 2.0
"""What was written to since may be half written: it is read at the next look."""
_BOOKS: Final = (".json", ".yaml", ".yml", ".md", ".markdown")
_CONTAINERS: Final = (".charx", ".png", ".webp")
_PICTURES: Final = (".png", ".webp", ".jpg", ".jpeg")
_KNOWN: Final = frozenset({*_BOOKS, *_CONTAINERS, *_PICTURES})
_CARD, _MOECHAT, _AVATARS = "card", "info", ("avatar", "face")
_CACHE: Final = "tmp"  # MoeChat keeps vectors of its books there
_DEEPEST: Final = 5
_OF_BOOK, _OF_BOOKS = 4, 3


@dataclass(frozen=True, slots=True)
class FileStamp:
    """A file as it was listed: its ``path`` in the data folder; the rest changes when its content does.

    ``refused``: why it is not read, "" for one that is.
    """

    path: str
    size: int = 0
    modified: int = 0
    changed: int = 0
    number: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class ListedFiles:
    """Everything that was listed. ``tops`` are the folders that are there; ``more``: there was more than is listed."""

    tops: frozenset[str] = frozenset()
    files: tuple[FileStamp, ...] = ()
    more: bool = False


@dataclass(frozen=True, slots=True)
class AuthorSource:
    """Files that make one book, or one character: ``picture`` is the one that shows it, ``emotions`` those of its own.

    ``name`` is what the house calls it. ``folder``: of which character's folder a book is.
    """

    name: str
    files: tuple[FileStamp, ...]
    folder: str = ""
    picture: FileStamp | None = None
    emotions: tuple[FileStamp, ...] = ()

    @property
    def every(self) -> tuple[FileStamp, ...]:
        """All that it is made of."""
        return (*self.files, *([self.picture] if self.picture else []), *self.emotions)

    @property
    def shown(self) -> str:
        """Its path for people."""
        return self.files[0].path if len(self.files) == 1 else self.files[0].path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Arranged:
    """What the files make. ``held`` are the names of sources that stay as they are; ``faults`` is what is told."""

    books: tuple[AuthorSource, ...] = ()
    characters: tuple[AuthorSource, ...] = ()
    held: frozenset[str] = frozenset()
    faults: Mapping[str, Notice] = field(default_factory=dict[str, Notice])


def listed(root: Path) -> ListedFiles:
    """What lies in both folders. Links that lead out of ``root``, links to folders, and what is no file are refused."""
    home = Path(os.path.realpath(root))
    found: list[FileStamp] = []
    tops = frozenset(it for it in (WORLDS, CHARACTERS) if (root / it).is_dir())
    for top in sorted(tops):
        for stamp in _walk(home, top, 1):
            if len(found) >= MOST_FILES:
                return ListedFiles(tops, tuple(found), more=True)
            found.append(stamp)
    return ListedFiles(tops, tuple(found))


def settled(files: Sequence[FileStamp], now: float) -> bool:
    """Whether nobody writes to some files at ``now``, in Unix seconds."""
    return all(abs(now - it.modified / 1e9) >= SETTLED_SECONDS for it in files)


def read_file(root: Path, stamp: FileStamp) -> bytes:
    """What is in a file, at most as much as is read of one. Raises OSError."""
    with (root / stamp.path).open("rb") as file:
        return file.read((LARGEST_MEGABYTES << 20) + 1)


def arranged(files: Sequence[FileStamp], known: frozenset[str]) -> Arranged:
    """What the files make. Of two of one name the one that is among ``known`` counts, else the first."""
    books: dict[tuple[str, str], list[FileStamp]] = {}
    folders: dict[str, list[FileStamp]] = {}
    for it in files:
        parts = it.path.split("/")
        if parts[0] == CHARACTERS and len(parts) == _OF_BOOKS:
            folders.setdefault(parts[1], []).append(it)
        elif place := _book_place(parts):
            books.setdefault(place, []).append(it)
    sources = [AuthorSource(name, tuple(its), folder) for (folder, name), its in books.items()]
    ones, twice = _each_name_once(sources, known)
    cards = [_character(name, its) for name, its in folders.items()]
    twice |= {name: fault for name, _, fault in cards if fault is not None}
    made = [*ones, *(source for _, source, _ in cards if source is not None)]
    held = {*twice, *(it.name for it in made if any(one.refused for one in it.every))}
    return Arranged(
        tuple(it for it in ones if it.name not in held),
        tuple(it for _, it, _ in cards if it is not None and it.name not in held),
        frozenset(held),
        {**{it.path: _refusal(it) for it in files if it.refused}, **twice},
    )


def _walk(home: Path, within: str, depth: int) -> Iterator[FileStamp]:
    try:
        with os.scandir(home / within) as entries:
            inside = sorted((it for it in entries if not it.name.startswith(".")), key=lambda it: it.name)
    except OSError:
        return
    for entry in inside:
        path = f"{within}/{entry.name}"
        if (named := path.encode("utf-8", "replace").decode()) != path:  # no text, which nothing can be called by
            yield FileStamp(named, refused="name")
            continue
        try:
            link = entry.is_symlink()
            stays = not link or Path(os.path.realpath(entry.path)).is_relative_to(home)
            info = entry.stat()
        except OSError:  # gone in between, or a link to nothing
            continue
        if S_ISDIR(info.st_mode):
            if depth < _DEEPEST and not link:
                yield from _walk(home, path, depth + 1)
            elif link:
                yield FileStamp(path, refused="link")
        elif entry.name[entry.name.rfind(".") :].lower() in _KNOWN:
            yield _stamp(path, info, inside=stays)


def _stamp(path: str, info: os.stat_result, *, inside: bool) -> FileStamp:
    refused = ""
    if not inside or not S_ISREG(info.st_mode):
        refused = "link"
    elif info.st_size > LARGEST_MEGABYTES << 20:
        refused = "big"
    return FileStamp(path, info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino, refused)


def _book_place(parts: Sequence[str]) -> tuple[str, str] | None:
    """Of which character's folder a book is, "" for none, and its name in the house; None for what is no book."""
    if not parts[-1].lower().endswith(_BOOKS):
        return None
    if parts[0] == WORLDS and len(parts) in (_OF_BOOKS - 1, _OF_BOOKS):
        return "", parts[1]
    of_character = parts[0] == CHARACTERS and len(parts) in (_OF_BOOK, _DEEPEST) and parts[2] in BOOK_FOLDERS
    cache = len(parts) == _DEEPEST and parts[3] == _CACHE
    return (parts[1], "/".join(parts[:4])) if of_character and not cache else None


def _refusal(stamp: FileStamp) -> Notice:
    return Notice(f"author-file-{stamp.refused}", {"file": stamp.path, "megabytes": LARGEST_MEGABYTES})


def _each_name_once(
    sources: Sequence[AuthorSource], known: frozenset[str]
) -> tuple[list[AuthorSource], dict[str, Notice]]:
    """The books of which there is no other of the same name in the same place; and what is said of the others."""
    taken: dict[tuple[str, str], AuthorSource] = {}
    faults: dict[str, Notice] = {}
    for source in sorted(sources, key=lambda it: (it.name not in known, it.name)):
        alone = source.files[0].path.endswith(source.name)
        stem = file_stem(source.name) if alone else source.name.rpartition("/")[2]
        first = taken.setdefault((source.folder, stem.casefold()), source)
        if first is not source:
            faults[source.name] = Notice("author-file-twice", {"file": source.shown, "other": first.shown})
    return [it for it in sources if it.name not in faults], faults


def _character(folder: str, files: Sequence[FileStamp]) -> tuple[str, AuthorSource | None, Notice | None]:
    """The character of a folder: its name in the house; what makes it, None without a card; what is wrong with it."""
    name = f"{CHARACTERS}/{folder}"
    mine = [it for it in files if _stem(it) in (_CARD, folder.casefold())]
    infos = [it for it in files if _stem(it) == _MOECHAT and it.path.lower().endswith((".yaml", ".yml"))]
    texts = [it for it in mine if it.path.lower().endswith(_BOOKS)] or infos
    if len(texts) > 1:
        return name, None, Notice("author-file-twice", {"file": texts[1].path, "other": texts[0].path})
    containers = [it for ending in _CONTAINERS for it in mine if it.path.lower().endswith(ending)]
    card = next(iter(texts or containers), None)
    if card is None:
        return name, None, None
    pictures = [it for it in files if it.path.lower().endswith(_PICTURES)]
    shows = [*(it for it in mine if it in pictures), *(it for it in pictures if _stem(it) in _AVATARS)]
    picture = next(iter(shows), None) if texts else None
    emotions = tuple(it for it in pictures if it not in shows)
    return name, AuthorSource(name, (card,), folder, picture, emotions), None


def _stem(stamp: FileStamp) -> str:
    return file_stem(stamp.path).casefold()
