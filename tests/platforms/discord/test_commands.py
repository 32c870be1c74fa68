"""Slash commands, buttons and forms, as Discord shows them and as the handler gets them."""

import pytest

from bot.commands.arguments import bind
from bot.commands.reply import SILENT, Listing, Paragraph, Reply, told
from bot.commands.table import table_for
from bot.delivery.surface import Button
from bot.discord import slash
from engine.values.incoming import IncomingKind
from tests.platforms.discord.room import SPEECH, FakeEngine, at, room, spoken
from tests.servers.discord import DiscordServer

PUBLIC, PRIVATE = "undo", "status"


async def test_commands_are_registered_once_and_in_both_languages(d: DiscordServer) -> None:
    """Nobody would find a command, or Discord would refuse the bot after many starts."""
    engine = FakeEngine()
    for _ in range(2):
        async with room(d, engine) as r:
            await r.engine.diary.until(lambda: "commands" in engine.places.marks)
    assert len(d.rest_calls("PUT", "/commands$")) == 1
    registered = {it["name"]: it for it in d.world.commands[0]}
    assert registered["undo"]["name_localizations"]["zh-CN"] == "撤回"
    assert registered["chats"]["options"][0]["name"] == "list"
    engine.places.marks["commands"] = "of an older version"
    async with room(d, engine) as r:
        await r.engine.diary.until(lambda: engine.places.marks["commands"] != "of an older version")
    assert len(d.rest_calls("PUT", "/commands$")) == 2
    assert d.rejected == []


async def test_a_command_is_acknowledged_done_and_answered(d: DiscordServer) -> None:
    """People would read that the application did not respond."""
    ann, ben = d.user("Ann"), d.user("Ben", locale="zh-CN")
    general = d.guild("Home", owner=ann, members=(ben,))["general"]
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)
        r.handler.reply = lambda it: told("done") if "undo" in it.text else Reply((Paragraph("secret"),), private=True)
        public = ann.uses(general, PUBLIC)
        assert (await public.said()).text == "done"
        assert not public.ephemeral
        private = ben.uses(general, PRIVATE)
        assert (await private.said()).text == "secret"
        assert private.ephemeral
    assert [(it.text, it.kind) for it in r.handler.heard] == [
        ("/undo", IncomingKind.COMMAND),
        ("/status", IncomingKind.COMMAND),
    ]
    assert [it.language for it in r.handler.senders] == ["en", "zh"]
    assert d.notifying(general) == 0


async def test_options_become_the_line_that_would_be_typed(d: DiscordServer) -> None:
    """A name with blanks would be torn apart, or a choice lost."""
    ann = d.user("Ann")
    dm = ann.dm()
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)
        ann.uses(dm, "chats", "list", page=2)
        ann.uses(dm, "chats", "rename", title="The Old Harbour")
        ann.uses(dm, "settings", "space", setting="by the sea", value="on and on")
        ann.uses(dm, "load", save="3", yes=True)
        ann.uses(dm, "settings", "set", setting="debounce", value="2")
        ann.uses(dm, "import", file=("card.png", b"png"))
        heard = await r.handler.until(6)
        upload = await r.handler.senders[[it.text for it in heard].index("/import")].files.read("")
    assert {it.text for it in heard} == {
        "/chats 2",
        "/chats rename The Old Harbour",
        '/settings space "by the sea" on and on',
        "/load 3 yes",
        "/settings debounce 2",
        "/import",
    }
    assert (upload.filename, upload.data) == ("card.png", b"png")


async def test_an_answer_of_another_kind_than_promised_still_comes(d: DiscordServer) -> None:
    """What only one person should read would stand in the channel, or a command without words would think for ever."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    answers = {"/undo": Reply((Paragraph("only you"),), private=True), "/again": SILENT}
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)
        r.handler.reply = lambda it: answers.get(it.text, SILENT)
        hidden = ann.uses(general, "undo")
        await d.history.holds(lambda: hidden.followups)
        assert hidden.followups[0].ephemeral
        silent = ann.uses(general, "again")
        await d.history.holds(lambda: silent.original and silent.original.deleted)
        assert d.texts(general) == []


async def test_a_form_asks_for_a_long_text(d: DiscordServer) -> None:
    """A long message would have to be written anew in a line of one option."""
    ann = d.user("Ann", locale="zh-CN")
    dm = ann.dm()
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)
        r.handler.reply = lambda it: Reply((Paragraph("changed"),), private=True)
        asked = await ann.uses(dm, "edit").answered()
        assert asked.modal
        sent = ann.submits(asked, {"text": "one line\nand another"})
        assert (await sent.said()).text == "changed"
        ann.uses(dm, "edit", text="short")
        await r.handler.until(2)
    assert r.handler.texts == ["/edit one line\nand another", "/edit short"]


async def test_buttons_work_after_a_restart_and_answer_the_one_who_pressed(d: DiscordServer) -> None:
    """An old button would say that the interaction failed."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d) as r:
        message = await r.surface.send(at(general), spoken("Good", buttons=((Button("again:1", "Again"),),)))
    async with room(d) as r:
        shown = general.messages[int(message)]
        await ann.clicks(shown, "again:1").answered()
        [pressed] = await r.handler.until(1)
        assert (pressed.kind, pressed.text, pressed.target) == (IncomingKind.BUTTON, "again:1", message)
        r.handler.reply = lambda it: Reply((Paragraph("too old"),), private=True, spent=True)
        old = ann.clicks(shown, "again:1")
        await d.history.holds(lambda: old.followups)
        assert old.followups[0].ephemeral
        assert shown.data["components"] == []


async def test_suggestions_fit(d: DiscordServer) -> None:
    """An input field would stay empty, or Discord would refuse all suggestions for one that is too long."""
    ann = d.user("Ann")
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)
        r.handler.offers = [("x" * 200, "1"), ("too long a value", "v" * 200), *((f"{n}", f"{n}") for n in range(40))]
        typed = await ann.completes(ann.dm(), "settings", "value", "ye", sub="set", setting="listen").answered()
    assert typed.choices
    assert len(typed.choices) == 25
    assert r.handler.asked == [("settings", "value", "ye", {"setting": "listen"})]
    assert d.rejected == []


async def test_a_late_answer_comes_as_a_message(d: DiscordServer) -> None:
    """Work of more than a quarter of an hour would end without a word."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)

        def late(incoming: object) -> None:
            d.clock.ahead += 16 * 60

        r.handler.before = late
        r.handler.reply = lambda it: Reply((Listing("Saves", ()),)) if it.text == "/undo" else _secret()
        ann.uses(general, PUBLIC)
        await d.history.until(lambda it: it.kind == "message" and it.client and it.channel == general.id)
        ann.uses(general, PRIVATE)
        await d.history.until(lambda it: it.kind == "message" and it.client and it.channel == ann.dm().id)
        assert d.texts(ann.dm()) == ["secret"]
        assert "secret" not in " ".join(d.texts(general))


async def test_an_interaction_that_discord_forgot_harms_nobody(d: DiscordServer) -> None:
    """A replayed or late command would be done although its sender was told that it failed."""
    ann = d.user("Ann")
    async with room(d) as r:
        await r.engine.diary.until(lambda: "commands" in r.engine.places.marks)
        d.faults.fail("POST", "/callback$", 404)
        ann.uses(ann.dm(), "undo")
        d.faults.fail("POST", "/callback$", 502, accepted=True)
        assert (await ann.uses(ann.dm(), "status").answered()).answer
        await r.handler.until(1)
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


def _secret() -> Reply:
    return Reply((Paragraph("secret"),), private=True)
