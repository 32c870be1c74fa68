"""Cards and pictures for the tests, made here."""

import base64
import io
import json
import struct
import zipfile
import zlib
from typing import Any

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")


HEADER = chunk(b"IHDR", b"\0\0\0\1\0\0\0\1\x08\2\0\0\0")
PIXELS = chunk(b"IDAT", zlib.compress(b"\0\1\2\3"))
END = chunk(b"IEND", b"")


def png(*chunks: bytes) -> bytes:
    """A picture of one pixel with ``chunks`` before its end."""
    return SIGNATURE + HEADER + PIXELS + b"".join(chunks) + END


def text_chunk(keyword: str, raw: Any) -> bytes:
    return chunk(b"tEXt", keyword.encode() + b"\0" + base64.b64encode(dump(raw)))


def dump(raw: Any) -> bytes:
    return json.dumps(raw).encode()


V1 = {
    "name": "Ada",
    "description": "A clockmaker.",
    "personality": "dry",
    "scenario": "A shop.",
    "first_mes": "Come in.",
    "mes_example": "<START>\n{{user}}: Hi\n{{char}}: Hello.",
    "talkativeness": "0.5",
    "x_unknown": [1, {"deep": None}],
}
V2 = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "name": "Old copy",
    "data": {
        "name": "Ada",
        "description": "A clockmaker.",
        "first_mes": "Come in.",
        "alternate_greetings": ["Good evening.", ""],
        "system_prompt": "Be Ada. {{original}}",
        "post_history_instructions": "Stay dry.",
        "creator": "someone",
        "creator_notes": "Notes",
        "character_version": "1.2",
        "tags": ["clocks", "calm"],
        "character_book": {"entries": [{"keys": ["clock"], "content": "It ticks.", "x": 1.5}], "y": {}},
        "extensions": {
            "depth_prompt": {"prompt": "Ada is tired.", "depth": 2, "role": "user"},
            "chub": {"id": 12345678901234567890},
        },
        "unknown": {"kept": True},
    },
    "also_unknown": "kept",
}
V3 = V2 | {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": V2["data"] | {"nickname": "Addie", "group_only_greetings": ["Hello, all."], "assets": [{"type": "icon"}]},  # type: ignore[operator] - a dict of dicts
}

NODEST = {
    "id": "1700000000001",
    "name": "小满",
    "roleCard": {
        "name": "小满",
        "first_mes": "你来啦，{{user}}。",
        "description": "小满在渡口摆茶摊。",
        "personality": "爽快。",
        "scenario": "雨快下了。",
        "mes_example": "",
        "background": "从小在船上长大。",
        "data": {"extensions": {"regex_scripts": [], "x_unknown": 7}},
        "x_unknown": {"kept": [True]},
    },
    "worldBook": {
        "entries": {
            "渡口": {
                "comment": "渡口",
                "content": "渡口只有一条船。",
                "disable": False,
                "position": 4,
                "constant": False,
                "key": ["船", "渡口"],
                "order": 3,
                "depth": 2,
                "vectorized": True,
                "x_unknown": "kept",
            },
            "规矩": {"content": "她从不赊账。", "position": 1},
            "旧事": {"content": "她的师父去年走了。", "position": 4, "disable": True, "order": None},
            "坏条目": "不是对象",
        },
        "x_unknown": "kept",
    },
    "preset": {
        "prompts": [
            {
                "name": "Head",
                "identifier": "characterSystem",
                "enable": True,
                "role": "user",
                "content": "演好{{char}}。",
            },
            {"name": "Yes", "identifier": "characterConfirmation", "enable": True, "role": "model", "content": "好。"},
            {
                "name": "Deep",
                "identifier": "deep",
                "enable": True,
                "role": "user",
                "content": "别忘了天气。",
                "injection_position": 1,
                "injection_depth": 1,
            },
            {"name": "Near", "identifier": "near", "enable": True, "content": "写短一点。", "injection_position": 1},
            {"name": "Off", "identifier": "off", "enable": False, "role": "user", "content": "不要发送。"},
        ],
        "prompt_order": [
            {
                "order": [
                    {"identifier": "characterSystem", "enabled": True},
                    {"identifier": "characterConfirmation", "enabled": True},
                    {"identifier": "charDescription", "enabled": True},
                    {"identifier": "chatHistory", "enabled": True},
                    {"identifier": "off", "enabled": True},
                ]
            }
        ],
        "x_unknown": "kept",
    },
    "authorNote": {"charname": "小满", "username": "客人", "content": "今天是端午。", "injection_depth": 1},
    "chatHistory": {"name": "Chat History", "parts": [{"role": "user", "parts": [{"text": "在吗？"}]}]},
    "contents": [],
    "alternateGreetings": ["你来啦，{{user}}。", "今天不开张。"],
    "x_unknown": {"deep": [1, 2.5]},
}
"""A character of NodeST, in the shape in which CradleAI exports them."""


