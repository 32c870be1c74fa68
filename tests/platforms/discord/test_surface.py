"""What is shown on Discord: once, without pinging anybody, by whoever it should be."""

import asyncio
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.surface import Button, Gone, Later, LostMessage, NotAllowed, SurfaceMessage, Unsure
from bot.discord.surface import LONGEST, formatted
from engine.values.chats.outgoing import Sending
from tests.platforms.discord.room import at, origin, room, spoken
from tests.platforms.room import House
from tests.servers.discord import DiscordServer, Webhook


async def test_a_message_grows_and_goes_in_a_dm(d: DiscordServer, house: House) -> None:
    """A reply would not be seen at all."""
    ann = d.user("Ann")
    place = at(ann.dm())
    async with room(d, house) as r:
        await r.surface.typing(place)
        message = await r.surface.send(place, spoken("Good"))
        await r.surface.edit(place, message, spoken("Good morning @everyone https://example.com/"))
        assert d.texts(ann.dm()) == ["Good morning @everyone https://example.com/"]
        quiet = await r.surface.send(place, spoken("more", "t1.1", silent=True))
        await r.surface.delete(place, message)
        await r.surface.delete(place, message)
        with pytest.raises(Gone):
            await r.surface.edit(place, message, spoken("Good"))
        await r.surface.edit(place, quiet, SurfaceMessage("Title\nwords", "n1", bold=((0, 5),)))
        assert d.texts(ann.dm()) == ["**Title**\nwords"]
        why = "Title\nI can't think.\nhost has a problem\n\n(status 500)"
        small = SurfaceMessage(why, "n1", bold=((0, 5),), small=((why.index("host"), len(why)),))
        await r.surface.edit(place, quiet, small)
        shown = "**Title**\nI can't think.\n-# host has a problem\n\n-# (status 500)"
        assert d.texts(ann.dm()) == [shown]
        await r.surface.edit(place, quiet, replace(small, speaker="Lan", named=True))
        assert d.texts(ann.dm()) == [f"**Lan**\n{shown}"], "small print stays where it was below a name"
    assert d.notifying(ann.dm()) == 1
    for call in (*d.rest_calls("POST", "/messages$"), *d.rest_calls("PATCH", "/messages/")):
        assert call.body["allowed_mentions"]["parse"] == []
        assert call.body["flags"] & 4
    sent = d.rest_calls("POST", "/messages$")
    assert [(it.body["nonce"], it.body["enforce_nonce"]) for it in sent] == [("t1.0", True), ("t1.1", True)]
    assert [it.body["flags"] & 4096 for it in sent] == [0, 4096]


async def test_what_a_character_thinks_is_quoted_or_covered(d: DiscordServer, house: House) -> None:
    """A thought would look like the reply, and a cover of words would be open to everybody."""
    ann = d.user("Ann")
    place = at(ann.dm())
    async with room(d, house) as r:
        text = "💭 He said *yes*.\n\n> Then no."
        aside = SurfaceMessage(text, "n1", aside=((0, len(text)),))
        message = await r.surface.send(place, aside)
        shown = "> 💭 He said \\*yes\\*.\n> \n> \\> Then no."
        assert d.texts(ann.dm()) == [shown]
        await r.surface.edit(place, message, replace(aside, speaker="Lan", named=True))
        assert d.texts(ann.dm()) == [f"**Lan**\n{shown}"]
        covered = SurfaceMessage(text, "n1", covered=((2, len(text)),))
        await r.surface.edit(place, message, replace(covered, speaker="Lan", named=True))
        assert d.texts(ann.dm()) == ["**Lan**\n💭 ||He said \\*yes\\*.\n\n\\> Then no.||"]


BREAKING = ("||", "|", "\\", "`", "```\n", "\n", "\r\n", "\u2028", " ", "> ", ">>> ", "# ", "https://a.b/", "*", "word")


@given(st.lists(st.sampled_from(BREAKING), max_size=40).map("".join), st.integers(1, 60))
def test_nothing_breaks_out_of_a_quote_or_a_cover(said: str, times: int) -> None:
    """A model's bars or lines would uncover the rest, or let it pass for what the bot says."""
    text = f"💭 {said * times}"
    whole = len(text)
    if not said.strip():
        return
    quoted = formatted(SurfaceMessage(text, "k", aside=((0, whole),)))
    assert all(line.startswith("> ") for line in quoted.splitlines())
    covered = formatted(SurfaceMessage(text, "k", covered=((2, whole),)))
    assert covered.startswith("💭 ||")
    assert covered.endswith("||")
    inside = covered[len("💭 ||") : -len("||")]
    assert "|" not in inside
    assert not inside.endswith("\\")
    assert len(quoted) <= LONGEST
    assert len(covered) <= LONGEST
    assert all(it[:1] == "\\" for it in re.findall(r".?`", f"{quoted}\n{covered}", re.DOTALL)), "no code begins"


