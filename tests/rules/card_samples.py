"""Cards and pictures for the tests, made here."""

import base64
import json
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
