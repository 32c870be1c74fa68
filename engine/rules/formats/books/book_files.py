"""A world book's file, whatever it is written in."""

from typing import Final

from engine.rules.formats.books.books import read_book
from engine.rules.formats.books.markdown_books import read_markdown_book
from engine.rules.formats.file_names import file_stem
from engine.values.characters.worlds import WorldBook

MARKDOWN: Final = (".md", ".markdown")


def read_book_file(data: bytes, filename: str = "") -> WorldBook:
    """Return the book in a file: Markdown by its name, anything else by what is in it. Raises InputError alone."""
    if filename.lower().endswith(MARKDOWN):
        return read_markdown_book(data, file_stem(filename))
    return read_book(data, filename)
