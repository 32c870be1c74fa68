"""How a story begins in a server of Discord: its greeting first, with the other greetings behind a button."""

from typing import Any

from tests.platforms.discord.room import Room, origin, room
from tests.platforms.room import GREETING, House
from tests.servers.discord import DiscordServer, Message
from tests.servers.discord.world import Channel
from tests.servers.model import say


def _control(message: Message, name: str) -> str:
    rows = message.data["components"]
    return next(it["custom_id"] for row in rows for it in row["components"] if it["custom_id"].startswith(f"{name}:"))


async def _let_in(r: Room, channel: Channel, person: Any) -> None:
    await r.daemon.let_in(origin(channel, person), begun=False)


async def test_opening_a_server_begins_its_story(d: DiscordServer, house: House) -> None:
    """Whoever opens a channel looks at an empty one, and has to say something before anybody greets."""
    ann = d.user("Ann")
    general = d.guild("Home", owner=ann)["general"]
    house.model.script(say("Come in."))
    async with room(d, house) as r:
        await _let_in(r, ann.dm(), ann)
        await r.registered()
        here = await r.engine.places.resolve(origin(general, ann))
        await ann.uses(general, "admin", "open", space=here.space, mode="story").said()
        await d.history.holds(lambda: GREETING in d.texts(general))
        greeting = next(it for it in d.messages(general) if it.text == GREETING)
        await d.history.holds(lambda: "right:" in str(greeting.data["components"]))
        ann.clicks(greeting, _control(greeting, "right"))
        await d.history.holds(lambda: greeting.text != GREETING)
        other = greeting.text
        assert other.startswith("*The rain found you halfway up")
        ann.says(general, "Hello.", mentions=(d.bot,))
        await d.history.holds(lambda: d.texts(general)[-2:] == [other, "Come in."])
    prompt = house.model.generations[0].prompt
    assert "The rain found you halfway up" in prompt
    assert "Just in from the instruments" not in prompt
