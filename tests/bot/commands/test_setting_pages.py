"""Modes and settings as pages with buttons."""

from dataclasses import replace
from typing import Any

import pytest

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.controls import fits
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.forms import use_of
from bot.commands.framework.reply import Listing, ListItem, Reply
from bot.commands.framework.run import run
from bot.commands.framework.suggesting import suggestions
from bot.commands.framework.table import table_for
from bot.commands.house.setting_places import NEED_BUTTONS, NOTHING_ON, ONLY_ON, does_something
from bot.commands.house.setting_rights import WORDS
from bot.commands.house.setting_ways import to_groups
from bot.commands.house.setting_words import group_called, name_and_value, sets, to_change, to_modes
from bot.commands.house.settings import mode
from bot.pages import pages
from bot.words.localise import Speech
from engine.actions.house import settings
from engine.values.chats.outgoing import PartLimit
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_fields import FIELDS, ValueKind
from engine.values.house.setting_scopes import SettingScope
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.bot.commands.test_people import call_of
from tests.bot.visitor import Visitor, ann, controls_of, owner, words

__all__ = ["ann", "owner"]

SPEECH = Speech()
LIMIT = PartLimit(4_000)


@pytest.mark.parametrize(
    ("name", "value", "scope", "lines"),
    [
        ("listen", False, SettingScope.CHANNEL, ["listen on", "reset listen"]),
        (
            "mode",
            "chat",
            SettingScope.SPACE,
            ["space mode story", "space mode lounge", "space mode circle", "space mode default"],
        ),
        (
            "debounce",
            4.0,
            SettingScope.CHANNEL,
            ["debounce 3.0", "write here debounce", "debounce 5.0", "reset debounce"],
        ),
        ("debounce", 0.0, SettingScope.CHANNEL, ["write here debounce", "debounce 0.5", "reset debounce"]),
        (
            "history_limit",
            500,
            SettingScope.CHANNEL,
            ["history_limit 400", "write here history_limit", "reset history_limit"],
        ),
        (
            "budget_tokens",
            24_000,
            SettingScope.CHARACTER,
            [
                "character budget_tokens 19000",
                "write character budget_tokens",
                "character budget_tokens 29000",
                "character budget_tokens default",
            ],
        ),
        ("temperature", None, SettingScope.CHANNEL, ["write here temperature", "reset temperature"]),
        ("timezone", "UTC", SettingScope.PERSON, ["write me timezone", "reset timezone"]),
        ("language", "en", SettingScope.CHANNEL, ["here language zh", "here language default"]),
    ],
)
def test_a_setting_has_its_next_values_as_buttons(name: str, value: Any, scope: SettingScope, lines: list[str]) -> None:
    """On a phone somebody would have to type a value, and guess one beyond the range."""
    set_there, inherited = (
        [it.control for it in to_change(FIELDS[name], value, scope, SPEECH.speaker("en"), is_set=is_set)]
        for is_set in (True, False)
    )
    assert set_there == [f"run:/settings {line}" for line in lines]
    assert inherited == set_there[:-1], "nothing is there to reset"


def test_every_button_of_a_setting_fits_and_can_be_typed() -> None:
    """A button would be missing on one platform, or would say that it is not understood."""
    table = table_for("telegram")
    for about in FIELDS.values():
        for scope in WORDS:
            for value in (about.default, about.high):
                for it in to_change(about, value, scope, SPEECH.speaker("zh"), is_set=True):
                    assert fits(it.control), it.control
                    use = use_of(table, it.control.removeprefix("run:"))
                    assert use, it.control
                    assert use.opens == ("settings write" in it.control), "a window has to be the first answer"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_group_and_mode_has_its_words(language: str) -> None:
    """A button would carry the name of a message instead of a word."""
    speak = SPEECH.speaker(language)
    labels = [it.label for it in (*to_groups(speak), *to_modes(speak, Mode.CHAT))]
    assert not [it for it in labels if "settings-" in it or "mode-" in it]
    for group in SettingGroup:
        assert group_called(speak.say(f"settings-group-{group.value}"), speak) is group
    assert speak.say("setting-bubbles") in sets(Mode.CHAT, table_for("discord"), speak)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("page", ["1", "2"])
