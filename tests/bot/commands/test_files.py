"""Cards from the disk."""

import io
import zipfile
from pathlib import Path

import pytest

from bot.terminal.files import LIMIT, DiskFiles
from engine.errors import FileIsFolder, FileMissing, FileNotSent, FileTooBig, OmoideError
from engine.values.transfers.transfers import Offer
from tests.bot.conftest import SPEECH, Type
from tests.bot.fake_scene import TOKEN
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
    card.write_text("character", encoding="utf-8")
    engine = FakeEngine()
    said = await piped(engine, f"/import '{card}'", "yes", "/import", f"/导入 {tmp_path}")
    assert engine.files.calls == [("look", b"character", "my card.json"), ("bring", TOKEN, Offer.BRING)]
    assert "A character card: Yuki" in said
    assert "newer version of the card format" in said
    assert "Import this character? (type yes or no)" in said
    assert "Imported: Yuki.\n1  Start a chat – /char use 5\n" in said
    assert "Which file?" in said
    assert "is a folder" in said


@pytest.mark.parametrize(("typed", "calls"), [("no", ["look", "drop"]), ("/import yes", ["look", "bring"])])
async def test_an_import_is_answered_as_people_type(piped: Type, tmp_path: Path, typed: str, calls: list[str]) -> None:
    """What was refused would stay, or a typed yes would be taken for the name of a file."""
    card = tmp_path / "a.json"
    card.write_text("character")
    engine = FakeEngine()
    said = await piped(engine, f"/import {card}", typed)
    assert [call[0] for call in engine.files.calls] == calls
    assert f"Import without scripts – /import yes {TOKEN} calm" in said
    assert ("Nothing was imported." in said) is (typed == "no")
    assert engine.turns.accepted == []


async def test_what_waits_no_longer_is_told(piped: Type) -> None:
    """Someone who says yes a day later would read of an error inside."""
    engine = FakeEngine()
    said = await piped(engine, f"/import yes {TOKEN} bring")
    assert SPEECH.speaker("en").say("error-no-such-upload") in said


async def test_a_folder_of_sillytavern_is_read_as_one_file(tmp_path: Path) -> None:
    """Moving would mean importing hundreds of files, one after the other."""
    for name in ("characters/Mira.png", "chats/Mira/one.jsonl", "secrets.json", "backups/old.zip", "worlds/town.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    upload = await DiskFiles().read(str(tmp_path))
    with zipfile.ZipFile(io.BytesIO(upload.data)) as archive:
        assert sorted(archive.namelist()) == ["characters/Mira.png", "chats/Mira/one.jsonl", "worlds/town.json"]
    assert upload.filename == f"{tmp_path.name}.zip"


async def test_an_export_never_replaces_a_file(piped: Type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export would overwrite the card that somebody has worked on, or write outside the folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "aki.png").write_bytes(b"mine")
    said = await piped(FakeEngine(), "/char export", "/char export ren charx", "/export world 1", "/导出")
    assert (tmp_path / "aki.png").read_bytes() == b"mine"
    assert (tmp_path / "aki-2.png").read_bytes() == b"a card"
    assert _names(tmp_path) == {"aki.png", "aki-2.png", "aki.charx", "町.json", "harbour.jsonl"}
    assert f"Saved to {tmp_path / 'aki-2.png'}." in said


def _names(folder: Path) -> set[str]:
    return {it.name for it in folder.iterdir()}
