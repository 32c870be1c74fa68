"""What of a reply is said aloud."""

import pytest

from engine.rules.text.aloud import LONGEST, aloud


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*smiles* Good **morning**!", "smiles Good morning!"),
        ("# Boats\n- one\n- two\n\n> quoted", "Boats\none\ntwo\nquoted"),
        ("See [the boat](https://boats.example/x) or https://boats.example/y now", "See the boat or now"),
        ("Look:\n```py\nprint(1)\n```\nDone.", "Look:\nDone."),
        ("Open ```code without an end", "Open"),
        ("*挥手* 早上好。", "挥手 早上好。"),
        ("…", ""),
        ("😀 *~*", ""),
        ("", ""),
    ],
)
def test_marks_are_not_read_out(text: str, words: str) -> None:
    """Somebody hears asterisks, slashes and the addresses of pages."""
    assert aloud(text) == words


def test_a_long_reply_ends_with_a_sentence() -> None:
    """A service refuses a long reply, or stops in the middle of a word."""
    said = aloud("This is a sentence. " * 400)
    assert LONGEST - 20 <= len(said) <= LONGEST
    assert said.endswith("sentence.")
    assert len(aloud("x" * 9_000)) == LONGEST
