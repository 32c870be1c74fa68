"""Chats of many programs for the tests, made here."""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

Raw = dict[str, Any]

HEADER: Raw = {
    "user_name": "Kim",
    "character_name": "Ada",
    "create_date": "2024-6-5 @14h 56m 50s 682ms",
    "chat_metadata": {
        "note_prompt": "It is raining.",
        "note_interval": 2,
        "note_position": 1,
        "note_depth": 3,
        "note_role": 1,
        "variables": {"gold": 12, "mood": "dry", "seen": [1, 2], "open": True},
        "timedWorldInfo": {
            "sticky": {"Town.7": {"hash": 123, "start": 4, "end": 9, "protected": False}},
            "cooldown": {},
        },
        "script_injects": {"weather": {"value": "A storm.", "position": 1, "depth": 2, "scan": True, "role": 0}},
        "world_info": "Town",
        "scenario": "A shop at night.",
        "integrity": "f3b1",
        "main_chat": "Ada - 2024-6-1@10h00m00s",
    },
}
GREETING: Raw = {
    "name": "Ada",
    "is_user": False,
    "is_system": False,
    "send_date": "June 19, 2023 2:20pm",
    "mes": "Good evening.",
    "extra": {},
    "swipe_id": 1,
    "swipes": ["Come in.", "Good evening."],
    "swipe_info": [{"send_date": "June 19, 2023 2:20pm", "extra": {"x": 1}}, {"send_date": 1, "extra": {"y": [None]}}],
}
ASKED: Raw = {
    "name": "Kim",
    "is_user": True,
    "is_system": False,
    "send_date": "2024-05-01T12:00:00.000Z",
    "mes": "Hi.\r\nIs anyone here?",
    "extra": {"isSmallSys": False, "bookmark_link": "Ada - Checkpoint #1"},
    "force_avatar": "User Avatars/kim.png",
}
ANSWERED: Raw = {
    "name": "Ada",
    "is_user": False,
    "is_system": False,
    "send_date": 1717599410682,
    "mes": "I am.",
    "extra": {"api": "openai", "model": "some-model", "reasoning": "Say yes.", "token_count": 4},
    "swipes": ["I am."],
    "swipe_id": 0,
    "original_avatar": "Ada.png",
    "unknown": {"deep": [1, {"deeper": None}]},
}
OF_2023: list[Raw] = [
    {"user_name": "You", "character_name": "Ada", "create_date": 1680000000000},
    {"name": "Ada", "is_user": False, "is_name": True, "send_date": 1680000000000, "mes": "Hello."},
    {"name": "You", "is_user": True, "is_name": True, "send_date": 1680000005000, "mes": "Hi."},
]

OOBABOOGA: Raw = {
    "internal": [["<|BEGIN-VISIBLE-CHAT|>", "Come in."], ["It's me & you", "So it is."]],
    "visible": [["", "Come in."], ["It&#x27;s me &amp; you", "So it is."]],
}
OOBABOOGA_OLD: Raw = {"data": [], "data_visible": [["Hi &amp; hello", "Come in."], ["", "Well?"]]}
AGNAI: Raw = {
    "name": "Evening",
    "messages": [
        {
            "characterId": "c1",
            "handle": "Ada",
            "msg": "Come in.",
            "retries": ["Enter."],
            "createdAt": "2024-05-01T12:00:00Z",
        },
        {"userId": "u1", "handle": "Kim", "msg": "Hi."},
    ],
}
CAI: Raw = {
    "info": {},
    "histories": {
        "histories": [
            {"msgs": []},
            {
                "msgs": [
                    {"src": {"is_human": False, "name": "Ada"}, "text": "Come in."},
                    {"src": {"is_human": True, "name": "Kim"}, "text": "Hi."},
                ]
            },
            {"msgs": [{"src": {"is_human": True, "name": "Kim"}, "text": "Another day."}]},
        ]
    },
}
KOBOLD: Raw = {
    "gamestarted": True,
    "prompt": "\n{{[INPUT]}}\nHi.",
    "actions": ["\n{{[OUTPUT]}}\n", "Come in.", "\n{{[INPUT]}}\nThanks.\n{{[OUTPUT]}}\n", "Sit: there."],
    "savedsettings": {"chatname": "Kim", "chatopponent": "Ada||$||Bob", "opmode": 4},
}
KOBOLD_TALK: Raw = {
    "prompt": "Ada: Come in.",
    "actions": ["\nKim: Hi.\nBob:", " Hello,\nyou two.", "\nKim: Bye."],
    "savedsettings": {"chatname": "Kim", "chatopponent": "Ada||$||Bob", "opmode": 3},
}
RISU: Raw = {
    "type": "risuChat",
    "ver": 2,
    "data": {
        "name": "Chat 1",
        "note": "Stay dry.",
        "message": [{"role": "char", "data": "Come in.", "time": 1717599410682}, {"role": "user", "data": "Hi."}],
    },
}
RISU_ALL: Raw = {"type": "risuAllChats", "ver": 2, "data": [RISU["data"], {"message": [{"role": "user", "data": "x"}]}]}
FOREIGN = {
    "oobabooga": OOBABOOGA,
    "oobabooga_old": OOBABOOGA_OLD,
    "agnai": AGNAI,
    "cai": CAI,
    "kobold": KOBOLD,
    "kobold_talk": KOBOLD_TALK,
    "risu": RISU,
    "risu_all": RISU_ALL,
}


def jsonl(*raws: Any) -> bytes:
    return b"\n".join(json.dumps(raw, ensure_ascii=False).encode() for raw in raws)


WHOLE = jsonl(HEADER, GREETING, ASKED, ANSWERED)


def objects(data: bytes) -> list[Any]:
    return [json.loads(line) for line in data.split(b"\n")]


SETTINGS: Raw = {
    "power_user": {
        "personas": {"kim.png": "Kim", "user-default.png": "Traveller", "nameless.png": ""},
        "persona_descriptions": {
            "kim.png": {"description": "Tall.", "position": 4, "depth": 1, "role": 1, "lorebook": "Town"},
            "user-default.png": {"description": "", "position": 0},
        },
        "default_persona": "user-default.png",
    },
    "extension_settings": {"regex": [{"scriptName": "Dry", "findRegex": "/wet/g", "replaceString": "dry"}, {"x": 1}]},
    "world_info_settings": {"world_info_depth": 2},
}
GROUP: Raw = {
    "id": "1717599410682",
    "name": "Shop",
    "members": ["Ada.png", "Bob.png"],
    "disabled_members": ["Bob.png"],
    "activation_strategy": 2,
    "generation_mode": 1,
    "generation_mode_join_prefix": "<{{char}}>",
    "generation_mode_join_suffix": "</>",
    "allow_self_responses": True,
    "auto_mode_delay": 7,
    "chat_id": "2024-6-5 @14h",
    "chats": ["2024-6-5 @14h"],
    "chat_metadata": {"note_prompt": "Together."},
}


def archive(files: Mapping[str, bytes], folders: bool = True, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as pack:
        if folders:
            pack.mkdir("characters")
        for path, content in files.items():
            pack.writestr(path, content)
    return out.getvalue()
