"""Commands for people, settings and the house."""

from dataclasses import replace
from typing import Final

from bot.commands.chats import booths
from bot.commands.framework import helping
from bot.commands.framework.arguments import YES
from bot.commands.framework.declared import UNTYPED, Action, Command, HelpTopic, Param, ParamKind, TextPrompt
from bot.commands.house import (
    admin,
    backups,
    blocking,
    budgets,
    house,
    letting_in,
    moderation,
    newcomers,
    own_usage,
    reporting,
    setting_rights,
    settings,
)
from bot.commands.people import abouts, dates, links, person, rights, writing_first
from engine.values.house.numbers import Thing
from engine.values.house.setting_choices import Mode

_PAGE = Param("page", ParamKind.INT)
_YES = Param("yes", ParamKind.FLAG, choices=YES)
_SETTING = Param("setting", source="settings")
_LIST_PAGE = Param("page", required=True)
_SETTING_THERE = Param("setting", ParamKind.REST, source="settings")
_VALUE = Param("value", ParamKind.REST, source="setting-values")
_WHOSE = Param("where", ParamKind.CHOICE, required=True, choices=setting_rights.WHOSE, zh=setting_rights.WHOSE_ZH)
_MODE = Param("mode", ParamKind.CHOICE, choices=tuple(Mode), zh=("陪伴", "剧情", "群聊", "圈子"))
_BOOTH = Param("mode", ParamKind.CHOICE, choices=booths.MODES, zh=booths.MODES_ZH)
_TOKEN = Param("token", required=True)
_SPACE = Param("space", ParamKind.INT, required=True, source="spaces", thing=Thing.SPACE)
_DECISION = Param("decision", ParamKind.CHOICE, required=True, choices=admin.DECISIONS, zh=("启用", "停用"))
_TEXT = Param("text", ParamKind.REST, asked=TextPrompt.TEXT)
_FACT = Param("fact", ParamKind.INT, required=True, thing=Thing.FACT)
_WITH = Param("with", ParamKind.CHOICE, choices=abouts.WITH, zh=abouts.WITH_ZH)
_WHAT = Param("what", required=True, asked=TextPrompt.LINE)
_WHEN = Param("when", ParamKind.REST, required=True, asked=TextPrompt.LINE)
_KIND = Param("kind", ParamKind.CHOICE, choices=dates.KINDS, zh=dates.KINDS_ZH)
_WISH = Param("wish", ParamKind.CHOICE, required=True, choices=dates.WISHES, zh=dates.WISHES_ZH)
_SWITCH = Param("switch", ParamKind.CHOICE, required=True, choices=abouts.SWITCH, zh=abouts.SWITCH_ZH)

_DAY = Param("coming-day", ParamKind.REST, required=True)
_LESS = Param("less", ParamKind.CHOICE, choices=writing_first.WISHES, zh=writing_first.WISHES_ZH)
_WHERE = Param("where", ParamKind.CHOICE, choices=moderation.WHERE, zh=moderation.WHERE_ZH, alike=moderation.ALIKE)
_REACH = Param("reach", ParamKind.CHOICE, choices=blocking.WHERE, zh=blocking.WHERE_ZH, alike=blocking.ALIKE)
_SOMEBODY = Param("somebody", ParamKind.REST)
_WORD = Param("word", ParamKind.REST, required=True)
_REPORT_TO = Param("report-to", ParamKind.CHOICE, choices=reporting.SWITCH, zh=reporting.SWITCH_ZH)
_ROLE = Param("named-role", required=True)
_MAY = Param("may", ParamKind.CHOICE, choices=moderation.MAY, zh=moderation.MAY_ZH)
_DAYS = Param("days", ParamKind.INT)
_THEME = Param("theme", ParamKind.CHOICE, choices=budgets.THEMES, zh=budgets.THEMES_ZH)


def _required(param: Param) -> Param:
    return replace(param, required=True)


