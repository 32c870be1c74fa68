"""Commands for what is remembered, and why something was said."""

from dataclasses import replace
from typing import Final

from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import UNTYPED, Action, Command, HelpTopic, Param, ParamKind, TextPrompt
from bot.commands.memory import diary, fixing, memory, recalling, web_search, why
from bot.commands.people import abouts
from bot.commands.story import chronicle
from bot.commands.story.story_table import SHORTCUTS, STORY
from engine.values.house.numbers import Thing

_PAGE = Param("page", ParamKind.INT)
_PART = Param("page", ParamKind.PAGE)
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_TOKEN = Param(UNTYPED, required=True)
_TEXT = Param("text", ParamKind.REST, asked=TextPrompt.TEXT)
_MEMORY = Param("memory", ParamKind.INT, required=True, source="memories", thing=Thing.MEMORY)
_SEVERAL = Param("memories", ParamKind.REST, required=True, thing=Thing.MEMORY)
_FACT = Param("fact", ParamKind.INT, required=True, thing=Thing.FACT)


def _required(param: Param) -> Param:
    return replace(param, required=True)


_MEMORIES: Final = (
    Action("list", "列表", memory.listing, (_PART,)),
    Action(
        "search",
        "搜索",
        memory.search,
        (Param("words", ParamKind.REST, required=True, asked=TextPrompt.LINE), _PAGE),
        (("find", "查找"),),
    ),
    Action("show", "查看", memory.show, (_MEMORY,)),
    Action("add", "添加", memory.add, (_required(_TEXT),)),
    Action("edit", "修改", memory.edit, (_MEMORY, _required(_TEXT)), form=memory.present),
    Action("delete", "删除", memory.delete, (_SEVERAL, _YES)),
    Action("pin", "置顶", memory.pin, (_MEMORY,)),
    Action("unpin", "取消置顶", memory.unpin, (_MEMORY,)),
    Action(
        "sky",
        "星空",
        memory.sky,
        (Param("theme", ParamKind.CHOICE, choices=memory.THEMES, zh=memory.THEMES_ZH),),
        (("stars", "星星"), ("map", "星图")),
    ),
)
_FIX: Final = (
    Action("memory", "记忆", fixing.memory, (_MEMORY, _required(_TEXT)), numbered=True, form=memory.present),
    Action("fact", "事实", fixing.fact, (_FACT, _required(_TEXT)), numbered=True, form=abouts.present),
    Action("yes", "是", fixing.accept, (_TOKEN,), numbered=True, hidden=True),
    Action(
        "edit",
        "改",
        fixing.edit,
        (_TOKEN, _required(_TEXT)),
        numbered=True,
        hidden=True,
        form=fixing.present,
        typed="/fix",
    ),
    Action("forget", "忘掉", fixing.forget, (_TOKEN,), numbered=True, hidden=True),
)

MEMORY: Final = (
    Command(
        "memory",
        "记忆",
        HelpTopic.MEMORY,
        memory.memories,
        (_PART,),
        _MEMORIES,
        aliases=("memories", "mem", "garden", "花园"),
    ),
    Command("fix", "纠正", HelpTopic.MEMORY, fixing.fix, (_required(_TEXT),), _FIX),
    Command(
        "diary",
        "日记",
        HelpTopic.MEMORY,
        diary.diary,
        (Param("day", ParamKind.REST),),
        (Action("list", "列表", diary.pages, (_PART,), (("pages", "全部"),)),),
    ),
    Command("story", "剧情", HelpTopic.MEMORY, chronicle.overview, (), STORY, aliases=("plot",), shortcuts=SHORTCUTS),
    Command(
        "search",
        "搜索",
        HelpTopic.SCENE,
        web_search.search,
        (Param("query", ParamKind.REST),),
        (
            Action("more", "详情", web_search.more, (Param("result", ParamKind.INT, required=True),)),
            Action("use", "用上", web_search.use),
        ),
        aliases=("web", "查"),
    ),
    Command(
        "why",
        "为什么",
        HelpTopic.SCENE,
        why.why,
        (),
        (
            Action("recalled", "回想", recalling.recalled, (_PAGE,)),
            Action("full", "全部", why.full, (_PAGE,)),
            Action("file", "文件", why.file),
        ),
        aliases=("为何",),
        shortcuts=(("prompt", "full"), ("提示词", "full")),
    ),
)
