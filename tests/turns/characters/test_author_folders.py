"""Books and characters that an owner writes as files: read when they change, told when they cannot be read."""

import json
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.words.localise import Speech
from engine.actions.characters import characters, worlds
from engine.actions.characters.author_files import LARGEST_MEGABYTES
from engine.actions.characters.author_folders import AuthorFolders
from engine.actions.chats import sessions
from engine.actions.house import allowances
from engine.actions.transfers import exports
from engine.db.characters import card_versions
from engine.db.characters import worlds as worlds_store
from engine.errors import WorldOfTheHouse
from engine.rules.formats.cards.card_files import read_card_file
from engine.rules.formats.cards.expressions import emotions_in
from engine.values.characters.worlds import Binding
from engine.values.chats.notices import Notice
from tests import calendar
from tests.conftest import Sql
from tests.servers.model import say
from tests.turns.files import picture
from tests.turns.room import CARD, Room, enter

LONG_AGO = 946_684_800
INFO = """
name: 小灯
description: 住在灯塔里的姑娘。
personality: 安静
mask: 远道来的客人
messageExamples:
  - 风停了。
customPrompt: 说话简短。
startWith: [你好, 你来啦。]
settings: {enableLoreBooks: true}
gsvSetting: {textLang: zh}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "author"
    made.mkdir()
    return made


@pytest.fixture
async def author(room: Room, folder: Path, sql: Sql) -> AsyncIterator["Author"]:
    room.ctx.spending.news.clear()
    yield Author(room, folder, AuthorFolders(folder))
    await sql("UPDATE world_book SET deleted_at = now() WHERE builtin IS NOT NULL")
    await sql(
        "UPDATE character SET builtin = NULL, owner_space = $1 WHERE builtin LIKE 'characters/%'", room.here.space
    )


class Author:
    """Somebody who writes files, and what the house makes of them."""

    def __init__(self, room: Room, root: Path, folders: AuthorFolders) -> None:
        self.room = room
        self.root = root
        self.folders = folders

    def writes(self, path: str, text: str | bytes) -> Path:
        """A file that was written long ago, so that nobody is still writing it."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        number = file.stat().st_mtime_ns % 1_000_000
        os.utime(file, (LONG_AGO + number, LONG_AGO + number))
        return file

    async def looks(self) -> list[Notice]:
        """What the owners are to be told after a look."""
        await self.folders.look(self.room.ctx)
        news = list(self.room.ctx.spending.news)
        self.room.ctx.spending.news.clear()
        return news

    async def books(self) -> dict[str, tuple[int, int]]:
        """Number of entries and version of the books of the house, by name."""
        here = self.room.here
        rows = await worlds_store.listed(self.room.db, here.space, here.person, None, None)
        return {it.name: (it.entries, it.version) for it in rows if it.builtin}

    async def characters(self) -> dict[str, tuple[int, int]]:
        """Number and version of the characters of the folders, by name."""
        found = await characters.listed(self.room.ctx, self.room.here)
        return {it.name: (it.id, it.version) for it in found if it.builtin and it.name != "Lan"}


def told(news: list[Notice]) -> list[tuple[str, str]]:
    return [(it.message, it.data["file"]) for it in news]


async def test_files_and_folders_are_books(author: Author) -> None:
    """Whoever keeps a folder of YAML files finds none of it, or every file as a book of its own."""
    author.writes("worlds/coast.yaml", "灯塔: 灯塔建于1887年。\nlamp: It burns whale oil.\n")
    author.writes("worlds/town/people.yaml", "Tam: The baker.\n")
    author.writes(
        "worlds/town/places.md", "## The mill\nkeys: mill\n\nBurnt down.\n\n## The quay\nkeys: quay\n\nWet.\n"
    )
    author.writes("worlds/hills.json", json.dumps({"entries": {"0": {"uid": 0, "key": ["hill"], "content": "High."}}}))
    author.writes("worlds/readme.txt", "nothing")
    author.writes("worlds/.draft.yaml", "x: y")
    assert await author.looks() == []
    assert await author.books() == {"coast": (2, 1), "town": (3, 1), "hills": (1, 1)}


