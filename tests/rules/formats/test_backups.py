"""A backup of SillyTavern is shown as what is in it, whichever folder was packed."""

import json
import zipfile

import pytest

from engine.errors import ArchiveDamaged, BackupMemberMissing, FileTooBig, NotAGroup
from engine.rules.formats.archives.archives import Archive
from engine.rules.formats.archives.backups import EMPTY, TOO_BIG, list_backup, read_member, scripts_in_settings
from engine.rules.formats.cards.personas import personas_from_settings
from engine.rules.formats.chats.groups import CardMode, GroupActivation, group_from_json
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.values.models.prompts import Role
from engine.values.story.notes import PersonaPosition
from tests.rules.formats.card_samples import V2, dump, png, text_chunk
from tests.rules.formats.chat_samples import GROUP, SETTINGS, WHOLE, archive

CARD = png(text_chunk("chara", V2))
BOOK = dump({"entries": {"0": {"uid": 0, "key": ["x"], "content": "y"}}})
FILES = {
    "characters/Ada.png": CARD,
    "characters/bob.charx": b"PK",
    "characters/Ada/joy.png": CARD,
    "worlds/Town.json": BOOK,
    "OpenAI Settings/Calm.json": dump({"prompts": []}),
    "settings.json": dump(SETTINGS),
    "groups/1717599410682.json": dump(GROUP),
    "group chats/2024-6-5 @14h.jsonl": WHOLE,
    "chats/Ada/Ada - 2024-5-1@10h00m00s.jsonl": WHOLE,
    "chats/Ada/Branch #1.jsonl": WHOLE,
    "chats/worlds/x.jsonl": WHOLE,
    "backgrounds/beach.png": b"x",
    "User Avatars/kim.png": CARD,
    "backups/chat_ada_20240501.jsonl": WHOLE,
    "content/settings.json": dump(SETTINGS),
    "__MACOSX/characters/._Ada.png": b"x",
}


@pytest.mark.parametrize("root", ["", "default-user/", "data/default-user/", "SillyTavern\\data\\kim\\"])
def test_a_whole_folder(root):
    """Moving day: everything is on the list, from whichever level the folder was packed."""
    backup = list_backup(archive({root + path: content for path, content in FILES.items()}))
    assert [it.name for it in backup.characters] == ["Ada", "bob"]
    assert [it.name for it in backup.worlds] == ["Town"]
    assert [it.name for it in backup.presets] == ["Calm"]
    assert [it.name for it in backup.personas] == ["Traveller", "Kim"]
    assert [it.name for it in backup.scripts] == ["Dry"]
    assert [it.name for it in backup.groups] == ["1717599410682"]
    assert [(it.owner, it.name, it.in_group) for it in backup.chats] == [
        ("", "2024-6-5 @14h", True),
        ("Ada", "Ada - 2024-5-1@10h00m00s", False),
        ("Ada", "Branch #1", False),
        ("worlds", "x", False),
    ]
    assert backup.left_aside == 5
    [sprites] = [it.sprites for it in backup.characters if it.name == "Ada"]
    assert [it.rpartition("characters/")[2] for it in sprites] == ["Ada/joy.png"]
    assert not backup.empty
    assert backup.characters[0].size == len(CARD)
    for source in (backup, archive({root + path: content for path, content in FILES.items()})):
        assert read_member(source, backup.worlds[0].path, 1000) == BOOK


@pytest.mark.parametrize("part", ["characters/Ada.png", "chats/Ada/x.jsonl", "settings.json", "groups/1.json"])
def test_only_a_part(part):
    """People may bring just what they care for."""
    content = {"png": CARD, "jsonl": WHOLE, "json": dump(SETTINGS)}[part.rpartition(".")[2]]
    backup = list_backup(archive({part: content}, folders=False))
    assert not backup.empty
    assert backup.left_aside == 0


def test_files_without_folders():
    """A handful of files packed together must be told apart by what they are."""
    files = {
        "Ada.png": CARD,
        "Town.json": BOOK,
        "Ada/evening.jsonl": WHOLE,
        "beach.png": png(),
        "notes.txt": b"hello",
        "preset.json": dump({"prompts": [], "prompt_order": []}),
        "broken.json": b"{",
    }
    backup = list_backup(archive(files))
    assert [it.name for it in (*backup.characters, *backup.worlds, *backup.presets)] == ["Ada", "Town", "preset"]
    assert [(it.owner, it.name) for it in backup.chats] == [("Ada", "evening")]
    assert backup.left_aside == 3


