"""Every command, once. Words for it stand in ``commands.ftl``, who may use it in ``abilities``."""

from dataclasses import replace
from typing import Final

from bot.commands import (
    abouts,
    admin,
    branches,
    characters,
    chronicle,
    diary,
    fixing,
    house,
    memory,
    person,
    presets,
    recalling,
    rights,
    scene,
    sessions,
    settings,
    story,
    talk,
    transfers,
    why,
    worlds,
)
from bot.commands.arguments import YES
from bot.commands.declared import Action, Command, Param, ParamKind, Table, Task
from bot.commands.story_table import SHORTCUTS, STORY
from engine.values.settings import Mode
from engine.values.transfers import Offer

_PAGE = Param("page", ParamKind.INT)
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_CHAT = Param("chat", ParamKind.REST, source="chats")
_SETTING = Param("setting", source="settings")
_VALUE = Param("value", ParamKind.REST, source="setting-values")
_MODE = Param("mode", ParamKind.CHOICE, choices=tuple(Mode))
_SPACE = Param("space", ParamKind.INT, required=True, source="spaces")
_CHARACTER = Param("character", ParamKind.REST, source="characters")
_BOOK = Param("book", ParamKind.REST, required=True, source="worlds")
_BINDING = Param("binding", ParamKind.CHOICE, choices=worlds.BINDINGS, zh=worlds.BINDINGS_ZH)
_PRESET = Param("preset", ParamKind.REST, source="presets")
_FORM = Param("form", ParamKind.CHOICE, choices=transfers.FORMS)
_SPAN = (Param("first", ParamKind.INT, required=True), Param("last", ParamKind.INT))
_TOKEN = Param("token", required=True)
_TEXT = Param("text", ParamKind.REST)
_MEMORY = Param("memory", ParamKind.INT, required=True, source="memories")
_FACT = Param("fact", ParamKind.INT, required=True)
_WITH = Param("with", ParamKind.CHOICE, choices=abouts.WITH, zh=abouts.WITH_ZH)
_SWITCH = Param("switch", ParamKind.CHOICE, required=True, choices=abouts.SWITCH, zh=abouts.SWITCH_ZH)


