"""The Discord test server's commands, controls, forms, webhooks and threads, driven by the real discord.py."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.servers.discord import DiscordServer, discord_server
from tests.servers.discord.cdn import PIXEL
from tests.servers.discord_bot import Bot, point_to, running


@pytest.fixture
async def d(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    async with discord_server() as server:
        point_to(server, monkeypatch)
        yield server


class Form(discord.ui.Modal, title="Tell me"):
    """A form with one field."""

    told: discord.ui.TextInput[Any] = discord.ui.TextInput(label="What", custom_id="what", max_length=10)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"told {self.told.value}", ephemeral=True)


class Buttons(discord.ui.View):
    """A button that changes its message, one that opens a form, and a menu."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Go", custom_id="go")
    async def go(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.edit_message(content="gone")

    @discord.ui.button(label="Ask", custom_id="ask")
    async def ask(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.select(custom_id="which", options=[discord.SelectOption(label="A", value="a")])
    async def which(self, interaction: discord.Interaction, menu: Any) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"picked {menu.values[0]}")

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="whom")
    async def whom(self, interaction: discord.Interaction, menu: Any) -> None:
        await interaction.response.send_message(menu.values[0].name)


def commands(bot: Bot) -> None:
    """A group with a completed option, a slow command, and one of a message's menu."""
    group = app_commands.Group(name="memory", description="What is remembered")

    @group.command(name="add", description="Remember")
    async def add(interaction: discord.Interaction, text: str, who: discord.Member, times: int = 1) -> None:
        assert interaction.permissions.send_messages
        await interaction.response.send_message(f"{text} {who.name} {times} {interaction.locale}", ephemeral=True)

    @add.autocomplete("text")
    async def complete(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{typed}!", value=typed)]

    @app_commands.command(name="slow", description="Later")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("first", ephemeral=True)
        await interaction.followup.send("second", ephemeral=True)

    @app_commands.context_menu(name="Look at this")
    async def look(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(message.content)

    for command in (group, slow, look):
        bot.tree.add_command(command)


async def test_commands_are_used_and_answered(d: DiscordServer) -> None:
    """Else slash commands, their completion and hidden answers cannot be tested."""
    ann, bob = d.user("Ann", locale="zh-CN"), d.user("Bob")
    general = d.guild(owner=ann, members=(bob,))["general"]
    async with running(d) as bot:
        commands(bot)
        assert len(await bot.tree.sync()) == 3
        ids = [command.id for command in await bot.tree.fetch_commands()]
        assert [command.id for command in await bot.tree.sync()] == ids
        typed = await ann.completes(general, "memory", "text", "te", sub="add").answered()
        assert typed.choices == [{"name": "te!", "value": "te"}]
        added = await ann.uses(general, "memory", sub="add", text="tea", who=bob).answered()
        assert (added.text, added.ephemeral, added.failed) == ("tea Bob 1 zh-CN", True, False)
        with pytest.raises(ValueError, match="required"):
            ann.uses(general, "memory", sub="add")
        with pytest.raises(LookupError):
            ann.uses(general, "nothing")
        slow = ann.uses(general, "slow")
        assert (await slow.said(2)).text == "second"
        assert ([each.text for each in slow.messages], slow.ephemeral) == (["first", "second"], False)
        looked = await ann.uses_on(ann.says(general, "this"), "Look at this").answered()
        assert looked.text == "this"
        assert d.texts(general) == ["first", "this"]
        assert d.notifying(general) == 0
        in_dm = await ann.uses(ann.dm(), "slow").said()
        assert in_dm.channel is ann.dm()
    assert d.rejected == []


async def test_controls_and_forms(d: DiscordServer) -> None:
    """Else buttons, menus and forms cannot be tested."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    async with running(d) as bot:
        await bot.get_partial_messageable(general.id).send("choose", view=Buttons())
        message = d.messages(general)[0]
        await ann.clicks(message, "go").answered()
        assert message.text == "gone"
        await ann.picks(message, "which", ["a"]).answered()
        await d.history.until(lambda entry: entry.text == "picked a")
        assert (await ann.picks(message, "whom", [ann]).answered()).text == "Ann"
        asked = await ann.clicks(message, "ask").answered()
        assert asked.modal
        with pytest.raises(ValueError, match="11 characters"):
            ann.submits(asked, {"what": "x" * 11})
        told = await ann.submits(asked, {"what": "all"}).answered()
        assert (told.text, told.ephemeral) == ("told all", True)
        with pytest.raises(LookupError):
            ann.picks(message, "which", ["b"])
        with pytest.raises(LookupError):
            ann.clicks(message, "no such")
    assert [entry.name for entry in d.history.of("answer")] == [
        "update",
        "deferred update",
        "message",
        "modal",
        "message",
    ]


async def test_answers_come_too_late(d: DiscordServer) -> None:
    """Else an answer after three seconds, or after fifteen minutes, looks delivered."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    async with running(d) as bot:
        got: list[discord.Interaction] = []

        @app_commands.command(name="keep", description="Keep")
        async def keep(interaction: discord.Interaction) -> None:
            got.append(interaction)

        bot.tree.add_command(keep)
        await bot.tree.sync()

        async def code(action: Any) -> int:
            with pytest.raises(discord.HTTPException) as refused:
                await action
            return refused.value.code

        used = ann.uses(general, "keep")
        kept = await bot.gets("interaction")
        assert await code(kept.followup.send("too early")) == 10015
        await kept.response.defer()
        kept.response._response_type = None
        assert await code(kept.response.defer()) == 40060
        d.clock.ahead += 901
        assert await code(kept.followup.send("x")) == 50027
        assert (used.failed, used.text) == (False, "")
        d.world.answer_seconds = 0.02
        late = await ann.uses(general, "keep").answered()
        assert late.failed
        unheard = await bot.gets("interaction", lambda interaction: interaction.id == late.id)
        assert await code(unheard.response.send_message("x")) == 10062
    assert [entry.name for entry in d.history.of("answer")] == ["deferred", "failed"]


async def test_a_webhook_speaks_with_a_name_and_a_face(d: DiscordServer) -> None:
    """Else characters who speak under their own name cannot be tested."""
    ann = d.user("Ann")
    general = d.guild(owner=ann)["general"]
    async with running(d) as bot:
        channel = bot.get_channel(general.id)
        assert isinstance(channel, discord.TextChannel)
        hook = await channel.create_webhook(name="Omoide", avatar=PIXEL)
        assert hook.avatar
        assert await hook.avatar.read() == PIXEL
        assert [(each.id, each.token) for each in await channel.webhooks()] == [(hook.id, hook.token)]
        sent = await hook.send("hello @everyone", username="Lan", wait=True)
        heard = await bot.gets("message", lambda message: message.id == sent.id)
        assert (heard.author.name, heard.author.id, heard.webhook_id) == ("Lan", hook.id, hook.id)
        assert heard.mention_everyone
        await hook.send("quiet @everyone", wait=True, allowed_mentions=discord.AllowedMentions.none())
        assert not d.messages(general)[1].data["mention_everyone"]
        await sent.edit(content="changed")
        aside = ann.threads(general, "aside")
        await hook.send("in the thread", thread=discord.Object(aside.id), wait=True)
        assert d.texts(aside) == ["in the thread"]
        await sent.delete()
        assert [entry.webhook for entry in d.history.of("message", "edit", "delete", client=True)] == [True] * 5
        with pytest.raises(discord.HTTPException) as refused:
            await hook.send("x", username="Discord Bot")
        assert refused.value.code == 50035
        for number in range(14):
            await channel.create_webhook(name=f"h{number}")
        with pytest.raises(discord.HTTPException) as refused:
            await channel.create_webhook(name="one too many")
        assert refused.value.code == 30007
        d.removes(d.world.objects[hook.id])
        with pytest.raises(discord.NotFound):
            await hook.send("x")
        d.revokes(general, "manage_webhooks")
        with pytest.raises(discord.Forbidden):
            await channel.create_webhook(name="h")


async def test_threads_are_places_of_their_own(d: DiscordServer) -> None:
    """Else a character's thread cannot be told from its channel."""
    ann = d.user("Ann")
    guild = d.guild(owner=ann)
    general = guild["general"]
    said = ann.says(general, "about this")
    async with running(d) as bot:
        channel = bot.get_channel(general.id)
        assert isinstance(channel, discord.TextChannel)
        message = await channel.fetch_message(said.id)
        thread = await message.create_thread(name="talk")
        assert thread.id == said.id
        await thread.send("in here")
        own = await bot.gets("thread_create", lambda made: made.name == "talk")
        assert own.parent_id == general.id
        ann.says(guild["talk"], "me too")
        heard = await bot.gets("message", lambda message: message.content == "me too")
        assert isinstance(heard.channel, discord.Thread)
        assert [each.name for each in await heard.guild.active_threads()] == ["talk"]
        await heard.channel.edit(archived=True)
        assert await heard.guild.active_threads() == []
        with pytest.raises(discord.HTTPException) as refused:
            await message.create_thread(name="again")
        assert refused.value.code == 160004
