"""Every command, once. Words for it stand in ``commands.ftl``, who may use it in ``abilities``."""

from typing import Final

from bot.commands import admin, branches, characters, house, person, sessions, settings, story, talk
from bot.commands.arguments import YES
from bot.commands.declared import Action, Command, Param, ParamKind, Table, Task
from engine.values.settings import Mode

_PAGE = Param("page", ParamKind.INT)
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_CHAT = Param("chat", ParamKind.REST, source="chats")
_SETTING = Param("setting", source="settings")
_VALUE = Param("value", ParamKind.REST, source="setting-values")
_MODE = Param("mode", ParamKind.CHOICE, choices=tuple(Mode))
_SPACE = Param("space", ParamKind.INT, required=True, source="spaces")
_CHARACTER = Param("character", ParamKind.REST, source="characters")


def _required(param: Param) -> Param:
    return Param(param.name, param.kind, required=True, choices=param.choices, source=param.source)


_CHATS: Final = (
    Action("open", "打开", sessions.switch, (_required(_CHAT),), ("switch",), public=True),
    Action("rename", "改名", sessions.rename, (Param("title", ParamKind.REST, required=True),)),
    Action("archive", "归档", sessions.archive, (_CHAT,), public=True),
    Action("trash", "删除", sessions.trash, (_CHAT, _YES), ("delete",), public=True),
    Action("archived", "已归档", sessions.archived, (_PAGE,)),
    Action("branches", "分支", branches.branches, (_PAGE,)),
    Action(
        "branch",
        "切换",
        branches.switch,
        (Param("branch", ParamKind.REST, required=True, source="branches"),),
        public=True,
    ),
    Action("from", "从", branches.begin, (Param("back", ParamKind.INT, required=True),), public=True),
)
_SAVE: Final = (
    Action(
        "rename",
        "改名",
        story.rename_save,
        (Param("save", required=True, source="saves"), Param("name", ParamKind.REST, required=True)),
    ),
    Action("delete", "删除", story.delete_save, (Param("save", ParamKind.REST, required=True, source="saves"), _YES)),
)
_CHAR: Final = (
    Action("show", "查看", characters.show, (_CHARACTER,)),
    Action("use", "使用", characters.use, (_required(_CHARACTER),), public=True),
)
_ME: Final = (
    Action("language", "语言", person.language, (Param("language", required=True, source="languages"),)),
    Action("timezone", "时区", person.timezone, (Param("zone", required=True, source="zones"),)),
)
_SETTINGS: Final = (
    Action("advanced", "高级", settings.advanced, (_PAGE,)),
    Action("reset", "恢复", settings.reset, (_required(_SETTING),)),
    Action("space", "全局", settings.in_space, (_required(_SETTING), _required(_VALUE))),
    Action("character", "角色", settings.for_character, (_required(_SETTING), _required(_VALUE))),
)
_ADMIN: Final = (
    Action("spaces", "地方", admin.spaces, (_PAGE,)),
    Action("open", "开放", admin.open_space, (_SPACE, _MODE)),
    Action("close", "关闭", admin.close_space, (_SPACE,), ("refuse",)),
    Action("code", "口令", admin.code, (Param("code", required=True),)),
)

COMMANDS: Final = (
    Command("again", "重来", Task.TALK, talk.again, aliases=("regenerate", "swipe", "retry"), public=True),
    Command("continue", "继续", Task.TALK, talk.go_on, aliases=("go",), public=True),
    Command("stop", "停", Task.TALK, talk.stop, aliases=("停止",)),
    Command("undo", "撤回", Task.TALK, story.undo, public=True),
    Command("edit", "改写", Task.TALK, story.edit, (Param("text", ParamKind.REST, required=True),), public=True),
    Command("new", "新对话", Task.CHATS, sessions.new, (_CHARACTER,), public=True),
    Command("chats", "会话", Task.CHATS, sessions.chats, (_PAGE,), _CHATS, aliases=("sessions", "chat")),
    Command("save", "存档", Task.CHATS, story.save, (Param("name", ParamKind.REST),), _SAVE),
    Command(
        "load",
        "读档",
        Task.CHATS,
        story.load,
        (Param("save", ParamKind.REST, source="saves"), _YES),
        aliases=("saves", "restore"),
        public=True,
    ),
    Command(
        "char",
        "角色",
        Task.CHARACTERS,
        characters.characters,
        (_PAGE,),
        _CHAR,
        aliases=("chars", "character", "characters"),
    ),
    Command("import", "导入", Task.CHARACTERS, characters.bring_in, (Param("file", ParamKind.REST, source="files"),)),
    Command("settings", "设置", Task.HOUSE, settings.settings, (_SETTING, _VALUE), _SETTINGS, aliases=("set",)),
    Command("mode", "模式", Task.HOUSE, settings.mode, (_MODE,)),
    Command("me", "我", Task.HOUSE, person.me, (), _ME),
    Command("admin", "管理", Task.HOUSE, admin.spaces, (_PAGE,), _ADMIN),
    Command("status", "状态", Task.HOUSE, house.status),
    Command(
        "help",
        "帮助",
        Task.HOUSE,
        house.show_help,
        (Param("topic", ParamKind.REST, source="commands"),),
        aliases=("h", "?", "？"),
    ),
    Command(
        "start",
        "开始",
        Task.HOUSE,
        admin.start,
        (Param("code", ParamKind.REST),),
        platforms=frozenset({"telegram"}),
    ),
    Command("quit", "退出", Task.HOUSE, house.leave, aliases=("exit", "bye"), platforms=frozenset({"terminal"})),
)


def table_for(platform: str) -> Table:
    """The commands that exist on ``platform``."""
    return Table(COMMANDS, platform)
