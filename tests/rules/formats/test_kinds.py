"""A file that is sent is taken for what it is, whatever it is called."""

import base64
import json
import zlib

import pytest

from engine.errors import FileTooBig, FileUnknown, InputError, NotABackup, NotAChat, PictureWithoutCard
from engine.rules.formats.archives.archives import MAX_BYTES
from engine.rules.formats.kinds import kind_of
from engine.values.transfers.transfers import FileKind
from tests.rules.formats.card_samples import V1, V2, V3, chunk, dump, png, text_chunk
from tests.rules.formats.chat_samples import FOREIGN, GROUP, HEADER, OF_2023, SETTINGS, WHOLE, archive, jsonl

JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF"
BOOK = {"entries": {"0": {"uid": 0, "key": ["x"], "content": "y"}}}
SCRIPT = {"id": "1", "scriptName": "s", "findRegex": "/a/g", "replaceString": "b", "placement": [1]}
PRESET = {"temperature": 1, "prompts": [{"identifier": "main", "role": "system", "content": "x"}], "prompt_order": []}
CHARX = archive({"card.json": dump(V3), "assets/icon/images/main.png": png()}, folders=False)
BYAF = archive({"manifest.json": b"{}", "characters/a/character.json": b"{}", "scenarios/s.json": b"{}"}, folders=False)

KNOWN = {
    "card-png": (png(text_chunk("chara", V2)), FileKind.CHARACTER),
    "card-zlib": (png(chunk(b"zTXt", b"ccv3\0\0" + zlib.compress(base64.b64encode(dump(V3))))), FileKind.CHARACTER),
    "card-and-book-png": (png(text_chunk("naidata", BOOK), text_chunk("chara", V2)), FileKind.CHARACTER),
    "book-png": (png(text_chunk("naidata", BOOK)), FileKind.WORLD),
    "charx": (CHARX, FileKind.CHARACTER),
    "charx-jpeg": (JPEG + CHARX, FileKind.CHARACTER),
    "byaf": (BYAF, FileKind.CHARACTER),
    "backup": (archive({"default-user/worlds/Town.json": dump(BOOK)}), FileKind.BACKUP),
    "v1": (dump(V1), FileKind.CHARACTER),
    "v2": (dump(V2), FileKind.CHARACTER),
    "v2-indented": (json.dumps(V2, indent=2).encode(), FileKind.CHARACTER),
    "v3-utf16": (json.dumps(V3).encode("utf-16"), FileKind.CHARACTER),
    "pygmalion": (dump({"char_name": "Ada", "char_persona": "x"}), FileKind.CHARACTER),
    "no-spec": (dump({"data": {"name": "Ada", "first_mes": "Hi."}}), FileKind.CHARACTER),
    "card-of-a-chat": (
        dump(V1 | {"chat": "Ada - 2024", "create_date": "2024-6-5 @14h 56m 50s 682ms"}),
        FileKind.CHARACTER,
    ),
    "book": (dump(BOOK), FileKind.WORLD),
    "book-named": (dump(BOOK | {"name": "Town", "description": "x"}), FileKind.WORLD),
    "book-v3": (dump({"spec": "lorebook_v3", "data": {"entries": []}}), FileKind.WORLD),
    "book-novelai": (dump({"lorebookVersion": 5, "entries": []}), FileKind.WORLD),
    "book-agnai": (dump({"kind": "memory", "name": "x", "entries": []}), FileKind.WORLD),
    "book-risu": (dump({"type": "risu", "data": []}), FileKind.WORLD),
    "preset": (dump(PRESET), FileKind.PRESET),
    "preset-with-scripts": (dump(PRESET | {"extensions": {"regex_scripts": [SCRIPT]}}), FileKind.PRESET),
    "script": (dump(SCRIPT), FileKind.SCRIPTS),
    "scripts": (dump([SCRIPT, SCRIPT]), FileKind.SCRIPTS),
    "chat": (WHOLE, FileKind.CHAT),
    "chat-bom": (b"\xef\xbb\xbf" + WHOLE, FileKind.CHAT),
    "chat-2023": (jsonl(*OF_2023), FileKind.CHAT),
    "chat-header-only": (jsonl(HEADER), FileKind.CHAT),
    "chat-list": (dump([HEADER]), FileKind.CHAT),
    "chat-damaged-later": (WHOLE + b"\n{", FileKind.CHAT),
    **{f"chat-{program}": (dump(raw), FileKind.CHAT) for program, raw in FOREIGN.items()},
}


@pytest.mark.parametrize("sample", KNOWN)
def test_by_bytes(sample):
    """A file taken for something else is refused with a riddle, or imported as nonsense."""
    data, kind = KNOWN[sample]
    assert kind_of(data, "file") is kind
    assert kind_of(data, "wrong.png") is kind


@pytest.mark.parametrize(
    ("text", "filename", "kind"),
    [
        ("name: Ada\ncontext: A clockmaker.\ngreeting: Come in.", "ada.yaml", FileKind.CHARACTER),
        ("name: Ada\ncontext: A clockmaker.\ngreeting: Come in.", "", FileKind.CHARACTER),
        ("长安: 一座城。\n洛阳: 另一座。", "world.yml", FileKind.WORLD),
        ("- keys: [a]\n  content: b", "world.YAML", FileKind.WORLD),
    ],
)
def test_yaml(text, filename, kind):
    """A card and a world book are told apart in YAML too."""
    assert kind_of(text.encode(), filename) is kind


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (png(), PictureWithoutCard),
        (JPEG, PictureWithoutCard),
        (JPEG + archive({"x": b"y"}), PictureWithoutCard),
        (b"GIF89a", PictureWithoutCard),
        (b"RIFF\0\0\0\0WEBPVP8 ", PictureWithoutCard),
        (archive({"a.txt": b"x"}), NotABackup),
        (b"", FileUnknown),
        (b"hello there", FileUnknown),
        ("长安: 一座城。".encode(), FileUnknown),
        (b"\x7fELF\2\1\1\0", FileUnknown),
        (b"[]", FileUnknown),
        (b"[1, 2]", FileUnknown),
        (b"{}", FileUnknown),
        (dump({"name": "x"}), FileUnknown),
        (dump(SETTINGS), FileUnknown),
        (dump(GROUP), NotAChat),
        (b'{"prompt": "a", "completion": "b"}\n{"prompt": "c", "completion": "d"}', InputError),
        (b'{"is_user": 1}', NotAChat),
        (bytes(MAX_BYTES + 1), FileTooBig),
    ],
)
def test_nothing_we_know(data, error):
    """What we cannot use must be refused in words that fit it."""
    with pytest.raises(error):
        kind_of(data, "file.bin")


def test_a_broken_chat_is_a_chat():
    """A chat with a damaged first line must reach the reader that names the line."""
    assert kind_of(b'{"user_name": \n' + WHOLE, "Ada.jsonl") is FileKind.CHAT
