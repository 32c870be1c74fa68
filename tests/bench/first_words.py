"""How soon people read the first words after a message in a private chat, with a model that needs 0.4 s for them."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any, Final

from engine.db.postgres import embedded
from engine.rules.pausing import Sound, sound_of
from tests.bench.figures import Figure, Part, spread
from tests.faults.platform_town import Town, town
from tests.servers.model import Finish, Pause, Script, Tokens
from tests.servers.model import Seen as Asked
from tests.work.test_pace import RHYTHM

MODEL: Final = 0.4
TYPED: Final = 1.0


async def run(folder: Path, *, quick: bool) -> Part:
    """The same messages on both platforms, as people write them in both languages; only Discord shows who types."""
    figures: list[Figure] = []
    for platform in ("discord", "telegram"):
        server = await embedded.start(folder / platform / "database", grace=0.2)
        try:
            async with town(platform, server.dsn, folder / platform / "data", DEFAULTS__DEBOUNCE="4") as one:
                waits = await _waits(one, 10 if quick else 40)
        finally:
            await server.stop()
        figures += spread(f"{platform}, message → first text", [it for _, it in waits], (1_500.0, None))
        whole = [it for text, it in waits if sound_of(text) is Sound.WHOLE]
        figures += spread(f"  of {len(whole)} that end a sentence", whole, (1_500.0, None))
    return Part("First words", tuple(figures))


async def _waits(here: Town, count: int) -> list[tuple[str, float]]:
    """Seconds to the first words behind ``count`` messages, each in a place of its own."""
    here.model.answer = _reply
    rooms = [await here.room() for _ in range(count)]
    await here.settle_in()
    texts = [text for pair in zip(*map(_texts, ("en", "zh")), strict=True) for text in pair][:count]
    return [(text, await _wait(here, room, text)) for room, text in zip(rooms, texts, strict=True)]


async def _wait(here: Town, room: Any, text: str) -> float:
    person = here.owner_of(room)
    if here.is_discord:
        person.starts_typing(room)
        await asyncio.sleep(TYPED)
    began = time.monotonic()
    message = here.seat.says(person, room, text)
    await here.seat.reads(room, "Well", message.id)
    return time.monotonic() - began


def _texts(language: str) -> list[str]:
    lines = (RHYTHM / f"{language}.singles.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] for line in lines]


def _reply(_: Asked) -> Script:
    return Script([Pause(MODEL), "Well, ", "well.", Finish(), Tokens(10, 4)])
