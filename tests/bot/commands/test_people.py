"""First steps, and everything about a person: asked once, linked by a code, switches, personas, help."""

import re
from dataclasses import replace

import pytest

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.controls import fits
from bot.commands.framework.declared import CommandCall, HelpTopic
from bot.commands.framework.helping import show_help
from bot.commands.framework.reply import PAGE_SIZE, Listing, Reply
from bot.commands.framework.run import run
from bot.commands.framework.table import table_for
from bot.commands.house.newcomers import question, settle
from bot.commands.people.links import agree, link
from bot.commands.people.person import edit_persona, me, set_persona
from bot.handler import Handler
from bot.words.localise import FOLDER, LANGUAGES
from engine.actions.house import settings
from engine.actions.people import abouts, linking
from engine.values.chats.incoming import IncomingKind
from engine.values.house.setting_choices import Speaks
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.bot.at_terminal import SPEECH, AtTerminal, Terminals
from tests.bot.delivery.test_delivery_engine import shown
from tests.bot.delivery.test_swipes_seen import QuickClock
from tests.bot.visitor import MEMBER, NoFiles, Visitor, ann, controls_of, now, owner, words
from tests.platforms.recording import RecordingSurface
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.people.joining import agree as said_yes
from tests.turns.people.joining import day_goes_by, join

__all__ = ["ann", "owner"]


def call_of(it: AtTerminal, tongue: str = "en", *, private: bool = True, **args: str) -> CommandCall:
    """The use of a command as somebody on Telegram would use it."""
    return CommandCall(
        engine=it.engine,
        here=replace(it.here, private=private),
        name="Mo",
        speak=SPEECH.speaker(tongue),
        access_roles=frozenset(AccessRole),
        table=table_for("telegram"),
        files=NoFiles(),
        now=now(),
        args=args,
    )


GUESSED = "Asia/Shanghai" if calendar.ZONE == "UTC" else calendar.ZONE
"""Where somebody who writes Chinese is thought to be: where the house says it stands, if it says so."""


def listing(reply: Reply) -> Listing:
    [found] = [it for it in reply.blocks if isinstance(it, Listing)]
    return found


async def test_the_zone_is_asked_once_when_it_first_matters(owner: Visitor) -> None:
    """The first words somebody reads are a form with five buttons; or they are never asked, and days are wrong."""
    bob = replace(owner.named("bob"), language="zh")
    here = await bob.engine.places.resolve(bob.origin)
    await owner.uses(f"/admin open id:{here.space}")
    await settings.put(owner.engine.ctx, here, "channel", "debounce", "0")  # type: ignore[arg-type]
    surface, gate = RecordingSurface(QuickClock()), Gate()
    async with shown(owner.engine, bob.origin, surface, QuickClock()):
        owner.model.script(say("早。"), Script(["我们聊了", gate, "海。", Finish()]))
        assert not (await bob.says("早上好")).speaks
        await bob.idle()
        assert not (await bob.says("我们昨天聊了什么？")).speaks
        await gate.reached()
        assert not any("时区" in str(it.buttons) for it in surface.parts())
        gate.open()
        await surface.until(lambda it: "时区" in str(it.parts()[-1].buttons))
        assert surface.texts()[-2] == "我们聊了海。"
    yes, *others = [it.control for row in surface.parts()[-1].buttons for it in row]
    assert yes == f"run:/me settle {GUESSED}"
    assert all(it.startswith("run:/me settle ") or it == "run:/me timezone" for it in others), "one thing at a time"
    assert not (await bob.says("现在几点了？")).speaks
    assert "中文" not in words(await bob.uses("/help"))
    reply = await bob.presses(yes)
    assert f"好，{SPEECH.speaker('zh').city(GUESSED)}，" in words(reply)
    assert not reply.choices
    assert (await settings.current(owner.engine.ctx, here)).timezone == GUESSED
    await bob.idle()


async def test_who_has_set_a_zone_is_not_asked_for_it(owner: Visitor) -> None:
    """Somebody says where they live, and is asked for it an hour later."""
    await owner.uses("/me timezone Asia/Tokyo")
    assert not (await owner.says("Remind me at 7 pm.")).speaks
    await owner.idle()


