"""Any bytes give memories that survive an export, or an error in our words."""

import json

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.stories.memory_files import read_memory_file, write_memory_file
from tests.rules.formats.card_samples import dump
from tests.rules.formats.memory_samples import FIRST, OWN, SECOND

from .budget import FUZZ
from .json_mutations import CHANGES, changed
from .test_card_bytes import EDITS, mutate

SEEDS = [OWN, FIRST, SECOND]


def check(data: bytes) -> None:
    try:
        file = read_memory_file(data)
    except InputError:
        return
    hash(file)
    again = read_memory_file(write_memory_file(file))
    assert write_memory_file(again) == write_memory_file(file)


@FUZZ
@given(st.binary(max_size=300), st.sampled_from([b"", b"{", b'{"pages":[', b"\xff\xfe{\0"]))
def test_arbitrary_bytes(data, start):
    """A file of noise must never stop the bot."""
    check(start + data)


@FUZZ
@given(st.sampled_from([*map(dump, SEEDS)]), EDITS)
def test_damaged_files(seed, edits):
    """Memories damaged on their way must be read or refused, never crash or change from export to export."""
    check(mutate(seed, edits))


@FUZZ
@given(st.sampled_from(SEEDS), CHANGES)
def test_odd_fields(seed, changes):
    """A field that holds something else than it should must not stop an import."""
    check(json.dumps(changed(seed, changes)).encode())
