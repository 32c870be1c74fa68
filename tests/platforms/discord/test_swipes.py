"""The menu of a held message and the rest behind ⋯ on Discord, across a restart, in a channel with webhooks."""

from bot.commands.chats.under_reply import further
from tests.platforms.discord.room import room
from tests.platforms.room import SPEECH, House
from tests.servers.discord import DiscordServer, Message
from tests.servers.discord.world import Channel
from tests.servers.model import say


def _control(message: Message, name: str) -> str:
    rows = message.data["components"]
    return next(it["custom_id"] for row in rows for it in row["components"] if it["custom_id"].startswith(f"{name}:"))


def _newest(d: DiscordServer, channel: Channel, text: str) -> Message:
    return next(it for it in reversed(d.messages(channel)) if it.text == text)


async def test_the_menu_of_a_held_message(d: DiscordServer, house: House) -> None:
    """The menu would die with the daemon, act on another message than the held one, or ring."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    house.model.script(say("One."))
    async with room(d, house, ann, general) as r:
        await r.registered()
        first = ann.says(general, "Sing.", mentions=(d.bot,))
        await r.reads(general, "One.")
        await d.history.holds(lambda: _newest(d, general, "One.").data["components"])
        reply = _newest(d, general, "One.")
        bells = d.notifying(general)
    async with room(d, house) as r:
        more = ann.clicks(reply, _control(reply, "more"))
        await d.history.holds(lambda: more.followups)
        saved = ann.uses_on(reply, SPEECH.speaker("en").say("held-save"))
        assert "saved" in (await saved.said()).text.casefold()
        assert saved.ephemeral
        lost = ann.uses_on(ann.says(general, "Beside."), SPEECH.speaker("en").say("held-save"))
        assert (await lost.said()).text == SPEECH.speaker("en").say("error-not-on-the-line")
        ann.uses_on(first, SPEECH.speaker("en").say("held-from"))
        await d.history.holds(lambda: SPEECH.speaker("en").say("divider-from") in d.texts(general))
        await d.history.holds(lambda: "Ann: Sing." in d.texts(general))
        assert d.notifying(general) == bells
    assert d.rejected == []


async def test_what_was_chosen_closes_the_rest(d: DiscordServer, house: House) -> None:
    """Somebody is done with ⋯, or writes in its window, and its buttons wait below the chat until they are put away."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    house.model.script(say("One."))
    async with room(d, house, ann, general) as r:
        await r.registered()
        ann.says(general, "Sing.", mentions=(d.bot,))
        await r.reads(general, "One.")
        count, reply = len(further("", SPEECH.speaker("en"))), d.messages(general)[-1]
        for n in (*range(1, count), 0):  # the first takes the reply back
            await d.history.holds(lambda: "more:" in str(d.messages(general)[-1].data["components"]))
            reply = d.messages(general)[-1]
            more = _control(reply, "more")
            opened = ann.clicks(reply, more)
            await d.history.holds(lambda opened=opened: opened.followups)
            [menu] = opened.followups
            rest = [it.control for it in further(more.partition(":")[2], SPEECH.speaker("en"))]
            pressed = await ann.clicks(menu, rest[n]).answered()
            await d.history.holds(lambda menu=menu: menu.deleted)
            if rest[n].endswith("/edit"):
                await ann.submits(pressed, {"text": "Two."}).answered()
                await d.history.holds(lambda reply=reply: reply.text == "Two.")
        await d.history.holds(lambda: reply.deleted)
    assert d.rejected == []