async def test_nobody_is_asked_with_the_welcome(ann: Visitor) -> None:
    """Whoever sets the bot up would have to answer questions before anybody greets them."""
    reply = await replace(ann, language="zh").says("open-sesame-42")
    assert controls_of(reply) == ["run:/help now", "run:/char", "run:/help card"]
    assert (await ann.says("/start")).blocks
    assert "settle" not in str(controls_of(await ann.says("/start")))


async def test_nobody_is_asked_in_front_of_others(owner: Visitor) -> None:
    """A server would read where everybody lives."""
    there = owner.named("bob", private=False)
    here = await there.engine.places.resolve(there.origin)
    await owner.uses(f"/admin open id:{here.space} story")
    assert "settle" not in str(await there.says("Mira, what did we do yesterday?"))
    assert "settle" not in str(await there.uses("/me"))
    await there.idle()


async def test_a_place_that_is_opened_where_one_stands_is_welcomed_aloud(owner: Visitor) -> None:
    """A server that was just opened would not learn that anybody may talk now, and what the bot lacks there."""
    there = owner.named(owner.origin.person, private=False)
    sender = replace(there.sender, lacks=lambda: ("needs-content",))
    asked = await there.handler.hear(there.incoming("Mira, hello"), sender)
    assert "Message Content Intent" in words(asked)
    yes = next(it for it in controls_of(asked) if it.endswith("lounge"))
    opened = await there.presses(yes)
    assert not opened.private
    assert controls_of(opened) == ["run:/help now", "run:/char", "run:/help card"]
    await there.idle()


