"""Cards as Markdown: the name as the first heading, below it a heading for each part, in English or Chinese.

# Lan
## Description
A lighthouse keeper …
## Greeting
*She looks up.* You again?
"""

from collections.abc import Mapping
from typing import Final

from engine.errors import CardPartUnknown
from engine.rules.formats.books.entry_values import read_keys
from engine.rules.formats.cards.cards import edit_card, new_card
from engine.values.characters.characters import Card

_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "description": ("description", "描述", "角色描述", "设定", "角色设定"),
    "personality": ("personality", "性格"),
    "scenario": ("scenario", "场景", "情景"),
    "first_greeting": ("greeting", "greetings", "first message", "开场白"),
    "group_only_greetings": ("group greeting", "群聊开场白"),
    "mes_example": ("examples", "example dialogue", "example dialogues", "对话示例", "示例对话"),
    "system_prompt": ("system prompt", "prompt", "系统提示词", "提示词"),
    "post_history_instructions": ("post-history instructions", "after the chat", "后置指令", "后置提示词"),
    "nickname": ("nickname", "昵称"),
    "creator": ("creator", "author", "作者"),
    "creator_notes": ("creator notes", "notes", "作者备注", "备注"),
    "character_version": ("version", "版本"),
    "tags": ("tags", "标签"),
}
_NAMED: Final = {alias: field for field, aliases in _PARTS.items() for alias in aliases}
_ONE_LINE: Final = frozenset({"nickname", "creator", "character_version"})
_NAME, _PART = "# ", "## "


def read_markdown_card(text: str, name: str) -> Card:
    """Return the card that a text describes; ``name`` where it has no first heading. A second greeting is one more.

    Raises CardPartUnknown, NotACard, FieldTooLong.
    """
    found: dict[str, list[str]] = {}
    field, lines = "description", list[str]()
    for number, line in enumerate([*text.split("\n"), _PART], 1):
        if line.startswith(_PART) or line == _PART.strip():
            said = "\n".join(lines).strip("\n")
            if said.strip():
                found.setdefault(field, []).append(said)
            part = line.removeprefix(_PART).strip().rstrip("#").strip()
            field, lines = _NAMED.get(part.casefold(), "description" if not part else ""), []
            if not field:
                raise CardPartUnknown(line=number, part=part[:64])
        elif line.startswith(_NAME) and not found and not any(map(str.strip, lines)):
            name = line.removeprefix(_NAME).strip().rstrip("#").strip() or name
        else:
            lines.append(line)
    return _card(name, found)


def _card(name: str, found: Mapping[str, list[str]]) -> Card:
    greetings = found.get("first_greeting", [])
    lists = {
        "alternate_greetings": tuple(greetings[1:]),
        "group_only_greetings": tuple(found.get("group_only_greetings", [])),
        "tags": read_keys("\n".join(found.get("tags", []))),
    }
    texts = {
        field: " ".join(" ".join(said).split()) if field in _ONE_LINE else "\n\n".join(said)
        for field, said in found.items()
        if field not in lists
    }
    if greetings:
        texts["first_greeting"] = greetings[0]
    card = new_card(name, texts)
    return edit_card(card, {field: value for field, value in lists.items() if value})
