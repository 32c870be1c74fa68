"""What people are told of a file before they say yes."""

from engine.rules.file_facts import REFUSED_SHOWN, contents_of
from engine.values.chats.turns import Notice
from tests.rules.formats.card_samples import dump


def facts(keys: list[str]) -> dict[str, Notice]:
    entries = {str(uid): {"key": [key], "content": "x"} for uid, key in enumerate(keys)}
    return {it.message: it for it in contents_of(dump({"entries": entries}), "Shop.json").facts}


def test_regexes_of_a_book_are_tried_within_a_limit() -> None:
    """A file of a hundred kilobytes would keep the house busy for a minute before anyone said yes to it."""
    told = facts([f"/a{{1,{100 + number % 900}}}b{number}/" for number in range(2_000)])
    assert told["file-keys-refused-more"].data["count"] > 2_000 // 2 - REFUSED_SHOWN


def test_sound_regexes_are_not_spoken_of() -> None:
    """A book that works would be shown as one that does not."""
    assert not any(name.startswith("file-key") for name in facts([f"/dragons?{number}/i" for number in range(300)]))
    assert "file-key-refused" in facts([r"/(a)\1/"])
