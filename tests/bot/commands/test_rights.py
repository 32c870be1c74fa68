"""Asking to be forgotten, and for one's own data."""

import zipfile
from pathlib import Path

from tests.bot.at_terminal import AtTerminal, Terminals

TOLD = ("Hello.", "/memory add The door creaks.", "/me fact add I live in Bergen.", "/me persona set Mo A sailor.")


async def test_exact_counts_before_a_yes(mo: AtTerminal) -> None:
    """Somebody asks what /me forget does, and is forgotten, or is not told how much goes."""
    text = await mo.types(*TOLD, "/new", "/me forget", "no", "/me fact")
    assert "there is 1 message in 2 chats in 1 server, group or private chat, 1 memory, 1 fact" in text
    assert "1 fact about you and 1 persona" in text
    assert "I live in Bergen." in text.split("Nothing was changed.")[1]
    assert await mo.said() == ["Hello."]


async def test_after_a_yes_a_receipt(mo: AtTerminal) -> None:
    """Who has been forgotten is not told what went, or goes on talking in a place that is nobody's."""
    text = await mo.types(*TOLD, "/me forget", "yes", "/me language zh")
    assert "Deleted: 1 message in 1 chat" in text
    assert "语言" not in text
    assert await mo.said() == []
    assert "Bergen" not in await mo.types("/me fact")


async def test_in_chinese(terminals: Terminals) -> None:
    """Somebody who writes Chinese has to answer a question in English."""
    them = await terminals.somebody(language="zh")
    assert "1 条消息" in await them.types("你好", "/我 忘掉我", "否")
    assert await them.said() == ["你好"]


async def test_one_s_own_data_as_a_file(mo: AtTerminal, tmp_path: Path) -> None:
    """The file is announced and nowhere to be found."""
    text = await mo.types(*TOLD, "/me export")
    [file] = _files(tmp_path)
    assert file.name in text
    with zipfile.ZipFile(file) as archive:
        assert any("facts.json" in archive.read(it).decode() for it in archive.namelist() if "README" in it.upper())
        [facts] = [archive.read(it).decode() for it in archive.namelist() if it.endswith("facts.json")]
    assert "I live in Bergen." in facts


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir())
