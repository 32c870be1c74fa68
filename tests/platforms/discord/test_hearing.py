"""What people say on Discord, as it reaches the handler."""

import asyncio

from bot.commands.abilities import Standing
from bot.commands.reply import told
from bot.delivery.surface import Part
from engine.errors import DatabaseUnreachable
from engine.values.incoming import Incoming, IncomingKind
from tests.platforms.discord.room import at, room
from tests.servers.discord import DiscordServer


async def test_who_is_spoken_to(d: DiscordServer) -> None:
    """The character would stay silent when called, or answer what people say among themselves."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, members=(ben,))
    general = guild["general"]
    async with room(d) as r:
        ann.says(general, f"{d.bot.mention}, good   morning {ben.mention}")
        ben.says(general, "just chatting")
        ann.says(ann.dm(), "hello")
        sent = await r.surface.send(at(general), _house("I am here."))
        ours = next(it for it in d.messages(general) if str(it.id) == sent)
        ben.says(general, "thanks", reply_to=ours, ping=False)
        first, second, third, fourth = await r.handler.until(4)
    assert (first.text, first.addressed, first.origin.person_name) == ("good morning @Ben", True, "Ann")
    assert (first.origin.space, first.origin.channel) == (str(guild.id), str(general.id))
    assert (first.origin.space_title, first.origin.channel_title) == ("Home", "#general")
    assert (second.text, second.addressed) == ("just chatting", False)
    assert (third.origin.private, third.origin.space) == (True, f"dm-{ann.dm().id}")
    assert third.addressed
    assert (fourth.addressed, fourth.replied) == (True, sent)
    assert r.handler.senders[0].standings == {Standing.MEMBER, Standing.PLAYER, Standing.ADMIN}
    assert r.handler.senders[1].standings == {Standing.MEMBER, Standing.PLAYER}
    assert r.handler.senders[2].standings == {Standing.MEMBER, Standing.PLAYER, Standing.DM}


async def test_bots_webhooks_and_itself_are_not_heard(d: DiscordServer) -> None:
    """Two bots would talk with each other for ever."""
    ann, robot = d.user("Ann"), d.user("Robot", bot=True)
    general = d.guild("Home", owner=ann, members=(robot,))["general"]
    async with room(d) as r:
        robot.says(general, "beep", mentions=(d.bot,))
        await r.surface.send(at(general), _house("our own words"))
        proxied = d.proxies(ann.says(general, "I am Mei"), "Mei")
        ann.says(general, "the end")
        await r.handler.diary.until(lambda: "the end" in r.handler.texts)
    spoken = [it for it in r.handler.heard if it.kind is IncomingKind.MESSAGE and it.text != "the end"]
    assert "beep" not in r.handler.texts
    assert "our own words" not in r.handler.texts
    assert [it.origin.person for it in spoken][-1].startswith("proxy-466378653216014359-Mei")
    assert spoken[-1].external == str(proxied.id)


async def test_edits_and_deletions_are_told_and_previews_are_not(d: DiscordServer) -> None:
    """A link preview would rewrite the story, or what somebody took back would be remembered."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d) as r:
        said = ann.says(general, "see https://example.com/")
        ann.previews(said)
        ann.edits(said, "see there")
        ann.previews(said)
        others = [ann.says(general, f"{n}") for n in range(2)]
        ann.deletes(said)
        ann.deletes(*others)
        heard = await r.handler.until(8)
    edits = [it for it in heard if it.kind is IncomingKind.EDIT]
    assert [it.text for it in heard if it.kind is IncomingKind.MESSAGE] == ["see https://example.com/", "0", "1"]
    assert {(it.text, it.target) for it in edits} == {("see there", str(said.id))}
    assert len({it.external for it in edits}) == 1
    assert edits[0].external.startswith(f"{said.id}@")
    gone = [it for it in heard if it.kind is IncomingKind.DELETE]
    assert [it.target for it in gone] == [str(it.id) for it in (said, *others)]
    assert gone[0].external == f"{said.id}!"


async def test_a_channel_keeps_its_order_and_channels_do_not_wait(d: DiscordServer) -> None:
    """Words would reach the story in another order than they were said, or one slow channel would silence all."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("slow", "quick"))
    gate = asyncio.Event()

    def hold(incoming: Incoming) -> object:
        return gate.wait() if incoming.text == "first" else None

    async with room(d) as r:
        r.handler.before = hold
        for text in ("first", "second", "third"):
            ann.says(guild["slow"], text)
        ann.says(guild["quick"], "elsewhere")
        await r.handler.until(1)
        assert r.handler.texts == ["elsewhere"]
        gate.set()
        await r.handler.until(4)
    assert r.handler.texts == ["elsewhere", "first", "second", "third"]


async def test_threads_and_voices_are_places_of_their_own(d: DiscordServer) -> None:
    """What is said in a thread would be answered in the channel above it."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann)
    async with room(d) as r:
        thread = ann.threads(guild["general"], "harbour")
        ann.says(thread, "in here", mentions=(d.bot,))
        [heard] = await r.handler.until(1)
    assert (heard.origin.space, heard.origin.channel) == (str(guild.id), str(thread.id))
    assert heard.origin.channel_title == "#harbour"


async def test_what_the_database_could_not_take_is_read_again(d: DiscordServer) -> None:
    """A message sent while the database restarts would be lost without a word."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    failing = [True]

    def away(incoming: Incoming) -> None:
        if failing and incoming.text == "one":
            failing.clear()
            raise DatabaseUnreachable

    async with room(d) as r:
        r.handler.before = away
        ann.says(general, "one")
        ann.says(general, "two")
        await r.handler.diary.until(lambda: {"one", "two"} <= set(r.handler.texts))
    assert r.handler.texts.index("one") < r.handler.texts.index("two")


async def test_typing_and_leaving_are_told(d: DiscordServer) -> None:
    """A reply would cut in while somebody still types, or go on in a server that the bot was put out of."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    other = guild["other"]
    async with room(d) as r:
        ann.starts_typing(guild["general"])
        ann.starts_typing(ann.dm())
        d.removes(other)
        d.expels(guild)
        await r.engine.diary.until(lambda: sum(it[0] == "leave" for it in r.engine.diary.told) == 2)
    told_of = [it for it in r.engine.diary.told if it[0] in ("typing", "leave")]
    assert ("typing", str(guild.id), str(guild["general"].id), str(ann.id)) in told_of
    assert ("typing", f"dm-{ann.dm().id}", str(ann.dm().id), str(ann.id)) in told_of
    assert ("leave", str(guild.id), str(other.id)) in told_of
    assert ("leave", str(guild.id), "") in told_of


async def test_a_command_typed_as_text_is_answered(d: DiscordServer) -> None:
    """Who types /help instead of choosing it would get no answer."""
    ann = d.user("Ann")
    async with room(d) as r:
        r.handler.reply = lambda incoming: told("Here is help.")
        ann.says(ann.dm(), "/help")
        await d.history.until(lambda it: it.kind == "message" and it.client)
        assert d.texts(ann.dm()) == ["Here is help."]


def _house(text: str) -> Part:
    return Part(text, f"n{len(text)}")
