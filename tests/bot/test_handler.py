"""The door and what stands behind it: strangers, the owner, commands, buttons, suggestions."""

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import replace

import pytest

from bot.commands.framework.declared import Command, CommandCall, HelpTopic, Table
from bot.commands.framework.reply import Listing, Reply, Retelling
from bot.handler import Handler
from bot.words.localise import Speech
from engine.actions.characters import characters
from engine.actions.chats import savepoints, sessions
from engine.actions.house import settings
from engine.actions.house.status import newest_turn
from engine.errors import DatabaseUnreachable
from engine.values.chats.incoming import IncomingKind
from engine.values.house.setting_choices import Mode
from tests.bot.visitor import CODE, Visitor, ann, controls_of, now, owner, words
from tests.servers.model import say
from tests.turns.room import CARD

__all__ = ["ann", "owner"]


async def test_a_stranger_hears_one_line_and_the_owners_are_asked_once(ann: Visitor) -> None:
    """Strangers would run up a bill, be answered for ever, or wait in vain."""
    first, second = await ann.says("Hello?"), await ann.says("Anybody?")
    assert "Nobody has set me up here yet" in words(first)
    assert "Ann would like to talk to me" in words(first.owners)
    assert [it.split()[:2] for it in controls_of(first.owners)] == [["run:/admin", "open"], ["run:/admin", "close"]]
    assert not second.speaks
    assert second.owners is None
    assert not ann.model.generations


async def test_a_stranger_hears_it_in_their_own_language(ann: Visitor) -> None:
    """The first line that somebody reads would be in a foreign language."""
    assert "还没有设置好" in words(await replace(ann, language="zh").says("你好"))


async def test_a_group_that_nobody_opened_stays_silent(ann: Visitor) -> None:
    """Whoever invites the bot to a big server would have it chatter there."""
    bob = ann.named("bob", private=False)
    overheard = await bob.says("Lovely weather", addressed=False)
    assert not overheard.speaks
    assert overheard.owners is None
    called = await bob.says("Mira, hello")
    assert not called.speaks
    assert len(controls_of(called.owners)) == len(Mode) + 1
    assert "Inn" in words(called.owners)
    assert (await bob.uses("/help")).private
    assert not ann.model.generations


async def test_the_code_makes_the_owner_and_says_what_to_do(ann: Visitor) -> None:
    """Whoever sets Omoide up would not get in, or would not know what to do next."""
    reply = await replace(ann, language="zh").says(f" {CODE.upper()} ")
    assert "欢迎，Ann" in words(reply)
    assert "/帮助" in words(reply)
    [greeting] = (await sessions.open_here(ann.engine.ctx, await ann.engine.places.resolve(ann.origin), "Ann")).spoken
    assert "顾岚" in greeting.text
    assert not any(isinstance(it, Retelling) for it in reply.blocks), "the chat shows the greeting by itself"
    assert not ann.model.generations
    assert "/我" in str(await replace(ann, language="").uses("/me")), "what their app speaks is remembered"


async def test_a_button_that_is_used_up_acts_once(owner: Visitor) -> None:
    """A second tap, before the buttons are gone, writes, copies or pays for everything twice."""
    await owner.says("Hello?")
    await owner.idle()

    def tap() -> Awaitable[Reply]:
        tapped = owner.incoming("run:/save harbour", IncomingKind.BUTTON, replied="m1")
        return owner.handler.hear(tapped, owner.sender)

    first, second = await asyncio.gather(tap(), tap())
    assert [first.speaks, second.speaks, (await tap()).speaks].count(True) == 1
    saves = await savepoints.newest(owner.engine.ctx, await owner.engine.places.resolve(owner.origin))
    assert [it.name for it in saves].count("harbour") == 1
    asked = owner.incoming("run:/chats trash", IncomingKind.BUTTON, replied="m2")
    assert (await owner.handler.hear(asked, owner.sender)).confirm
    again = owner.incoming("run:/chats trash", IncomingKind.BUTTON, replied="m2")
    assert (await owner.handler.hear(again, owner.sender)).confirm, "a question is not used up by being asked"


async def test_who_may_not_press_takes_no_button_away(owner: Visitor) -> None:
    """Anybody in a group could take the buttons from under an answer that is not theirs."""
    there = owner.named(owner.origin.person, private=False)
    here = await there.engine.places.resolve(there.origin)
    await owner.uses(f"/admin open id:{here.space} story")
    reply = await there.named("bob", private=False).presses("run:/admin backup now")
    assert "may not" in words(reply) or "Only" in words(reply)
    assert not reply.spent


