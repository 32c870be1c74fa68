"""Chinese is written with its own signs, in texts and where code puts texts together."""

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.words.spacing import HAN
from tests.code.locales import variants
from tests.code.sources import ROOT

HALF: Final = re.compile(
    rf"[{HAN}”」）》] ?[,:;!?()]|[,;!?()] ?[{HAN}“「（《]|: ?[{HAN}“「（《]|[{HAN}]\.(?=\s|$)|[{HAN}] ?\.\.\."
)
"""A half-width sign beside Chinese."""
SIGNS: Final = re.compile(r"[,;:!?] $|^[,;:!?] |^ ?\($")
"""What a piece of a text that code makes begins or ends with, where the signs of one language stand."""
OF_FORMATS: Final = {
    "error-not-a-book": "a line of a file",
    "error-regex-refused": "signs of regular expressions",
}
"""Texts that show what is typed in a format of somebody else's."""
IN_CODE: Final = {
    "bot/process.py": "the reason of an error of the system, in English",
    "bot/commands/characters/card_editing.py": "tags as they are typed",
    "bot/commands/framework/picking.py": "numbers alone",
    "bot/doctor.py": "names of packages",
    "bot/platforms.py": "why a module cannot be used, in English",
    "bot/preview.py": "roles of a prompt, as models read them",
}
"""Where code puts something else together, and what."""


def half_width(text: str) -> list[str]:
    """The places of a Chinese text where a sign of another script stands."""
    return [it[0] for it in HALF.finditer(text)]


def joined_by_signs(tree: ast.AST) -> Iterator[int]:
    """The lines of code in which texts are joined by signs that belong into a message of the locales."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and len(node.values) > 1:
            pieces = [str(it.value) for it in node.values if isinstance(it, ast.Constant)]
            if any(SIGNS.search(it.rstrip("\n")) for it in pieces):
                yield node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            glue = node.func.value
            if isinstance(glue, ast.Constant) and re.fullmatch("[,;:] ?", str(glue.value)):
                yield node.lineno


def test_chinese_texts_have_chinese_signs() -> None:
    """A comma of another script would stand in the middle of a sentence."""
    found = {(name, it) for name, text in variants("zh") if name not in OF_FORMATS for it in half_width(text)}
    assert sorted(found) == []


def test_no_code_joins_texts_by_signs_of_one_language() -> None:
    """ "小安: 你好" would stand where Chinese is read: what joins two texts is a message too."""
    found = {
        (str(file.relative_to(ROOT)), line)
        for file in sorted((ROOT / "bot").rglob("*.py"))
        for line in joined_by_signs(ast.parse(file.read_text("utf-8")))
    }
    assert sorted(it for it in found if it[0] not in IN_CODE) == []
    assert {path for path, _ in found} == IN_CODE.keys(), "no row without a use"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("小安: 你好", ["安:"]),
        ("好,走吧", ["好,"]),
        ("分支 (旧) 2", ["支 (", "旧)"]),
        ("完成.", ["成."]),
        ("用 /记忆 加 3:40", []),
        ("完成。", []),
        ("小安：“好！”", []),
    ],
)
def test_a_sign_of_another_script_is_found(text: str, found: list[str]) -> None:
    """The check would find nothing, whatever is written."""
    assert half_width(text) == found


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('f"{name}: {text}"', [1]),
        ('f"{label} ({name})"', [1]),
        ('", ".join(names)', [1]),
        ('f"{one} · {other}"', []),
        ('f"run:{line}"', []),
        ('speak.say("with-colon", before=name, behind=text)', []),
    ],
)
def test_texts_that_code_joins_are_found(code: str, found: list[int]) -> None:
    """The check would pass over what it is for."""
    assert list(joined_by_signs(ast.parse(code))) == found
