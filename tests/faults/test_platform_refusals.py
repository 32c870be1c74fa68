"""Platforms that refuse, fail after accepting, or do not answer: each reply arrives whole, and once."""

import asyncio
from pathlib import Path

import pytest

from tests.conftest import NewDatabase
from tests.faults.platform_checker import check, read_books
from tests.faults.platform_town import Town, rooms, town

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

WEBHOOK = r"/webhooks/\d+/[^/]+$"
MESSAGES = r"/channels/\d+/messages$"
EDITS = r"/messages/\d+$"


async def _together(one: Town) -> None:
    """Everybody says something at once, and is answered."""
    for room, _ in one.rooms:
        one.says(room)
    await one.rest()


async def test_discord_fails_after_accepting(new_database: NewDatabase, tmp_path: Path) -> None:
    """A 502 or a broken connection doubles a message, or leaves a reply half done."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 4, 0.0
        await rooms(one, private=2, shared=2)
        await one.settle_in()
        faults = one.server.faults
        for route in (MESSAGES, WEBHOOK):
            faults.fail("POST", route, 502, accepted=True)
            faults.cut("POST", route, accepted=True)
            await _together(one)
            await _together(one)
        for private in (True, False):
            room = next(it for it, _ in one.rooms if (it.guild is None) is private)
            gate = await one.growing(room)
            faults.fail("PATCH", EDITS, 502, accepted=True)
            faults.cut("PATCH", EDITS, accepted=True)
            gate.open()
            await one.rest()
        met = [it.status for it in one.server.history.calls() if it.name == "fault"]
        assert (met.count(502), met.count(0)) == (4, 4)
        await check(one)


async def test_discord_wants_quiet(new_database: NewDatabase, tmp_path: Path) -> None:
    """In a storm of 429s replies are lost, doubled, or the waits are not obeyed."""
    async with town("discord", await new_database(), tmp_path) as one:
        one.chunks, one.pace, one.server.buckets.on = 20, 0.05, True
        await rooms(one, private=4, shared=4)
        await one.start()
        one.server.faults.fail("POST", MESSAGES, 429, times=6, retry_after=0.5)
        one.server.faults.fail("PATCH", EDITS, 429, times=6, retry_after=0.5)
        one.server.faults.fail("POST", WEBHOOK, 429, times=3, retry_after=1.0, everywhere=True)
        await _together(one)
        await _together(one)
        await check(one)
        calls = one.server.history.calls()
        print(f"429s: {sum(it.status == 429 for it in calls)} of {len(calls)} calls, 15 provoked")  # noqa: T201


async def test_telegram_fails_after_accepting(new_database: NewDatabase, tmp_path: Path) -> None:
    """A 502 or a broken connection doubles a final text, or what is in doubt is neither shown nor offered."""
    async with town("telegram", await new_database(), tmp_path) as one:
        one.chunks, one.pace = 4, 0.0
        await rooms(one, private=3, shared=1)
        await one.settle_in()
        faults, doubted = one.server.faults, 0
        for room, _ in one.rooms[2:]:
            for break_it in (lambda: faults.fail("sendMessage", 502, accepted=True), lambda: faults.cut("sendMessage")):
                break_it()
                doubted += 1
                one.says(room)
                await one.rest()
        for room, _ in one.rooms:
            gate = await one.growing(room)
            faults.fail("editMessageText", 502, accepted=True)
            faults.cut("editMessageText", accepted=True)
            gate.open()
            await one.rest()
        await check(one, orphans=doubted)
        lost = {it["turn_id"] for it in (await read_books(one)).outbox if it["state"] == "unknown"}
        offers = [it for room, _ in one.rooms for it in one.stands(room) if it.text == one.speak.say("delivery-lost")]
        assert len(lost) == len(offers) <= doubted
        assert all(any(each.startswith("show:") for each in it.controls) for it in offers)


@pytest.mark.parametrize("seconds", [2])
async def test_telegram_wants_quiet(seconds: int, new_database: NewDatabase, tmp_path: Path) -> None:
    """While Telegram wants quiet in one chat, the others wait too, or the final text is dropped."""
    async with town("telegram", await new_database(), tmp_path) as one:
        first, second = await rooms(one, private=2)
        one.server.limits.on = True
        await one.settle_in()
        gate = await one.growing(first)
        one.server.faults.fail("editMessageText", 429, retry_after=seconds, chat=first.id)
        since = len(one.server.history)
        gate.open()
        refused = await one.server.history.until(lambda it: it.status == 429, after=since)
        one.says(second)
        elsewhere = await one.server.history.until(
            lambda it: it.kind == "call" and it.channel == second.id and it.status == 200, after=refused.number
        )
        await one.rest()
        final = one.server.history.of("edit", channel=first.id, client=True)[-1]
        early = [
            it for it in one.server.history.calls("editMessageText", after=refused.number) if it.channel == first.id
        ]
        assert early[0].at - refused.at >= seconds - 0.05
        assert elsewhere.at - refused.at < seconds
        assert "w7" in final.text
        await check(one)
        print(f"the final text came {final.at - refused.at:.1f} s after a wait of {seconds} s was asked for")  # noqa: T201


async def _ends_its_request(one: Town, asked: int) -> float:
    """Wait until the model's newest request is closed by us; after how many seconds."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    async with asyncio.timeout(5):
        await one.model.generations[asked - 1].closed.wait()
    assert one.model.generations[asked - 1].left
    return loop.time() - began


