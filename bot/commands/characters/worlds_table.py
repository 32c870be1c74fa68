"""What people do with world books, under /scene."""

from dataclasses import replace
from typing import Final

from bot.commands.characters import world_editing, world_entries, world_trying, worlds
from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import Action, Param, ParamKind, TextPrompt
from bot.commands.people import abouts

_PAGE: Final = Param("page", ParamKind.INT)
_YES: Final = Param("yes", ParamKind.FLAG, choices=YES)
_BOOK: Final = Param("book", ParamKind.REST, required=True, source="worlds")
_ITS_BOOK: Final = replace(_BOOK, kind=ParamKind.TEXT)
_BINDING: Final = Param("binding", ParamKind.CHOICE, choices=worlds.BINDINGS, zh=worlds.BINDINGS_ZH)
_ENTRY: Final = Param("entry", ParamKind.REST, required=True, source="entries")
_ITS_ENTRY: Final = replace(_ENTRY, kind=ParamKind.TEXT)
_NAME: Final = Param("name", ParamKind.REST, required=True, asked=TextPrompt.LINE, of_work=True)
_TEXTS: Final = tuple(
    Param(name, asked=TextPrompt.TEXT if name == "entry-text" else TextPrompt.LINE, of_work=True)
    for name in world_editing.PARAMS.values()
)
_NEW_TEXTS: Final = tuple(replace(it, required=it.name == "entry-text") for it in _TEXTS)
_SWITCH: Final = Param("switch", ParamKind.CHOICE, choices=abouts.SWITCH, zh=abouts.SWITCH_ZH)

WORLD: Final = (
    Action("world", "世界书", worlds.worlds, (_PAGE,), (("world list", "世界书 列表"),)),
    Action("world show", "世界书 查看", world_entries.show, (_BOOK, _PAGE)),
    Action("world bind", "世界书 绑定", worlds.bind, (_BOOK, _BINDING)),
    Action("world unbind", "世界书 解绑", worlds.unbind, (_BOOK, _BINDING)),
    Action("world delete", "世界书 删除", worlds.delete, (_BOOK, _YES)),
    Action("world new", "世界书 新建", world_editing.new, (_NAME,), (("world create", "世界书 创建"),)),
    Action("world rename", "世界书 改名", world_editing.rename, (_ITS_BOOK, _NAME), form=world_editing.present_name),
    Action(
        "world set",
        "世界书 设定",
        world_editing.set_book,
        (
            _ITS_BOOK,
            Param("book-field", required=True, source="book-fields"),
            Param("content", ParamKind.REST, required=True, asked=TextPrompt.LINE, of_work=True),
        ),
        form=world_editing.present_book,
    ),
    Action("world add", "世界书 添加", world_editing.add, (_BOOK, *_NEW_TEXTS), form=world_editing.blank),
    Action("world entry", "世界书 条目", world_entries.entry, (_ITS_BOOK, _ENTRY)),
    Action("world edit", "世界书 编辑", world_editing.edit, (_ITS_BOOK, _ENTRY, *_TEXTS), form=world_editing.present),
    Action(
        "world test",
        "世界书 测试",
        world_trying.test,
        (Param("said", ParamKind.REST, required=True, asked=TextPrompt.LINE, of_work=True),),
    ),
    Action("world switch", "世界书 开关", world_editing.switch, (_ITS_BOOK, _ENTRY, _SWITCH)),
    Action("world delete-entry", "世界书 删除条目", world_editing.delete_entry, (_ITS_BOOK, _ENTRY, _YES)),
    Action(
        "world copy-entry",
        "世界书 复制条目",
        world_editing.copy_entry,
        (_ITS_BOOK, _ITS_ENTRY, Param("other-book", ParamKind.REST, required=True, source="worlds")),
    ),
    Action("world copy", "世界书 复制", world_editing.copy, (_ITS_BOOK, replace(_NAME, required=False, asked=None))),
    Action(
        "world field",
        "世界书 栏目",
        world_editing.field,
        (
            _ITS_BOOK,
            _ITS_ENTRY,
            Param("entry-field", required=True, source="entry-fields"),
            Param("content", ParamKind.REST, required=True, asked=TextPrompt.TEXT, of_work=True),
        ),
        form=world_editing.present_field,
    ),
    Action("world fields", "世界书 全部栏目", world_editing.fields, (_ITS_BOOK, _ENTRY, _PAGE)),
    Action("world versions", "世界书 版本", world_editing.versions, (_BOOK, _PAGE)),
    Action(
        "world revert",
        "世界书 恢复版本",
        world_editing.revert,
        (_BOOK, Param("book-version", ParamKind.INT, required=True)),
    ),
)
