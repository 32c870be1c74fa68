"""Presets for the tests, made here."""

from typing import Any

MARKERS = [
    {"identifier": name, "name": name, "system_prompt": True, "marker": True}
    for name in (
        *("worldInfoBefore", "personaDescription", "charDescription", "charPersonality", "scenario"),
        *("worldInfoAfter", "dialogueExamples", "chatHistory"),
    )
]
PRESET: dict[str, Any] = {
    "chat_completion_source": "custom",
    "custom_url": "http://198.51.100.7/v1",
    "reverse_proxy": "",
    "openai_model": "gpt-4-turbo",
    "temperature": 0.9,
    "top_p": 0.8,
    "top_k": 40,
    "min_p": 0.05,
    "frequency_penalty": 0.2,
    "presence_penalty": -0.1,
    "repetition_penalty": 1.1,
    "seed": 7,
    "n": 1,
    "openai_max_context": 8000,
    "openai_max_tokens": 500,
    "assistant_prefill": "Sure:",
    "continue_prefill": True,
    "squash_system_messages": True,
    "names_behavior": 2,
    "new_chat_prompt": "[Start]",
    "new_group_chat_prompt": "[Start, all]",
    "new_example_chat_prompt": "[Example]",
    "continue_nudge_prompt": "[Go on]",
    "group_nudge_prompt": "[Only {{char}}]",
    "impersonation_prompt": "[As {{user}}]",
    "send_if_empty": "...",
    "wi_format": "<lore>{0}</lore>",
    "scenario_format": "Scene: {{scenario}}",
    "personality_format": "Nature: {{personality}}",
    "prompts": [
        {"identifier": "main", "name": "Main", "role": "system", "content": "Be {{char}}.", "system_prompt": True},
        {"identifier": "nsfw", "name": "Auxiliary", "role": "system", "content": ""},
        {"identifier": "jailbreak", "name": "Post", "role": "user", "content": "Go.", "forbid_overrides": True},
        {
            "identifier": "6a7f",
            "name": "Note",
            "content": "Remember.",
            "injection_position": 1,
            "injection_depth": 2,
            "injection_order": 50,
            "injection_trigger": ["swipe", "regenerate"],
            "enabled": False,
        },
        {"identifier": "spare", "name": "Spare", "role": "assistant", "content": "Never sent."},
        *MARKERS,
    ],
    "prompt_order": [
        {"character_id": 100000, "order": [{"identifier": "main", "enabled": True}]},
        {
            "character_id": 100001,
            "order": [
                {"identifier": "main", "enabled": True},
                {"identifier": "charDescription", "enabled": True},
                {"identifier": "6a7f", "enabled": True},
                {"identifier": "chatHistory", "enabled": True},
                {"identifier": "nsfw", "enabled": False},
                {"identifier": "jailbreak", "enabled": True},
                {"identifier": "main", "enabled": False},
            ],
        },
    ],
    "extensions": {
        "regex_scripts": [{"scriptName": "Stars", "findRegex": "/\\*/g", "replaceString": "", "placement": [2]}],
        "other": {"a": 1},
    },
    "x_unknown": None,
}
NODEST: dict[str, Any] = {
    "prompts": [
        {"identifier": "main", "name": "Main", "enable": True, "role": "user", "content": "Be {{char}}."},
        {"identifier": "d1", "name": "D", "enable": True, "content": "Deep.", "injection_position": 1},
        {
            "identifier": "d2",
            "name": "D2",
            "enable": False,
            "role": "model",
            "content": "Off.",
            "injection_position": 1,
            "injection_depth": 3,
        },
        {"identifier": "off", "name": "Off", "enable": False, "role": "model", "content": "Off."},
    ],
    "prompt_order": [
        {"order": [{"identifier": "main", "enabled": True}, {"identifier": "off", "enabled": True}, "chatHistory"]}
    ],
}
OLD: dict[str, Any] = {
    "temp_openai": 0.7,
    "freq_pen_openai": 0.1,
    "openai_max_context": 4095,
    "main_prompt": "Write as {{char}}.",
    "nsfw_prompt": "Be bold.",
    "jailbreak_prompt": "[Stay]",
    "names_in_completion": True,
}
SCRIPT: dict[str, Any] = {
    "id": "5e1f",
    "scriptName": "Stars",
    "findRegex": "/\\*(.+?)\\*/g",
    "replaceString": "<i>$1</i>",
    "trimStrings": [" ", "!"],
    "placement": [1, 2, 5],
    "disabled": False,
    "markdownOnly": True,
    "promptOnly": False,
    "runOnEdit": True,
    "substituteRegex": 2,
    "minDepth": 1,
    "maxDepth": 4,
    "x_unknown": {},
}

QUICK: dict[str, Any] = {
    "version": 2,
    "name": "Moods",
    "disableSend": False,
    "placeBeforeInput": True,
    "injectInput": True,
    "color": "rgba(0, 0, 0, 0)",
    "onlyBorderColor": False,
    "idIndex": 4,
    "qrList": [
        {"id": 1, "icon": "fa-smile", "showLabel": True, "label": "Smile", "title": "Be kind", "message": "I smile."},
        {
            "id": 2,
            "label": "Storm",
            "message": "/setvar key=mood wild | /inject id=sky position=chat depth=1 It storms. | /send I run.",
            "contextList": [{"set": "Others", "isChained": True}],
            "preventAutoExecute": True,
            "executeOnAi": True,
            "automationId": "storm",
        },
        {"id": 3, "label": "Ask", "message": "/popup Really?", "isHidden": True},
    ],
}

QUICK_OLD: dict[str, Any] = {
    "name": "Old",
    "quickReplyEnabled": True,
    "quickActionEnabled": True,
    "AutoInputInject": True,
    "numberOfSlots": 1,
    "quickReplySlots": [
        {
            "mes": "/sys Night.",
            "label": "Night",
            "enabled": True,
            "autoExecute_newChat": True,
            "contextMenu": [{"preset": "More", "chain": False}],
        }
    ],
}