async def test_places_that_vanish_on_discord(new_database: NewDatabase, tmp_path: Path) -> None:
    """A reply goes on being paid for, or is tried for ever, in a channel that is deleted or a server that was left."""
    async with town("discord", await new_database(), tmp_path) as one:
        deleted, left, home = await rooms(one, private=0, shared=3)
        await one.settle_in()
        for room, leave in (
            (deleted, lambda: one.server.removes(deleted)),
            (left, lambda: one.server.expels(left.guild)),
        ):
            gate = await one.growing(room)
            asked, since = len(one.model.generations), len(one.server.history)
            leave()
            seconds = await _ends_its_request(one, asked)
            assert seconds <= 1.0
            gate.open()
            one.says(home)
            await one.rest()
            writes = [it for it in one.server.history.after(since) if it.kind in ("message", "edit") and it.client]
            assert {it.channel for it in writes} == {home.id}
            one.rooms = [it for it in one.rooms if it[0] is not room]
            print(f"the request was closed {seconds:.3f} s after the place was gone")  # noqa: T201
        await check(one, refused=("404", "403"), barred=2)


async def test_permissions_that_go_on_discord(new_database: NewDatabase, tmp_path: Path) -> None:
    """A permission or a webhook that is taken away in the middle of a reply silences the character for good."""
    async with town("discord", await new_database(), tmp_path) as one:
        muted, hookless = await rooms(one, private=0, shared=2)
        await one.settle_in()
        gate = await one.growing(hookless)
        for hook in [it for it in one.server.world.objects.values() if type(it).__name__ == "Webhook"]:
            if hook.channel is hookless:
                one.server.removes(hook)
        gate.open()
        await one.rest()
        one.says(hookless)
        await one.rest()
        gate = await one.growing(muted)
        one.server.revokes(muted, "send_messages", "manage_webhooks", "view_channel")
        gate.open()
        await one.rest()
        one.server.grants(muted, "send_messages", "manage_webhooks", "view_channel")
        one.says(muted)
        await one.rest()
        whole = [it.text for it in one.stands(muted)]
        assert "w11" in whole[-1]
        await check(one, refused=(".",), barred=1)


async def test_groups_that_move_and_people_who_block(new_database: NewDatabase, tmp_path: Path) -> None:
    """A group that becomes a supergroup in the middle of a reply loses the reply, its story, or its being open."""
    async with town("telegram", await new_database(), tmp_path) as one:
        ann, bob = one.seat.person("Ann", "en"), one.seat.person("Bob", "en")
        group = one.server.group("Harbour", [ann], supergroup=False)
        await one.open(group)
        one.rooms += [(group, ann)]
        private = one.seat.private(bob)
        await one.open(private)
        one.rooms += [(private, bob)]
        await one.settle_in()
        gate = await one.growing(group)
        moved = one.server.migrates(group)
        gate.open()
        one.moved[str(group.id)] = str(moved.id)
        one.rooms.append((moved, ann))
        one.said = [one.called_now(it) for it in one.said]
        await one.rest()
        await one.seen(moved, "w7")
        one.says(moved)
        await one.rest()
        gate = await one.growing(private)
        bob.blocks_bot()
        gate.open()
        await one.rest()
        bob.unblocks_bot()
        one.says(private)
        await one.rest()
        assert "w11" in one.stands(private)[-1].text
        sessions = await one.sql.fetchval("SELECT count(*) FROM session")
        assert sessions == 2
        await check(one, refused=(".",), barred=1, orphans=1)