_ME: Final = (
    Action("language", "语言", person.language, (Param("language", required=True, source="languages"),)),
    Action("timezone", "时区", newcomers.timezone, (Param("zone", source="zones"),)),
    Action(
        "settle",
        "定好",
        newcomers.settle,
        (Param("zone", required=True, source="zones"),),
        hidden=True,
    ),
    Action("persona", "人设", person.persona, (), (("persona show", "人设 查看"),)),
    Action("persona list", "人设 列表", person.personas, (_PAGE,)),
    Action(
        "persona set",
        "人设 写",
        person.set_persona,
        (Param("name"), _TEXT),
        opens=True,
    ),
    Action(
        "persona use",
        "人设 使用",
        person.use_persona,
        (Param("persona", ParamKind.REST, required=True, source="personas"),),
    ),
    Action(
        "persona edit",
        "人设 修改",
        person.edit_persona,
        (Param("persona", ParamKind.REST, required=True, source="personas"),),
        opens=True,
    ),
    Action(
        "persona delete",
        "人设 删除",
        person.delete_persona,
        (Param("persona", ParamKind.REST, required=True, source="personas"), _YES),
    ),
    Action("persona off", "人设 关闭", person.no_persona),
    Action(
        "persona lock",
        "人设 锁定",
        person.lock_persona,
        (Param("persona", ParamKind.REST, source="personas"),),
    ),
    Action("persona unlock", "人设 解锁", person.unlock_persona),
    Action(
        "persona known",
        "人设 公开",
        person.known_persona,
        (Param(UNTYPED, required=True),),
        hidden=True,
        typed="/me persona use",
    ),
    Action("fact", "事实", abouts.facts, (_PAGE,), (("facts", "全部事实"), ("fact list", "事实 列表"))),
    Action("fact show", "事实 查看", abouts.show, (_FACT,)),
    Action("fact add", "事实 添加", abouts.add, (_required(_TEXT),)),
    Action("fact edit", "事实 修改", abouts.edit, (_FACT, _required(_TEXT)), form=abouts.present),
    Action("fact delete", "事实 删除", abouts.delete, (_FACT, _YES)),
    Action("fact share", "事实 共享", abouts.share, (_FACT, _WITH)),
    Action("fact unshare", "事实 取消共享", abouts.unshare, (_FACT, _WITH)),
    Action("date", "日期", dates.listing, (_PAGE,), (("dates", "全部日期"), ("date list", "日期 列表"))),
    Action("date add", "日期 添加", dates.add, (_WHAT, _WHEN, _KIND)),
    Action("date edit", "日期 修改", dates.edit, (_FACT, _WHEN), form=dates.present),
    Action("date wish", "日期 提醒", dates.wish, (_FACT, _WISH)),
    Action("date delete", "日期 删除", abouts.delete, (_FACT, _YES)),
    Action("remember", "记住", abouts.remember, (_SWITCH,)),
    Action("elsewhere", "别处", abouts.elsewhere, (_SWITCH,)),
    Action("adult", "成人", abouts.adult, (replace(_SWITCH, required=False),)),
    Action("link", "关联", links.link, (Param("code", ParamKind.REST),)),
    Action("link yes", "关联 是", links.agree, (_TOKEN,), hidden=True, typed="/me link"),
    Action("unlink", "取消关联", links.unlink, (_YES,)),
    Action("optout", "退出", abouts.opt_out),
    Action("optin", "加入", abouts.opt_in),
    Action("first", "主动", writing_first.shown, (), (("first show", "主动 查看"),)),
    Action("first on", "主动 开", writing_first.allow),
    Action("first off", "主动 关", writing_first.stop),
    Action("first often", "主动 次数", writing_first.often, (Param("times", ParamKind.INT, required=True),)),
    Action("first quiet", "主动 免打扰", writing_first.keep_quiet, (Param("hours", ParamKind.REST, required=True),)),
    Action("first busy", "主动 没空", writing_first.busy, (_DAY,)),
    Action("first free", "主动 有空", writing_first.free, (_DAY,)),
    Action("first less", "主动 少些", writing_first.less),
    Action("first topic", "主动 别提", writing_first.topic),
    Action("first never", "主动 别再", writing_first.never),
    Action("first wish", "主动 希望", writing_first.wish, (_TOKEN, _LESS), hidden=True, typed="/me first"),
    Action("plans", "打算", writing_first.plans, (_PAGE,)),
    Action("export", "导出", rights.export),
    Action("usage", "用量", own_usage.own_usage, (_DAYS, _THEME)),
    Action("forget", "忘掉我", rights.forget, (_YES,)),
)
_SETTINGS: Final = (
    Action("advanced", "高级", settings.advanced, (_PAGE,)),
    Action("reset", "恢复", settings.reset, (_required(_SETTING), _YES)),
    Action("space", "全局", settings.in_space, (_required(_SETTING), _VALUE)),
    Action("character", "角色", settings.for_character, (_required(_SETTING), _VALUE)),
    Action("here", "这里", settings.in_channel, (_required(_SETTING), _VALUE)),
    Action("from", "来自", settings.from_list, (_LIST_PAGE, _required(_SETTING_THERE)), hidden=True),
    Action(
        "write",
        "填写",
        settings.write,
        (_WHOSE, _required(_SETTING), _VALUE),
        hidden=True,
        form=settings.present,
        opens=True,
    ),
)
_MODES: Final = (
    Action("booths", "单间", booths.offer, (_BOOTH,), public=True),
    Action("booth", "进单间", booths.enter, (_BOOTH,), hidden=True),
)
_BUDGET: Final = (
    Action("budget", "预算", budgets.budgets, (_PAGE,), (("budgets", "全部预算"), ("budget list", "预算 列表"))),
    Action(
        "budget set",
        "预算 设置",
        budgets.set_budget,
        (
            Param("where", required=True),
            Param("amount", ParamKind.INT, required=True),
            Param("unit", ParamKind.CHOICE, required=True, choices=budgets.UNITS, zh=budgets.UNITS_ZH),
        ),
    ),
    Action("budget off", "预算 关闭", budgets.no_budget, (Param("where", ParamKind.REST, required=True),)),
    Action("usage", "用量", budgets.usage, (_DAYS, _THEME)),
)
_MODERATION: Final = (
    Action("pause", "暂停", moderation.pause, (_WHERE,)),
    Action("resume", "恢复", moderation.resume, (_WHERE,)),
    Action("roles", "身份组", moderation.roles, (_PAGE,), (("roles list", "身份组 列表"),)),
    Action("roles give", "身份组 给", moderation.give, (_ROLE, _required(_MAY))),
    Action("roles take", "身份组 收回", moderation.take, (_ROLE, _MAY)),
    Action("block", "屏蔽", blocking.block, (_SOMEBODY, _REACH)),
    Action("unblock", "取消屏蔽", blocking.unblock, (_SOMEBODY, _REACH)),
    Action("blocked", "屏蔽名单", blocking.blocked, (_PAGE,), (("block list", "屏蔽 列表"),)),
    Action("words", "屏蔽词", blocking.words, (_PAGE,), (("words list", "屏蔽词 列表"),)),
    Action("words add", "屏蔽词 添加", blocking.add_word, (_WORD, _REACH)),
    Action("words remove", "屏蔽词 删除", blocking.remove_word, (_WORD, _REACH)),
    Action("reports", "举报", reporting.where, (_REPORT_TO,)),
    Action("audit", "记录", moderation.audit, (_PAGE,)),
)
_ADMIN: Final = (
    *_BUDGET,
    *_MODERATION,
    Action("spaces", "地方", admin.spaces, (_PAGE,)),
    Action("open", "启用", admin.open_space, (_SPACE, _MODE), (("allow", "开放"),)),
    Action("close", "停用", admin.close_space, (_SPACE,), (("refuse", "拒绝"), ("shut", "关闭"))),
    Action("place", "处理", letting_in.decide, (_SPACE, _DECISION, _PAGE), hidden=True),
    Action("asked", "询问", letting_in.asked, (_SPACE,), hidden=True),
    Action("waiting", "等候", letting_in.waiting, hidden=True),
    Action("backup", "备份", backups.listed, (_PAGE,), (("backups", "全部备份"), ("backup list", "备份 列表"))),
    Action("backup now", "备份 现在", backups.make),
    Action("backup forget", "备份 忘掉", backups.forget, (), (("backups forget", "全部备份 忘掉"),)),
    Action("code", "口令", admin.code, (Param("code", ParamKind.REST),)),
)