@pytest.mark.parametrize("shared", ["proxy-466378653216014359-Mira", "-1001234567"])
async def test_a_name_that_several_people_share_cannot_own(ann: Visitor, shared: str) -> None:
    """Everybody behind one proxy, or every anonymous admin, would own the house."""
    await ann.named(shared, private=False).says(CODE)
    assert "欢迎" in words(await replace(ann, language="zh").says(CODE))


@pytest.mark.parametrize("line", ["/start {}", "/admin code {}", "/管理 口令 {}"])
async def test_the_code_may_come_with_a_command(ann: Visitor, line: str) -> None:
    """A link that carries the code, or a private command on a server, would not work."""
    welcome, again = ("欢迎，Ann", "开始新会话") if "管理" in line else ("Welcome, Ann", "another chat")
    assert welcome in words(await ann.uses(line.format(CODE)))
    assert again in words(await ann.says("/start"))


async def test_an_owner_opens_a_server_and_people_are_answered(owner: Visitor) -> None:
    """A server would stay silent although its owner said yes, or answer before that."""
    bob = owner.named("bob", private=False)
    asked = await bob.says("Mira, hello")
    yes = next(it for it in controls_of(asked.owners) if "story" in it)
    assert not owner.model.generations
    owner.model.answer = lambda _: say("Hello Bob.")
    here = await bob.engine.places.resolve(bob.origin)
    await settings.put(bob.engine.ctx, here, "channel", "debounce", "0")  # type: ignore[arg-type]
    async with owner.delivering():
        reply = await owner.presses(yes)
        assert "Inn can talk to me now" in words(reply)
        assert reply.instead, "the question is answered"
        await owner.model.arrived(1)
        await bob.idle()
    assert not (await bob.says("Mira, hello again")).speaks
    await owner.model.arrived(2)
    await bob.idle()
    assert len(owner.model.generations) == 2
    assert "Only the owner" in words(await bob.presses(yes)) or "may not" in words(await bob.presses(yes))


async def test_an_owner_is_asked_in_a_closed_group_once(owner: Visitor) -> None:
    """The owner would have to find a command to open the server they stand in."""
    there = owner.named(owner.origin.person, private=False)
    first, second = await there.says("Mira, hello"), await there.says("Mira?")
    assert len(controls_of(first)) == len(Mode) + 1
    assert not second.speaks


async def test_a_command_or_button_that_comes_twice_is_done_once(owner: Visitor) -> None:
    """A platform that repeats itself would take back two exchanges, or make two saves."""
    await owner.says("/save one")
    again = owner.incoming("/save two", IncomingKind.COMMAND)
    assert words(await owner.handler.hear(again, owner.sender))
    assert not (await owner.handler.hear(again, owner.sender)).speaks
    here = await owner.engine.places.resolve(owner.origin)
    assert [it.name for it in await savepoints.newest(owner.engine.ctx, here)].count("two") == 1


async def test_an_old_control_answers_politely(owner: Visitor) -> None:
    """A button from last week would take back what was said today."""
    owner.model.script(say("One."), say("Two."), say("Three."))
    await owner.says("First")
    await owner.idle()
    here = await owner.engine.places.resolve(owner.origin)
    old = await newest_turn(owner.engine.ctx, here)
    await owner.says("Second")
    await owner.idle()
    new = await newest_turn(owner.engine.ctx, here)
    reply = await owner.presses(f"undo:{old}")
    assert "older reply" in words(reply)
    assert reply.private
    undone = await owner.presses(f"undo:{new}")
    assert "Undone" in words(undone)
    assert undone.private  # what people see of it are the messages that go


async def test_a_question_is_answered_by_its_buttons(owner: Visitor) -> None:
    """A slip of the finger would load a save, or yes would do nothing."""
    await owner.uses("/save Harbour")
    asked = await owner.uses("/load Harbour")
    assert asked.confirm is not None
    assert asked.private
    left = await owner.presses("no:")
    assert "Nothing was changed" in words(left)
    done = await owner.presses(f"run:{asked.confirm.command}")
    assert "What came after it is kept on branch" in words(done)
    assert controls_of(done) == ["run:/chats branch 1"], "a way back that can be pressed, in a line that stays"
    assert done.spent


async def test_a_reply_can_be_seen_again(owner: Visitor) -> None:
    """A reply that was lost on its way could not be read at all."""
    owner.model.script(say("The lamp is lit."))
    await owner.says("And?")
    await owner.idle()
    turn = await newest_turn(owner.engine.ctx, await owner.engine.places.resolve(owner.origin))
    reply = await owner.presses(f"show:{turn}")
    [scene] = reply.blocks
    assert isinstance(scene, Retelling)
    assert scene.view.spoken[-scene.last].text == "The lamp is lit."


