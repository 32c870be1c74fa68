"""Any bytes give a world book that survives an export, or an error in our words."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.books.books import as_character_book, book_from_json, read_book, write_book
from engine.values.characters.worlds import WorldBook
from tests.rules.formats.book_samples import DIALECTS, YAML
from tests.rules.formats.card_samples import chunk, dump, png, text_chunk

from .budget import FUZZ
from .json_mutations import CHANGES, changed
from .test_card_bytes import EDITS, mutate

SEEDS = [*map(dump, DIALECTS.values()), YAML.encode(), png(text_chunk("naidata", DIALECTS["novelai"]))]


def bare(book: WorldBook) -> WorldBook:
    return replace(book, raw={}, dialect="")


def check(data: bytes) -> None:
    try:
        book = read_book(data, "Shop.yaml")
    except InputError:
        return
    for entry in book.entries:
        assert 0 <= entry.depth <= 1000
        assert 0 <= entry.probability <= 100
    hash(book)
    try:
        again = read_book(write_book(book), "Shop")
        inside = book_from_json(as_character_book(book))
    except InputError:  # grown beyond what is read at once
        assert len(data) > 1_000_000
        return
    assert bare(again) == bare(book)
    assert len(inside.entries) == len(book.entries)


@FUZZ
@given(st.binary(max_size=300), st.sampled_from([b"", b"{", b"a: ", b"\xff\xfe{\0", b"\xef\xbb\xbf["]))
def test_arbitrary_bytes(data, start):
    """A file of noise must never stop the bot."""
    check(start + data)


@FUZZ
@given(st.sampled_from(SEEDS), EDITS)
def test_damaged_books(seed, edits):
    """A book damaged on its way must be read or refused, never crash or come in half."""
    check(mutate(seed, edits))


@FUZZ
@given(st.sampled_from([*DIALECTS.values()]), CHANGES)
def test_odd_values(raw, changes):
    """A book of a strange program must be read or refused, and mean the same after an export."""
    check(json.dumps(changed(raw, changes)).encode())


@FUZZ
@given(st.binary(max_size=80))
def test_odd_pictures(body):
    """A picture with an odd book in it must be read or refused."""
    check(png(chunk(b"tEXt", b"naidata\0" + body)))


@FUZZ
@given(st.lists(st.sampled_from(["@@", "@@@", "depth", "role user", "activate", " 3", "\n", "x", "@@position a"])))
def test_odd_decorators(pieces):
    """Lines that look like decorators must never stop an import, nor stay in what the model reads."""
    book = book_from_json({"entries": [{"keys": ["a"], "content": "".join(pieces)}]})
    assert not book.entries[0].content.startswith("@@")
    assert bare(read_book(write_book(book))) == bare(book)
