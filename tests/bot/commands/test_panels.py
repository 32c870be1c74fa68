"""Panels: what they show is what holds, whoever changes it and how; everything they list can be pressed."""

import re
from dataclasses import dataclass, field, replace

import pytest

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.arguments import localised
from bot.commands.framework.reply import PAGE_SIZE, Listing, ListItem, Reply, Retelling, told
from bot.commands.framework.run import run
from bot.commands.framework.table import table_for
from bot.commands.house.setting_page import another_value
from bot.commands.house.setting_places import does_something
from bot.commands.house.setting_rights import WORDS
from bot.commands.house.setting_rights import line as setting_line
from bot.commands.house.setting_ways import ADVANCED, ListPage, group_line, list_page, list_with
from bot.commands.house.setting_words import name_and_value, neighbours, shown, to_change, typed_value
from bot.delivery.surface import Button
from bot.discord.components import rows
from bot.discord.surface import DiscordSurface
from bot.pages import pages
from bot.telegram.keyboards import keyboard
from bot.telegram.surface import TelegramSurface
from bot.terminal.wording import numbers_of, reply_lines
from bot.words.localise import LANGUAGES, Speech
from engine.actions.house import panels
from engine.actions.house import settings as settings_actions
from engine.rules.scopes import parse_value
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.places import Address
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS, SettingField, ValueKind
from tests.bot.at_terminal import AtTerminal
from tests.bot.commands.test_people import call_of
from tests.bot.visitor import Visitor, ann, owner, words

__all__ = ["ann", "owner"]

SPEECH = Speech()
NUMBERS = [it for it in FIELDS.values() if it.kind in (ValueKind.WHOLE, ValueKind.NUMBER)]


@dataclass
class Screen:
    """A place as its people see it: messages by number, which change as a platform changes them."""

    visitor: Visitor
    messages: dict[str, Reply] = field(default_factory=dict)
    moved: dict[str, Address] = field(default_factory=dict)
    """Where those stand that changed elsewhere."""

    def by(self, person: str) -> "Screen":
        """The same place as somebody else uses it."""
        there = self.visitor
        return replace(self, visitor=replace(there, origin=replace(there.origin, person=person, person_name=person)))

    async def uses(self, line: str) -> str:
        """Somebody types a command; the message that answers."""
        return await self._shown(await self.visitor.uses(line), "")

    async def presses(self, message: str, control: str) -> str:
        """Somebody presses a button of a message; the message that answers."""
        assert control in self.buttons(message), "there is no such button"
        pressed = self.visitor.incoming(control, IncomingKind.BUTTON, replied=message)
        return await self._shown(await self.visitor.handler.hear(pressed, self.visitor.sender), message)

    def title(self, message: str) -> str:
        return next((it.title for it in self.messages[message].blocks if isinstance(it, Listing)), "")

    def buttons(self, message: str) -> list[str]:
        return [button.control for row in drawn(self.messages[message]) for button in row]

    async def _shown(self, reply: Reply, pressed: str) -> str:
        message = pressed if reply.instead else f"m{len(self.messages) + 1}"
        self.messages[message] = reply
        if reply.kept:
            here, panel = reply.kept
            await panels.put(self.visitor.engine.ctx, here, replace(panel, message=message))
        for it in reply.redrawn:
            self.messages[it.message] = it.reply
            if it.at:
                self.moved[it.message] = it.at
        return message


def drawn(reply: Reply) -> tuple[tuple[Button, ...], ...]:
    """The rows of buttons under an answer."""
    reply = reply if reply.blocks else replace(told("-"), choices=reply.choices)
    return pages(reply, DiscordSurface.limit, SPEECH, "k")[-1].buttons


