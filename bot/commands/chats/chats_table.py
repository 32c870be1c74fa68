"""Commands for chats, saves and branches."""

from dataclasses import replace
from typing import Final

from bot.commands.chats import branches, comparing, loading, moving, recaps, sessions, trees
from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import Action, Command, HelpTopic, Param, ParamKind, TextPrompt
from bot.commands.story import story

_PART = Param("page", ParamKind.PAGE)
_TITLE = Param("title", ParamKind.REST, required=True, asked=TextPrompt.LINE)
_NAME = Param("name", ParamKind.REST, required=True, asked=TextPrompt.LINE)
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_CHAT = Param("chat", ParamKind.REST, source="chats")
_WHICH = Param("chat", source="chats", ahead=True)
_BRANCH = Param("branch", ParamKind.REST, required=True, source="branches")
_ONE_BRANCH = Param("branch", required=True, source="branches")
_SAVED = Param("save", ParamKind.REST, required=True, source="saves")
_WORDS = Param("words", ParamKind.REST, required=True)
_CHARACTER = Param("character", ParamKind.REST, source="characters")


def _required(param: Param) -> Param:
    return replace(param, required=True)


_CHATS: Final = (
    Action("open", "打开", sessions.switch, (_required(_CHAT),), (("switch", "切到"),), public=True),
    Action("rename", "改名", sessions.rename, (_WHICH, _TITLE), form=sessions.present),
    Action("archive", "归档", sessions.archive, (_CHAT,), public=True),
    Action("trash", "删除", sessions.trash, (_CHAT, _YES), (("delete", "丢弃"),), public=True),
    Action("archived", "已归档", sessions.archived, (_PART,)),
    Action("search", "搜索", sessions.search, (_WORDS, _PART), (("find", "查找"),)),
    Action("branches", "分支", branches.branches, (_PART,), (("branches list", "分支 列表"),)),
    Action("branches rename", "分支 改名", branches.rename, (_ONE_BRANCH, _NAME), form=branches.present),
    Action("branches archive", "分支 归档", branches.archive, (_BRANCH,)),
    Action("branches archived", "分支 已归档", branches.archived, (_PART,)),
    Action("branches back", "分支 恢复", branches.bring_back, (_BRANCH,)),
    Action("diff", "对比", branches.diff, (_BRANCH,), (("diff branch", "对比 分支"),)),
    Action("diff save", "对比 存档", comparing.with_save, (_SAVED,)),
    Action("tree", "树", trees.tree, (_PART,), (("tree show", "树 查看"),)),
    Action(
        "tree picture",
        "树 图",
        trees.picture,
        (Param("theme", ParamKind.CHOICE, choices=trees.THEMES, zh=trees.THEMES_ZH),),
    ),
    Action("move", "搬家", moving.move, (Param("code"), _YES), public=True),
    Action(
        "fork",
        "分叉",
        branches.fork,
        (Param("title", ParamKind.REST),),
        (("thread", "子区"), ("topic", "话题")),
        public=True,
    ),
    Action(
        "branch",
        "切换",
        branches.switch,
        (_BRANCH,),
        public=True,
    ),
    Action("from", "从", branches.begin, (Param("back", ParamKind.INT),), public=True),
)
_SAVE: Final = (
    Action(
        "rename",
        "改名",
        story.rename_save,
        (Param("save", required=True, source="saves"), _NAME),
        form=story.present_name,
    ),
    Action("delete", "删除", story.delete_save, (_SAVED, _YES)),
    Action("deleted", "已删除", loading.deleted, (_PART,)),
    Action("undelete", "恢复", story.undelete_save, (replace(_SAVED, source="deleted-saves"),), (("restore", "找回"),)),
)
_LOAD: Final = (
    Action("list", "列表", loading.listed, (_PART,), hidden=True),
    Action("search", "搜索", loading.search, (_WORDS, _PART), (("find", "查找"),), hidden=True),
    Action("deleted", "已删除", loading.deleted, (_PART,), hidden=True),
)

CHATS: Final = (
    Command("new", "新对话", HelpTopic.CHATS, sessions.new, (_CHARACTER,), public=True),
    Command("chats", "会话", HelpTopic.CHATS, sessions.chats, (_PART,), _CHATS, aliases=("sessions", "chat")),
    Command("save", "存档", HelpTopic.CHATS, story.save, (Param("name", ParamKind.REST),), _SAVE),
    Command(
        "load",
        "读档",
        HelpTopic.CHATS,
        loading.load,
        (replace(_SAVED, required=False), _YES),
        _LOAD,
        aliases=("saves", "restore"),
        public=True,
    ),
    Command("recap", "前情", HelpTopic.CHATS, recaps.recap, aliases=("previously",)),
)
