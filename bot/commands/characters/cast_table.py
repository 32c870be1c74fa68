"""Commands for characters, and for files that come and go."""

from dataclasses import replace
from typing import Final

from bot.commands.characters import card_editing, card_trash, characters, circle, cradle
from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import UNTYPED, Action, Command, HelpTopic, Param, ParamKind, TextPrompt
from bot.commands.memory.memory import THEMES, THEMES_ZH
from bot.commands.people import circle_friends
from bot.commands.transfers import script_questions, transfers
from engine.values.transfers.transfers import Offer

_PAGE = Param("page", ParamKind.INT)
_PART = Param("page", ParamKind.PAGE)
_CHARACTER = Param("character", ParamKind.REST, source="characters")
_BOOK = Param("book", ParamKind.REST, required=True, source="worlds")
_PRESET = Param("preset", ParamKind.REST, source="presets")
_BRANCH = Param("branch", ParamKind.INT, source="branches")
_FORM = Param("form", ParamKind.CHOICE, choices=transfers.FORMS, zh=transfers.FORMS_ZH)
_BOOK_FORM = Param("book-form", ParamKind.CHOICE, choices=transfers.BOOK_FORMS, zh=transfers.BOOK_FORMS_ZH)
_TOKEN = Param(UNTYPED, required=True)
_OFFER = Param("offer", ParamKind.CHOICE, choices=tuple(Offer), zh=("收着", "不带脚本", "会话", "角色", "归我"))
_ADULT = Param("adult", ParamKind.CHOICE, required=True, choices=characters.ADULT, zh=characters.ADULT_ZH)
_ONE = Param("character", source="characters")
_FILE = Param("picture", ParamKind.REST, source="files")
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_OLDER = Param("older", ParamKind.INT, required=True)
_THEME = Param("theme", ParamKind.CHOICE, choices=THEMES, zh=THEMES_ZH)


def _required(param: Param) -> Param:
    return replace(param, required=True)


