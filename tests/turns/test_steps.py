"""Where the time of a turn went: each step, for whoever asks why it took so long, and in the log."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.words.localise import LANGUAGES, Speech
from engine.actions.chats import inspections
from engine.actions.house import settings
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.steps import TurnStep
from engine.values.house.setting_scopes import SettingScope
from engine.work.clock import SystemClock
from tests.servers.model import Finish, ModelServer, Pause, Script
from tests.turns.room import Room, config_for, enter, new_origin, opened

SLOW = Script([Pause(0.05), "One ", Pause(0.3), "two.", Finish()])
_NOT_IN_A_TERMINAL = {TurnStep.DELIVERED}


@pytest.fixture
async def platform(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """A channel of a platform, to which replies have to be delivered."""
    origin = new_origin()
    limit = PartLimit(2_000)
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=limit) as engine:
        yield await enter(engine, model, origin)


async def test_every_step_is_told(room: Room) -> None:
    """Somebody waits for ten seconds, and /why names three steps that took twenty milliseconds."""
    room.model.script(SLOW)
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0.2")
    with capture_logs() as logged:
        await room.say("Hello")  # nothing says that this is all
    found = await inspections.last(room.engine.ctx, room.here)
    assert found is not None
    assert list(found.ms) == [it for it in TurnStep if it not in _NOT_IN_A_TERMINAL]
    assert found.ms[TurnStep.QUEUE] >= 200
    assert found.ms[TurnStep.FIRST_WORD] >= 50
    assert found.ms[TurnStep.LAST_WORD] >= 100  # the model waits for longer, but from before the first word is read
    assert found.ms[TurnStep.FIRST_WORD] + found.ms[TurnStep.LAST_WORD] >= 350
    assert found.ms[TurnStep.SHOWN] >= found.ms[TurnStep.FIRST_WORD]
    (line,) = [it for it in logged if it["event"] == "turn"]
    assert {*line["ms"]} == {*(it.value for it in TurnStep if it not in _NOT_IN_A_TERMINAL), "all"}


class StepClock(SystemClock):
    """A clock of which each look is a quarter of a second later than the one before."""

    def __init__(self) -> None:
        self._looks = 0

    def monotonic(self) -> float:
        self._looks += 1
        return self._looks / 4


async def test_times_are_told_in_milliseconds(room: Room) -> None:
    """A turn of ten seconds is told as one of ten milliseconds, or of ten hours."""
    room.change(clock=StepClock())
    with capture_logs() as logged:
        await room.say("Hello.")
    (line,) = [it for it in logged if it["event"] == "turn"]
    ours = {it: line["ms"][it.value] for it in (TurnStep.LOAD, TurnStep.RETRIEVE, TurnStep.ASSEMBLE)}
    assert all(it and it % 250 == 0 for it in [*ours.values(), line["ms"]["all"]])
    assert sum(ours.values()) < line["ms"]["all"] < 100 * 250, "a hundred looks are more than a turn takes"


async def test_when_the_last_part_arrived_is_told(platform: Room) -> None:
    """A reply that Discord held back for a minute looks as if the model had been slow."""
    room = platform
    room.model.script(SLOW)
    await room.say("Hello.")
    before = await inspections.last(room.engine.ctx, room.here)
    assert before is not None
    assert TurnStep.DELIVERED not in before.ms
    ended = room.ended[-1]
    room.engine.turns.delivered(ended.sendings, [f"p{it.id}" for it in ended.sendings])
    await room.engine.turns.written()
    found = await inspections.last(room.engine.ctx, room.here)
    assert found is not None
    assert list(found.ms) == list(TurnStep)
    assert found.ms[TurnStep.DELIVERED] >= found.ms[TurnStep.FIRST_WORD] + found.ms[TurnStep.LAST_WORD]


async def test_what_tables_keep_outlives_the_process(room: Room) -> None:
    """After a restart nobody could say why the last reply was late."""
    room.model.script(SLOW)
    await room.say("Hello.")
    room.change(afterwards=type(room.ctx.afterwards)())
    found = await inspections.last(room.engine.ctx, room.here)
    assert found is not None
    assert {*found.ms} >= {*TurnStep} - {TurnStep.DELIVERED, TurnStep.COMMIT, TurnStep.SHOWN}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_a_name(language: str) -> None:
    """A step is named by a word of the code, in English also to who reads Chinese."""
    speak = Speech().speaker(language)
    names = [speak.say("why-step", step=it.value, ms=1_234) for it in TurnStep]
    assert len(set(names)) == len(TurnStep)
    assert all(it.endswith({"en": " 1234 ms", "zh": " 1234 毫秒"}[language]) for it in names)
    assert language == "en" or not any(it.value in name for it, name in zip(TurnStep, names, strict=True))