async def test_a_changed_file_is_a_new_version(author: Author) -> None:
    """Somebody corrects a line of a book, and has to restart the house for it; or every look makes a version."""
    author.writes("worlds/two.yaml", "lamp: Out.\n")
    await author.looks()
    await author.looks()
    author.writes("worlds/two.yaml", "lamp: Burns.\noil: Cheap.\n")
    await author.looks()
    assert await author.books() == {"two": (2, 2)}
    author.folders = AuthorFolders(author.root)
    await author.looks()
    assert await author.books() == {"two": (2, 2)}


@pytest.mark.parametrize(
    ("path", "good", "bad", "where"),
    [
        ("worlds/a.json", '{"entries": {"0": {"key": ["x"], "content": "y"}}}', '{"entries": {\n"0": }', (2, 6)),
        ("worlds/b.yaml", "lamp: Out.\n", "lamp: Out.\noil: [1\n", (3, 1)),
        ("characters/C/card.yaml", "name: C\ngreeting: Hi.\n", "name: C\ngreeting: [Hi\n", (3, 1)),
    ],
)
async def test_a_broken_file_is_told_with_its_place_and_keeps_what_was(
    author: Author, path: str, good: str, bad: str, where: tuple[int, int]
) -> None:
    """A comma too many, and every story loses its world until somebody reads the log; or nobody is told where."""
    author.writes(path, good)
    assert await author.looks() == []
    before = (await author.books(), await author.characters())
    author.writes(path, bad)
    [notice] = await author.looks()
    assert (notice.message, notice.data["file"]) == ("author-file-broken", path)
    assert (notice.data["line"], notice.data["column"]) == where
    assert await author.looks() == [], "it is told once"
    assert (await author.books(), await author.characters()) == before
    author.writes(path, good + " ")
    assert await author.looks() == []


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("# B\n\n## Lamp\nkyes: lamp\n\nOut.\n", "error-entry-without-keys", 3),
        ("## Lamp\nkeys: lamp\ndepth: deep\n\nOut.\n", "error-entry-line-unreadable", 3),
    ],
)
async def test_an_entry_that_nothing_calls_is_told_with_its_line(
    author: Author, text: str, error: str, line: int
) -> None:
    """A slip in a line of keys, and the entry is silent for ever."""
    author.writes("worlds/b.md", "## Lamp\nkeys: lamp\n\nOut.\n")
    await author.looks()
    author.writes("worlds/b.md", text)
    [notice] = await author.looks()
    assert (notice.message, notice.data["what"].message, notice.data["what"].data["line"]) == (
        "author-file-refused",
        error,
        line,
    )
    assert await author.books() == {"b": (1, 1)}
    for language, said in (("en", f"line {line}"), ("zh", f"第 {line} 行")):
        assert said in Speech().speaker(language).notice(notice)


async def test_entries_without_keys_of_a_program_are_kept_and_told(author: Author) -> None:
    """A book that SillyTavern wrote is refused for one entry; or nobody hears that the entry does nothing."""
    entries = {"0": {"uid": 0, "key": ["x"], "content": "y"}, "1": {"uid": 1, "key": [], "comment": "Mute"}}
    author.writes("worlds/st.json", json.dumps({"entries": entries}))
    [notice] = await author.looks()
    assert (notice.message, notice.data["titles"]) == ("author-entry-silent", ["Mute"])
    assert await author.books() == {"st": (2, 1)}


async def test_of_two_files_of_one_name_the_known_one_counts(author: Author) -> None:
    """Two drafts of a book are told together, or take turns by chance."""
    author.writes("worlds/same.yaml", "lamp: Out.\n")
    await author.looks()
    author.writes("worlds/Same.json", '{"entries": {"0": {"key": ["x"], "content": "y"}}}')
    [notice] = await author.looks()
    assert (notice.data["file"], notice.data["other"]) == ("worlds/Same.json", "worlds/same.yaml")
    assert await author.books() == {"same": (1, 1)}


