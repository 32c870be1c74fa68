"""Lists of settings: those that most people need, those of a group, and the rest."""

from dataclasses import replace

from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import both_pages
from bot.commands.framework.panel import as_panel
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of
from bot.commands.house import setting_rights
from bot.commands.house.setting_places import those_of
from bot.commands.house.setting_rights import usual
from bot.commands.house.setting_ways import ADVANCED, ListPage, to_groups
from bot.commands.house.setting_words import run_choice, shown
from engine.actions.house import settings
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope, SettingValue


async def front(call: CommandCall, page: int) -> Reply:
    """What most people need, and the ways to all other lists, below a line that says so."""
    wanted = ListPage(page=page)
    more = run_choice(ListPage(ADVANCED).line(call.speak), call.speak.say("settings-advanced-button"))
    further = (*to_groups(call.speak), more)
    named = call.speak.say("settings-more", pages=call.speak.say("list-comma").join(it.label for it in further))
    listed = await _list(call, "settings-list", wanted, further)
    return replace(listed, blocks=(*listed.blocks, Paragraph(named)))


async def advanced(call: CommandCall, page: int) -> Reply:
    """What few people need."""
    return await _list(call, "settings-advanced-list", ListPage(ADVANCED, page), _back(call))


async def group(call: CommandCall, of: SettingGroup, page: int) -> Reply:
    """What is about one thing."""
    word = call.speak.say(f"settings-group-{of.value}")
    return await _list(call, "settings-group-list", ListPage(of.value, page), _back(call), group=word)


def _back(call: CommandCall) -> tuple[ReplyChoice, ...]:
    return (ListPage().back(call.speak),)


async def _list(
    call: CommandCall, title: str, wanted: ListPage, further: tuple[ReplyChoice, ...], **said: str
) -> Reply:
    """A page of settings, each with its button; the hint names the first of them."""
    speak = call.speak
    shown_here, number, pages = page_of(those_of(wanted.names, call.table), wanted.page)
    at = ListPage(wanted.of, number)
    first = setting_rights.line(shown_here[0], usual(shown_here[0]))
    hint = speak.say("settings-list-hint", line=localised(first, call.table, speak))
    found = {it.name: it for it in await settings.explained(call.ctx, call.here, None, speak.language)}
    rows = tuple(_row(call, name, found[name].value, found[name].scope, at) for name in shown_here)
    listing = Listing(speak.say(title, page=number, pages=pages, **said), rows, hint)
    turns = both_pages(speak, at.opened(speak), number, pages)
    own = any(setting_rights.is_own(call, name, found[name].scope) for name in shown_here)
    return as_panel(Reply((listing,), choices=(*turns, *further), secret=own), at.line(speak))


def _row(call: CommandCall, name: str, value: SettingValue | None, scope: SettingScope, at: ListPage) -> ListItem:
    about, speak = FIELDS[name], call.speak
    label = speak.say(about.label)
    if name == "mode" and scope is SettingScope.MODE:
        scope = SettingScope.DEFAULT  # nothing else than itself says what it is
    return ListItem(
        speak.say("settings-row", label=label, value=shown(about, value, speak)),
        speak.say("settings-item", name=name, scope=scope.value),
        choices=(run_choice(setting_rights.line(name, usual(name), at.mark), label),),
    )
