"""What can be done with the story that is told: every action of one command."""

from typing import Final

from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import UNTYPED, Action, Param, ParamKind, TextPrompt
from bot.commands.people import abouts
from bot.commands.story import chronicle, drafting, growing, outlining, reading_in
from bot.commands.transfers import transfers
from engine.values.story.chronicle import ChronicleKind

_PAGE: Final = Param("page", ParamKind.INT)
_YES: Final = Param("yes", ParamKind.FLAG, choices=YES)
_TEXT: Final = Param("text", ParamKind.REST, asked=TextPrompt.TEXT)
_WORDS: Final = Param("text", ParamKind.REST, required=True, asked=TextPrompt.TEXT)
_NAME: Final = Param("name", required=True, asked=TextPrompt.LINE)
_TITLE: Final = Param("title", ParamKind.REST)
_TOKEN: Final = Param(UNTYPED, required=True)
_SWITCH: Final = Param("switch", ParamKind.CHOICE, required=True, choices=abouts.SWITCH, zh=abouts.SWITCH_ZH)
_STATUS: Final = Param("point_status", ParamKind.CHOICE, choices=outlining.STATUSES, zh=outlining.STATUSES_ZH)
_POINT: Final = Param("point", ParamKind.INT, required=True)
_BACKGROUND: Final = Param("background", ParamKind.REST, required=True, source="backgrounds")
_ONE_BACKGROUND: Final = Param("background", required=True, source="backgrounds")
_VERSION: Final = Param("version", ParamKind.INT)
_THIS_VERSION: Final = Param("version", ParamKind.INT, required=True)


def _piece(source: str, *, required: bool = True, rest: bool = False) -> Param:
    return Param("piece", ParamKind.REST if rest else ParamKind.TEXT, required, source=source)


def _changed(
    name: str, zh: str, kind: ChronicleKind, source: str, *, short: tuple[tuple[str, str], ...] = ()
) -> tuple[Action, ...]:
    """Showing one piece of a kind, giving it another text, having it written again. ``short``: other words for it."""
    words = [("show", "查看"), ("edit", "修改"), ("redo", "重写")]
    handlers = (chronicle.showing(kind), chronicle.editing(kind), chronicle.redoing(kind))
    params = ((_piece(source, rest=True),), (_piece(source), _WORDS), (_piece(source, rest=True),))
    forms = (None, chronicle.presenting(kind), None)
    return tuple(
        Action(f"{name} {word}", f"{zh} {spoken}", handler, given, _others(word, spoken, short), form=form)
        for (word, spoken), handler, given, form in zip(words, handlers, params, forms, strict=True)
    )