async def test_the_buttons_of_other_pages_have_a_heading(anybody: AtTerminal, language: str, page: str) -> None:
    """People, memory, pace …: a row of words under a list of settings, and nobody knows what they open."""
    reply = await run(call_of(anybody, language), "settings", page)
    speak = SPEECH.speaker(language)
    heading = words(reply).splitlines()[-1]
    assert heading.startswith(speak.say("settings-more", pages="").rstrip())
    opened = [it.label for it in reply.choices if it.control.startswith("run:/settings ") and it.label in heading]
    assert {it.label for it in to_groups(speak)} < {*opened}
    assert speak.say("settings-advanced-button") in opened
    for group in SettingGroup:
        one = await run(call_of(anybody, language), "settings", group.value)
        assert heading not in words(one), "its one other page is the way back"


async def test_a_mode_says_what_it_sets_and_what_changes(owner: Visitor) -> None:
    """Somebody would choose a mode blindly, and wonder where the buttons went."""
    lines = ("/mode", "/mode story", "/settings bubbles")
    shown, changed, at_once = [_read(await owner.uses(it)) for it in lines]
    assert "Message bubbles: up to 3 messages" in shown
    assert "Message bubbles: up to 3 messages → one message" in changed
    assert "Buttons: off → on" in changed
    assert "Message bubbles = one message" in at_once


async def _listed(call: CommandCall) -> set[str]:
    """All settings that lists name."""
    groups = (*(it.value for it in SettingGroup), "advanced")
    replies = [
        await run(call, "settings", line) for line in ("", "2", *(f"{it} {n}" for it in groups for n in range(1, 12)))
    ]
    return {item.detail.split()[0].partition("（")[0] for reply in replies for item in _items(reply)}


def _read(reply: Reply) -> str:
    return "\n".join(it.text for it in pages(reply, LIMIT, SPEECH, "k"))


def _items(reply: Reply) -> list[ListItem]:
    return [it for block in reply.blocks if isinstance(block, Listing) for it in block.items]


@pytest.mark.parametrize(
    ("platform", "buttons"), [("discord", True), ("telegram", True), ("terminal", True), ("irc", False)]
)
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_does_nothing_on_a_platform_is_not_offered_there(
    anybody: AtTerminal, platform: str, buttons: bool, language: str
) -> None:
    """Somebody switches the buttons on at a terminal, which has none, or drafts of Telegram on Discord."""
    call = replace(call_of(anybody, language), table=table_for(platform, buttons=buttons))
    speak, listed = call.speak, await _listed(call)
    hidden = [it for it in FIELDS if not does_something(it, call.table)]
    nothing = NOTHING_ON.get(platform, frozenset()) | (NEED_BUTTONS if not buttons else frozenset())
    assert {*ONLY_ON, *nothing} >= {*hidden} >= nothing
    assert hidden
    assert listed == {*FIELDS} - {*hidden}
    assert not [it for it in _items(await run(call, "mode", "")) for name in hidden if _label(name, call) in it.detail]
    for name in hidden:
        before = getattr(await settings.current(anybody.engine.ctx, anybody.here), name)
        for line in (name, f"{name} {_other(name, before)}", f"write here {name}"):
            reply = await run(call, "settings", line)
            assert speak.say("settings-nothing-here") in _read(reply)
            assert not [it for it in controls_of(reply) if f" {name}" in it]
        assert getattr(await settings.current(anybody.engine.ctx, anybody.here), name) == before
    found = {value for word in hidden for _, value in await suggestions(call, "settings", "setting", word)}
    assert not found & {*hidden}


def _label(name: str, call: CommandCall) -> str:
    return call.speak.say(FIELDS[name].label)


def _other(name: str, value: object) -> str:
    about = FIELDS[name]
    if isinstance(value, bool):
        return "off" if value else "on"
    return next((it for it in about.choices if it != value), "0.5" if about.kind is ValueKind.NUMBER else "2")