HOUSE: Final = (
    Command("settings", "设置", HelpTopic.HOUSE, settings.settings, (_SETTING, _VALUE), _SETTINGS, aliases=("set",)),
    Command("mode", "模式", HelpTopic.HOUSE, settings.mode, (_MODE,), _MODES),
    Command("me", "我", HelpTopic.HOUSE, person.me, (), _ME, shortcuts=(("forget", "forget"), ("忘掉我", "forget"))),
    Command("admin", "管理", HelpTopic.HOUSE, moderation.overview, (_PAGE,), _ADMIN),
    Command(
        "report",
        "举报",
        HelpTopic.HOUSE,
        reporting.report,
        (),
        (Action("send", "发送", reporting.send, (_TOKEN,), hidden=True, typed="/report"),),
    ),
    Command("status", "状态", HelpTopic.HOUSE, house.status, (_PAGE,)),
    Command(
        "help",
        "帮助",
        HelpTopic.HOUSE,
        helping.show_help,
        (Param("topic", ParamKind.REST, source="commands"),),
        aliases=("h", "?", "？"),
    ),
    Command(
        "start",
        "开始",
        HelpTopic.HOUSE,
        admin.start,
        (Param("code", ParamKind.REST),),
        platforms=frozenset({"telegram"}),
    ),
    Command("quit", "退出", HelpTopic.HOUSE, house.leave, aliases=("exit", "bye"), platforms=frozenset({"terminal"})),
)
