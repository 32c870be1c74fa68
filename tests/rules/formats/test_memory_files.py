"""What is remembered of a story is read from files, ours and those of other programs."""

import json
from typing import Any

import pytest

from engine.errors import InputError, MemoryFileEmpty, MemoryFileNewer
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.stories.memory_files import read_memory_file, write_memory_file
from engine.values.memory.memories import MemoryKind, Tag
from engine.values.transfers.memory_files import FileNamed
from engine.values.transfers.transfers import FileKind
from tests.rules.formats.memory_samples import FIRST, OWN, SECOND


def data(raw: Any) -> bytes:
    return json.dumps(raw, ensure_ascii=False).encode()


@pytest.mark.parametrize("raw", [OWN, FIRST, SECOND, {"data": SECOND}])
def test_files_of_memories_are_recognised(raw: Any) -> None:
    """Somebody who brings their memories is told that this is no file."""
    assert kind_of(data(raw), "memory.json") is FileKind.MEMORIES


@pytest.mark.parametrize("raw", [OWN, FIRST, SECOND])
def test_what_was_read_is_written_and_read_the_same(raw: Any) -> None:
    """Memories wear away each time they are taken along."""
    file = read_memory_file(data(raw))
    assert read_memory_file(write_memory_file(file)) == file


def test_our_own_form_is_read_whole() -> None:
    """A backup of memories comes back with holes."""
    assert json.loads(write_memory_file(read_memory_file(data(OWN)))) == OWN


def test_the_first_form_of_memory_manager_is_read() -> None:
    """Whoever comes from Memory Manager's first version begins with nothing."""
    file = read_memory_file(data(FIRST))
    assert [(it.when, it.text) for it in file.timeline] == [
        ("D1", "Tom lights the lamp."),
        ("D2-D3", "The storm passes."),
    ]
    assert file.items == (FileNamed("lamp", "Tom has it."),)
    assert file.dossiers == (FileNamed("Tom", "appearance: grey beard; attitude: kind", ("Old Tom", "Keeper")),)
    assert [(it.number, it.when, it.title, it.text) for it in file.pages] == [
        (1, "D1", "Night", "Tom lights the lamp for Ada.")
    ]
    assert [(it.kind, it.tag, it.text) for it in file.memories] == [
        (MemoryKind.MANUAL, Tag.USER_INPUT, "I fear the dark."),
        (MemoryKind.MANUAL, Tag.AI_OUTPUT, "I will stay."),
    ]
    assert file.memories[0].at is not None
    assert file.memories[0].at.year == 2031


def test_the_second_form_of_memory_manager_is_read() -> None:
    """Pages of Memory Manager come in the wrong order, or in the wrong size."""
    file = read_memory_file(data(SECOND))
    assert [(it.number, it.level, it.when, it.text) for it in file.pages] == [
        (1, 0, "D1", "Tom lights it."),
        (2, 1, "D2", "The storm passes."),
    ]
    assert [it.text for it in file.timeline] == ["Tom lights the lamp."]
    assert file.dossiers == (FileNamed("Tom", "A keeper."),)
    assert file.left_aside == 1


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        ({"format": "omoide-memory", "version": 2}, MemoryFileNewer),
        ({"format": "omoide-memory", "version": 1, "pages": [{}]}, MemoryFileEmpty),
        ({"format": "omoide-memory", "pages": 7, "timeline": {"a": [1]}}, InputError),
    ],
)
def test_what_cannot_be_read_is_refused(raw: Any, error: type[InputError]) -> None:
    """A file of another time is imported as nothing, and somebody thinks it is there."""
    with pytest.raises(error):
        read_memory_file(data(raw))