@pytest.mark.parametrize("about", NUMBERS, ids=lambda it: it.name)
@pytest.mark.parametrize("tongue", ["en", "zh"])
def test_a_button_says_what_it_sets(about: SettingField, tongue: str) -> None:
    """Somebody reads "− 0.2" beside 0.3, and does not know whether 0.2 or 0.1 comes of it."""
    speak = SPEECH.speaker(tongue)
    assert about.low is not None
    assert about.high is not None
    middle = (about.low + about.high) / 2
    for given in (about.default, about.low, about.high, middle):
        if not isinstance(given, int | float):
            continue
        value = int(given) if about.kind is ValueKind.WHOLE else given
        lower, higher = neighbours(about, value)
        for scope in WORDS:
            made = to_change(about, value, scope, speak, is_set=True)
            sets = {it.label: it.control.rpartition(" ")[2] for it in made if "write" not in it.control}
            for near in {lower, higher} - {value}:
                assert float(sets[shown(about, near, speak)]) == near
            row = drawn(Reply(choices=made))[0]
            now = f"✏️ {shown(about, value, speak)}"
            wished = [shown(about, it, speak) for it in (lower, value, higher)]
            assert [it.label for it in row] == [
                *wished[: lower != value],
                now,
                *wished[len(wished) - (higher != value) :],
            ]


async def test_a_panel_stays_and_shows_what_was_pressed(owner: Visitor) -> None:
    """The page goes on saying 0.3 after somebody has pressed 0.2. Tried with every setting."""
    screen = Screen(owner)
    speak = SPEECH.speaker("en")
    for name, about in FIELDS.items():
        if name == "language":
            continue
        page = await screen.uses(f"/settings {name}")
        [first, *_] = [it for it in screen.buttons(page) if it.startswith("run:/settings ")]
        typed = first.rpartition(" ")[2]
        if "/settings write" in first or "/settings reset" in first or typed not in first.partition(name)[2]:
            continue
        assert await screen.presses(page, first) == page, f"{name}: another message came"
        here = await owner.engine.places.resolve(owner.origin)
        [held] = await settings_actions.explained(owner.engine.ctx, here, name)
        assert f"= {shown(about, held.value, speak)} (" in screen.title(page), name
        assert first not in screen.buttons(page) or about.kind is ValueKind.TEXT, f"{name}: it can be pressed once more"


@pytest.mark.parametrize("line", ["/settings recall_floor", "/settings recalling", "/mode", "/admin spaces", "/story"])
async def test_a_panel_keeps_the_language_it_was_made_in(owner: Visitor, line: str) -> None:
    """After one `/记忆` the cards further up would turn Chinese, and English again at the next command."""
    screen = Screen(owner)
    other = await screen.uses("/settings temperature" if line == "/mode" else "/mode")
    page = await screen.uses(line)
    before = [screen.messages[it] for it in (page, other)]
    await screen.uses("/记忆")
    assert [screen.messages[it] for it in (page, other)] == before, "nothing that they show has changed"
    await screen.uses("/设置 recall_floor 0.45" if line.startswith("/settings") else "/模式 剧情")
    for message in (page, other):
        assert screen.messages[message].tongue == "en"
        assert not re.search("[\u4e00-\u9fff]", screen.title(message)), screen.title(message)


@pytest.mark.parametrize(("opened", "other"), [("/settings", "/记忆"), ("/设置", "/memory")])
@pytest.mark.parametrize("line", ["", " language"])
async def test_how_commands_are_typed_moves_no_page(owner: Visitor, opened: str, other: str, line: str) -> None:
    """One mistyped word, and a page says of a setting that it is another; a press on it turns the page Chinese."""
    await owner.says("Good evening, how are you today?")
    screen = Screen(owner)
    page = await screen.uses(opened + line)
    before = screen.messages[page]
    drawn_before = len(screen.messages)
    await screen.uses(other)
    assert screen.messages[page] is before, screen.title(page)
    assert len(screen.messages) == drawn_before + 1
    if line:
        await screen.presses(page, "run:/settings")
    await screen.presses(page, next(it for it in screen.buttons(page) if it.endswith(" recall")))
    assert "recall" in screen.title(page)
    assert screen.messages[page].tongue == before.tongue
    sets = next(it for it in screen.buttons(page) if it.startswith("run:/settings recall "))
    await screen.presses(page, sets)
    assert screen.messages[page].tongue == before.tongue, "also where something was changed"
    assert bool(re.search("[\u4e00-\u9fff]", screen.title(page))) is (before.tongue == "zh"), screen.title(page)