async def test_a_file_that_is_gone_is_told_and_comes_back_where_it_was(author: Author) -> None:
    """A book that was taken away is told for ever; one that came back has lost its versions and where it was bound."""
    file = author.writes("worlds/four.yaml", "lamp: Out.\n")
    await author.looks()
    room = author.room
    [book] = [it for it in await worlds.listed(room.ctx, room.here) if it.name == "four"]
    await worlds.bind(room.ctx, room.runner, room.here, book.id, Binding.CHARACTER, on=True)
    file.rename(author.root / "worlds/four.off")
    assert told(await author.looks()) == [("author-book-gone", "worlds/four.yaml")]
    assert await author.books() == {}
    (author.root / "worlds/four.off").rename(file)
    assert await author.looks() == []
    [book] = [it for it in await worlds.listed(room.ctx, room.here) if it.name == "four"]
    assert (book.version, book.bound) == (1, (Binding.CHARACTER,))


async def test_a_machine_without_the_folder_takes_nothing_away(author: Author, tmp_path: Path) -> None:
    """A second machine of the house removes every book that the first one has read, and the other way round."""
    author.writes("worlds/five.yaml", "lamp: Out.\n")
    author.writes("characters/Dee/card.md", "A diver.\n")
    author.writes("characters/Dee/worlds/sea.yaml", "sea: Deep.\n")
    await author.looks()
    await AuthorFolders(tmp_path / "none").look(author.room.ctx)
    (tmp_path / "half/worlds").mkdir(parents=True)
    (tmp_path / "half/worlds/five.yaml").write_text("lamp: Out.\n")
    await AuthorFolders(tmp_path / "half").look(author.room.ctx)
    assert await author.books() == {"five": (1, 1), "sea": (1, 1)}


async def test_a_characters_folder_brings_its_books(author: Author) -> None:
    """Each book of a character has to be bound by a command, in every place anew."""
    author.writes("characters/Mara/card.yaml", "name: Mara Holt\ncontext: A keeper.\ngreeting: Evening.\n")
    author.writes("characters/Mara/worlds/island.md", "## Cove\nkeys: cove\n\nThe cove floods at noon.\n")
    assert await author.looks() == []
    room, ctx = author.room, author.room.ctx
    number, version = (await author.characters())["Mara Holt"]
    assert version == 1
    room.model.answer = lambda _: say("Aye.")
    other = await enter(room.engine, room.model, replace(room.origin, channel="cove"), CARD)
    await sessions.new(ctx, room.runner, other.here, "Ann", number)
    await other.say("Is the cove dry?")
    assert other.prompts_say("The cove floods at noon.")
    await room.say("Is the cove dry?")
    assert not room.prompts_say("The cove floods at noon."), "who plays here is somebody else"
    [book] = [it for it in await worlds.listed(ctx, other.here) if it.name == "island"]
    assert book.bound == (Binding.CHARACTER,)
    with pytest.raises(WorldOfTheHouse):
        await worlds.bind(ctx, room.runner, other.here, book.id, Binding.CHARACTER, on=False)
    author.writes("characters/Mara/worlds/island.md", "## Cove\nkeys: cove\n\nThe cove is dry.\n")
    author.writes("characters/Mara/card.yaml", "name: Mara Holt\ncontext: A smith.\ngreeting: Evening.\n")
    await author.looks()
    assert (await author.characters())["Mara Holt"] == (number, 2)
    await other.say("And the cove now?")
    assert other.prompts_say("The cove is dry.")
    assert other.prompts_say("A smith.")


async def test_a_folder_without_a_card_is_of_whoever_is_called_so(author: Author) -> None:
    """Somebody brings MoeChat's ``data_base`` of a character that is here already, and has to bind every book."""
    author.writes("characters/Mira/data_base/灯塔.yaml", "whale: It burns whale oil.\n")
    author.writes("characters/Mira/data_base/tmp/label.yaml", "灯塔.yaml: 0123\n")
    assert await author.looks() == []
    assert await author.books() == {"灯塔": (1, 1)}
    room = author.room
    room.model.answer = lambda _: say("Aye.")
    await room.say("What about the whale?")
    assert room.prompts_say("It burns whale oil.")


