"""Any archive gives a list whose files can be read, or an error in our words."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.archives.backups import ForeignBackup, list_backup, read_member
from engine.rules.formats.kinds import kind_of
from tests.rules.formats.card_samples import V2, dump, png, text_chunk
from tests.rules.formats.chat_samples import GROUP, SETTINGS, WHOLE, archive

from .budget import FUZZ

FILES = {
    "default-user/characters/Ada.png": png(text_chunk("chara", V2)),
    "default-user/chats/Ada/x.jsonl": WHOLE,
    "default-user/settings.json": dump(SETTINGS),
    "default-user/groups/1.json": dump(GROUP),
    "default-user/worlds/Town.json": dump({"entries": {}}),
}
LOOSE = {"Ada.png": png(text_chunk("chara", V2)), "Ada/x.jsonl": WHOLE, "Town.json": dump({"entries": {}})}
SEEDS = [archive(FILES), archive(FILES, folders=False, method=0), archive(LOOSE), archive(LOOSE, method=0)]
NASTY = st.sampled_from(
    [b"PK\1\2", b"PK\3\4", b"PK\5\6", b"\xff\xff\xff\xff", b"\0\0", b"../", b"/", b"\\", b"settings.json", b"\x09\0"]
)
EDITS = st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 12), st.binary(max_size=6) | NASTY), max_size=4)
FOLDERS = ["characters", "chats", "worlds", "groups", "group chats", "OpenAI Settings", "settings", "", "a", "..", "."]
NAMES = st.lists(
    st.sampled_from(FOLDERS) | st.text(st.characters(exclude_characters="\0"), max_size=5), min_size=1, max_size=4
).map("/".join)
ENDINGS = st.sampled_from(["", ".png", ".json", ".jsonl", ".charx", "settings.json"])
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=6)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def members(backup: ForeignBackup):
    for part in ("characters", "worlds", "presets", "personas", "groups", "chats", "scripts", "quick"):
        yield from getattr(backup, part)


def check(data: bytes) -> None:
    with suppress(InputError):
        kind_of(data)
    try:
        backup = list_backup(data)
    except InputError:
        return
    for member in members(backup):
        (member.name + member.owner + member.path).encode()
        try:
            content = read_member(backup, member.path, 1 << 20)
        except InputError:
            continue
        assert content == read_member(data, member.path, 1 << 20)


@FUZZ
@given(st.sampled_from(SEEDS), EDITS)
def test_damaged_backups(seed, edits):
    """A backup damaged on its way must be listed or refused, never crash."""
    for place, length, new in edits:
        at = place % (len(seed) + 1)
        seed = seed[:at] + new + seed[at + length :]
    check(seed)


@FUZZ
@given(
    st.dictionaries(st.tuples(NAMES, ENDINGS), st.binary(max_size=20) | st.sampled_from([*FILES.values()]), max_size=5)
)
def test_odd_places(files):
    """Files with any names in any folders must never stop the list."""
    named = {path + ending: content for (path, ending), content in files.items()}
    try:
        data = archive({path: content for path, content in named.items() if path}, folders=False)
    except (ValueError, UnicodeEncodeError):
        return
    check(data)


@FUZZ
@given(VALUES, VALUES, VALUES)
def test_odd_settings(personas, described, scripts):
    """Settings of any shape must never stop the list."""
    settings = {
        "power_user": {"personas": personas, "persona_descriptions": described, "default_persona": scripts},
        "extension_settings": {"regex": scripts},
    }
    check(archive({"settings.json": dump(settings)}))
    check(archive({"settings.json": dump({"power_user": personas, "extension_settings": described})}))