@pytest.mark.parametrize(("opened", "chosen"), [("/settings language", "zh"), ("/设置 language", "en")])
async def test_a_page_speaks_the_language_that_was_chosen(owner: Visitor, opened: str, chosen: str) -> None:
    """Who chooses a language on a page would go on reading the other one, there and on every page that is open."""
    screen = Screen(owner)
    mode = await screen.uses("/mode" if opened.startswith("/settings") else "/模式")
    page = await screen.uses(opened)
    await screen.uses("/记忆" if chosen == "zh" else "/memory")
    await screen.presses(page, f"run:/settings language {chosen}")
    assert screen.messages[page].tongue == chosen
    await screen.uses("/mode story" if chosen == "en" else "/模式 剧情")
    assert screen.messages[mode].tongue == chosen


async def test_what_is_changed_elsewhere_is_seen_on_every_panel(owner: Visitor) -> None:
    """Of two people who look at a setting, one would read what does not hold any more."""
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    screen = Screen(replace(guild, access_roles=guild.access_roles | {AccessRole.ADMIN}))
    bob = screen.by("bob")
    own, his = await screen.uses("/settings recall_floor"), await bob.uses("/settings recalling")
    mode = await bob.uses("/mode")
    await screen.uses("/settings recall_floor 0.45")
    assert "= 0.45 (" in screen.title(own)
    assert "Recall: similarity = 0.45" in repr(screen.messages[his])
    await screen.presses(own, "run:/settings reset recall_floor")
    assert "= 0.3 (" in screen.title(own)
    assert "Recall: similarity = 0.3" in repr(screen.messages[his])
    await screen.uses("/mode chat")
    assert [it.key for it in _items(screen.messages[mode]) if it.current] == ["chat"]
    before = screen.messages[own]
    assert not (await guild.uses("/help")).redrawn, "what shows the same is not drawn again"
    assert screen.messages[own] is before


@pytest.mark.parametrize("decides", ["types", "presses"])
async def test_what_holds_in_a_whole_server_is_seen_in_its_other_channels(owner: Visitor, decides: str) -> None:
    """Somebody sets the mode of a server in one channel, and a page in another goes on saying what held before."""
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    screen = Screen(replace(guild, access_roles=guild.access_roles | {AccessRole.ADMIN}))
    harbour, home = (
        Screen(replace(screen.visitor, origin=origin), screen.messages)
        for origin in (replace(guild.origin, channel="harbour"), owner.origin)
    )
    there, alone = await harbour.uses("/settings recall_floor"), await home.uses("/settings recall_floor")
    before = screen.messages[alone]
    if decides == "types":
        await screen.uses("/settings space recall_floor 0.45")
    else:
        page = await screen.uses("/settings space recall_floor")
        value = next(it for it in screen.buttons(page) if it.startswith("run:/settings space recall_floor 0."))
        await screen.presses(page, value)
    held = (await settings_actions.current(owner.engine.ctx, here)).recall_floor
    assert held != 0.3
    assert f"= {held:g} (" in screen.title(there)
    assert screen.moved[there] == Address(guild.origin.platform, guild.origin.space, "harbour")
    assert screen.messages[alone] is before, "it is another place"
    assert not (await guild.uses("/help")).redrawn


async def test_what_owners_read_in_private_follows_what_they_decide_in_a_group(owner: Visitor) -> None:
    """An owner switches a group off in the group itself, and the list in their private chat says that it is on."""
    guild = owner.named(owner.origin.person, private=False)
    space = (await guild.engine.places.resolve(guild.origin)).space
    await guild.uses(f"/admin open id:{space} story")
    home = Screen(owner)
    listed = await home.uses("/admin spaces")
    mine = f"/admin place id:{space} "

    def stands() -> list[str]:
        listed_now = _items(home.messages[listed])
        return [it.detail for it in listed_now if any(mine in one.control for one in it.choices)]

    assert [", on for stories" in it for it in stands()] == [True]
    there = Screen(guild, home.messages)
    await there.uses(f"/admin close id:{space}")
    assert [", off" in it for it in stands()] == [True]
    assert there.moved[listed].private