async def test_a_folder_of_moechat_is_read_as_it_is(author: Author) -> None:
    """Whoever comes from MoeChat has to write every character anew."""
    author.writes("characters/小灯/info.yaml", INFO)
    author.writes("characters/小灯/data_base/海.yaml", "海: 海在北边。\n")
    author.writes("characters/小灯/core_mem.yml", "x: y\n")
    author.writes("characters/小灯/memory/2025.yaml", "x: y\n")
    assert await author.looks() == []
    number, version = (await author.characters())["小灯"]
    card = await author.room.ctx.cards.card(author.room.db, number, version)
    assert card is not None
    assert (card.description, card.personality, card.first_greeting) == ("住在灯塔里的姑娘。", "安静", "你来啦。")
    assert card.mes_example == "<START>\n{{user}}: 你好\n<START>\n{{char}}: 风停了。"
    assert card.system_prompt == "{{original}}\n\n说话简短。"
    assert card.scenario == "{{user}}: 远道来的客人"
    assert card.raw["gsvSetting"] == {"textLang": "zh"}, "what is not for a card stays in it"
    assert await author.books() == {"海": (1, 1)}


async def test_a_character_whose_folder_is_gone_stays(author: Author) -> None:
    """A folder that was moved by mistake takes a character out of every chat that plays it."""
    card = author.writes(
        "characters/Noa/card.md", "# Noa\n\nA pilot.\n\n## Greeting\n\nAhoy.\n\n## Greeting\n\nStill here?\n"
    )
    await author.looks()
    number, _ = (await author.characters())["Noa"]
    card.unlink()
    assert told(await author.looks()) == [("author-character-gone", "characters/Noa")]
    assert (await author.characters())["Noa"] == (number, 1)
    found = await author.room.ctx.cards.card(author.room.db, number, 1)
    assert found is not None
    assert (found.description, found.greetings) == ("A pilot.", ("Ahoy.", "Still here?"))
    assert await card_versions.versions(author.room.db, number)


async def test_pictures_in_a_folder_are_a_characters_emotions(author: Author) -> None:
    """The sprites that somebody has for SillyTavern have to be packed into a card by hand."""
    author.writes("characters/Ida/card.md", "# Ida\n\nA diver.\n")
    author.writes("characters/Ida/card.png", picture("blue"))
    author.writes("characters/Ida/joy.png", picture("red"))
    author.writes("characters/Ida/anger-1.png", picture("green"))
    assert await author.looks() == []
    number, _ = (await author.characters())["Ida"]
    ctx, faces = author.room.ctx, author.room.engine.faces
    assert sorted(await faces.emotions(ctx, number)) == ["anger", "joy"]
    plain, happy = await faces.face(ctx, number), await faces.face(ctx, number, "happy")
    assert plain.picture != happy.picture
    assert happy.sha256 == (await faces.face(ctx, number, "joy")).sha256 != plain.sha256
    file = await exports.character(ctx, author.room.here, number, "charx")
    assert sorted(emotions_in(read_card_file(file.data))) == ["anger", "joy"]
    author.writes("characters/Ida/joy.png", picture("yellow"))
    await author.looks()
    assert (await author.characters())["Ida"] == (number, 2)
    assert (await faces.face(ctx, number, "joy")).picture not in (happy.picture, plain.picture)
    await author.looks()
    assert (await author.characters())["Ida"] == (number, 2)


