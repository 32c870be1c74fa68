"""Slash commands, buttons and forms, as Discord shows them and as the house does them."""

import json

import pytest

from bot.commands.framework.arguments import bind
from bot.commands.framework.table import table_for
from bot.delivery.surface import Button
from bot.discord import slash
from engine.actions.chats import revisions
from engine.values.chats.incoming import IncomingKind
from tests.platforms.discord.room import at, origin, room, spoken
from tests.platforms.room import SPEECH, House
from tests.servers.discord import DiscordServer, Message
from tests.servers.model import say
from tests.turns.room import CARD


async def test_commands_are_registered_once_and_in_both_languages(d: DiscordServer, house: House) -> None:
    """Nobody would find a command, or Discord would refuse the bot after many starts."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()) as r:
        await r.registered()
    registered = {it["name"]: it for it in d.world.commands[0]}
    assert registered["undo"]["name_localizations"]["zh-CN"] == "撤回"
    assert registered["chats"]["options"][0]["name"] == "list"
    async with room(d, house) as r:
        await ann.uses(ann.dm(), "status").said()
    assert len(d.rest_calls("PUT", "/commands$")) == 1
    await house.sql("UPDATE reading_mark SET value = 'of an older version' WHERE name = 'commands'")
    async with room(d, house) as r:
        await r.registered()
    assert len(d.rest_calls("PUT", "/commands$")) == 2
    assert d.rejected == []


async def test_a_command_is_acknowledged_done_and_answered(d: DiscordServer, house: House) -> None:
    """People would read that the application did not respond."""
    ann, ben = d.user("Ann"), d.user("Ben", locale="zh-CN")
    general = d.guild("Home", owner=ann, members=(ben,))["general"]
    async with room(d, house, ann, general) as r:
        await r.registered()
        ann.says(general, "Undone soon.", mentions=(d.bot,))
        await r.reads(general, "Well.")
        bells = d.notifying(general)
        public = ann.uses(general, "undo")
        await d.history.holds(lambda: any(it.startswith("Ann undid") for it in d.texts(general)))
        assert not public.ephemeral
        assert not public.followups, "the server is told twice"
        private = ben.uses(general, "status")
        assert "会话" in (await private.said()).text
        assert private.ephemeral
        await d.history.holds(lambda: "Well." not in d.texts(general))
        assert d.notifying(general) == bells
    assert [it.text for it in r.handler.heard if it.kind is IncomingKind.COMMAND] == ["/undo", "/status"]


async def test_options_become_the_line_that_would_be_typed(d: DiscordServer, house: House) -> None:
    """A name with blanks would be torn apart, or a choice lost."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        await r.registered()
        brought = ann.uses(dm, "import", file=("card.json", json.dumps(CARD).encode()))
        asked = await brought.said()
        assert "Mira" in asked.text
        yes = ann.clicks(asked, next(it for it in _controls(asked) if it.startswith("run:/import yes")))
        await d.history.holds(lambda: yes.followups)
        await ann.uses(dm, "chats", "list", page=2).said()
        unknown = ann.uses(dm, "settings", "space", setting="by the sea", value="on and on")
        assert "by the sea" in (await unknown.said()).text
        await ann.uses(dm, "load", save="3", yes=True).said()
        changed = ann.uses(dm, "settings", "set", setting="debounce", value="2")
        assert "2" in (await changed.said()).text
        await ann.uses(dm, "new", character="Mira").answered()
        await d.history.holds(lambda: d.texts(dm)[-2:] == ["– a new chat with Mira –", "You made it, Ann. Sit down."])
        renamed = ann.uses(dm, "chats", "rename", title="The Old Harbour")
        assert "The Old Harbour" in (await renamed.said()).text
    assert {it.text for it in r.handler.heard if it.kind is IncomingKind.COMMAND} == {
        "/import",
        "/chats 2",
        '/settings space "by the sea" on and on',
        "/load 3 yes",
        "/settings debounce 2",
        "/new Mira",
        "/chats rename The Old Harbour",
    }