async def test_a_group_is_a_page_and_is_counted_before_it_is_taken_back(mo: AtTerminal) -> None:
    """A reset would take more back than anybody meant."""
    said = await mo.types("/settings pace", "/settings history_limit 40", "/settings reset memory", "no")
    assert "Pause before answering = " in said
    assert "One setting was changed here: Messages in view. Reset it?" in said
    assert "Messages in view = 40 messages" in await mo.types("/settings history_limit"), "nothing before the yes"


@pytest.mark.parametrize("line", ["/settings mode lounge", "/settings listen on", "/settings budget_tokens 9000"])
async def test_a_member_changes_nothing_for_the_place(mo: AtTerminal, line: str) -> None:
    """Anybody in a server could make the character listen to everyone, or give the place another mode."""
    given = replace(call_of(mo, private=False), access_roles=frozenset({AccessRole.MEMBER, AccessRole.PLAYER}))
    before = await settings.current(mo.engine.ctx, given.here)
    assert (await run(given, "settings", line.partition(" ")[2])).private
    assert await settings.current(mo.engine.ctx, given.here) == before
    await run(given, "settings", "language zh")
    assert (await settings.current(mo.engine.ctx, given.here)).language == "zh", "what is their own is theirs to set"


async def test_any_value_can_be_written_into_a_form(mo: AtTerminal) -> None:
    """Whoever wants a value that no button offers would have to know what to type."""
    _, asked, _, shown, _, chinese = await mo.answers(
        "/settings history_limit",
        "1",
        "45",
        "/settings history_limit",
        "/settings Messages in view 40",
        "/设置 可见消息数",
    )
    assert "✏️ 0 to 500" in asked
    assert "Messages in view = 45 messages" in shown
    assert "可见消息数 = 40" in chinese
    assert "history_limit" in chinese


def test_the_name_of_a_setting_may_be_several_words() -> None:
    """Somebody types what the list shows, and is told that no setting is called so."""
    speak = SPEECH.speaker("zh")
    assert name_and_value("Messages", "in view 40", speak) == ("history_limit", "40")
    assert name_and_value("可见消息数", "40", speak) == ("history_limit", "40")
    assert name_and_value("nothing", "like it", speak) == ("nothing", "like it")
    assert group_called("world books", speak) is SettingGroup.WORLD


async def test_a_name_that_no_setting_has_is_answered_with_what_looks_like_it(
    mo: AtTerminal, terminals: Terminals
) -> None:
    """A slip of the finger ends at a list of all settings, or at a command that does not exist."""
    said = await mo.types("/settings frobnicate 3", "/settings history-limt", "/settings reset mesages")
    assert "“frobnicate”. /settings lists all settings." in said
    assert "Did you mean: history_limit (Messages in view)" in said
    assert "Did you mean: language (Language)" not in said
    them = await terminals.somebody(language="zh")
    said = await them.types("/设置 frobnicate 3", "/设置 可见消息", "/设置 全局 temperatur 1")
    assert "没有叫“frobnicate”的设置。输入 /设置 查看有哪些。" in said
    assert "也许是：history_limit（可见消息数）" in said
    assert "也许是：temperature（" in said


async def test_a_page_says_for_whom_it_is_set_and_who_changed_it_last(owner: Visitor) -> None:
    """Nobody would find how to set something for a whole server, or who changed it, when and from what."""
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    page = await guild.uses("/settings budget_tokens")
    assert [it for it in controls_of(page) if it.endswith(" budget_tokens")] == [
        "run:/settings write here budget_tokens",
        "run:/settings character budget_tokens",
        "run:/settings space budget_tokens",
    ]
    await guild.presses("run:/settings space budget_tokens 9000")
    await guild.presses("run:/settings space budget_tokens 9000")
    await guild.uses("/settings budget_tokens 5000")
    assert "run:/settings reset budget_tokens" in controls_of(await guild.uses("/settings budget_tokens"))
    last = (await guild.uses("/settings space budget_tokens")).blocks[1]
    assert isinstance(last, Listing)
    assert [(it.text, it.detail.split(", ")[-1]) for it in last.items] == [
        ("not set → 5,000 tokens", "for: this chat"),
        ("not set → 9,000 tokens", "for: this group"),
    ]
    assert owner.origin.person in last.items[0].detail
    far = await guild.uses("/settings space budget_tokens 8k")
    assert "Here “5,000 tokens” still applies; it comes from: this chat." in words(far)
    back = await guild.uses("/settings space budget_tokens default")
    assert "is back to" in words(back)