def _others(word: str, zh: str, short: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The other word with the action, and alone for showing."""
    return (*((f"{it} {word}", f"{spoken} {zh}") for it, spoken in short), *(short if word == "show" else ()))


def _deleted(
    name: str, zh: str, kind: ChronicleKind, source: str, *, short: tuple[tuple[str, str], ...] = ()
) -> Action:
    given = (_piece(source, rest=True), _YES)
    return Action(f"{name} delete", f"{zh} 删除", chronicle.deleting(kind), given, _others("delete", "删除", short))


_SHORT: Final = (("page", "单页"),)
_PAGES: Final = (
    Action("pages", "页", chronicle.listing(ChronicleKind.PAGE), (_PAGE,)),
    *_changed("pages", "页", ChronicleKind.PAGE, "story-pages", short=_SHORT),
    _deleted("pages", "页", ChronicleKind.PAGE, "story-pages", short=_SHORT),
)
_INDEX: Final = (
    Action("timeline", "时间线", chronicle.listing(ChronicleKind.TIMELINE), (_PAGE,)),
    *_changed("timeline", "时间线", ChronicleKind.TIMELINE, "story-lines"),
    _deleted("timeline", "时间线", ChronicleKind.TIMELINE, "story-lines"),
    Action("items", "物品", chronicle.listing(ChronicleKind.ITEM), (_PAGE,)),
    *_changed("items", "物品", ChronicleKind.ITEM, "story-items"),
    _deleted("items", "物品", ChronicleKind.ITEM, "story-items"),
    Action("people", "人物", chronicle.listing(ChronicleKind.DOSSIER), (_PAGE,)),
    *_changed("people", "人物", ChronicleKind.DOSSIER, "story-people"),
    _deleted("people", "人物", ChronicleKind.DOSSIER, "story-people"),
)
_SUMMARIES: Final = (
    Action(
        "summary",
        "摘要",
        chronicle.showing(ChronicleKind.SUMMARY),
        (_piece("story-summaries", required=False),),
        (("summary show", "摘要 查看"),),
    ),
    Action("summary list", "摘要 列表", chronicle.summaries, (_PAGE,), (("summaries", "全部摘要"),)),
    Action(
        "summary edit",
        "摘要 修改",
        chronicle.editing(ChronicleKind.SUMMARY),
        (_piece("story-summaries"), _WORDS),
        form=chronicle.presenting(ChronicleKind.SUMMARY),
    ),
    Action(
        "summary redo",
        "摘要 重写",
        chronicle.redoing(ChronicleKind.SUMMARY),
        (_piece("story-summaries", required=False),),
    ),
    Action("summary now", "摘要 现在", chronicle.sum_up, (), (("summarize", "总结"), ("summarise", "写摘要"))),
    Action("chapter", "收章", chronicle.close_chapter, (_TITLE, _YES), public=True),
    Action("chapters", "章节", chronicle.listing(ChronicleKind.CHAPTER), (_PAGE,)),
    *_changed("chapters", "章节", ChronicleKind.CHAPTER, "story-chapters"),
    Action("compress", "压缩", chronicle.compress),
)
_OUTLINE: Final = (
    Action("outline", "大纲", outlining.outline, (_PAGE,)),
    Action("point", "剧情点", outlining.point, (_POINT, _STATUS), public=True),
    Action("director", "导演", outlining.director, (_SWITCH,)),
    Action(
        "background",
        "背景",
        outlining.backgrounds,
        (_PAGE,),
        (("backgrounds", "全部背景"), ("background list", "背景 列表")),
    ),
    Action(
        "background show",
        "背景 查看",
        outlining.show,
        (Param("background", ParamKind.REST, source="backgrounds"),),
    ),
    Action("background use", "背景 使用", outlining.use, (_BACKGROUND,), public=True),
    Action("background off", "背景 关闭", outlining.off, public=True),
    Action("background new", "背景 新建", outlining.new, (_NAME, _WORDS)),
    Action(
        "background edit",
        "背景 修改",
        outlining.edit,
        (_ONE_BACKGROUND, Param("part", required=True, source="background-parts"), _TEXT),
        form=outlining.present,
    ),
    Action("background delete", "背景 删除", outlining.delete, (_BACKGROUND, _YES)),
    Action("background draft", "背景 起草", drafting.draft, (_WORDS,)),
    Action("background change", "背景 改稿", drafting.change, (_WORDS,), form=drafting.present),
    Action("background redraft", "背景 重拟", drafting.redraft, (_TOKEN,), hidden=True),
    Action(
        "background amend",
        "背景 改动",
        drafting.amend,
        (_TOKEN, _WORDS),
        hidden=True,
        form=drafting.present,
        typed="/story background change",
    ),
    Action("background export", "背景 导出", outlining.export, (_BACKGROUND,)),
)
_PERSONA: Final = (
    Action("persona", "人设", growing.show, (_VERSION,), (("persona show", "人设 查看"),)),
    Action("persona list", "人设 列表", growing.versions, (_PAGE,)),
    Action(
        "persona diff",
        "人设 对比",
        growing.diff,
        (Param("first_version", ParamKind.INT), Param("second", ParamKind.INT)),
    ),
    Action("persona grow", "人设 成长", growing.grow),
    Action("persona back", "人设 退回", growing.back, (_THIS_VERSION,)),
    Action(
        "persona edit",
        "人设 修改",
        growing.edit,
        (Param("field", required=True, source="persona-fields"), _TEXT),
        form=growing.present,
    ),
    Action("persona off", "人设 关闭", growing.off, (_YES,)),
)

_READING_IN: Final = (
    Action("init", "读入", reading_in.progress, (), (("init status", "读入 状态"),)),
    Action("init start", "读入 开始", reading_in.start, (_YES,)),
    Action("init pause", "读入 暂停", reading_in.pause),
    Action("init resume", "读入 继续", reading_in.resume),
    Action("export", "导出", reading_in.export),
    Action("import", "导入", transfers.look, (Param("file", ParamKind.REST, source="files"),)),
)

STORY: Final = (*_PAGES, *_INDEX, *_SUMMARIES, *_OUTLINE, *_PERSONA, *_READING_IN)
SHORTCUTS: Final = (
    ("summarize", "summary now"),
    ("总结", "summary now"),
    ("summary", "summary"),
    ("mm-pages", "pages"),
    ("mm-compress", "compress"),
    ("chapter", "chapter"),
    ("timeline", "timeline"),
    ("outline", "outline"),
)
"""What others call it."""
