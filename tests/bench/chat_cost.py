"""What the prompts of a private chat cost: 200 turns in mode chat with the product's defaults, through an engine.

A prompt is weighed as a service with a prefix cache bills it: messages that are as they were in the turn before count
at the price of what is cached. Work behind the turns counts whole. Alone:
``python -m tests.bench.chat_cost [--quick]``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from engine.config.config import AllowanceConfig
from engine.db.postgres import embedded
from engine.db.postgres.migrate import migrate
from engine.rules.text.tokens import estimate, per_message
from engine.wiring.database import MIGRATIONS
from tests.bench.alone import alone
from tests.bench.figures import Figure, Part
from tests.bench.planted_play import put
from tests.bench.prose import Prose
from tests.servers.model import ModelServer, Script, Seen, Tokens, say
from tests.servers.scribe import scribe
from tests.turns.remembering import WordEmbedder
from tests.turns.room import CARD, config_for, enter, new_origin, opened

TURNS: Final = 200
TOLD: Final = (20, 100, 200)
"""The turns whose prompts are told."""
EVERY: Final = 10
"""Turns after which what is due is done: a pause."""
PLAYED: Final = (("en", 0.1), ("en", 0.25), ("en", 0.5), ("en", 1.0), ("zh", 0.1))
"""Languages, and what a cached token costs, in tokens; 1 is a service that keeps no cache."""
USUAL: Final = 0.1
WEIGHTED: Final = 200_000
LOST: Final = 0.5
"""A prompt of which less than this part is as before has lost its front."""

_BILLED = """
SELECT kind, sum(prompt_tokens + reply_tokens)::bigint AS tokens, count(*) AS calls FROM usage
WHERE space_id = $1 AND role NOT IN ('chat', 'embedding') GROUP BY kind ORDER BY tokens DESC
"""


@dataclass(frozen=True, slots=True)
class Read:
    """A prompt in tokens, and how many of them stand as they stood in the prompt before, from the front on."""

    tokens: int
    same: int


async def run(folder: Path, *, quick: bool) -> Part:
    """The figures of a private chat in each language, at each price of what is cached."""
    figures: list[Figure] = []
    turns = TURNS // 10 if quick else TURNS
    server = await embedded.start(folder / "database", grace=0.2)
    try:
        await migrate(server.dsn, MIGRATIONS)
        for language, share in PLAYED:
            figures += await _talk(server.dsn, folder / f"{language}{share}", language, share, turns)
    finally:
        await server.stop()
    notes = (
        "weighted: a token that is as before counts at the price of what is cached; all behind the turns counts whole",
        "same: of all tokens of the prompts, those that stand as in the turn before, from the front on",
    )
    return Part(f"What the prompts of {turns} turns of a private chat cost", tuple(figures), notes)


async def _talk(dsn: str, folder: Path, language: str, share: float, turns: int) -> list[Figure]:
    prose = Prose(3, chinese=language == "zh")
    async with ModelServer() as model:
        model.answer = lambda seen: _billed(seen, say(prose.message()))
        model.notes = lambda seen: _billed(seen, scribe(seen))
        origin = replace(new_origin(), private=True)
        config = config_for(dsn, folder, model)
        assert config.chat is not None
        chat = config.chat.model_copy(update={"price_in": 1.0, "price_cached": share, "price_out": 4.0})
        config = config.model_copy(update={"chat": chat, "allowance": AllowanceConfig(cents=100_000)})
        async with opened(config, origin.platform) as engine:
            room = await enter(engine, model, origin, CARD)
            room.change(embedder=WordEmbedder())
            await put(room, {"language": language, "mode": "chat", "background_tokens": "100000000"})
            for number in range(1, turns + 1):
                await room.say(prose.message())
                if number % EVERY == 0 and number < turns:  # what is due behind the last turn is of the time after
                    await room.drain()
            reads = _reads([it.body["messages"] for it in model.generations])
            behind = await room.sql(_BILLED, room.here.space)
    return _figures(f"{language}, cached {share:g}", reads, behind, share)


def _reads(prompts: Sequence[Sequence[Any]]) -> list[Read]:
    found: list[Read] = []
    before: Sequence[Any] = ()
    for messages in prompts:
        sizes = [estimate(it["content"]) + per_message() for it in messages]
        same = next((at for at, (was, now) in enumerate(zip(before, messages, strict=False)) if was != now), None)
        found.append(Read(sum(sizes), sum(sizes[: min(len(before), len(messages)) if same is None else same])))
        before = messages
    return found


def _figures(name: str, reads: Sequence[Read], behind: Sequence[Any], share: float) -> list[Figure]:
    sent, same = sum(it.tokens for it in reads), sum(it.same for it in reads)
    lost = [turn for turn, it in enumerate(reads, 1) if turn > 1 and it.same < LOST * it.tokens]
    weighted, done = sent - same * (1 - share), sum(it["tokens"] for it in behind)
    return [
        *(Figure(f"{name}: prompt of turn {at}", reads[at - 1].tokens, "tokens") for at in TOLD if at <= len(reads)),
        Figure(f"{name}: the longest", max(it.tokens for it in reads), "tokens"),
        Figure(f"{name}: same", 100 * same / sent, "%"),
        Figure(f"{name}: fronts lost", len(lost), ""),
        Figure(f"{name}: prompts, weighted", weighted, "tokens"),
        *(Figure(f"{name}:   {it['kind']}, {it['calls']} calls", it["tokens"], "tokens") for it in behind),
        Figure(f"{name}: in all", weighted + done, "tokens", WEIGHTED if share == USUAL else None),
    ]


def _billed(seen: Seen, script: Script) -> Script:
    """The same answer with its price."""
    steps = [it for it in script.steps if not isinstance(it, Tokens)]
    words = sum(estimate(it if isinstance(it, str) else getattr(it, "arguments", "")) for it in steps)
    return Script([*steps, Tokens(estimate(seen.prompt), words)])


if __name__ == "__main__":
    alone("chat_cost", run, __doc__, quick="a tenth of the turns")