async def test_an_answer_of_another_kind_than_promised_still_comes(d: DiscordServer, house: House) -> None:
    """What only one person should read would stand in the channel, or a command without words would think for ever."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.registered()
        hidden = ann.uses(general, "undo")
        await d.history.holds(lambda: hidden.followups)
        assert hidden.followups[0].ephemeral
        assert d.texts(general) == []
        ann.says(general, "Good evening", mentions=(d.bot,))
        await r.reads(general, "Well.")
        house.model.script(say("Good evening."))
        silent = ann.uses(general, "again")
        await d.history.holds(lambda: silent.original and silent.original.deleted)
        await r.reads(general, "Good evening.")


async def test_a_form_asks_for_a_long_text(d: DiscordServer, house: House) -> None:
    """A long message would have to be written anew in a line of one option."""
    ann = d.user("Ann", locale="zh-CN")
    dm = ann.dm()
    async with room(d, house, ann, dm) as r:
        await r.registered()
        ann.says(dm, "one lime")
        await r.reads(dm, "Well.")
        asked = await ann.uses(dm, "edit", "message").answered()
        assert asked.modal
        sent = ann.submits(asked, {"text": "one line\nanother line"})
        assert "改" in (await sent.said()).text
        here = await r.engine.places.resolve(origin(dm, ann))
        assert await revisions.own_words(r.engine.ctx, here) == "one line\nanother line"
        await ann.uses(dm, "edit", "message", text="short").said()
        assert await revisions.own_words(r.engine.ctx, here) == "short"


async def test_buttons_work_after_a_restart_and_answer_the_one_who_pressed(d: DiscordServer, house: House) -> None:
    """An old button would say that the interaction failed."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "controls", "on")
        message = await r.surface.send(at(general), spoken("Good", buttons=((Button("again:77", "Again"),),)))
        ann.says(general, "Good evening", mentions=(d.bot,))
        await r.reads(general, "Good", "Well.")
        reply = d.messages(general)[-1]
        [again] = await d.history.holds(lambda: [it for it in _controls(reply) if it.startswith("right:")])
    async with room(d, house) as r:
        house.model.script(say("Good evening."))
        await ann.clicks(reply, again).answered()
        await r.reads(general, "Good", "Good evening.")
        [pressed] = [it for it in r.handler.heard if it.kind is IncomingKind.BUTTON]
        assert (pressed.text, pressed.target) == (again, str(reply.id))
        shown = general.messages[int(message)]
        old = ann.clicks(shown, "again:77")
        await d.history.holds(lambda: old.followups)
        assert old.followups[0].ephemeral
        assert "older reply" in old.followups[0].text
        assert shown.data["components"] == []


async def test_suggestions_fit(d: DiscordServer, house: House) -> None:
    """An input field would stay empty, or Discord would refuse all suggestions for one that is too long."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()) as r:
        await r.registered()
        many = await ann.completes(ann.dm(), "me", "zone", "a", sub="timezone").answered()
        assert many.choices
        assert len(many.choices) == 25
        few = await ann.completes(ann.dm(), "settings", "value", "o", sub="set", setting="listen").answered()
        assert [it["value"] for it in few.choices or ()] == ["on", "off"]
    assert d.rejected == []
    offers = slash.choices([("x" * 200, "1"), ("too long a value", "v" * 200), *((f"{n}", f"{n}") for n in range(40))])
    assert len(offers) == 25
    assert max(len(it["name"]) for it in offers) == 100


async def test_a_late_answer_comes_as_a_message(d: DiscordServer, house: House) -> None:
    """Work of more than a quarter of an hour would end without a word."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.registered()
        for place, command in ((general, "new"), (ann.dm(), "status")):
            async with house.stuck(general.id):
                await ann.uses(general, command).answered()
                d.clock.ahead += 16 * 60
            await d.history.until(lambda it: it.kind == "message" and it.client and it.channel == place.id)  # noqa: B023
        assert "Omoide" in d.texts(ann.dm())[0]
        assert "Omoide" not in " ".join(d.texts(general))


async def test_an_interaction_that_discord_forgot_harms_nobody(d: DiscordServer, house: House) -> None:
    """A replayed or late command would be done although its sender was told that it failed."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()) as r:
        await r.registered()
        d.faults.fail("POST", "/callback$", 404)
        ann.uses(ann.dm(), "undo")
        d.faults.fail("POST", "/callback$", 502, accepted=True)
        await ann.uses(ann.dm(), "status").said()
    assert r.handler.texts == ["/status"]


@pytest.mark.parametrize("text", ['say "hi" now', "“quoted”", '"quoted"', "plain"])
def test_a_word_with_blanks_or_quotes_is_read_back_as_it_was(text: str) -> None:
    """A save called by a name with quotes could not be meant."""
    table = table_for("discord")
    data = {"name": "save", "options": [{"type": 1, "name": "rename", "options": [{"name": "save", "value": text}]}]}
    asked = slash.asked(table, data)
    assert asked is not None
    save = table.find("save")
    assert save is not None
    action, left = save.split(asked.line.removeprefix("/save "))
    assert action is not None
    assert bind(action.params[:1], left) == {"save": text}


def test_every_command_fits_what_discord_takes() -> None:
    """One long description would keep all commands from being registered."""
    commands = slash.declared(table_for("discord"), SPEECH)
    assert len(commands) <= 100
    options = [option for command in commands for option in command["options"]]
    for it in (*commands, *options, *(inner for option in options for inner in option.get("options", ()))):
        assert 0 < len(it["description"]) <= 100
        assert all(0 < len(text) <= 100 for text in it["description_localizations"].values())
        assert len(it["name"]) <= 32


def _controls(message: Message) -> list[str]:
    return [part["custom_id"] for row in message.data["components"] for part in row["components"]]