@pytest.mark.parametrize("control", ["", "nonsense", "delete:1", "again:", "again:x", "undo:99999999999999999999"])
async def test_a_forged_control_does_nothing(owner: Visitor, control: str) -> None:
    """A hand-made button press would end the listening, or do something."""
    reply = await owner.presses(control)
    assert reply.private
    assert words(reply)


async def test_an_aside_and_a_foreign_command_in_a_group_are_left_alone(owner: Visitor) -> None:
    """The bot would butt in on what is said among people, or to another bot."""
    there = owner.named(owner.origin.person, private=False)
    await there.uses("/help")
    for text in ("// brb", "((one moment))", "/roll 2d6"):
        assert not (await there.says(text)).speaks
    assert not owner.model.generations


async def test_an_edit_and_a_deletion_go_to_the_story(owner: Visitor) -> None:
    """What people take back would still be remembered."""
    owner.model.script(say("Well."))
    said = owner.incoming("I am allergic to nuts")
    await owner.handler.hear(said, owner.sender)
    await owner.idle()
    gone = owner.incoming("", IncomingKind.DELETE, target=said.external)
    assert not (await owner.handler.hear(gone, owner.sender)).speaks
    await owner.idle()
    view = await sessions.open_here(owner.engine.ctx, await owner.engine.places.resolve(owner.origin), "Ann")
    assert "nuts" not in str([it.text for it in view.spoken])


async def test_suggestions_come_from_what_is_there(owner: Visitor) -> None:
    """People would have to learn numbers by heart."""
    here = await owner.engine.places.resolve(owner.origin)
    await characters.import_file(owner.engine.ctx, here, json.dumps(CARD).encode())

    async def offered(command: str, param: str, typed: str = "", **given: str) -> list[tuple[str, str]]:
        return await owner.handler.complete(owner.origin, owner.sender, command, param, typed, given)

    ((label, number),) = await offered("char use", "character", "mir")
    assert label == f"Mira · {number}"
    assert "Mira: 2 greetings" in repr(await owner.uses(f"/char use {number}"))
    await owner.uses("/save The Harbour")
    assert [label.split(" · ")[1] for label, _ in await offered("load", "save", "harb")] == ["The Harbour"]
    assert ("on", "on") in await offered("settings", "value", setting="controls")
    assert {value for _, value in await offered("mode", "mode")} == {*Mode}
    assert len(await offered("me timezone", "zone")) == 25
    assert (await offered("me timezone", "zone", "shangh")) == [("Asia/Shanghai", "Asia/Shanghai")]
    assert await offered("admin open", "space")
    stranger = owner.named("bob")
    assert await stranger.handler.complete(stranger.origin, stranger.sender, "load", "save", "") == []
    assert await offered("no such", "thing") == []


async def test_facts_are_not_noted_before_it_has_been_quiet(owner: Visitor) -> None:
    """Whoever looks at /status right after a reply reads that something is in progress, for minutes, and it is not."""
    owner.model.script(say("Well."))
    await owner.says("I work at a clinic.")
    await owner.idle()
    [listing] = [it for it in (await owner.uses("/status")).blocks if isinstance(it, Listing)]
    rows = {it.text: it.detail for it in listing.items}
    assert rows["Later"] == "noting facts (in 3 minutes)"
    assert "noting facts" not in rows.get("In progress", "")


async def test_a_mistake_is_answered_in_private_with_what_to_do(owner: Visitor) -> None:
    """A typing mistake would be shown to the whole server, or leave somebody without a next step."""
    reply = await owner.uses("/load nothing")
    assert reply.private
    assert "/load shows" in words(reply)


async def test_help_says_how_to_take_a_message_back(owner: Visitor) -> None:
    """On Telegram people would delete a message and believe that it is forgotten."""
    assert "/undo" in words(await owner.uses("/help"))


async def test_a_command_that_the_database_fails_is_answered(owner: Visitor) -> None:
    """Brought again it counts as done, so whoever typed it would wait for an answer for ever."""

    async def broken(_: CommandCall) -> Reply:
        raise DatabaseUnreachable(code="08006")

    table = Table((Command("status", "状态", HelpTopic.HOUSE, broken),), "telegram")
    owner.handler = Handler(owner.engine, table, Speech(), now, "en")
    sent = owner.incoming("/status", IncomingKind.COMMAND)
    words_of_a_form = "long words " * 90
    form = await owner.handler.fill(sent, owner.sender, "/status", {"text": words_of_a_form})
    for reply in (await owner.says("/status"), await owner.uses("/status"), await owner.presses("run:/status"), form):
        assert "database" in words(reply)
        assert not reply.unstored
    assert [it.data.decode() for it in form.documents] == [words_of_a_form], "they are not lost"
