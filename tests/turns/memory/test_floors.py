"""A floor in the settings is a floor: what is less like the question, by the figure that is shown, is not told."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from annotated_types import Ge, Le

from engine.actions.chats import inspections
from engine.actions.house import settings as settings_actions
from engine.actions.memory import garden
from engine.embed.builtin import BuiltinEmbedder
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_scopes import SettingScope
from engine.values.house.settings import Settings
from engine.values.transfers.transfers import Offer
from tests.turns import long_talk
from tests.turns.files import as_json, bring
from tests.turns.never_told import CHAT, TOLD, never_told
from tests.turns.remembering import filled, known, past, recalled, remembering
from tests.turns.room import Room

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 20, 9, tzinfo=UTC)
SAID = "My sister Tamsin breeds falcons in the old tower."

Scene = Callable[[Room], Awaitable[tuple[str, str, str]]]
"""Puts something where it can be recalled: the question, the origin in the ledger, a word of what is told."""


def floors() -> set[str]:
    """Every setting of recall that is a likeness: a number from 0 to 1."""
    return {
        name
        for name, field in Settings.model_fields.items()
        if field.annotation is float
        and all(limit in field.metadata for limit in (Ge(0.0), Le(1.0)))
        and any(getattr(it, "group", None) is SettingGroup.RECALL for it in field.metadata)
    }


async def put(room: Room, **settings: str) -> None:
    for name, value in settings.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def said_once(room: Room) -> tuple[str, str, str]:
    await past(room, (SAID, "How lovely."), since=MARCH)
    await filled(room, 40, MARCH + timedelta(hours=1))
    return "Which birds does my sister breed?", "episodic", "falcons"


async def said_that_day(room: Room) -> tuple[str, str, str]:
    await put(room, diary_filter="on")
    _, _, word = await said_once(room)
    return "What did I say about falcons and my sister on 2 March?", "diary", word


async def a_fact(room: Room) -> tuple[str, str, str]:
    await known(room, "The harbour is mined since the autumn.")
    await known(room, "Zinnias grow on the roof.")
    return "Is the harbour mined or safe?", "core", "mined"


async def an_entry(room: Room) -> tuple[str, str, str]:
    entry = {"uid": 0, "key": ["quay"], "comment": "otters", "content": "Old Bram keeps tame otters in the boathouse."}
    await bring(room, as_json({"entries": {"0": entry}}), "Harbour.json", Offer.CHAT)
    return "What do otters in the boathouse eat?", "world:", "Bram"


SCENES: Final[Mapping[str, Scene]] = {
    "recall_floor": said_once,
    "diary_threshold": said_that_day,
    "core_floor": a_fact,
    "books_threshold": an_entry,
}


def test_every_floor_is_tried() -> None:
    """A setting that says how like something must be is added, and nobody sees that it holds for half of the finds."""
    assert set(SCENES) == floors()


async def figure(room: Room, origin: str) -> float | None:
    """The likeness that ``/why full`` shows of the best find; None when nothing was told."""
    seen = await inspections.last(room.engine.ctx, room.here)
    assert seen is not None
    line = next((it for it in seen.lines if it.origin.startswith(origin) and it.tokens), None)
    if line is None:
        return None
    return max(float(it) for it in line.detail.replace(",", " ").split() if it.startswith((".", "1.", "0.")))


@pytest.mark.parametrize("name", sorted(floors()))
async def test_a_floor_holds_for_the_figure_that_is_shown(room: Room, name: str) -> None:
    """Whoever sets a floor still gets what shares a word with the question, or loses what is shown to be above it."""
    await remembering(room, now=LATER)
    await put(room, budget_tokens="2000", facts="off", history_limit="2", **{name: "0"})
    question, origin, word = await SCENES[name](room)
    await room.drain()
    await room.say(question)
    shown = await figure(room, origin)
    assert shown is not None
    assert 0.02 < shown < 0.98
    assert any(word in text for role, text in room.prompt() if role == "system")
    for floor, there in ((shown - 0.01, True), (shown + 0.01, False), (1.0, False)):
        await put(room, **{name: f"{floor:.3f}"})
        await room.say(question)
        assert ((await figure(room, origin)) is not None) is there, f"{name} {floor:.3f}, shown {shown}"


async def test_the_garden_s_search_keeps_to_the_floor(room: Room) -> None:
    """A search in the garden brings what shares a word, whatever its owner has set."""
    await remembering(room, now=LATER)
    await past(room, (SAID, "How lovely."), since=MARCH)
    await room.drain()
    for floor, found in (("0.3", [SAID]), ("1", [])):
        await put(room, recall_floor=floor)
        there = await garden.search(room.engine.ctx, room.here, "falcons")
        assert [it.memory.text for it in there] == found


@pytest.mark.share(2)
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_nobody_spoke_of_brings_nothing(room: Room, language: str) -> None:
    """A character asked about something that was never mentioned is told of the weather, and makes an answer of it."""
    await remembering(room, now=LATER)
    room.change(embedder=BuiltinEmbedder())
    await put(room, budget_tokens="2000", facts="off", history_limit="2", language=language)
    facts = [said for said, _, _ in TOLD[language]]
    talk = [it for pair in zip(CHAT[language], facts, strict=True) for it in pair]
    await past(room, *((it, "...") for it in talk), since=MARCH, every=timedelta(hours=3))
    await room.drain()
    lines = 0
    for question in never_told(language):
        await room.say(question)
        lines += len(recalled(room).splitlines())
    assert lines <= 1
    answered = 0
    for _, question, word in TOLD[language]:
        await room.say(question)
        answered += word in recalled(room)
    assert answered >= len(TOLD[language]) - 1


@pytest.mark.share(2)
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_long_chat_brings_no_noise(room: Room, language: str) -> None:
    """After months of talk some line is a little like any question, and people read what they never asked about."""
    await remembering(room, now=LATER)
    room.change(embedder=BuiltinEmbedder())
    await put(room, budget_tokens="2000", facts="off", history_limit="2", language=language)
    said = long_talk.talk(language)
    await past(room, *((it, "") for it in said), since=MARCH - timedelta(days=120), every=timedelta(hours=5))
    await room.drain()
    noise: list[str] = []
    for question in long_talk.NEVER_TOLD[language]:
        await room.say(question)
        noise += [f"{question} {line}" for line in recalled(room).splitlines()]
    assert len(noise) <= 1, noise
    missed: list[str] = []
    for _, question, word in long_talk.TOLD[language]:
        await room.say(question)
        missed += [question] if word not in recalled(room) else []
    assert len(missed) <= 1, missed


@pytest.mark.share(2)
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_people_never_had_brings_nothing(room: Room, language: str) -> None:
    """Whoever says "I" is believed to have told it: the place of a kettle is told of a harpsichord nobody ever had."""
    await remembering(room, now=LATER)
    room.change(embedder=BuiltinEmbedder())
    await put(room, budget_tokens="2000", facts="off", history_limit="2", language=language)
    said = long_talk.talk(language)
    await past(room, *((it, "") for it in said), since=MARCH - timedelta(days=120), every=timedelta(hours=5))
    await room.drain()
    noise: list[str] = []
    for question in long_talk.never_had(language):
        await room.say(question)
        noise += [f"{question} {line}" for line in recalled(room).splitlines()]
    assert len(noise) <= 1, noise
