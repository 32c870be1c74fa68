"""What people say on Discord, and what becomes of it."""

from bot.commands.framework.abilities import AccessRole
from bot.delivery.surface import SurfaceMessage
from engine.values.chats.incoming import IncomingKind
from tests.platforms.discord.room import at, origin, room
from tests.platforms.room import House
from tests.servers.discord import DiscordServer


async def test_who_is_spoken_to(d: DiscordServer, house: House) -> None:
    """The character would stay silent when called, or answer what people say among themselves."""
    ann, ben = d.user("Ann"), d.user("Ben")
    guild = d.guild("Home", owner=ann, members=(ben,))
    general = guild["general"]
    async with room(d, house, ann, general, ann.dm()) as r:
        ann.says(general, f"{d.bot.mention}, good   morning {ben.mention}")
        await r.reads(general, "Well.")
        ben.says(general, "just chatting")
        ann.says(ann.dm(), "hello")
        await r.reads(ann.dm(), "Well.")
        sent = await r.surface.send(at(general), _house("I am here."))
        ours = next(it for it in d.messages(general) if str(it.id) == sent)
        ben.says(general, "thanks", reply_to=ours, ping=False)
        await r.reads(general, "Well.", "I am here.", "Well.")
        assert d.texts(ann.dm()) == ["Well."]
    assert len(house.model.generations) == 3
    assert "good morning @Ben" in house.model.generations[0].prompt
    first, second, third, fourth = (r.handler.heard[r.handler.texts.index(it)] for it in _SAID)
    assert (first.addressed, first.origin.person_name) == (True, "Ann")
    assert (first.origin.space, first.origin.channel) == (str(guild.id), str(general.id))
    assert (first.origin.space_title, first.origin.channel_title) == ("Home", "#general")
    assert not second.addressed
    assert (third.origin.private, third.origin.space, third.addressed) == (True, f"dm-{ann.dm().id}", True)
    assert (fourth.addressed, fourth.replied) == (True, sent)
    by_text = dict(zip(r.handler.texts, r.handler.senders, strict=True))
    assert [by_text[it].access_roles for it in _SAID[:3]] == [
        {AccessRole.MEMBER, AccessRole.PLAYER, AccessRole.ADMIN},
        {AccessRole.MEMBER, AccessRole.PLAYER},
        {AccessRole.MEMBER, AccessRole.PLAYER, AccessRole.DM},
    ]


_SAID = ("good morning @Ben", "just chatting", "hello", "thanks")


async def test_bots_webhooks_and_itself_are_not_heard(d: DiscordServer, house: House) -> None:
    """Two bots would talk with each other for ever."""
    ann, robot = d.user("Ann"), d.user("Robot", bot=True)
    general = d.guild("Home", owner=ann, members=(robot,))["general"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "speaks", "always")
        robot.says(general, "beep", mentions=(d.bot,))
        await r.surface.send(at(general), _house("our own words"))
        proxied = d.proxies(ann.says(general, "I am Mei"), "Mei")
        await r.handler.hears("I am Mei")
        ann.says(general, "the end")
        await house.model.arrived(1)
        await d.history.holds(lambda: d.texts(general)[-1] == "Well." and "the end" in r.handler.texts)
    spoken = [it for it in r.handler.heard if it.kind is IncomingKind.MESSAGE and it.text != "the end"]
    assert not {"beep", "our own words", "Well."} & set(r.handler.texts)
    assert spoken[-1].origin.person.startswith("proxy-466378653216014359-")
    assert spoken[-1].external == str(proxied.id)


async def test_edits_and_deletions_are_told_and_previews_are_not(d: DiscordServer, house: House) -> None:
    """A link preview would rewrite the story, or what somebody took back would be remembered."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house, ann, general) as r:
        await r.daemon.set(origin(general, ann), "listen", "on")
        said = ann.says(general, "see https://example.com/")
        ann.previews(said)
        ann.edits(said, "see there")
        ann.previews(said)
        others = [ann.says(general, f"number {n}") for n in range(2)]
        await r.handler.hears("number 1")
        ann.says(general, "what did I say?", mentions=(d.bot,))
        await r.reads(general, "Well.")
        ann.deletes(said)
        ann.deletes(*others)
        await r.handler.until(9)
        ann.says(general, "and now?", mentions=(d.bot,))
        await r.reads(general, "Well.", "Well.")
    before, after = (it.prompt for it in house.model.generations)
    assert "see there" in before
    assert "number 1" in before
    assert "example.com" not in before
    assert not [it for it in ("see there", "number 0", "number 1") if it in after]
    edits = [it for it in r.handler.heard if it.kind is IncomingKind.EDIT]
    assert {it.external.partition("@")[0] for it in edits} == {str(said.id)}
    assert len({it.external for it in edits}) == 1


async def test_typing_and_leaving_are_told(d: DiscordServer, house: House) -> None:
    """A reply would cut in while somebody still types, or go on in a server that the bot was put out of."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann, channels=("general", "other"))
    other = guild["other"]
    async with room(d, house) as r:
        ann.starts_typing(guild["general"])
        ann.starts_typing(ann.dm())
        d.removes(other)
        d.expels(guild)
        for line in (
            ("typing", str(guild.id), str(guild["general"].id), str(ann.id)),
            ("typing", f"dm-{ann.dm().id}", str(ann.dm().id), str(ann.id)),
            ("leave", str(guild.id), str(other.id)),
            ("leave", str(guild.id), ""),
        ):
            await r.diary.reads(*line)


async def test_a_command_typed_as_text_is_answered(d: DiscordServer, house: House) -> None:
    """Who types /help instead of choosing it would get no answer."""
    ann = d.user("Ann")
    async with room(d, house, ann, ann.dm()):
        ann.says(ann.dm(), "/help")
        await d.history.until(lambda it: it.kind == "message" and it.client)
        assert "/undo" in d.texts(ann.dm())[0]
    assert house.model.generations == []


def _house(text: str) -> SurfaceMessage:
    return SurfaceMessage(text, f"n{len(text)}")


async def test_one_name_in_two_channels_is_two_people(d: DiscordServer, house: House) -> None:
    """Whoever takes somebody's name in another channel would be told, take and delete what that one said."""
    ann, eve = d.user("Ann"), d.user("Eve")
    home, other = d.guild("Home", owner=ann)["general"], d.guild("Other", owner=eve)["general"]
    async with room(d, house, ann, home) as r:
        for person, channel, name in ((ann, home, "Luna"), (ann, home, "Sol"), (eve, other, "Luna")):
            d.proxies(person.says(channel, f"I am {name}", mentions=(d.bot,)), name)
        await r.diary.until(lambda: sum(bool(it.origin.through) for it in r.handler.heard) == 3)
        heard = [it.origin for it in r.handler.heard if it.origin.through]
        people = {(it.channel, it.person_name): it.person for it in heard}
        assert len(set(people.values())) == len(people) == 3
        assert len({it.through for it in heard}) == 2, "what they send in a minute counts by the webhook"