_BY_NAME = {
    "en": re.compile("(?:say|with) my name|a reply or its name"),
    "zh": re.compile("叫我的?名字|叫它的名字"),
}
_EVERY = {
    "en": re.compile("I answer (?:every message|everything, and here)"),
    "zh": re.compile("直接说话就行|在这里也是|这里我每条都回"),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("platform", ["discord", "telegram"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("speaks", list(Speaks))
@pytest.mark.parametrize("lacks", [(), ("needs-send",), ("needs-content",), ("needs-privacy",)])
async def test_everybody_is_told_how_a_character_is_called_there(
    owner: Visitor, platform: str, language: str, speaks: Speaks, lacks: tuple[str, ...]
) -> None:
    """Under privacy mode people say a name that never arrives; where all is answered they mention it each time."""
    deaf = bool({"needs-content", "needs-privacy"}.intersection(lacks))
    handler = Handler(owner.engine, table_for(platform), SPEECH, now, language)
    there = replace(owner.named(owner.origin.person, private=False), handler=handler)
    sender = replace(there.sender, lacks=lambda: lacks)
    here = await there.engine.places.resolve(there.origin)
    tells = ("/settings speaks", f"/admin open id:{here.space} story", "/help", "/help now")
    for line in (f"/me language {language}", f"/settings here speaks {speaks}", *tells):
        reply = await handler.hear(there.incoming(line, IncomingKind.COMMAND), sender)
        said = "\n".join(it.title if isinstance(it, Listing) else getattr(it, "text", "") for it in reply.blocks)
        always = speaks is Speaks.ALWAYS and line != tells[0]
        by_name, every = (bool(it[language].search(said)) for it in (_BY_NAME, _EVERY))
        assert (by_name, every) == ((not deaf and not always, not deaf and always) if line in tells else (False, False))
    await there.idle()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_text_about_saying_a_name_knows_whether_it_arrives(language: str) -> None:
    """A new text would send people into silence again."""
    for file in sorted((FOLDER / language).glob("*.ftl")):
        for message in re.split(r"\n(?=[a-z])", file.read_text("utf-8")):
            if _BY_NAME[language].search(message):
                silent = re.sub(r"\*\[(?:yes|name)\].*", "", message)
                assert "$calling" in message or "$hears" in message, message
                assert not _BY_NAME[language].search(silent), message


async def test_listening_is_said_aloud_once(owner: Visitor) -> None:
    """People in a group would be kept without knowing."""
    there = owner.named(owner.origin.person, private=False)
    here = await there.engine.places.resolve(there.origin)
    await there.uses(f"/admin open id:{here.space} story")
    on = await there.uses("/settings listen on")
    assert not on.private
    assert "/me optout" in words(on)
    assert (await there.uses("/settings listen on")).private
    assert "Listening" in str((await there.uses("/status")).blocks)
    assert not (await there.uses("/settings listen off")).private
    bob = there.named("bob", private=False)
    assert "don't read your messages" in words(await bob.uses("/me optout"))
    assert not (await bob.says("Mira, hello")).speaks
    await bob.idle()
    assert not owner.model.generations
    assert "again" in words(await bob.presses("run:/me optin"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("app", ["zh", "en", "pt", "xx", ""])
async def test_the_question_has_short_answers(anybody: AtTerminal, language: str, app: str) -> None:
    """A zone with a long name would have no button, or the first tap would be a guess from another continent."""
    asked = await question(call_of(anybody, language), app)
    assert 3 <= len(asked.choices) <= PAGE_SIZE
    assert all(fits(it.control) for it in asked.choices)
    first, second = asked.choices[0].control, asked.choices[1].control
    assert first.rpartition(" ")[0] == second.rpartition(" ")[0] == "run:/me settle"
    assert first != second


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Lisbon", "Asia/Shanghai"])
async def test_the_question_tells_the_zone_that_holds(ann: Visitor, language: str, zone: str) -> None:
    """/settings says UTC, and the question reads as if another zone were in use."""
    here = await ann.engine.places.resolve(ann.origin)
    made = call_of(AtTerminal(ann.engine, ann.model, ann.origin, here), language)
    await settings.put(ann.engine.ctx, made.here, SettingScope.PERSON, "timezone", zone)
    told = words(await question(made, language))
    told_of = "UTC" if zone == "UTC" else SPEECH.speaker(language).city(zone)
    assert told_of in told
    assert ("UTC" in told) is (zone == "UTC")
    assert zone in str((await run(made, "settings", "timezone")).blocks[0])


async def test_a_tap_keeps_the_zone_and_takes_the_place_of_the_question(mo: AtTerminal) -> None:
    """The question stands there with its buttons after it was answered, and is answered twice."""
    reply = await settle(call_of(mo, "zh", zone="Asia/Taipei"))
    assert "Asia/Taipei" in await mo.types("/settings timezone")
    assert "好，台北，" in words(reply)
    assert reply.instead


async def test_me_fits_a_phone_and_every_line_has_a_button(mo: AtTerminal, terminals: Terminals) -> None:
    """Somebody would have to scroll and type to change what is kept of them."""
    await mo.types("hello")
    other = await terminals.beside(mo, "Mohammed", "telegram")
    await join(mo.engine, other.here, mo.here)
    reply = await me(call_of(mo))
    assert len(listing(reply).items) == len(reply.choices) == PAGE_SIZE
    assert "Mohammed (Telegram)" in str(listing(reply).items)
    assert {"run:/me remember off", "run:/me elsewhere on", "run:/me optout", "run:/me unlink"} <= set(
        controls_of(reply)
    )
    await abouts.allow(mo.engine.ctx, mo.here, remember=False, opted_out=True)
    assert {"run:/me remember on", "run:/me optin"} <= set(controls_of(await me(call_of(mo))))


async def test_two_names_are_joined_and_parted(mo: AtTerminal, terminals: Terminals) -> None:
    """Somebody would be two people, or could not take the link back."""
    other = await terminals.beside(mo, "Mohammed", "telegram")
    code = await linking.code(mo.engine.ctx, other.here)
    given, asked = await mo.answers("/me link", f"/me link {code}")
    assert re.search(r"/me link [A-Z0-9]{5}-[A-Z0-9]{5}", given)
    assert "(Terminal) and Mohammed (Telegram)" in asked
    assert "linking gives no rights" in asked
    request = await linking.asked(mo.engine.ctx, mo.here)
    assert request is not None
    assert {f"run:/me link yes {request.asked.token}", "run:/me unlink yes"} == set(
        controls_of(await link(call_of(mo)))
    )
    half = await agree(replace(call_of(mo), args={"token": request.asked.token}))
    assert "Nothing is linked until then" in words(half)
    assert "Linked accounts · none" in (await mo.answers("/me"))[0]
    await said_yes(mo.engine, other.here)
    assert "in a day" in (await mo.answers("/me link"))[0]
    await day_goes_by(mo.engine)
    shown, parted, _, gone = await mo.answers("/me", "/me unlink", "yes", "/me unlink")
    assert "Linked accounts · Mohammed (Telegram)" in shown
    assert "Mohammed" in parted
    assert "isn't linked to another one" in gone


async def test_a_code_is_for_nobody_else(owner: Visitor) -> None:
    """Everybody in a server would see the code, and one of them would be faster."""
    there = owner.named(owner.origin.person, private=False)
    here = await there.engine.places.resolve(there.origin)
    await there.uses(f"/admin open id:{here.space} story")
    await there.uses("/new")
    for line in ("/me link", "/chats move"):
        reply = await there.uses(line)
        assert reply.secret
        assert reply.private
    assert "error-" not in words(await there.uses("/me link wrong"))
    assert "This code doesn't exist" in words(await there.uses("/me link wrong"))


async def test_what_is_one_person_s_is_read_by_nobody_else(mo: AtTerminal) -> None:
    """A group would read who somebody is elsewhere, what they used and where, or what is remembered of them."""
    await mo.types("/memory add A door.", "/me fact add I eat nuts.", "/me fact share 1 groups")
    await mo.types('/me persona set "Old Mo" A sailor.')
    given = {"text": "I eat no nuts."}
    for line in ("me", "me persona list", "memory delete 1", "fix fact 1", "me fact delete 1"):
        name, _, rest = line.partition(" ")
        reply = await run(call_of(mo, private=False), name, rest, given if name == "fix" else {})
        assert (reply.secret, reply.private) == (True, True), line


async def test_personas_are_written_in_a_form_and_deleted(mo: AtTerminal) -> None:
    """Somebody on a phone would have to type a description behind a command, and could never drop one."""
    blank = await set_persona(call_of(mo))
    assert blank.form is not None
    assert [it.param for it in blank.form.fields] == ["name", "text"]
    await mo.types('/me persona set "Old Mo" A sailor.')
    form = (await edit_persona(call_of(mo, persona="1"))).form
    assert form is not None
    assert (form.line, form.fields[0].value) == ('/me persona set "Old Mo"', "A sailor.")
    said = await mo.types("/me persona list", "/me persona delete old", "yes", "/me persona list")
    assert "/me persona use 1 " in said, "a hint shows a number that is there"
    assert "Delete the persona “Old Mo”?" in said
    assert "You have no persona." in said.split("Delete the persona")[1]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_knows_what_it_calls_a_task(anybody: AtTerminal, language: str) -> None:
    """Somebody types the word that help shows, and reads that there is no such command."""
    for task in HelpTopic:
        name = SPEECH.speaker(language).say(f"help-task-{task.value}")
        page = await show_help(call_of(anybody, language, topic=name))
        if not table_for("telegram").find(name):
            assert listing(page).title == name


@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_is_short_and_goes_on_by_buttons(anybody: AtTerminal, language: str) -> None:
    """Help would be a wall of text, or a dead end."""
    overview = await show_help(call_of(anybody, language))
    assert len(listing(overview).items) == len(overview.choices) == len(HelpTopic)
    for control in controls_of(overview):
        page = await show_help(call_of(anybody, language, topic=control.removeprefix("run:/help ")))
        assert 1 <= len(listing(page).items) <= 3
        assert len(page.choices) == len(HelpTopic) - 1
    assert "3fa2c1" in words(await show_help(call_of(anybody, language, topic="errors")))
    assert "PNG" in words(await show_help(call_of(anybody, language, topic="card")))


async def test_what_people_use_most_comes_first(anybody: AtTerminal) -> None:
    """Somebody who wants to take a reply back would read about rare things first."""
    page = await show_help(call_of(anybody, topic="talk"))
    assert [it.text for it in listing(page).items] == ["/again", "/undo", "/edit"]
    only = replace(call_of(anybody, topic="house"), access_roles=MEMBER)
    assert "/admin" not in str(await show_help(only))


@pytest.mark.parametrize(("line", "yes"), [("/me forget", "yes"), ("/我 忘掉我", "是")])
async def test_nobody_is_left_of_who_is_forgotten_at_a_terminal(mo: AtTerminal, line: str, yes: str) -> None:
    """The terminal looks up the language of whoever has just been forgotten, and makes them anew."""
    await mo.types("Hello.", line, yes)
    await mo.room.drain()
    assert await mo.room.sql("SELECT id FROM person WHERE external = $1", mo.origin.person) == []