async def test_what_leads_out_of_the_folder_is_not_read(author: Author, tmp_path: Path) -> None:
    """A link in the folder shows everybody what lies elsewhere on the machine; a pipe stops the house."""
    secret = tmp_path / "secret.yaml"
    secret.write_text("key: hidden\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/more.yaml").write_text("key: hidden\n")
    author.writes("worlds/good.yaml", "lamp: Out.\n")
    (author.root / "worlds/out.yaml").symlink_to(secret)
    (author.root / "worlds/folder").symlink_to(tmp_path / "elsewhere")
    (author.root / "worlds/again").symlink_to(author.root / "worlds")
    (author.root / "worlds/nothing.yaml").symlink_to(tmp_path / "gone.yaml")
    (author.root / "worlds/inside.yaml").symlink_to(author.root / "worlds/good.yaml")
    os.mkfifo(author.root / "worlds/pipe.yaml")
    news = await author.looks()
    refused = ["worlds/again", "worlds/folder", "worlds/out.yaml", "worlds/pipe.yaml"]
    assert sorted(told(news)) == [("author-file-link", it) for it in refused]
    assert {"good", "inside"} <= (await author.books()).keys()
    assert not {"out", "folder", "more", "pipe"} & (await author.books()).keys()


async def test_a_name_that_is_no_text_is_told(author: Author) -> None:
    """One file from an old disk, and the house does not start any more."""
    author.writes("worlds/good.yaml", "lamp: Out.\n")
    author.writes("characters/Zoe/worlds/sea.yaml", "sea: Deep.\n")
    (author.root / os.fsdecode(b"worlds/\xff.yaml")).write_text("lamp: Out.\n")
    (author.root / os.fsdecode(b"characters/\xfe")).mkdir()
    (author.root / os.fsdecode(b"characters/Zoe/\xfd.png")).write_bytes(b"x")
    news = await author.looks()
    assert sorted(told(news)) == [
        ("author-file-name", "characters/?"),
        ("author-file-name", "characters/Zoe/?.png"),
        ("author-file-name", "worlds/?.yaml"),
    ]
    assert await author.books() == {"good": (1, 1), "sea": (1, 1)}


async def test_a_folder_with_too_many_entries_is_told(author: Author) -> None:
    """Two books of nine thousand entries in one folder, and the house does not start any more."""
    for name in "ab":
        entries = {str(n): {"uid": n, "key": ["x"], "content": "y"} for n in range(5_001)}
        author.writes(f"worlds/town/{name}.json", json.dumps({"entries": entries}))
    [notice] = await author.looks()
    assert (notice.message, notice.data["what"].message) == ("author-file-refused", "error-too-many-entries")


async def test_a_giant_file_is_told_and_not_read(author: Author) -> None:
    """One file of a gigabyte stops every chat, or fills the memory."""
    file = author.writes("worlds/big.yaml", "")
    with file.open("wb") as out:
        out.truncate((LARGEST_MEGABYTES << 20) + 1)
    assert told(await author.looks()) == [("author-file-big", "worlds/big.yaml")]


@pytest.mark.calendar
async def test_a_file_that_is_being_written_is_read_when_it_is_whole(author: Author) -> None:
    """Half of a book becomes a version because a copy takes a second."""
    file = author.writes("worlds/half.yaml", "lamp: Out.\noil: Che")
    moment = calendar.now().timestamp()
    os.utime(file, (moment, moment))
    assert await author.looks() == []
    assert await author.books() == {}
    author.writes("worlds/half.yaml", "lamp: Out.\noil: Cheap.\ntam: Bakes.\n")
    await author.looks()
    assert await author.books() == {"half": (3, 1)}


async def test_owners_are_told_in_their_language(author: Author) -> None:
    """Whoever wrote the file hears nothing, or in a language that they do not read."""
    for number in range(7):
        author.writes(f"worlds/bad{number}.yaml", "a: [1\n")
    room = author.room
    await author.folders.look(room.ctx)
    news = await allowances.news(room.ctx, room.here.platform)
    assert len(news) == 6
    said = {language: [Speech().speaker(language).notice(it) for it in news] for language in ("en", "zh")}
    assert "worlds/bad0.yaml: there is a mistake at line 2" in said["en"][0]
    assert "worlds/bad0.yaml：第 2 行" in said["zh"][0]
    assert "2" in said["zh"][-1]