@pytest.mark.share(2)
@pytest.mark.parametrize("ending", ["json", "yaml", "txt", "png"])
def test_nothing_takes_long_to_find(monkeypatch, ending):
    """A hundred kilobytes of zip with twenty thousand texts would have kept the bot busy for a minute."""
    looked_at: list[int] = []
    read = Archive.read
    monkeypatch.setattr(Archive, "read", lambda *args: looked_at.append(args[0].sizes[args[1]]) or read(*args))
    text = b"name: some words\n" * 120
    list_backup(archive({f"{number}.{ending}": text for number in range(3_000)}))
    assert len(looked_at) <= 2_048
    assert sum(looked_at) <= {"json": 4 << 20, "yaml": 170_000, "txt": 0, "png": 40 << 20}[ending]


@pytest.mark.parametrize("ending", ["json", "png"])
def test_yaml_by_another_name_is_not_read(ending):
    """Another name would have been a way around the limit."""
    card = b"name: Ada\ngreeting: Come in.\n"
    assert list_backup(archive({f"a.{ending}": card})).empty
    assert not list_backup(archive({"a.yaml": card})).empty


def test_members_with_problems():
    """One bad file must not hide the others, and people must see which one it is."""
    files = {
        "worlds/Big.json": bytes((20 << 20) + 1),
        "worlds/Empty.json": b"",
        "worlds/Town.json": BOOK,
        "settings.json": b"{",
    }
    backup = list_backup(archive(files, method=zipfile.ZIP_STORED))
    problems = {it.name: it.problem and it.problem.message for it in (*backup.worlds, *backup.personas)}
    assert problems == {"Big": TOO_BIG, "Empty": EMPTY, "Town": None, "settings.json": "error-json-broken"}


def test_an_unknown_packing():
    """A member packed in a way we cannot read is listed as such."""
    data = archive({"worlds/Town.json": BOOK, "worlds/Other.json": BOOK}, folders=False)
    place = data.index(b"PK\1\2") + 10
    backup = list_backup(data[:place] + b"\x09" + data[place + 1 :])
    assert [it.problem and it.problem.message for it in backup.worlds] == [None, "error-archive-method"]


def test_reading_members():
    """A member that is not there, or too big, must be refused in our words."""
    data = archive(FILES)
    with pytest.raises(BackupMemberMissing):
        read_member(data, "worlds/Nowhere.json", 1000)
    with pytest.raises(FileTooBig):
        read_member(data, "worlds/Town.json", 3)
    with pytest.raises(ArchiveDamaged):
        list_backup(b"PK\3\4")


def test_nothing_in_it():
    """An archive of something else is no backup."""
    assert list_backup(archive({"a.txt": b"x"})).empty


def test_personas():
    """People must come in as who they are, with the default one first."""
    first, second = personas_from_settings(json.loads(dump(SETTINGS)))
    assert (first.name, first.description, first.position) == ("Traveller", "", PersonaPosition.IN_PROMPT)
    assert (second.name, second.description, second.depth) == ("Kim", "Tall.", 1)
    assert (second.position, second.role) == (PersonaPosition.AT_DEPTH, Role.USER)
    assert second.raw["lorebook"] == "Town"
    assert second.raw["avatar"] == "kim.png"
    assert personas_from_settings(SETTINGS["power_user"]) == (first, second)


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {"power_user": 3},
        {"personas": {"a": 1, "b": None}, "persona_descriptions": [1]},
        {"personas": {"a": "A"}, "persona_descriptions": {"a": {"position": 7, "depth": "x", "role": "?"}}},
        {"personas": {"a": "A"}, "persona_descriptions": {"a": "Tall."}, "default_persona": 3},
    ],
)
def test_odd_personas(raw):
    """Strange settings must not stop the rest of a backup."""
    assert all(it.name and it.position in {*PersonaPosition} for it in personas_from_settings(raw))


def test_scripts():
    """The list and the import must mean the same scripts."""
    assert [it.name for it in scripts_from_json(scripts_in_settings(SETTINGS))] == ["Dry"]


def test_group():
    """A group must come in with who answers, whose cards are sent and who is muted."""
    group = group_from_json(GROUP)
    assert (group.name, group.members, group.disabled) == ("Shop", ("Ada.png", "Bob.png"), ("Bob.png",))
    assert (group.strategy, group.mode, group.delay) == (GroupActivation.MANUAL, CardMode.APPEND, 7)
    assert (group.join_prefix, group.join_suffix, group.allow_self_responses) == ("<{{char}}>", "</>", True)
    assert (group.chat, group.chats) == ("2024-6-5 @14h", ("2024-6-5 @14h",))
    assert group.metadata == {"note_prompt": "Together."}


@pytest.mark.parametrize(
    "raw",
    [None, [], {}, {"members": "x"}, {"members": [1, None, {}], "activation_strategy": 9, "generation_mode": "x"}],
)
def test_odd_groups(raw):
    """A strange group must be read or refused."""
    try:
        group = group_from_json(raw)
    except NotAGroup:
        return
    assert (group.strategy, group.mode) == (GroupActivation.NATURAL, CardMode.SWAP)
