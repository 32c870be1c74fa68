"""Cards from the disk."""

from pathlib import Path

import pytest

from bot.terminal.files import LIMIT, DiskFiles
from engine.errors import FileIsFolder, FileMissing, FileNotSent, FileTooBig, OmoideError
from tests.bot.conftest import Type
from tests.bot.fakes import FakeEngine


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ("nothing.png", FileMissing),
        (".", FileIsFolder),
        ("", FileNotSent),
        ("a\0b", FileMissing),
        ("~no-such-user/x", FileMissing),
    ],
)
async def test_a_path_that_is_no_file_says_so(
    named: str, error: type[OmoideError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Someone would read a traceback instead of what is wrong with the path."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error):
        await DiskFiles().read(named)


async def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """A film dragged into the window by mistake would fill the memory."""
    huge = tmp_path / "huge.png"
    with huge.open("wb") as file:
        file.truncate(LIMIT + 1)
    with pytest.raises(FileTooBig):
        await DiskFiles().read(str(huge))


async def test_a_card_is_imported_by_its_path(piped: Type, tmp_path: Path) -> None:
    """A path with spaces, as terminals paste it, would not be found."""
    card = tmp_path / "my card.json"
    card.write_text("{}", encoding="utf-8")
    engine = FakeEngine()
    said = await piped(engine, f"/import '{card}'", "/import", f"/导入 {tmp_path}")
    assert engine.characters.calls == [("import", b"{}")]
    assert "Imported: Yuki. Type /char use 5" in said
    assert "newer version of the card format" in said
    assert "Which file?" in said
    assert "is a folder" in said
