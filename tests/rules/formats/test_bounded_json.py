"""JSON that is made to be costly is refused before anything is built from it."""

import tracemalloc

import pytest

from engine.errors import InputError, JsonBroken, JsonTooDeep, JsonTooMany
from engine.rules.formats.bounded_json import MANY_VALUES, read_json
from engine.rules.text.clean import mend_surrogates

HOSTILE = {
    "a million texts": (b'{"x":[' + b'"",' * 1_000_000 + b"1]}", JsonTooMany),
    "a million texts with blanks": (b"[" + b'"",     ' * 1_000_000 + b"1]", JsonTooMany),
    "ten megabytes of numbers": (b"[" + b"1," * 5_000_000 + b"1]", JsonTooMany),
    "a hundred thousand levels": (b"[" * 100_000, JsonTooDeep),
    "brackets behind a text of many blocks": (b'{"x":"' + b"[" * 200_000 + b'","y":' + b"[" * 200 + b"", JsonTooDeep),
    "a text without an end": (b'{"x":"' + b"[" * 200_000, JsonBroken),
}


@pytest.mark.parametrize(("data", "error"), HOSTILE.values(), ids=HOSTILE)
def test_refused_in_little_memory(data: bytes, error: type[InputError]) -> None:
    """A file of ten megabytes would take hundreds to say no to."""
    tracemalloc.start()
    with pytest.raises(error):
        read_json(data, MANY_VALUES)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 << 20


@pytest.mark.parametrize("at", range(65_530, 65_545))
def test_texts_across_blocks(at: int) -> None:
    """What stands in a long text would be taken for brackets, and a sound file be refused."""
    text = "[" * 300 + '\\"' * 150 + "\\\\" * 150
    raw = ('{"x":"' + "a" * at + text + '","y":"' + text + '"}').encode()
    assert read_json(raw) == {
        "x": "a" * at + "[" * 300 + '"' * 150 + "\\" * 150,
        "y": "[" * 300 + '"' * 150 + "\\" * 150,
    }


def test_halves_of_characters() -> None:
    """A lone half can be stored nowhere; two that belong together are one character."""
    assert mend_surrogates("a\ud83d\ude00b\ud83d\ud83d\ude00\ude00") == "a😀b\ufffd😀\ufffd"
