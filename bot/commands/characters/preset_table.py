"""What can be changed of the preset that is used in a chat: actions of the scene."""

from dataclasses import replace
from typing import Final

from bot.commands.characters import preset_editing
from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import UNTYPED, Action, Param, ParamKind, TextPrompt
from bot.commands.story import scene

_TOKEN: Final = Param(UNTYPED, required=True)
_PAGE: Final = Param("page", ParamKind.INT)
_PROMPT: Final = Param("prompt", ParamKind.REST, required=True, source="preset-prompts")
_ONE_PROMPT: Final = Param("prompt", required=True, source="preset-prompts")
_NAME: Final = Param("name", required=True, asked=TextPrompt.LINE)
_NEW_NAME: Final = Param("name", ParamKind.REST, required=True)
_ROLE: Final = Param("role", ParamKind.CHOICE, required=True, choices=scene.ROLES, zh=scene.ROLES_ZH)
_TEXT: Final = Param("text", ParamKind.REST, asked=TextPrompt.TEXT)

PRESET_DESK: Final = (
    Action("preset prompts", "预设 提示词", preset_editing.prompts, (_PAGE,)),
    Action("preset prompt", "预设 看", preset_editing.read, (_PROMPT,)),
    Action("preset switch", "预设 开关", preset_editing.switch, (_PROMPT,)),
    Action(
        "preset move",
        "预设 移动",
        preset_editing.move,
        (_ONE_PROMPT, Param("place", ParamKind.INT, required=True)),
    ),
    Action(
        "preset write",
        "预设 改写",
        preset_editing.write,
        (_ONE_PROMPT, _TEXT),
        form=preset_editing.present,
    ),
    Action("preset rename", "预设 改名", preset_editing.rename, (_ONE_PROMPT, _NEW_NAME)),
    Action(
        "preset role",
        "预设 身份",
        preset_editing.role,
        (_ONE_PROMPT, _ROLE),
    ),
    Action(
        "preset depth",
        "预设 深度",
        preset_editing.depth,
        (_ONE_PROMPT, Param("prompt-depth", required=True)),
    ),
    Action(
        "preset add",
        "预设 添加",
        preset_editing.add,
        (_NAME, replace(_TEXT, required=True)),
    ),
    Action(
        "preset remove",
        "预设 去掉",
        preset_editing.remove,
        (_PROMPT, Param("yes", ParamKind.FLAG, choices=YES)),
    ),
    Action(
        "preset sampler",
        "预设 采样",
        preset_editing.sample,
        (Param("sampler", required=True, source="samplers"), Param("value", required=True)),
    ),
    Action("preset copy", "预设 复制", preset_editing.copy, (Param("name", ParamKind.REST),)),
    Action("preset versions", "预设 版本", preset_editing.versions, (_PAGE,)),
    Action(
        "preset revert",
        "预设 恢复版本",
        preset_editing.revert,
        (Param("older", ParamKind.INT, required=True),),
    ),
    Action("preset everywhere", "预设 全部会话", preset_editing.everywhere),
    Action("preset apply", "预设 应用", preset_editing.apply, (_TOKEN,), hidden=True, typed="/scene preset everywhere"),
    Action(
        "preset unapply",
        "预设 取消应用",
        preset_editing.unapply,
        (_TOKEN,),
        hidden=True,
        typed="/scene preset versions",
    ),
)
