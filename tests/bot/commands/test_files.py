"""Cards from the disk."""

import io
import zipfile
from pathlib import Path

import pytest

from bot.terminal.files import LIMIT, DiskFiles, keep
from engine.errors import FileIsFolder, FileMissing, FileNotSent, FileTooBig, OmoideError
from engine.values.transfers.transfers import Document
from tests.bot.at_terminal import SPEECH, AtTerminal
from tests.bot.commands.test_script_questions import looked_at
from tests.turns.files import CARD, WORLD, as_json, with_emotions

YUKI = {
    "spec": "chara_card_v2",
    "data": {"name": "Yuki", "first_mes": "Good morning.", "description": "Keeps a bookshop."},
}


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


@pytest.mark.parametrize("path", ["'{}'", '"{}"', "{}"])
async def test_a_card_is_imported_by_its_path(mo: AtTerminal, tmp_path: Path, path: str) -> None:
    """A path with spaces, as terminals paste it, would not be found."""
    card = tmp_path / "my card.json"
    card.write_bytes(as_json({**YUKI, "spec_version": "4.0", "spec": "chara_card_v4"}))
    said = await mo.types(f"/import {path.format(card)}", "yes", "/import", f"/import {tmp_path}", f"/导入 {tmp_path}")
    assert "A character card: Yuki" in said
    assert "newer version of the card format" in said
    assert "Import this character? (type yes or no)" in said
    assert "Imported: Yuki.\n[1] Start a chat – /char use 3\n" in said
    assert "Which file?" in said
    assert "is a folder" in said
    assert "是个文件夹" in said


@pytest.mark.parametrize("typed", ["no", "/import yes"])
async def test_an_import_is_answered_as_people_type(mo: AtTerminal, tmp_path: Path, typed: str) -> None:
    """What was refused would stay, or a typed yes would be taken for the name of a file."""
    (tmp_path / "a.json").write_bytes(as_json(CARD))
    [asked, *_, characters], token = await looked_at(mo, "/import a.json", typed, "/char")
    assert "[2] Import without scripts\n" in asked
    refused = typed == "no"
    assert ("Mira" in characters) is False
    [again, characters] = await mo.answers(f"/import yes {token} calm", "/char")
    assert ("Mira" in characters) is not refused
    assert (SPEECH.speaker("en").say("error-no-such-upload") in again) is refused
    assert await mo.said() == []


async def test_what_waits_no_longer_is_told(mo: AtTerminal) -> None:
    """Someone who says yes a day later would read of an error inside."""
    said = await mo.types("/import yes a1b2c3d4e5f6 bring")
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


async def test_an_export_never_replaces_a_file(mo: AtTerminal, tmp_path: Path) -> None:
    """An export would overwrite the card that somebody has worked on, or write outside the folder."""
    for name, data in {"card.json": YUKI, "world.json": {**WORLD, "name": "../../町"}}.items():
        (tmp_path / name).write_bytes(as_json(data))
    await mo.types("/import card.json", "yes", "/char use Yuki", "/import world.json", "yes")
    (tmp_path / "Yuki.png").write_bytes(b"mine")
    said = await mo.types("/char export", "/char export yuki charx", "/export world 1", "/导出")
    assert (tmp_path / "Yuki.png").read_bytes() == b"mine"
    assert b"Keeps a bookshop." in zipfile.ZipFile(tmp_path / "Yuki.charx").read("card.json")
    exported = {"Yuki-2.png", "Yuki.charx", "_.._町.json", "Yuki.jsonl"}
    assert _names(tmp_path) == {"card.json", "world.json", "Yuki.png", *exported}
    assert f"Saved to {tmp_path / 'Yuki-2.png'}." in said


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_an_export_says_what_it_leaves_out(mo: AtTerminal, tmp_path: Path, language: str) -> None:
    """Pictures of emotions are gone from the card that somebody kept, and nobody said so."""
    speak = SPEECH.speaker(language)
    (tmp_path / "lan.charx").write_bytes(with_emotions())
    await mo.types("/import lan.charx", "yes", f"/me language {language}")
    emotions = speak.say("export-left-out-emotions", count=2)
    everything = speak.say("list-comma").join((speak.say("export-left-out-face"), emotions))
    for form, lacks in (("png", emotions), ("json", everything)):
        said = await mo.types(f"/export char 3 {form}")
        beginning, _, command = speak.say("export-left-out", what=lacks, command="/").rpartition("/")
        assert beginning in said, form
        assert "charx" in said or "卡包" in said, command
    said = await mo.types("/export char 3 charx")
    assert speak.say("export-left-out", what=everything, command="/")[:6] not in said
    plain = await mo.types("/export char 1 png")
    assert speak.say("export-left-out", what=everything, command="/")[:6] not in plain


async def test_a_book_goes_out_as_markdown_and_comes_back(mo: AtTerminal, tmp_path: Path) -> None:
    """Whoever likes to write in an editor gets JSON alone, or cannot bring back what was given."""
    (tmp_path / "world.json").write_bytes(as_json({**WORLD, "name": "Town"}))
    await mo.types("/import world.json", "yes", "/export world Town md")
    text = (tmp_path / "Town.md").read_text("utf-8")
    assert text.startswith("# Town\n\n##\nkeys: boat\n")
    (tmp_path / "Again.md").write_text(text.replace("# Town", "# Again"), "utf-8")
    said = await mo.types("/import Again.md", "yes", "/导出 世界书 Again 文本")
    assert "Again" in said
    assert (tmp_path / "Again-2.md").read_text("utf-8") == (tmp_path / "Again.md").read_text("utf-8")


def test_a_file_stays_in_its_folder(tmp_path: Path) -> None:
    """A file whose name leads elsewhere would be written there."""
    (tmp_path / "mine").mkdir()
    path = keep(Document("../../町.json", "application/json", b"{}"), tmp_path / "mine")
    assert path == tmp_path / "mine" / "町.json"


def _names(folder: Path) -> set[str]:
    return {it.name for it in folder.iterdir()}
