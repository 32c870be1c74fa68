"""Commands for characters, and for files that come and go."""

from dataclasses import replace
from typing import Final

from bot.commands import characters, transfers
from bot.commands.declared import Action, Command, Param, ParamKind, Task
from engine.values.transfers import Offer

_PAGE = Param("page", ParamKind.INT)
_CHARACTER = Param("character", ParamKind.REST, source="characters")
_BOOK = Param("book", ParamKind.REST, required=True, source="worlds")
_PRESET = Param("preset", ParamKind.REST, source="presets")
_FORM = Param("form", ParamKind.CHOICE, choices=transfers.FORMS)
_TOKEN = Param("token", required=True)


def _required(param: Param) -> Param:
    return replace(param, required=True)


_CHAR: Final = (
    Action("show", "查看", characters.show, (_CHARACTER,)),
    Action("use", "使用", characters.use, (_required(_CHARACTER),), public=True),
    Action("export", "导出", transfers.export_character, (_CHARACTER, _FORM)),
)
_IMPORT: Final = (
    Action(
        "yes",
        "是",
        transfers.bring,
        (_TOKEN, Param("offer", ParamKind.CHOICE, choices=tuple(Offer))),
        ("y", "ok", "好", "确定"),
        public=True,
        hidden=True,
    ),
    Action("no", "否", transfers.leave, (_TOKEN,), ("n", "取消"), hidden=True),
)
_EXPORT: Final = (
    Action("char", "角色", transfers.export_character, (_CHARACTER, _FORM)),
    Action("world", "世界书", transfers.export_world, (_BOOK,)),
    Action("preset", "预设", transfers.export_preset, (_PRESET,)),
)

CAST: Final = (
    Command(
        "char",
        "角色",
        Task.CHARACTERS,
        characters.characters,
        (_PAGE,),
        _CHAR,
        aliases=("chars", "character", "characters"),
    ),
    Command(
        "import", "导入", Task.CHARACTERS, transfers.look, (Param("file", ParamKind.REST, source="files"),), _IMPORT
    ),
    Command("export", "导出", Task.CHARACTERS, transfers.export_chat, (), _EXPORT),
)
