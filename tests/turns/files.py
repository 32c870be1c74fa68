"""Files as people bring them: a card with a book and scripts, a world book, a preset, a chat."""

import base64
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, PngImagePlugin

from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.actions.transfers import looking, script_answers
from engine.actions.transfers.bringing import bring as bring_action
from engine.values.house.setting_scopes import SettingScope
from engine.values.transfers.transfers import Brought, Offer
from tests.turns.room import Room

CARD: Mapping[str, Any] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Mira",
        "description": "{{char}} keeps a lighthouse.",
        "personality": "Calm.",
        "scenario": "A storm is near.",
        "first_mes": "You made it, {{user}}.",
        "alternate_greetings": ["The lamp is out."],
        "mes_example": "<START>\n{{user}}: Is it far?\n{{char}}: Two miles.",
        "system_prompt": "",
        "post_history_instructions": "",
        "creator_notes": "",
        "tags": [],
        "creator": "Ada",
        "character_version": "2",
        "character_book": {
            "name": "The island",
            "extensions": {},
            "entries": [
                {
                    "id": 1,
                    "keys": ["lamp"],
                    "content": "The lamp burns whale oil.",
                    "extensions": {"sticky": 4, "unknown": {"kept": [1, 2.5, None]}},
                    "enabled": True,
                    "insertion_order": 10,
                    "position": "before_char",
                },
                {
                    "id": 2,
                    "keys": ["gull"],
                    "content": "Gulls steal. {{setvar::gulls::seen}}",
                    "extensions": {},
                    "enabled": True,
                    "insertion_order": 20,
                    "position": "after_char",
                },
            ],
        },
        "extensions": {
            "depth_prompt": {"prompt": "Speak softly.", "depth": 1, "role": "system"},
            "chub": {"id": 7},
            "regex_scripts": [
                {
                    "id": "a",
                    "scriptName": "Stars",
                    "findRegex": "/storm/g",
                    "replaceString": "STORM",
                    "placement": [2],
                    "markdownOnly": True,
                    "promptOnly": False,
                    "disabled": False,
                },
                {"scriptName": "Looks", "findRegex": "/(?=a)\\p{Klingon}/u", "replaceString": "", "placement": [2]},
            ],
        },
    },
    "unknown_at_the_top": True,
}

WORLD: Mapping[str, Any] = {
    "name": "Harbour",
    "entries": {
        "0": {
            "uid": 0,
            "key": ["boat"],
            "keysecondary": [],
            "content": "The boat is called Tern.",
            "constant": False,
            "selective": True,
            "selectiveLogic": 0,
            "order": 100,
            "position": 4,
            "depth": 1,
            "role": 0,
            "disable": False,
            "custom": "kept",
        }
    },
}

PRESET: Mapping[str, Any] = {
    "temperature": 0.3,
    "top_p": 0.9,
    "openai_max_context": 20000,
    "openai_max_tokens": 333,
    "names_behavior": 0,
    "new_chat_prompt": "[Begin]",
    "seed": 11,
    "custom_url": "http://example.invalid/steal",
    "prompts": [
        {
            "identifier": "main",
            "name": "Main",
            "role": "system",
            "content": "PRESET-MAIN {{char}}",
            "system_prompt": True,
        },
        {"identifier": "jailbreak", "name": "Last", "role": "system", "content": "PRESET-LAST", "system_prompt": True},
        *(
            {"identifier": name, "name": name, "system_prompt": True, "marker": True}
            for name in ("worldInfoBefore", "charDescription", "worldInfoAfter", "dialogueExamples", "chatHistory")
        ),
    ],
    "prompt_order": [
        {
            "character_id": 100001,
            "order": [
                {"identifier": name, "enabled": True}
                for name in (
                    "main",
                    "worldInfoBefore",
                    "charDescription",
                    "worldInfoAfter",
                    "dialogueExamples",
                    "chatHistory",
                    "jailbreak",
                )
            ],
        }
    ],
}