_TO_WRITE: Final = tuple(
    Param(field, asked=TextPrompt.LINE if field == "name" else TextPrompt.TEXT, required=field == "name")
    for field in card_editing.FORM_FIELDS
)
_NEW: Final = (
    *(replace(it, kind=ParamKind.REST) if it.name == "description" else it for it in _TO_WRITE),
    _FILE,
)
_CHAR: Final = (
    Action("show", "查看", characters.show, (_CHARACTER,)),
    Action("use", "使用", characters.use, (_required(_CHARACTER), Param("greeting", ParamKind.INT)), public=True),
    Action("gallery", "画廊", characters.gallery, (_PART, _THEME), (("faces", "头像"),)),
    Action("expressions", "表情", characters.expressions, (_CHARACTER, _PAGE)),
    Action("greetings", "开场白", characters.greetings, (_CHARACTER, _PAGE)),
    Action("new", "新建", card_editing.new, _NEW, (("create", "创建"),)),
    Action(
        "edit",
        "编辑",
        card_editing.edit,
        (_required(_CHARACTER), *(replace(it, required=False) for it in _TO_WRITE)),
        form=card_editing.present,
    ),
    Action(
        "field",
        "栏目",
        card_editing.field,
        (
            _required(_ONE),
            Param("card-field", required=True, source="card-fields"),
            Param("content", ParamKind.REST, required=True, asked=TextPrompt.TEXT),
        ),
        form=card_editing.present_field,
    ),
    Action("fields", "全部栏目", card_editing.fields, (_CHARACTER, _PAGE)),
    Action("face", "换头像", card_editing.face, (_required(_ONE), _FILE)),
    Action(
        "expression",
        "换表情",
        card_editing.expression,
        (_required(_ONE), Param("emotion", required=True, of_work=True), _FILE, _YES),
    ),
    Action("versions", "版本", card_editing.versions, (_CHARACTER, _PAGE)),
    Action("revert", "恢复版本", card_editing.revert, (_required(_CHARACTER), _OLDER)),
    Action("copy", "复制", card_editing.copy, (_required(_CHARACTER),)),
    Action("delete", "删除", card_trash.delete, (_required(_CHARACTER), _YES)),
    Action("trash", "回收站", card_trash.trash, (_PAGE,)),
    Action(
        "restore",
        "恢复",
        card_trash.restore,
        (Param("character", ParamKind.REST, required=True),),
        (("undelete", "找回"),),
    ),
    Action("adult", "成人", characters.adult, (_required(_CHARACTER), _ADULT)),
    Action("hide", "隐藏", card_trash.hide, (_required(_CHARACTER),)),
    Action("unhide", "取消隐藏", card_trash.unhide, (_CHARACTER,)),
    Action("export", "导出", transfers.export_character, (_CHARACTER, _FORM)),
    Action("cradle", "摇篮", cradle.opened, (Param("name", ParamKind.REST),)),
)
_GROWING: Final = Param("cradle", ParamKind.REST, source="cradles")
_ITS: Final = Param("cradle", source="cradles", ahead=True)
_SENTENCE: Final = Param("sentence", ParamKind.INT, required=True)
_CRADLE: Final = (
    Action(
        "new",
        "新建",
        cradle.new,
        (Param("name", ParamKind.REST, required=True, asked=TextPrompt.LINE),),
        (("create", "创建"),),
    ),
    Action("show", "查看", cradle.show, (_GROWING, _PAGE)),
    Action("feed", "投喂", cradle.feed, (_ITS, Param("food", ParamKind.REST, asked=TextPrompt.TEXT)), opens=True),
    Action("file", "文件", cradle.feed_file, (_ITS, Param("file", ParamKind.REST, source="files"))),
    Action("pieces", "材料", cradle.pieces, (_GROWING, _PAGE)),
    Action("unfeed", "收回", cradle.unfeed, (Param("fed", ParamKind.INT, required=True), _GROWING)),
    Action("strike", "划掉", cradle.strike, (_SENTENCE, _GROWING)),
    Action("older", "用旧的", cradle.older, (_SENTENCE, _GROWING)),
    Action("dream", "想象", cradle.dream, (_GROWING,)),
    Action("try", "试聊", cradle.try_out, (_GROWING,), public=True),
    Action("born", "诞生", cradle.born, (_GROWING,), (("accept", "接受"),)),
    Action("agree", "同意", cradle.agree, (_SENTENCE, _GROWING)),
    Action("refuse", "不要", cradle.refuse, (_SENTENCE, _GROWING)),
    Action("delete", "删除", cradle.delete, (_GROWING, _YES)),
)
_FRIEND: Final = Param("member", source="cast", required=True)
_ENTRANT: Final = Param("character", ParamKind.REST, source="characters", required=True)
_OFTEN: Final = Param("often", ParamKind.CHOICE, choices=circle.OFTEN, zh=circle.OFTEN_ZH)
_SEEN_BY: Final = Param("seen-by", ParamKind.CHOICE, required=True, choices=circle.SEEN_BY, zh=circle.SEEN_BY_ZH)
_CIRCLE: Final = (
    Action("open", "设立", circle.open_circle, public=True),
    Action("close", "关闭", circle.close_circle, public=True),
    Action("join", "加入", circle.join, (_ENTRANT, _OFTEN), public=True),
    Action("leave", "离开", circle.leave, (replace(_FRIEND, kind=ParamKind.REST),), public=True),
    Action("likes", "喜好", circle.likes, (_FRIEND, Param("likes", ParamKind.REST))),
    Action("tone", "语气", circle.tone, (_FRIEND, Param("tone", ParamKind.REST))),
    Action("seen-by", "给谁看", circle.seen_by, (_FRIEND, _SEEN_BY)),
    Action("backstage", "幕后", circle.backstage, (_PAGE,)),
    Action("plan", "计划", circle.plan, (_PAGE,)),
    Action("friends", "关系", circle_friends.friends, (_PAGE, _THEME)),
)
_IMPORT: Final = (
    Action(
        "yes",
        "是",
        transfers.bring,
        (_TOKEN, _OFFER),
        (("y", "好"), ("ok", "确定")),
        public=True,
        hidden=True,
    ),
    Action(
        "script",
        "脚本",
        transfers.script,
        (
            _TOKEN,
            _OFFER,
            Param("number", ParamKind.INT),
            Param("answer", ParamKind.CHOICE, choices=script_questions.ANSWERS, zh=script_questions.ANSWERS_ZH),
        ),
        public=True,
        hidden=True,
    ),
    Action("no", "否", transfers.leave, (_TOKEN,), (("n", "取消"),), hidden=True),
)
_EXPORT: Final = (
    Action("omoide", "全部", transfers.export_story, (), (("story", "故事"),)),
    Action("text", "文本", transfers.export_text, (_BRANCH,), (("md", "纯文本"), ("markdown", "排版文本"))),
    Action("chat", "聊天", transfers.export_chat, (_BRANCH,), (("jsonl", "聊天文件"),)),
    Action("char", "角色", transfers.export_character, (_CHARACTER, _FORM)),
    Action("world", "世界书", transfers.export_world, (_BOOK, _BOOK_FORM)),
    Action("preset", "预设", transfers.export_preset, (_PRESET,)),
    Action(
        "quick",
        "快捷回复",
        transfers.export_quick,
        (Param("quick-set", ParamKind.REST, required=True, source="quick-sets"),),
    ),
)

CAST: Final = (
    Command(
        "char",
        "角色",
        HelpTopic.CHARACTERS,
        characters.characters,
        (_PART,),
        _CHAR,
        aliases=("chars", "character", "characters"),
    ),
    Command("cradle", "摇篮", HelpTopic.CHARACTERS, cradle.listed, (_PAGE,), _CRADLE, aliases=("cradles",)),
    Command(
        "circle",
        "圈子",
        HelpTopic.CHARACTERS,
        circle.circle,
        (_PAGE,),
        _CIRCLE,
        aliases=("moments", "朋友圈"),
    ),
    Command(
        "import",
        "导入",
        HelpTopic.CHARACTERS,
        transfers.look,
        (Param("file", ParamKind.REST, source="files"),),
        _IMPORT,
    ),
    Command("export", "导出", HelpTopic.CHARACTERS, transfers.export_chat, (), _EXPORT),
)
