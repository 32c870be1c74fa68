"""Commands for talking and for what stands around a talk."""

from dataclasses import replace
from typing import Final

from bot.commands.characters import casting, presets, quick_replies
from bot.commands.characters.preset_table import PRESET_DESK
from bot.commands.characters.worlds_table import WORLD
from bot.commands.chats import reacting, talk
from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import UNTYPED, Action, Command, HelpTopic, Param, ParamKind, TextPrompt
from bot.commands.story import deleting, scene, story

_PAGE = Param("page", ParamKind.INT)
_TEXT = Param("text", ParamKind.REST, required=True, asked=TextPrompt.TEXT)
_CHARACTER = Param("character", ParamKind.REST, required=True, source="characters")
_MEMBER = Param("member", ParamKind.REST, required=True, source="cast")
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_PRESET = Param("preset", ParamKind.REST, source="presets")
_QUICK = Param("quick", source="quick-replies")
_QUICK_SET = Param("quick-set", ParamKind.REST, required=True, source="quick-sets")
_SPAN = (Param("first", ParamKind.INT, required=True), Param("last", ParamKind.INT))


def _required(param: Param) -> Param:
    return replace(param, required=True)


_EMOJI: Final = Param("emoji", ParamKind.TEXT, required=True, asked=TextPrompt.LINE)
_TO: Final = Param("to", ParamKind.CHOICE, choices=talk.SWIPES, zh=talk.SWIPES_ZH, alike=talk.SWIPES_ALIKE)
_CONTINUE: Final = (Action("me", "代我说", talk.speak_for_me, public=True),)
_EDIT: Final = (
    Action(
        "other",
        "别的",
        story.edit_message,
        (Param("message-number", ParamKind.INT, required=True), _TEXT),
        public=True,
        numbered=True,
        form=story.present_message,
    ),
    Action(
        "swipes",
        "候选",
        story.wordings,
        (Param("message-number", ParamKind.INT, required=True), Param("swipe", ParamKind.INT)),
        (("versions", "备选"),),
        public=True,
        numbered=True,
    ),
    Action(
        "swap", "换用", story.swap, (Param(UNTYPED, required=True),), public=True, hidden=True, typed="/edit swipes"
    ),
    Action("hide", "隐藏", story.hide, _SPAN, public=True, numbered=True),
    Action("unhide", "显示", story.unhide, _SPAN, (("show", "取消隐藏"),), public=True, numbered=True),
    Action("delete", "删除", deleting.delete, (*_SPAN, _YES), public=True, numbered=True),
    Action(
        "cut", "删去", deleting.cut, (Param(UNTYPED, required=True),), public=True, hidden=True, typed="/edit delete"
    ),
    Action("deleted", "已删除", deleting.deleted),
    Action(
        "restore",
        "恢复",
        deleting.restore,
        (Param(UNTYPED, required=True),),
        public=True,
        hidden=True,
        typed="/edit deleted",
    ),
)
_UNDO: Final = (
    Action(
        "back",
        "恢复",
        story.bring_back,
        (Param("branch", ParamKind.INT, required=True),),
        (("restore", "找回"),),
        public=True,
        hidden=True,
    ),
)
_SCENE: Final = (
    Action("cast", "登场", casting.cast, (_PAGE,), (("cast list", "登场 列表"),)),
    Action("cast add", "登场 加入", casting.add, (_CHARACTER,), public=True),
    Action("cast remove", "登场 离开", casting.remove, (_MEMBER,), public=True),
    Action("cast mute", "登场 静音", casting.mute, (_MEMBER,), public=True),
    Action("cast unmute", "登场 取消静音", casting.unmute, (_MEMBER,), public=True),
    Action("cast talk", "登场 话多", casting.talk, (_MEMBER, Param("percent", ParamKind.INT)), public=True),
    Action("cast speak", "登场 发言", casting.speak, (_MEMBER,), public=True),
    Action("quick", "快捷回复", quick_replies.quick, (_QUICK, Param("text", ParamKind.REST)), public=True),
    Action("quick list", "快捷回复 列表", quick_replies.listed, (_PAGE,)),
    Action("quick delete", "快捷回复 删除", quick_replies.delete, (_QUICK_SET, _YES)),
    *WORLD,
    Action("preset", "预设", presets.presets, (_PAGE,), (("preset list", "预设 列表"),)),
    Action("preset use", "预设 使用", presets.use, (_required(_PRESET),)),
    Action("preset show", "预设 查看", presets.show, (_PRESET, _PAGE)),
    Action("preset delete", "预设 删除", presets.delete, (_required(_PRESET), _YES)),
    *PRESET_DESK,
    Action("note", "作者注", scene.note, (), (("note show", "作者注 查看"),)),
    Action("note set", "作者注 写", scene.write, (_TEXT,), form=scene.present),
    Action("note depth", "作者注 深度", scene.depth, (Param("depth", ParamKind.INT, required=True),)),
    Action("note every", "作者注 间隔", scene.every, (Param("every", ParamKind.INT, required=True),)),
    Action(
        "note role",
        "作者注 身份",
        scene.role,
        (Param("role", ParamKind.CHOICE, required=True, choices=scene.ROLES, zh=scene.ROLES_ZH),),
    ),
    Action(
        "note place",
        "作者注 位置",
        scene.place,
        (Param("position", ParamKind.CHOICE, required=True, choices=scene.POSITIONS, zh=scene.POSITIONS_ZH),),
    ),
    Action("note off", "作者注 关闭", scene.off),
)

TALK: Final = (
    Command("again", "重来", HelpTopic.TALK, talk.again, (_TO,), aliases=("regenerate", "swipe", "retry"), public=True),
    Command("continue", "继续", HelpTopic.TALK, talk.go_on, actions=_CONTINUE, aliases=("go",), public=True),
    Command("speak", "朗读", HelpTopic.TALK, talk.speak, aliases=("aloud",), public=True),
    Command("stop", "停", HelpTopic.TALK, talk.stop, aliases=("停止",)),
    Command("undo", "撤回", HelpTopic.TALK, story.undo, actions=_UNDO, public=True),
    Command("react", "回应", HelpTopic.TALK, reacting.react, (_EMOJI,), public=True),
    Command("edit", "改写", HelpTopic.TALK, story.edit, (_TEXT,), _EDIT, public=True, form=story.present),
    Command("scene", "场景", HelpTopic.SCENE, scene.scene, (), _SCENE),
)