async def test_a_wrong_value_is_refused_with_the_range_and_the_old_one_stays(owner: Visitor) -> None:
    """Somebody would not know what fits, nor whether their setting is lost now."""
    await owner.uses("/settings budget_tokens 12k")
    refused = words(await owner.uses("/settings budget_tokens 5"))
    assert "Budget (budget_tokens) can be 1,000 to 200,000." in refused
    assert "“Budget” is still “12,000 tokens”." in refused
    assert "on · off" in words(await owner.uses("/settings listen maybe"))
    wrong = words(await owner.uses("/me language 法语"))
    assert "可以填：English、中文" in wrong
    in_chinese = replace(owner, language="zh")
    await owner.uses("/me language zh")
    assert "“预算”（budget_tokens）可以设为 1,000 到 200,000。" in words(await in_chinese.uses("/设置 预算 5"))
    await in_chinese.uses("/设置 什么时候回复 叫到就回，偶尔也插话")
    here = await owner.engine.places.resolve(owner.origin)
    assert (await settings.current(owner.engine.ctx, here)).speaks == "chance"


async def test_a_member_finds_no_buttons_that_do_nothing(owner: Visitor) -> None:
    """Anybody would press what they may not do, or change for a whole server what they may change for themselves."""
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    await guild.uses("/settings here timezone Asia/Tokyo")
    bob = owner.named("bob", private=False)
    assert controls_of(await bob.uses("/settings debounce")) == ["run:/settings 2"]
    own = controls_of(await bob.uses("/settings timezone"))
    assert own == ["run:/settings write me timezone", "run:/settings"]
    for line in ("here timezone UTC", "space timezone UTC", "write here timezone UTC", "write space debounce 3"):
        assert (await bob.uses(f"/settings {line}")).private
    await bob.uses("/settings reset timezone")
    there = await bob.engine.places.resolve(bob.origin)
    assert (await settings.current(bob.engine.ctx, there)).timezone == "Asia/Tokyo"


async def test_a_lounge_says_that_there_are_booths(mo: AtTerminal) -> None:
    """Nobody would find out that a lounge can give each person a place of their own."""
    await settings.put(mo.engine.ctx, mo.here, SettingScope.SPACE, "mode", "lounge")
    apart: Any = object()
    page = await mode(replace(call_of(mo, private=False), apart=apart))
    assert "/mode booths" in words(page)
    assert "run:/mode booths" in controls_of(page)
    assert "booths" not in str(await mode(call_of(mo)))


async def test_story_pages_are_a_button_away(owner: Visitor) -> None:
    """Where pages are off, somebody reads how to switch them on and has to type it."""
    await owner.says("hello")
    await owner.idle()
    shown = await owner.uses("/story")
    [switch] = [it for it in controls_of(shown) if "story_pages" in it]
    await owner.presses(switch)
    here = await owner.engine.places.resolve(owner.origin)
    [held] = await settings.explained(owner.engine.ctx, here, "story_pages")
    assert held.value is True
    assert not [it for it in controls_of(await owner.uses("/story")) if "story_pages" in it]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_budget_that_is_bounded_is_refused_with_the_bound(terminals: Terminals, language: str) -> None:
    """The button under an imported preset, which runs this line, would seem to widen what the server has bounded."""
    them = await terminals.somebody(language=language)
    await settings.put(them.engine.ctx, them.here, SettingScope.SPACE, "budget_tokens", "8000")
    said = await them.types("/settings budget_tokens 60000")
    assert "8,000" in said or "8000" in said
    assert ("can be at most" if language == "en" else "最多") in said
    assert (await settings.current(them.engine.ctx, them.here)).budget_tokens == 8_000