def zipped(files: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive as another program writes it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, packing)
    return out.getvalue()


def webp(comment: bytes, order: str = "<") -> bytes:
    """A picture whose EXIF data has ``comment`` as the user's comment."""
    mark = b"II*\0" if order == "<" else b"MM\0*"
    first = struct.pack(f"{order}IHHHIII", 8, 1, 0x8769, 4, 1, 26, 0)
    second = struct.pack(f"{order}HHHIII", 1, 0x9286, 7, len(comment), 44, 0)
    exif = mark + first + second + comment
    chunks = b"VP8 \2\0\0\0\0\0" + b"EXIF" + struct.pack("<I", len(exif)) + exif + b"\0" * (len(exif) % 2)
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


JPEG = b"\xff\xd8\xff\xe0\0\x10JFIF\0picture\xff\xd9"
CHARX = {
    "card.json": dump(
        V3
        | {
            "data": V3["data"]  # type: ignore[operator] - a dict of dicts
            | {
                "assets": [
                    {
                        "type": "emotion",
                        "uri": "embeded://assets/emotion/images/joy.webp",
                        "name": "joy",
                        "ext": "webp",
                    },
                    {"type": "icon", "uri": "embeded://assets/icon/images/other.png", "name": "other", "ext": "png"},
                    {"type": "icon", "uri": "embedded://assets/icon/images/Face.PNG", "name": "main", "ext": ".PNG"},
                    {"type": "background", "uri": "https://example.org/a.png", "name": "far", "ext": "png"},
                ]
            }
        }
    ),
    "assets/icon/images/other.png": png(),
    "assets/icon/images/Face.PNG": png(chunk(b"tEXt", b"a\0face")),
    "assets/emotion/images/joy.webp": webp(b"x"),
    "assets/audio/audio/hello.ogg": b"OggS",
    "module.risum": b"\0\1\2 of another program",
    "x_meta/1.json": b"{}",
}
BYAF = {
    "manifest.json": dump(
        {
            "schemaVersion": 1,
            "characters": ["characters/ada/character.json"],
            "scenarios": ["scenarios/one.json", "scenarios/two.json", "scenarios/gone.json"],
            "author": {"name": "someone", "backyardURL": "https://example.org/someone"},
        }
    ),
    "characters/ada/character.json": dump(
        {
            "name": "Ada",
            "displayName": "Ada the clockmaker",
            "persona": "{character} mends clocks for {User}; {{char}} and {other} stay.",
            "loreItems": [{"key": "clock, watch ,", "value": "{character} knows it."}, "odd", {"key": 7}],
            "images": [{"path": "gone.png"}, {"path": "images/face.png", "label": ""}],
        }
    ),
    "characters/ada/images/face.png": png(),
    "scenarios/one.json": dump(
        {
            "narrative": "A shop. {user} comes in.",
            "firstMessages": [{"characterID": "1", "text": "#{character}: Come in, {user}."}],
            "exampleMessages": [{"text": "#{user}: Hi\n#{character}: Hello."}, {"text": "More."}],
            "formattingInstructions": "Be {character}.",
            "messages": [{"type": "human", "text": "private"}],
            "temperature": 1.2,
        }
    ),
    "scenarios/two.json": dump({"narrative": "A street.", "firstMessages": [{"text": "Good evening."}, {"text": ""}]}),
}
YAML = """\
name: Ada
context: |-
  Ada mends clocks.
  {{char}} is dry: very dry.
greeting: "Come in,\\nplease."
your_name: no
temper: {calm: true, since: 2019}
"""