async def test_the_next_panel_closes_the_one_before(owner: Visitor) -> None:
    """Two pages of settings stand in a chat, and the older one is pressed."""
    screen = Screen(owner)
    old = await screen.uses("/settings pace")
    page = await screen.uses("/settings debounce")
    assert screen.buttons(old) == []
    assert words(screen.messages[old]) == SPEECH.speaker("en").say("panel-closed")
    list_of = await screen.presses(page, "run:/settings 2")
    assert list_of == page
    assert await screen.uses("/mode") != page
    assert screen.buttons(page), "a page of another kind stays open"


async def test_a_second_press_finds_what_the_first_has_made(owner: Visitor) -> None:
    """Two quick presses, and the page falls back to the one before: where it is now is not written down yet."""
    screen = Screen(owner)
    page = await screen.uses("/settings recalling")
    first = screen.visitor.incoming("run:/settings from recall.1 recall_floor", IncomingKind.BUTTON, replied=page)
    screen.messages[page] = await screen.visitor.handler.hear(first, screen.visitor.sender)
    assert await screen.presses(page, "run:/settings recall_floor 0.2") == page
    assert "(recall_floor)" in screen.title(page)


async def test_a_press_is_taken_before_it_is_written_down_which_message_answers(owner: Visitor) -> None:
    """Who asks for the same page again and presses at once finds the page unchanged, and the answer below it."""
    screen = Screen(owner)
    await screen.uses("/settings recalling")
    page = "fresh"
    screen.messages[page] = await screen.visitor.uses("/settings recalling")
    assert await screen.presses(page, "run:/settings from recall.1 recall_floor") == page
    assert "(recall_floor)" in screen.title(page)


async def test_another_persons_press_leaves_the_panel_to_its_owner(owner: Visitor) -> None:
    """Somebody presses a button in a group, and the page of whoever asked shows what is only theirs."""
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    screen = Screen(replace(guild, access_roles=guild.access_roles | {AccessRole.ADMIN}))
    page = await screen.uses("/settings people")
    bob = screen.by("bob")
    own = await bob.presses(page, "run:/settings from people.1 language")
    assert own != page
    before, shown = screen.title(own), repr(screen.messages[page])
    await bob.uses("/settings language zh")
    assert screen.title(own) != before
    assert repr(screen.messages[page]) == shown


async def test_what_is_only_theirs_is_not_drawn_where_others_read(owner: Visitor) -> None:
    """A page that stands in a group since nothing was set follows its owner, and tells everybody their time zone."""
    guild = owner.named(owner.origin.person, private=False)
    here = await guild.engine.places.resolve(guild.origin)
    await guild.uses(f"/admin open id:{here.space} story")
    bob = Screen(guild).by("bob")
    page = await bob.uses("/settings timezone")
    await bob.uses("/settings timezone Antarctica/Casey")
    assert "Antarctica/Casey" not in repr(bob.messages[page])


@pytest.mark.parametrize("tongue", LANGUAGES)
def test_no_group_of_settings_is_called_as_a_setting(tongue: str) -> None:
    """Who types the name of a setting gets a list instead, and never the setting."""
    speak = SPEECH.speaker(tongue)
    groups = [speak.say(f"settings-group-{it.value}").casefold() for it in SettingGroup]
    settings = {name for field in FIELDS.values() for name in (field.name, speak.say(field.label).casefold())}
    assert len({*groups}) == len(groups)
    assert not settings & {*groups}


LINES = (
    "/settings",
    "/settings 2",
    *(f"/settings advanced {n}" for n in range(1, 20)),
    *(f"{group_line(it, SPEECH.speaker('en'))} {n}" for it in SettingGroup for n in range(1, 6)),
    *(f"/settings {name}" for name in FIELDS),
    *(f"/settings space {name}" for name in FIELDS),
    "/mode",
)


