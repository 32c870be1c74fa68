"""Commands for chats, saves and branches."""

from dataclasses import replace
from typing import Final

from bot.commands import branches, sessions, story
from bot.commands.arguments import YES
from bot.commands.declared import Action, Command, Param, ParamKind, Task

_PAGE = Param("page", ParamKind.INT)
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_CHAT = Param("chat", ParamKind.REST, source="chats")
_CHARACTER = Param("character", ParamKind.REST, source="characters")


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
_SAVE: Final = (
    Action(
        "rename",
        "改名",
        story.rename_save,
        (Param("save", required=True, source="saves"), Param("name", ParamKind.REST, required=True)),
    ),
    Action("delete", "删除", story.delete_save, (Param("save", ParamKind.REST, required=True, source="saves"), _YES)),
)

CHATS: Final = (
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
)
