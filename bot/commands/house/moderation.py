"""Order in a place: silence, what roles may do, and who changed what."""

import re
from dataclasses import replace
from typing import Final

from bot.commands.framework.abilities import AccessRole, allowed
from bot.commands.framework.access_roles import ADMINS, EVERYONE
from bot.commands.framework.arguments import localised, spelled
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import PAGE_SIZE, Listing, ListItem, Paragraph, Reply, page_of, told
from bot.commands.house.admin import places_panel, spaces
from bot.commands.house.budgets import amount_words, reach_of
from bot.commands.house.setting_page import before_and_after
from engine.actions.house import access, moderation
from engine.values.house.allowances import AllowanceHolder, Grant
from engine.values.house.changes import (
    AdultChange,
    AllowanceChange,
    BlockChange,
    ChangeRecord,
    GrantChange,
    Removal,
    SettingChange,
    WordChange,
)
from engine.values.house.setting_fields import FIELDS

_INSIDE: Final = ("budget set", "budget off", "roles give", "roles take", "words add", "words remove", "code")
"""What the list that they belong to tells."""
WHERE: Final = ("here", "server", "all")
WHERE_ZH: Final = ("这里", "服务器", "全部")
ALIKE: Final = (("group", "server"), ("群", "server"))
MAY: Final = tuple(it.value for it in Grant)
MAY_ZH: Final = ("聊天", "导入", "管理")
_HOLDERS: Final = {"here": AllowanceHolder.CHANNEL, "server": AllowanceHolder.SPACE, "all": AllowanceHolder.HOUSE}
_ROLE: Final = re.compile(r"<@&(\d+)>|(\d{5,25})")
_OWN: Final = {
    **dict.fromkeys(("admins", "管理员"), ADMINS),
    **dict.fromkeys(("everyone", "@everyone", "大家", "所有人"), EVERYONE),
}
_ACTS: Final = (
    "setting", "allowance", "pause", "resume", "grant", "revoke", "block", "unblock", "word", "report", "reports",
    "adult", "claim", "open", "close", "delete", "forget",
)  # fmt: skip


async def overview(call: CommandCall) -> Reply:
    """For owners every place, and what can be done besides; for who looks after a server what can be done there."""
    admin = call.table.find("admin")
    assert admin
    usable = [
        action
        for action in admin.shown
        if allowed(admin.action_ability(action), call.access_roles) and action.name not in _INSIDE
    ]
    named = [(f"/{spelled(admin, call.speak)} {spelled(it, call.speak)}", it) for it in usable]
    if AccessRole.OWNER in call.access_roles:
        reply = await spaces(call)
        rest = call.speak.say(
            "admin-rest", help=f"{localised('/help', call.table, call.speak)} {spelled(admin, call.speak)}"
        )
        listed = replace(reply, blocks=(*reply.blocks, Paragraph(rest)))
        return places_panel(listed, f"/admin {call.number('page', 1)}") if reply.panel else listed
    items = tuple(ListItem(name, call.speak.say(admin.action_label(it))) for name, it in named)
    return Reply((Listing(call.speak.say("order-overview"), items),))


async def pause(call: CommandCall) -> Reply:
    """Make the characters silent."""
    where = call.text("where") or WHERE[0]
    await moderation.pause(call.ctx, call.runner, call.here, _HOLDERS[where], paused=True)
    return told(call.speak.say("order-paused", where=where, platform=call.table.platform))


async def resume(call: CommandCall) -> Reply:
    """Let them speak again; what is fresh is answered."""
    where = call.text("where") or WHERE[1]
    await moderation.pause(call.ctx, call.runner, call.here, _HOLDERS[where], paused=False)
    return told(call.speak.say("order-resumed", where=where, platform=call.table.platform))


async def roles(call: CommandCall) -> Reply:
    """What the roles of this place may do."""
    admission = await access.admission(call.ctx, call.here)
    items = tuple(ListItem(_role(call, role), call.speak.say("order-may", may=may)) for role, may in admission.grants)
    shown, page, pages = page_of(items, call.number("page", 1))
    hint = call.speak.say("order-roles-hint", platform=call.table.platform)
    if not items:
        return told(call.speak.say("order-no-roles"), hint)
    return Reply((Listing(call.speak.say("order-roles", page=page, pages=pages), shown, hint),))


