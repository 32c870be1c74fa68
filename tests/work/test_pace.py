"""How long people are waited for, on messages as people write them: three lines within six seconds, and single ones.

The files under ``rhythm`` were written by somebody who had not seen the rules. Times are seconds since the first line.
"""

import json
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest

from engine.rules.pausing import Sound, sound_of
from engine.turns.intake.burst import LONGEST, Burst, Pause
from engine.turns.intake.pace import WaitingPace
from engine.values.ids import ChannelKey

RHYTHM: Final = Path(__file__).parent / "rhythm"
CHAT: Final = 4.0
"""Seconds: the pause of chat mode."""
HERE: Final = ChannelKey(1, 1)
ANN, BOB = 1, 2
KEYS: Final = {"en": 4.5, "zh": 2.8}
"""Characters a second of somebody who is not quick."""


def _read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RHYTHM / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def _answered(
    lines: list[tuple[float, str]], *, keys: float | None, pace: WaitingPace | None = None
) -> list[list[str]]:
    """Which lines are answered together. ``keys``: the platform shows who types, so many characters a second."""
    pace, burst, groups, before = pace or WaitingPace(), None, [[]], 0.0
    happens = [(at, True, text) for at, text in lines]
    for at, text in lines if keys else ():
        begins = at - 3.0 if at == 0.0 else max(before + 0.25, at - len(text) / (keys or 1.0))
        happens.append((begins, False, ""))
        before = at
    for at, is_message, text in sorted(happens):
        if burst is not None and at >= burst.settled:
            burst, groups = None, [*groups, []]
        if not is_message:
            pace.typing(HERE, at)
            if burst is not None:
                burst.typing(at)
            continue
        pause = pace.heard(HERE, ANN, text, CHAT, at)
        if burst is None:
            burst = Burst(at, pause)
        else:
            burst.more(at, pause)
        groups[-1].append(text)
    return [it for it in groups if it]


def _waited(text: str, *, types: bool) -> float:
    pace = WaitingPace()
    if types:
        pace.typing(HERE, -3.0)
    return pace.heard(HERE, ANN, text, CHAT, 0.0).quiet


@pytest.mark.parametrize("language", KEYS)
def test_lines_that_come_together_are_answered_together(language: str) -> None:
    """Three lines within six seconds would get three replies that talk past each other."""
    bursts = [[(at, text) for at, text in it["lines"]] for it in _read(f"{language}.bursts")]
    whole = [len(_answered(it, keys=KEYS[language])) == 1 for it in bursts]
    assert sum(whole) >= 0.95 * len(bursts)
    blind = [len(_answered(it, keys=None)) == 1 for it in bursts]
    assert sum(blind) >= 0.8 * len(bursts), "where nobody sees who types"


@pytest.mark.parametrize("language", KEYS)
def test_one_message_is_answered_soon(language: str) -> None:
    """Everybody would wait four seconds for each answer."""
    texts = [it["text"] for it in _read(f"{language}.singles")]
    assert median(_waited(it, types=True) for it in texts) <= 1.0
    assert median(_waited(it, types=False) for it in texts if sound_of(it) is Sound.WHOLE) <= 1.0


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("How are you?", Sound.WHOLE),
        ("It rained all day. 😢", Sound.WHOLE),
        ("*She nods.*", Sound.WHOLE),
        ("你吃了没有？", Sound.WHOLE),
        ("他来了吗", Sound.WHOLE),
        ("“我陪你。”", Sound.WHOLE),
        ("Hey Mira", Sound.UNSURE),
        ("在吗", Sound.UNSURE),
        ("oh", Sound.OPEN),
        ("so i went there and", Sound.OPEN),
        ("我跟你说，", Sound.OPEN),
        ("因为", Sound.OPEN),
        ("well...", Sound.OPEN),
        ("唉……", Sound.OPEN),
        ("*she opens the", Sound.OPEN),
        ("", Sound.OPEN),
        ("i had the weirdest day", Sound.UNSURE),
        ("今天好累", Sound.UNSURE),
    ],
)
def test_how_a_message_sounds(text: str, sound: Sound) -> None:
    """A question would wait like a sigh, or a half sentence be answered."""
    assert sound_of(text) is sound


def test_several_people_are_given_time() -> None:
    """In a group one answer would follow each line, before the others have spoken."""
    pace = WaitingPace()
    assert pace.heard(HERE, ANN, "How are you?", CHAT, 0.0).quiet == CHAT / 4
    assert pace.heard(HERE, BOB, "And me?", CHAT, 20.0).quiet == CHAT
    assert pace.heard(HERE, BOB, "And me?", CHAT, 200.0).quiet == CHAT / 4, "Ann has gone"


def test_a_rhythm_is_kept() -> None:
    """The third line would come too late by a moment."""
    pace = WaitingPace()
    pace.heard(HERE, ANN, "I finished the bookshelf.", CHAT, 0.0)
    assert pace.heard(HERE, ANN, "It leans.", CHAT, 2.5).quiet == pytest.approx(3.0)


@pytest.mark.parametrize(("gap", "text", "quiet"), [(30.0, "today was long", CHAT / 4), (3.0, "It leans.", CHAT)])
def test_habits_are_learnt(gap: float, text: str, quiet: float) -> None:
    """Whoever sets no full stops would always wait, and whoever sets them everywhere never be waited for."""
    pace, at = WaitingPace(), 0.0
    for _ in range(8):
        pace.heard(HERE, ANN, text, CHAT, at)
        at += gap
    assert pace.heard(HERE, ANN, text, CHAT, at + 60.0).quiet == quiet


@pytest.mark.parametrize("seconds", [0.0, 1.2, 15.0])
def test_nobody_waits_longer_than_they_asked_for(seconds: float) -> None:
    """The setting would be a lie."""
    for text in ("Hello?", "and", "well"):
        pause = WaitingPace().heard(HERE, ANN, text, seconds, 0.0)
        assert pause.quiet <= seconds
        assert pause == Pause(pause.quiet, LONGEST * seconds)