async def test_nothing_is_said_twice_when_an_answer_is_lost(d: DiscordServer, house: House) -> None:
    """People would read the same reply twice after a hiccup of Discord's."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house) as r:
        d.faults.fail("POST", "/messages$", 502, accepted=True)
        await r.surface.send(at(ann.dm()), spoken("once"))
        d.faults.cut("POST", "/messages$")
        with pytest.raises(Unsure):
            await r.surface.send(at(ann.dm()), spoken("again", "t2.0"))
        await r.surface.send(at(ann.dm()), spoken("again", "t2.0"))
        assert d.texts(ann.dm()) == ["once", "again"]
        for n, break_it in enumerate((d.faults.fail, d.faults.cut)):
            if break_it == d.faults.fail:
                d.faults.fail("POST", r"/webhooks/\d+/\w+$", 502, accepted=True)
            else:
                d.faults.cut("POST", r"/webhooks/\d+/\w+$")
            with pytest.raises(Unsure):
                await r.surface.send(at(general), spoken("in public", f"t3.{n}"))
            message = await r.surface.send(at(general), spoken("in public", f"t3.{n}"))
            assert message == str(d.messages(general)[-1].id)
        assert d.texts(general) == ["in public"] * 2


async def test_a_character_speaks_under_its_own_name_and_face(d: DiscordServer, house: House) -> None:
    """In a server nobody could tell the characters from the bot, or from each other."""
    ann = d.user("Ann")
    guild = d.guild("Home", owner=ann)
    general, thread = guild["general"], ann.threads(guild["general"], "harbour")
    async with room(d, house) as r:
        place = at(general)
        message = await r.surface.send(place, spoken("Good", speaker="Clyde of Discord"))
        await r.surface.edit(place, message, spoken("Good day", speaker="Clyde of Discord"))
        await r.surface.send(at(thread), spoken("in here", "t2.0", silent=True))
        await r.surface.send(place, SurfaceMessage("the house speaks", "n1"))
        first, second, plain = d.history.of("message", client=True)
        assert (first.webhook, first.name) == (True, "Cl·yde of Dis·cord")
        assert (second.webhook, second.name, second.channel, second.silent) == (True, "Lan", thread.id, True)
        assert (plain.webhook, plain.author) == (False, d.bot.id)
        assert d.messages(general)[0].data["author"]["avatar"]
        assert d.texts(general)[0] == "Good day"
    async with room(d, house) as r:
        await r.surface.edit(place, message, spoken("Good evening"))
        await r.surface.send(place, spoken("still me", "t3.0"))
        await r.surface.delete(place, message)
        assert "Good day" not in d.texts(general)
        assert d.texts(general)[-1] == "still me"
    assert len(d.rest_calls("POST", r"/channels/\d+/webhooks$")) == 1
    assert not [it for it in d.rest_calls("PATCH", r"/webhooks/\d+/") if "avatar" in it.body]
    assert d.rejected == []


async def test_without_the_permission_the_bot_speaks_and_says_why_once(d: DiscordServer, house: House) -> None:
    """Characters would fall silent where an admin did not grant everything, or nag about it."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    d.revokes(general, "manage_webhooks")
    async with room(d, house) as r:
        await r.surface.send(at(general), spoken("Good"))
        await r.diary.reads("mark", f"discord-no-webhooks-{general.id}")
        await r.surface.send(at(general), spoken("day", "t2.0"))
        assert [it.webhook for it in d.history.of("message", client=True)] == [False] * 3
        assert len([it for it in d.texts(general) if "Manage Webhooks" in it]) == 1
        assert d.notifying(general) == 2
        d.grants(general, "manage_webhooks")
        ann.says(general, "now you may")
        await r.handler.until(1)
        await r.surface.send(at(general), spoken("now myself", "t3.0"))
        assert d.history.of("message", client=True)[-1].webhook
        d.removes(_hook(d))
        d.revokes(general, "manage_webhooks")
        await r.surface.send(at(general), spoken("myself no more", "t4.0"))
        assert not d.history.of("message", client=True)[-1].webhook