async def give(call: CommandCall) -> Reply:
    """Let a role talk, import or look after the place."""
    role = role_of(call.text("named-role"))
    if not role:
        return told(call.speak.say("order-role-unknown", platform=call.table.platform))
    may = Grant(call.text("may"))
    await moderation.grant(call.ctx, call.here, role, may)
    return told(call.speak.say("order-given", role=_role(call, role), may=may.value))


async def take(call: CommandCall) -> Reply:
    """Take back what a role may do."""
    role = role_of(call.text("named-role"))
    may = Grant(call.text("may")) if call.text("may") else None
    gone = await moderation.revoke(call.ctx, call.here, role, may) if role else 0
    return told(call.speak.say("order-taken" if gone else "order-not-taken", role=_role(call, role)))


async def audit(call: CommandCall) -> Reply:
    """Who changed what, newest first."""
    page = max(1, call.number("page", 1))
    found, count = await moderation.changes(call.ctx, call.here, reach_of(call), page)
    if not found:
        return told(call.speak.say("audit-none"))
    title = call.speak.say("audit-title", page=page, pages=-(-count // PAGE_SIZE))
    return Reply((Listing(title, tuple(_change(call, it) for it in found)),))


def role_of(typed: str) -> str:
    """The role that is meant: mentioned, by its number, or one of our own; "" for none."""
    word = typed.strip()
    found = _ROLE.fullmatch(word)
    return (found[1] or found[2]) if found else _OWN.get(word.casefold(), "")


def _role(call: CommandCall, role: str) -> str:
    if role in (ADMINS, EVERYONE):
        return call.speak.say("order-role-own", role=role)
    return f"<@&{role}>" if call.table.platform == "discord" else role


def _change(call: CommandCall, record: ChangeRecord) -> ListItem:
    speak = call.speak
    act = record.act if record.act in _ACTS else "other"
    name = record.change.name if isinstance(record.change, SettingChange) else record.act
    about = FIELDS.get(name)
    what = speak.say("audit-act", act=act, name=speak.say(about.label) if about else name, to=_to(call, record))
    where = f" · {record.place}" if record.place and reach_of(call).value == "house" else ""
    return ListItem(what, f"{record.by or speak.say('audit-somebody')} · {speak.ago(record.at, call.now)}{where}")


def _reach(call: CommandCall, *, everywhere: bool) -> str:
    return call.speak.say("audit-reach", everywhere="yes" if everywhere else "no")


def _to(call: CommandCall, record: ChangeRecord) -> str:
    """What it is now; of what was deleted or forgotten, how much that was."""
    speak = call.speak
    match record.change:
        case Removal(kind=kind, count=count):
            return speak.say("audit-deleted", kind=kind, count=count)
        case SettingChange(name=name) as change if name in FIELDS:
            before, after = before_and_after(call, FIELDS[name], change)
            return speak.say("settings-change", before=before, after=after)
        case BlockChange(everywhere=everywhere):
            return _reach(call, everywhere=everywhere)
        case WordChange(everywhere=everywhere, blocked=blocked):
            said = speak.say("audit-word", blocked="yes" if blocked else "no")
            return speak.say(
                "with-colon", before=said, behind=speak.say("audit-reach", everywhere="yes" if everywhere else "no")
            )
        case AdultChange(adult=adult):
            return speak.say("audit-adult", adult="as-said" if adult is None else "yes" if adult else "no")
        case SettingChange(after=after) if after is not None:
            return str(after)[:60]
        case AllowanceChange(unit=unit, after=after) if after is not None:
            return amount_words(call, unit, after)
        case GrantChange(role=role, may=may):
            return speak.say("with-colon", before=_role(call, role), behind=speak.say("order-may", may=may))
        case _:
            return speak.say("audit-nothing")