@pytest.mark.share(3)
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("tongue", ["en", "zh"])
async def test_everything_on_a_page_can_be_pressed(anybody: AtTerminal, line: str, tongue: str) -> None:
    """A list names a setting that has no button, or a platform leaves one out that has no room for it."""
    call = call_of(anybody, tongue)
    reply = await run(call, line[1:].partition(" ")[0], line.partition(" ")[2])
    assert reply.panel
    wished = {it.control for it in (*reply.choices, *(one for item in _items(reply) for one in item.choices))}
    for item in _items(reply):
        assert item.choices or not line.startswith("/settings") or line.rsplit(maxsplit=1)[-1] in FIELDS, item.text
    made = rows(pages(reply, DiscordSurface.limit, SPEECH, "k")[-1].buttons)
    assert len(made) <= 5
    assert all(1 <= len(row["components"]) <= 5 for row in made)
    assert {it["custom_id"] for row in made for it in row["components"]} == wished
    keys = keyboard(pages(reply, TelegramSurface.limit, SPEECH, "k")[-1].buttons)
    assert keys is not None
    assert {it.callback_data for row in keys.inline_keyboard for it in row} == wished
    assert max(len(row) for row in keys.inline_keyboard) <= 3
    assert {it.control for it in numbers_of(reply).values()} == wished
    typed = [it.text for it in reply_lines(reply, table_for("terminal"), SPEECH.speaker(tongue))]
    assert all(any(f"[{number}] " in text for text in typed) for number in numbers_of(reply))
    for block in reply.blocks:
        if isinstance(block, Listing) and block.hint and line.rsplit(maxsplit=1)[-1] not in FIELDS:
            named = set(re.findall(r"\w+", block.hint)) & set(FIELDS)
            listed = {word for item in block.items for word in re.findall(r"\w+", f"{item.text} {item.detail}")}
            assert named <= listed | {"mode"}, "the hint names what is on another page"


