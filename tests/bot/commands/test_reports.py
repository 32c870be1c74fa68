"""Reports of what a character said: who reads them, what they say, and that nobody floods them."""

from dataclasses import replace

import pytest

from bot.commands.framework.reply import QuotedText, Reply
from bot.discord.translate import link_to as on_discord
from bot.handler import Sender
from bot.telegram.translate import link_to as on_telegram
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.places import Address
from tests.bot.commands.test_order import ADMIN, NoFiles, Somebody, words
from tests.bot.commands.test_order import owner as _owner
from tests.bot.visitor import now
from tests.servers.model import say

owner = _owner
"""A server that is open, with its owner."""


async def presses(it: Somebody, control: str, message: str = "") -> Reply:
    it.said += 1
    name = f"{it.origin.person}-press{it.said}"
    arrived = Incoming(it.origin, name, control, now(), it.said, IncomingKind.BUTTON, target=message)
    sender = Sender(it.access_roles, NoFiles(), "en", link=lambda message: f"link to {message}")
    return await it.handler.hear(arrived, sender)


async def talked(it: Somebody, said: str) -> None:
    it.model.script(say(said))
    await it.says("Hello?")
    await it.idle()


async def test_a_report_goes_to_the_owners_or_to_the_channel_for_it(owner: Somebody) -> None:
    """Nobody who looks after the place hears of it, or others than whoever reports was told."""
    admin, guest = owner.named("Bob", ADMIN), owner.named("Cleo")
    await talked(guest, "Something vile.")
    asked = await guest.uses("/report")
    assert asked.confirm is not None
    assert asked.private
    assert asked.secret
    assert "the owner of this bot" in asked.confirm.question
    sent = await presses(guest, asked.confirm.yes)
    assert "Reported to the owner" in words(sent)
    assert sent.owners is not None
    assert sent.owners.at is None
    assert "Report by Cleo: what" in words(sent.owners)
    assert QuotedText("Something vile.") in sent.owners.blocks
    assert "You have reported this reply already" in words(await presses(guest, asked.confirm.yes))

    assert "managers" in words(await guest.uses("/admin reports here"))
    assert "Reports go to #room" in words(await admin.uses("/admin reports here"))
    await talked(guest, "Something worse.")
    asked = await guest.uses("/report")
    assert asked.confirm is not None
    assert "everybody who can read #room" in asked.confirm.question
    sent = await presses(guest, asked.confirm.yes)
    assert sent.owners is not None
    assert sent.owners.at == Address(guest.origin.platform, "guild", "room")
    assert QuotedText("Something worse.") in sent.owners.blocks
    listed = words(await admin.uses("/admin audit"))
    assert listed.count("Reported a reply") == 2
    assert "Changed where reports go" in listed
    assert "vile" not in listed


async def test_only_what_a_character_said_is_reported(owner: Somebody) -> None:
    """Somebody reports another's words by the bot, or a reply of a chat that is not played here, by its number."""
    guest = owner.named("Cleo")
    await talked(guest, "Fine.")
    assert (await guest.uses("/report send 999.1.3")).owners is None
    here = await owner.engine.places.resolve(guest.origin)
    async with owner.engine.ctx.db.connection() as on:
        [row] = await on.fetch("SELECT session_id, seq FROM entry WHERE space_id = $1 AND text = 'Hello?'", here.space)
    refused = await guest.uses(f"/report send {row['session_id']}.1.{row['seq']}")
    assert "nothing here to report" in words(refused)


async def test_a_flood_of_reports_is_held_back(owner: Somebody) -> None:
    """One person's reports fill the channel for it."""
    guest = owner.named("Cleo")
    await talked(guest, "Fine.")
    answers = [words(await guest.uses("/report")) for _ in range(20)]
    assert any("slow down" in it for it in answers)


@pytest.mark.parametrize("large", [True, False])
def test_where_a_message_has_an_address(large: bool) -> None:
    """The link in a report leads nowhere, or to another message."""
    assert on_discord(Address("discord", "7", "8"), "9") == "https://discord.com/channels/7/8/9"
    assert on_discord(Address("discord", "dm-8", "8", private=True), "9") == "https://discord.com/channels/@me/8/9"
    chat = "-100123" if large else "-123"
    group = Origin("telegram", chat, chat, "1", "Ann")
    assert on_telegram(group, "9") == ("https://t.me/c/123/9" if large else "")
    topic = replace(group, channel=f"{chat}.5")
    assert on_telegram(topic, "9") == ("https://t.me/c/123/5/9" if large else "")
    assert on_telegram(group, "-100456/9") == "https://t.me/c/456/9"
