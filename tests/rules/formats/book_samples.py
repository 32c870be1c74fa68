"""World books for the tests, made here: one of each dialect."""

from typing import Any

ENTRY: dict[str, Any] = {
    "uid": 3,
    "key": ["clock", "/tick(s|ed)/i"],
    "keysecondary": ["shop"],
    "comment": "The clock",
    "content": "It ticks.",
    "constant": False,
    "vectorized": True,
    "selective": True,
    "selectiveLogic": 3,
    "addMemo": True,
    "order": 50,
    "position": 4,
    "depth": 2,
    "role": 1,
    "outletName": "hall",
    "disable": False,
    "probability": 40,
    "useProbability": True,
    "excludeRecursion": True,
    "preventRecursion": True,
    "delayUntilRecursion": 2,
    "scanDepth": 7,
    "caseSensitive": True,
    "matchWholeWords": False,
    "useGroupScoring": True,
    "group": "things, brass",
    "groupOverride": True,
    "groupWeight": 30,
    "sticky": 4,
    "cooldown": 5,
    "delay": 6,
    "automationId": "auto",
    "ignoreBudget": True,
    "matchPersonaDescription": True,
    "matchCharacterDescription": True,
    "matchCharacterPersonality": True,
    "matchCharacterDepthPrompt": True,
    "matchScenario": True,
    "matchCreatorNotes": True,
    "characterFilter": {"isExclude": True, "names": ["Ada"], "tags": ["calm"]},
    "triggers": ["normal", "swipe"],
    "displayIndex": 9,
    "x_unknown": {"kept": [1.5, None]},
}
WORLD: dict[str, Any] = {"entries": {"3": ENTRY}, "name": "Clockworks", "x_unknown": 1}
CARD_BOOK: dict[str, Any] = {
    "name": "Shop",
    "description": "Things in the shop.",
    "scan_depth": 5,
    "token_budget": 300,
    "recursive_scanning": True,
    "extensions": {},
    "entries": [
        {
            "id": 7,
            "keys": ["clock"],
            "secondary_keys": ["brass"],
            "selective": True,
            "content": "@@depth 3\n@@role assistant\nIt ticks.",
            "insertion_order": 10,
            "priority": 2,
            "enabled": True,
            "case_sensitive": True,
            "use_regex": False,
            "position": "before_char",
            "extensions": {},
        },
        {"keys": ["/bell/"], "content": "It rings.", "enabled": False, "insertion_order": 20, "name": "Bell"},
    ],
}
LOREBOOK_V3: dict[str, Any] = {"spec": "lorebook_v3", "data": CARD_BOOK}
NOVELAI: dict[str, Any] = {
    "lorebookVersion": 5,
    "entries": [
        {
            "text": "It ticks.",
            "displayName": "Clock",
            "keys": ["clock", "watch"],
            "contextConfig": {"budgetPriority": 400, "prefix": ""},
            "enabled": True,
            "forceActivation": False,
        }
    ],
}
AGNAI: dict[str, Any] = {
    "kind": "memory",
    "name": "Shop",
    "entries": [
        {"name": "Clock", "entry": "It ticks.", "keywords": ["clock"], "weight": 5, "priority": 9, "enabled": True}
    ],
}
RISU: dict[str, Any] = {
    "type": "risu",
    "ver": 1,
    "data": [
        {
            "key": "clock, watch",
            "secondkey": "brass",
            "insertorder": 30,
            "comment": "Clock",
            "content": "@@activate_only_every 4\nIt ticks.",
            "alwaysActive": False,
            "selective": True,
            "activationPercent": 60,
        }
    ],
}
YAML = "钟表、怀表: 滴答作响。\n店铺:\n  柜台: |\n    木头的。\n  橱窗: 朝南。\n"
DIALECTS = {
    "sillytavern": WORLD,
    "character_book": CARD_BOOK,
    "lorebook_v3": LOREBOOK_V3,
    "novelai": NOVELAI,
    "agnai": AGNAI,
    "risu": RISU,
    "moechat": {"type": "moechat", "data": {"钟表、怀表": "滴答作响。"}},
}
