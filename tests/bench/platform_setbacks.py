"""What people notice of a daemon that was away, or was killed in the middle of a reply."""

import asyncio
import time

from tests.bench.figures import Figure
from tests.bench.platform_daemon import Ground

CHUNKS, PACE = 20, 0.02
LONG, LONG_PACE = 100, 0.02
PATIENCE = 120.0


async def missed(here: Ground, rooms: int, messages: int) -> list[Figure]:
    """Messages that were sent while the daemon was away: until all are stored, until each room has its answer."""
    seat = here.seat
    await here.daemon.terminate()
    await here.model.plan(CHUNKS, PACE)
    stored, before = await here.stored(), seat.remote.statuses.copy()
    chosen = seat.rooms[:rooms]
    first = {room: await here.says(room, "First of all: where are you?") for room in chosen}
    for number in range(messages - 1):
        await asyncio.gather(*(here.says(room, f"And number {number + 2}?") for room in chosen))
    await seat.limits(on=True)
    started = time.monotonic()
    await here.daemon.start()
    ready = time.monotonic() - started
    async with asyncio.timeout(PATIENCE):
        while await here.stored() < stored + rooms * messages:  # noqa: ASYNC110 — only the database knows
            await asyncio.sleep(0.1)
    kept = time.monotonic() - started
    await here.answered(first, CHUNKS, PATIENCE)
    ends = [(here.whole(room, said, CHUNKS) or 0.0) - started for room, said in first.items()]
    await asyncio.sleep(3.0)
    await seat.limits(on=False)
    replies = [_replies(here, room, said) for room, said in first.items()]
    name = f"{rooms * messages} missed in {rooms} rooms"
    return [
        Figure(f"{name}: daemon ready", ready, "s"),
        Figure(f"{name}: stored", kept, "s", 60.0),
        Figure(f"{name}: answered", max(ends), "s", 60.0),
        Figure(f"{name}: rooms not answered once", sum(it != 1 for it in replies), "", 0.0),
        Figure(f"{name}: 429", (seat.remote.statuses - before)[429], "", 0.0),
    ]


async def killed(here: Ground, times: int) -> list[Figure]:
    """kill -9 in the middle of a reply: how long after the restart it is whole, and in how many messages."""
    seconds, wrong = list[float](), 0
    await here.model.plan(LONG, LONG_PACE)
    for room in here.seat.rooms[:times]:
        said = await here.says(room)
        await here.seat.remote.until(lambda room=room, said=said: here.seat.seen(room, said))
        begun = here.seat.seen(room, said)[0]["message"]
        await here.daemon.kill()
        started = time.monotonic()
        await here.daemon.start()
        await here.answered({room: said}, LONG, PATIENCE)
        seconds.append((here.whole(room, said, LONG) or 0.0) - started)
        await asyncio.sleep(1.0)
        wrong += {it["message"] for it in here.seat.seen(room, said) if "word" in it["text"]} != {begun}
    return [
        Figure("kill -9 in a reply: whole after the restart, at most", max(seconds), "s", 5.0),
        Figure("  of it the model's own time", LONG * LONG_PACE, "s"),
        Figure("kill -9 in a reply: not once in the same message", wrong, "", 0.0),
    ]


def _replies(here: Ground, room: int, said: int) -> int:
    return len({it["message"] for it in here.seat.seen(room, said) if "word" in it["text"]})