def _required(param: Param) -> Param:
    return replace(param, required=True)


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
_CONTINUE: Final = (Action("me", "代我说", talk.speak_for_me, public=True),)
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
    Action("export", "导出", transfers.export_character, (_CHARACTER, _FORM)),
)
_EDIT: Final = (
    Action("hide", "隐藏", story.hide, _SPAN, public=True, numbered=True),
    Action("unhide", "显示", story.unhide, _SPAN, ("show",), public=True, numbered=True),
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
_SCENE: Final = (
    Action("world", "世界书", worlds.worlds, (_PAGE,), ("world list", "世界书 列表")),
    Action("world show", "世界书 查看", worlds.show, (_BOOK, _PAGE)),
    Action("world bind", "世界书 绑定", worlds.bind, (_BOOK, _BINDING)),
    Action("world unbind", "世界书 解绑", worlds.unbind, (_BOOK, _BINDING)),
    Action("world delete", "世界书 删除", worlds.delete, (_BOOK, _YES)),
    Action("preset", "预设", presets.presets, (_PAGE,), ("preset list", "预设 列表")),
    Action("preset use", "预设 使用", presets.use, (_required(_PRESET),)),
    Action("preset show", "预设 查看", presets.show, (_PRESET, _PAGE)),
    Action("preset delete", "预设 删除", presets.delete, (_required(_PRESET), _YES)),
    Action("note", "作者注", scene.note, (), ("note show", "作者注 查看")),
    Action("note set", "作者注 写", scene.write, (Param("text", ParamKind.REST, required=True),)),
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
_ME: Final = (
    Action("language", "语言", person.language, (Param("language", required=True, source="languages"),)),
    Action("timezone", "时区", person.timezone, (Param("zone", required=True, source="zones"),)),
    Action("persona", "人设", person.persona, (), ("persona show", "人设 查看")),
    Action("persona list", "人设 列表", person.personas, (_PAGE,)),
    Action(
        "persona set",
        "人设 写",
        person.set_persona,
        (Param("name", required=True), Param("text", ParamKind.REST, required=True)),
    ),
    Action(
        "persona use",
        "人设 使用",
        person.use_persona,
        (Param("persona", ParamKind.REST, required=True, source="personas"),),
    ),
    Action("persona off", "人设 关闭", person.no_persona),
    Action("fact", "事实", abouts.facts, (_PAGE,), ("facts", "fact list", "事实 列表")),
    Action("fact show", "事实 查看", abouts.show, (_FACT,)),
    Action("fact add", "事实 添加", abouts.add, (_required(_TEXT),)),
    Action("fact edit", "事实 修改", abouts.edit, (_FACT, _TEXT)),
    Action("fact delete", "事实 删除", abouts.delete, (_FACT, _YES)),
    Action("fact share", "事实 共享", abouts.share, (_FACT, _WITH)),
    Action("fact unshare", "事实 取消共享", abouts.unshare, (_FACT, _WITH)),
    Action("remember", "记住", abouts.remember, (_SWITCH,)),
    Action("elsewhere", "别处", abouts.elsewhere, (_SWITCH,)),
    Action("export", "导出", rights.export),
    Action("forget", "忘掉我", rights.forget, (_YES,)),
)
_MEMORIES: Final = (
    Action("list", "列表", memory.memories, (_PAGE,), hidden=True),
    Action("search", "搜索", memory.search, (Param("words", ParamKind.REST, required=True), _PAGE), ("find", "查找")),
    Action("show", "查看", memory.show, (_MEMORY,)),
    Action("add", "添加", memory.add, (_required(_TEXT),)),
    Action("edit", "修改", memory.edit, (_MEMORY, _TEXT)),
    Action("delete", "删除", memory.delete, (Param("memories", ParamKind.REST, required=True), _YES)),
    Action("pin", "置顶", memory.pin, (_MEMORY,)),
    Action("unpin", "取消置顶", memory.unpin, (_MEMORY,)),
    Action(
        "map",
        "星图",
        memory.sky,
        (Param("theme", ParamKind.CHOICE, choices=memory.THEMES, zh=memory.THEMES_ZH),),
        ("stars", "sky"),
    ),
)
_FIX: Final = (
    Action("memory", "记忆", fixing.memory, (_MEMORY, _TEXT), numbered=True),
    Action("fact", "事实", fixing.fact, (_FACT, _TEXT), numbered=True),
    Action("yes", "是", fixing.accept, (_TOKEN,), numbered=True, hidden=True),
    Action("edit", "改", fixing.edit, (_TOKEN, _TEXT), numbered=True, hidden=True),
    Action("forget", "忘掉", fixing.forget, (_TOKEN,), numbered=True, hidden=True),
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
    Command("continue", "继续", Task.TALK, talk.go_on, actions=_CONTINUE, aliases=("go",), public=True),
    Command("stop", "停", Task.TALK, talk.stop, aliases=("停止",)),
    Command("undo", "撤回", Task.TALK, story.undo, public=True),
    Command("edit", "改写", Task.TALK, story.edit, (Param("text", ParamKind.REST, required=True),), _EDIT, public=True),
    Command(
        "memory",
        "记忆",
        Task.MEMORY,
        memory.memories,
        (_PAGE,),
        _MEMORIES,
        aliases=("memories", "mem", "garden", "花园"),
    ),
    Command("fix", "纠正", Task.MEMORY, fixing.fix, (_required(_TEXT),), _FIX),
    Command(
        "diary",
        "日记",
        Task.MEMORY,
        diary.diary,
        (Param("day", ParamKind.REST),),
        (Action("list", "列表", diary.pages, (_PAGE,), ("pages",)),),
    ),
    Command("story", "剧情", Task.MEMORY, chronicle.stand, (), STORY, aliases=("plot",), shortcuts=SHORTCUTS),
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
    Command(
        "import", "导入", Task.CHARACTERS, transfers.look, (Param("file", ParamKind.REST, source="files"),), _IMPORT
    ),
    Command("export", "导出", Task.CHARACTERS, transfers.export_chat, (), _EXPORT),
    Command("scene", "场景", Task.SCENE, scene.scene, (), _SCENE),
    Command(
        "why",
        "为何",
        Task.SCENE,
        why.why,
        (),
        (
            Action("recalled", "回想", recalling.recalled, (_PAGE,)),
            Action("full", "全部", why.full, (_PAGE,)),
            Action("file", "文件", why.file),
        ),
        shortcuts=(("prompt", "full"), ("提示词", "full")),
    ),
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