BACKGROUND: Mapping[str, Any] = {
    "background_id": "bg_wasteland",
    "name": "废土复仇记",
    "world_setting": "2087年，核战后50年。",
    "story_outline": [
        {"index": 1, "content": "发现背叛者的线索"},
        {"index": 2, "content": "潜入敌人据点"},
        {"index": 3, "content": "与仇人对峙"},
        {"index": 4, "content": "做出关键选择"},
        {"index": 5, "content": "应对选择的后果"},
    ],
}

CHAT: Sequence[Mapping[str, Any]] = (
    {
        "user_name": "Ann",
        "character_name": "Mira",
        "create_date": "2024-05-01@10h00m00s",
        "chat_metadata": {
            "note_prompt": "Keep it short.",
            "note_interval": 1,
            "note_depth": 0,
            "note_position": 1,
            "note_role": 0,
            "variables": {"mood": "blue", "count": 3},
            "unknown": {"deep": [1]},
        },
    },
    {
        "name": "Mira",
        "is_user": False,
        "is_system": False,
        "send_date": "2024-05-01T10:00:00.000Z",
        "mes": "The lamp is out.",
        "swipe_id": 1,
        "swipes": ["You made it, Ann.", "The lamp is out."],
        "extra": {"token_count": 5},
    },
    {
        "name": "Ann",
        "is_user": True,
        "is_system": True,
        "send_date": "2024-05-01T10:01:00.000Z",
        "mes": "A secret.",
        "extra": {},
    },
    {
        "name": "Ann",
        "is_user": True,
        "is_system": False,
        "send_date": "2024-05-01T10:02:00.000Z",
        "mes": "Light it again.",
        "extra": {},
    },
    {
        "name": "Mira",
        "is_user": False,
        "is_system": False,
        "send_date": "May 1, 2024 10:03am",
        "mes": "It burns.",
        "swipe_id": 2,
        "swipes": ["No oil.", "Wait.", "It burns."],
        "swipe_info": [{"extra": {"n": 1}}, {"extra": {"n": 2}}, {"extra": {"n": 3}}],
        "extra": {"reasoning": "hm"},
    },
)


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def as_lines(lines: Sequence[Any]) -> bytes:
    return b"\n".join(map(as_json, lines))


def picture(color: str = "red") -> bytes:
    """A PNG without a card."""
    out = io.BytesIO()
    Image.new("RGB", (40, 60), color).save(out, "PNG")
    return out.getvalue()


def as_png(card: Mapping[str, Any] = CARD) -> bytes:
    """A card as a picture."""
    out, info = io.BytesIO(), PngImagePlugin.PngInfo()
    info.add_text("chara", base64.b64encode(as_json(card)).decode())
    Image.new("RGB", (40, 60), "green").save(out, "PNG", pnginfo=info)
    return out.getvalue()


def as_zip(members: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def with_emotions() -> bytes:
    """A CHARX whose face is blue, with a red picture of joy and a green one of anger."""
    kinds = {"main": ("icon", "blue"), "joy": ("emotion", "red"), "生气.png": ("emotion", "green")}
    assets = [
        {"type": kind, "uri": f"embeded://assets/{at}.png", "name": name, "ext": "png"}
        for at, (name, (kind, _)) in enumerate(kinds.items())
    ]
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": "Lan", "assets": assets}}
    files = {f"assets/{at}.png": picture(colour) for at, (_, colour) in enumerate(kinds.values())}
    return as_zip({"card.json": as_json(card), **files})


async def bring(room: Room, data: bytes, filename: str, offer: Offer | None = None) -> Brought:
    """Look at a file and say yes to it and to all its scripts: to its usual offer if no other is named."""
    looked = await looking.look(room.engine.ctx, room.here, data, filename)
    await script_answers.answer(room.engine.ctx, room.here, looked.token, None, allow=True)
    return await bring_action(
        room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, offer or looked.offers[0]
    )


async def meet(room: Room, data: bytes | None = None, offer: Offer | None = None) -> int:
    """Import the card and begin a chat with it, its book by keys alone; the character's number."""
    await settings.put(
        room.engine.ctx, room.here, SettingScope.SPACE, "books_threshold", "1"
    )  # all is alike to the test's model
    brought = await bring(room, data or as_json(CARD), "mira.json", offer)
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", brought.id)
    return brought.id