LISTS = [
    ListPage(of, number + 1)
    for of in ("", ADVANCED, *SettingGroup)
    for number in range(-(-len([*ListPage(of).names]) // PAGE_SIZE))
]


@pytest.mark.share(3)
@pytest.mark.parametrize("at", LISTS, ids=lambda it: it.mark)
@pytest.mark.parametrize("tongue", ["en", "zh"])
async def test_a_setting_leads_back_to_the_page_it_was_opened_from(owner: Visitor, at: ListPage, tongue: str) -> None:
    """Somebody opens a setting from a list, changes it, and is led back to a list that they never opened."""
    screen = Screen(replace(owner, language=tongue))
    speak = SPEECH.speaker(tongue)
    await screen.uses(f"/me language {tongue}")
    opened = at.line(speak)
    title = screen.title(page := await screen.uses(opened))
    for row in [it.control for item in _items(screen.messages[page]) for it in item.choices]:
        await screen.presses(page, row)
        about = FIELDS[row.rpartition(" ")[2]]
        assert about.name in screen.title(page)
        whose = [it for it in screen.buttons(page) if it.endswith(f" {about.name}") and " from " in it]
        for control in whose[-1:]:
            await screen.presses(page, control)
        sets = [it for it in screen.buttons(page) if f" {about.name} " in it and about.name != "language"]
        for control in sets[:1]:
            await screen.presses(page, control)
        await screen.presses(page, screen.buttons(page)[-1])
        assert screen.title(page) == title


@pytest.mark.parametrize("about", FIELDS.values(), ids=lambda it: it.name)
@pytest.mark.parametrize("tongue", ["en", "zh"])
async def test_a_setting_that_was_typed_leads_to_a_list_that_it_is_on(
    anybody: AtTerminal, about: SettingField, tongue: str
) -> None:
    """Somebody types the name of a setting, and is led to a page where it is not."""
    call = call_of(anybody, tongue)
    page = await run(call, "settings", about.name)
    back = page.choices[-1].control.removeprefix("run:/")
    assert back == list_with(about, call.table).line(call.speak).removeprefix("/")
    listed = await run(call, back.partition(" ")[0], back.partition(" ")[2])
    found = [it.control for item in _items(listed) for it in item.choices if it.control.endswith(f" {about.name}")]
    assert bool(found) is does_something(about.name, call.table)


@pytest.mark.parametrize("mark", ["", "0.2", ".2", "recall.", "recall.x", "nowhere.1", "recall.²", "99999", "recall"])
async def test_a_mark_of_no_page_leads_to_the_list_of_the_setting(anybody: AtTerminal, mark: str) -> None:
    """Somebody types what a button says, with a mistake in it, and gets an error of ours."""
    assert list_page(mark) is None
    call = call_of(anybody)
    typed = await run(call, "settings", f"from {mark or '-'} recall_floor")
    assert typed.choices == (await run(call, "settings", "recall_floor")).choices


@pytest.mark.parametrize("about", FIELDS.values(), ids=lambda it: it.name)
@pytest.mark.parametrize("tongue", ["en", "zh"])
def test_the_example_of_a_setting_can_be_typed_and_changes_it(about: SettingField, tongue: str) -> None:
    """Somebody copies what the page tells them to type, and it is refused, or is what holds already."""
    speak = SPEECH.speaker(tongue)
    holds = (None, True, False, about.default, about.low, about.high, *about.choices)
    for value in holds:
        if value is None or type(value) is type(about.default):
            line = localised(f"/settings {about.name} {another_value(about, value)}", table_for("telegram"), speak)
            name, _, typed = line.split(" ", 1)[1].partition(" ")
            name, typed = name_and_value(name, typed, speak)
            parsed = parse_value(name, typed_value(FIELDS[name], typed, speak))
            assert name == about.name
            assert parsed != value or about.kind is ValueKind.TEXT


def _items(reply: Reply) -> list[ListItem]:
    return [item for block in reply.blocks if isinstance(block, Listing) for item in block.items]


def test_every_button_of_a_page_can_be_carried() -> None:
    """A button whose control is too long is left out without a word."""
    for name in FIELDS:
        assert controls.fits(f"run:/settings {name}")
        for scope in WORDS:
            assert all(controls.fits(f"run:{setting_line(name, scope, it.mark)}") for it in LISTS)


async def _furnished(owner: Visitor) -> None:
    """Something of everything that is listed."""
    await owner.says("My cat is called Mimi.")
    await owner.idle()
    for line in (
        "/save door",
        "/new",
        '/story background new "Storm" Water.',
        "/me persona set Mo A sailor.",
        "/me fact add I like nuts.",
        "/memory add The lamp is red.",
        "/char new Aki A fox.",
    ):
        await owner.uses(line)
    await owner.says("hello")
    await owner.idle()


@pytest.mark.slow
@pytest.mark.share(2)
async def test_menus_are_changed_where_they_stand(owner: Visitor) -> None:
    """Each press on a list posts another message, until nobody finds the one that holds."""
    await _furnished(owner)
    screen = Screen(owner)
    tried = 0
    for command in table_for("telegram"):
        for line in (f"/{command.name}", *(f"/{command.name} {it.name}" for it in command.shown)):
            if any(it in line for it in ("forget", "quit", "new", "close", "optout", "/start")):
                continue
            page = await screen.uses(line)
            if screen.messages[page].kept is None:
                continue
            for control in screen.buttons(page):
                page = await screen.uses(line)
                if control not in screen.buttons(page) or not control.startswith("run:"):
                    continue
                tried += 1
                answer = await screen.presses(page, control)
                reply = screen.messages[answer]
                whole = bool(reply.form or reply.documents or reply.aloud or not reply.speaks)
                scene = any(isinstance(it, Retelling) for it in reply.blocks)
                assert answer == page or whole or scene, f"{line}: {control} posts another message"
    assert tried > 60
