"""A preset of the NodeST dialect."""

import json

from engine.rules.formats.presets.presets import read_preset
from engine.values.characters.presets import Preset


def nodest_preset() -> Preset:
    """Prompts with a depth are sent without standing in the order; without a role they speak as the person."""
    raw = {
        "temperature": 1,
        "top_p": 1,
        "prompts": [
            {"identifier": "main", "name": "Main", "content": "Play {{char}}.", "enable": True, "role": "system"},
            {"identifier": "d", "name": "Now", "content": "Right here.", "enable": True, "injection_position": 1},
            {
                "identifier": "e",
                "name": "Before",
                "content": "As the model.",
                "enable": True,
                "injection_position": 1,
                "injection_depth": 2,
                "role": "model",
            },
            {"identifier": "f", "name": "Off", "content": "Never.", "enable": False, "injection_position": 1},
        ],
        "prompt_order": [
            {
                "character_id": 100000,
                "order": [{"identifier": name, "enabled": True} for name in ("main", "charDescription", "chatHistory")],
            }
        ],
    }
    return read_preset(json.dumps(raw).encode())
