"""Files of memories in all the forms they come in."""

from typing import Any

OWN: dict[str, Any] = {
    "format": "omoide-memory",
    "version": 1,
    "name": "The lamp",
    "timeline": [
        {"text": "Tom lights the lamp.", "when": "D1", "messages": [1, 5]},
        {"text": "The storm passes.", "when": "D2–D3", "merged": True},
    ],
    "items": [{"name": "lamp", "text": "Tom has it."}],
    "pages": [
        {"number": 3, "level": 1, "title": "", "when": "D1", "text": "Tom comes.", "brief": "Tom comes."},
        {"number": 4, "level": 0, "title": "Night", "when": "D1", "text": "Tom lights it.", "brief": "Light."},
    ],
    "dossiers": [{"name": "Tom", "text": "A keeper.", "aliases": ["Old Tom"], "messages": [1, 9]}],
    "summaries": [{"text": "Much was said.\nThen more.", "messages": [1, 4]}],
    "chapters": [{"number": 1, "title": "Arrival", "text": "They arrive."}],
    "memories": [
        {"text": "Ada fears the dark.", "tag": "core", "at": "2031-05-01T10:00:00+00:00"},
        {"text": "Bring oil.", "tag": "manual", "at": None},
    ],
    "persona": {"feelings": "Trusts Ada."},
}
FIRST: dict[str, Any] = {
    "storyBible": {
        "timeline": ["D1: Tom lights the lamp.", "D2-D3: The storm passes."],
        "items": {"lamp": {"status": "Tom has it."}},
        "characters": [{"name": "Tom", "appearance": "grey beard", "attitude": "kind", "alias": "Old Tom、Keeper"}],
    },
    "memories": [
        {"id": "m1", "day": "D1", "title": "Night", "content": "Tom lights the lamp for Ada.", "keywords": ["lamp"]},
        {"text": "I fear the dark.", "tag": "", "emotion": "user", "timestamp": 1_935_000_000_000},
        {"text": "I will stay.", "tag": "", "emotion": "ai"},
    ],
}
SECOND: dict[str, Any] = {
    "version": 2,
    "timeline": [{"day": "D1", "event": "Tom lights the lamp."}],
    "items": [{"name": "lamp", "status": "Tom has it.", "owner": "Tom"}],
    "characters": {"Tom": {"description": "A keeper."}},
    "pages": [
        {"id": "page_2", "day": "D2", "title": "Storm", "content": "The storm passes.", "compressionLevel": 1},
        {"id": "page_1", "day": "D1", "title": "Night", "content": "Tom lights it.", "compressionLevel": 0},
        {"id": "page_0", "content": "Gone from the catalogue.", "compressionLevel": 2},
    ],
}