async def test_a_setting_keeps_webhooks_away(d: DiscordServer, house: House) -> None:
    """Who does not want webhooks would get them all the same."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    async with room(d, house) as r:
        await r.daemon.set(origin(general, ann), "webhooks", "off")
        await r.surface.send(at(general), spoken("Good"))
    assert not d.history.of("message", client=True)[-1].webhook
    assert "webhooks" not in " ".join(it.route for it in d.rest_calls())


async def test_a_lost_message_is_found_again(d: DiscordServer, house: House) -> None:
    """After a crash the same reply would stand there twice, one of them unfinished for ever."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    question = ann.says(general, "well?")
    asked = ann.says(ann.dm(), "well?")
    async with room(d, house) as r:
        in_public = await r.surface.send(at(general), spoken("It was"))
        in_private = await r.surface.send(at(ann.dm()), spoken("It was"))
    async with room(d, house) as r:
        whole = spoken("It was a bright day.")
        lost = LostMessage(whole, str(question.id))
        assert await r.surface.find(at(general), lost) == in_public
        assert await r.surface.find(at(general), replace(lost, part=spoken("Other words.", "t9.1"))) is None
        assert await r.surface.find(at(ann.dm()), LostMessage(whole, str(asked.id))) is None
        assert await r.surface.send(at(ann.dm()), whole) == in_private
    async with room(d, house) as r:
        assert await r.surface.find(at(ann.dm()), LostMessage(whole, str(asked.id - (200_000 << 22)))) == in_private


async def test_a_lost_message_is_not_taken_for_another(d: DiscordServer, house: House) -> None:
    """The reply is written into the message of the greeting above it, and nobody reads the greeting."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    question = ann.says(general, "well?")
    async with room(d, house) as r:
        greeting = await r.surface.send(at(general), spoken("Welcome.", "l1.0"))
        second = await r.surface.send(at(general), spoken("Sit down.", "l2.0"))
    planned = Sending(1, 1, "line", "Welcome.")
    shown, unknown = replace(planned, platform_id=greeting), replace(planned, id=2, text="Sit down.")
    lost = LostMessage(spoken("It rained."), str(question.id), (shown, unknown), reworded=True)
    async with room(d, house) as r:
        assert await r.surface.find(at(general), lost) is None
        reply = await r.surface.send(at(general), spoken("It was"))
    async with room(d, house) as r:
        assert await r.surface.find(at(general), replace(lost, reworded=False)) is None
        assert await r.surface.find(at(general), lost) == reply
        assert await r.surface.find(at(general), LostMessage(spoken("Sit down.", "l2.0"), str(question.id))) == second


async def test_a_message_that_is_being_sent_is_not_taken_for_a_lost_one(d: DiscordServer, house: House) -> None:
    """After a start the greeting is looked for while the next reply is sent, and is written into its message."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    question = ann.says(general, "well?")
    async with room(d, house) as r:
        await r.surface.send(at(general), spoken("First", "t1.0"))
        held = d.faults.hold("POST", "/webhooks", accepted=True)
        async with asyncio.timeout(20), asyncio.TaskGroup() as tasks:
            sent = tasks.create_task(r.surface.send(at(general), spoken("It was", "t2.0")))
            await held.waiting.wait()
            lost = LostMessage(spoken("It rained.", "t3.0"), str(question.id), reworded=True)
            found = tasks.create_task(r.surface.find(at(general), lost))
            await asyncio.wait({found}, timeout=0.3)  # it has no answer before the other call has one
            held.release()
        assert await found is None
        assert await sent


async def test_refusals_have_a_name(d: DiscordServer, house: House) -> None:
    """The delivery would try for ever what can never work, or give up what only needs patience."""
    ann, ben = d.user("Ann"), d.user("Ben")
    general = d.guild("Home", owner=ann)["general"]
    d.revokes(general, "send_messages")
    ben.dms_open = False
    async with room(d, house) as r:
        with pytest.raises(NotAllowed):
            await r.surface.send(at(general), SurfaceMessage("x", "n1"))
        with pytest.raises(NotAllowed):
            await r.surface.send(at(ben.dm()), SurfaceMessage("x", "n2"))
        d.faults.fail("POST", "/messages$", 429, retry_after=90.0)
        with pytest.raises(Later) as later:
            await r.surface.send(at(ann.dm()), SurfaceMessage("x", "n3"))
        assert later.value.seconds == 90.0
        d.faults.fail("POST", "/messages$", 429, retry_after=0.01)
        await r.surface.send(at(ann.dm()), SurfaceMessage("x", "n4"))
        assert d.texts(ann.dm()) == ["x"]


async def test_buttons_stand_under_a_message_and_go(d: DiscordServer, house: House) -> None:
    """Nobody could press anything, or old buttons would stay for ever."""
    ann = d.user("Ann")
    place = at(ann.dm())
    buttons = ((Button("again:1", "Again"), Button("undo:1", "Undo")),)
    async with room(d, house) as r:
        message = await r.surface.send(place, spoken("Good", buttons=buttons))
        [row] = d.messages(ann.dm())[0].data["components"]
        assert [it["custom_id"] for it in row["components"]] == ["again:1", "undo:1"]
        await r.surface.edit(place, message, spoken("Good"))
        assert d.messages(ann.dm())[0].data["components"] == []


def _hook(d: DiscordServer) -> Webhook:
    return next(it for it in d.world.objects.values() if isinstance(it, Webhook))
