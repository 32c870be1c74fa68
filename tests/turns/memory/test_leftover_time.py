"""The process that reads words of time: what it knows, and that nothing it does harms a turn."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from engine.recall.leftover_time import LeftoverTime
from engine.values.memory.recall import TimeRange
from engine.work.clock import SystemClock
from engine.work.tasks import Tasks
from tests.servers.model import say
from tests.turns.room import Room

ZONE = timezone(timedelta(hours=8))
NOW = datetime(2026, 11, 22, 10, tzinfo=ZONE)
ASKED = "农历初一我们聊了什么"
FIRST = TimeRange(datetime(2026, 11, 9, tzinfo=ZONE), datetime(2026, 11, 10, tzinfo=ZONE), False, ((0, 4),))
PATIENT = 30.0
HOSTILE = "1年2月" * 4000


class Hours(SystemClock):
    """Time passes only when ``pass_`` says so."""

    def __init__(self) -> None:
        self.at = 0.0
        self.sleeping = asyncio.Event()
        self._woken = asyncio.Event()

    def monotonic(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.sleeping.set()
        await self._woken.wait()

    def pass_(self, seconds: float) -> None:
        self.at += seconds
        self._woken.set()
        self._woken = asyncio.Event()


@pytest.fixture
async def tasks() -> AsyncIterator[Tasks]:
    found = Tasks()
    yield found
    await found.stop()


async def ready(tasks: Tasks, seconds: float = PATIENT) -> LeftoverTime:
    reader = LeftoverTime(tasks, SystemClock(), seconds=seconds)
    assert await reader.range_in(ASKED, NOW) is None
    assert await reader.started()
    return reader


def is_there(pid: int | None) -> bool:
    """Whether the process is there, as a zombie too."""
    return pid is not None and Path(f"/proc/{pid}").exists()


async def test_days_of_the_moon_and_solar_terms_are_read(tasks: Tasks) -> None:
    """Somebody who counts by the moon is told that nobody knows that day."""
    reader = await ready(tasks)
    assert await reader.range_in(ASKED, NOW) == FIRST
    found = await reader.range_in("还记得大雪那天吗", NOW)
    assert found is not None
    assert (found.start, found.certain) == (datetime(2025, 12, 7, tzinfo=ZONE), False)


async def test_what_the_rules_read_is_asked_of_nobody(tasks: Tasks) -> None:
    """Every question costs a process, or the rules are overruled."""
    reader = LeftoverTime(tasks, SystemClock())
    for text in ("昨天我们聊了什么", "What did we say yesterday?", "去年农历八月初一我们说了什么", "你好"):
        assert await reader.range_in(text, NOW) is None
    assert not await reader.started()


async def test_who_is_late_is_killed_and_replaced(tasks: Tasks) -> None:
    """One message keeps everybody's questions waiting for a minute."""
    reader = await ready(tasks, seconds=0.05)
    before = reader.pid
    assert await reader.read(HOSTILE, HOSTILE, NOW) is None
    assert await reader.started()
    assert not is_there(before)
    assert is_there(reader.pid)
    assert reader.pid != before


async def test_a_crash_is_no_range_and_the_next_process_answers(tasks: Tasks) -> None:
    """A killed process takes the turn, or all later questions, with it."""
    reader = await ready(tasks)
    before = reader.pid
    assert before is not None
    os.kill(before, signal.SIGKILL)
    await asyncio.to_thread(os.waitid, os.P_PID, before, os.WEXITED | os.WNOWAIT)  # else the next one may answer
    assert await reader.range_in(ASKED, NOW) is None
    assert await reader.started()
    assert not is_there(before)
    assert await reader.range_in(ASKED, NOW) == FIRST


async def test_two_questions_at_once_get_their_own_answers(tasks: Tasks) -> None:
    """One person's day is told to another."""
    reader = await ready(tasks)
    texts = [ASKED, "还记得大雪那天吗"] * 10
    found = await asyncio.gather(*(reader.range_in(it, NOW) for it in texts))
    assert len({it.start for it in found if it}) == 2
    assert all(it == FIRST for it in found[::2])


async def test_it_ends_when_nobody_asks_and_begins_again(tasks: Tasks) -> None:
    """Memory is held for a process that is wanted once a year."""
    clock = Hours()
    reader = LeftoverTime(tasks, clock, seconds=PATIENT)
    await reader.range_in(ASKED, NOW)
    assert await reader.started()
    before, watching = reader.pid, reader._worker._life
    assert watching is not None
    await clock.sleeping.wait()
    clock.pass_(601)
    await watching
    assert reader.pid is None
    assert not is_there(before)
    await reader.range_in(ASKED, NOW)
    assert await reader.started()


async def test_it_ends_with_the_daemon() -> None:
    """Each start of the daemon leaves a process behind."""
    tasks = Tasks()
    reader = await ready(tasks)
    pid = reader.pid
    assert is_there(pid)
    await tasks.stop()
    assert not is_there(pid)


async def test_a_daemon_that_ends_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    """The same, in the first second."""
    told = tmp_path / "pid"
    os.mkfifo(told)
    script = tmp_path / "silent.py"
    script.write_text(f"import os, sys\nopen({str(told)!r}, 'w').write(str(os.getpid()))\nsys.stdin.read()\n")
    tasks = Tasks()
    reader = LeftoverTime(tasks, SystemClock(), worker=script)
    await reader.range_in(ASKED, NOW)
    pid = int(await asyncio.to_thread(told.read_text))
    await tasks.stop()
    assert not is_there(pid)


async def test_without_the_package_there_is_no_range(tmp_path: Path) -> None:
    """A house without jionlp answers no Chinese question, or starts a process for each."""
    script, starts = tmp_path / "missing.py", tmp_path / "starts"
    script.write_text(f"open({str(starts)!r}, 'a').write('x')\nraise SystemExit(3)\n")
    tasks = Tasks()
    reader = LeftoverTime(tasks, SystemClock(), worker=script)
    for _ in range(6):
        assert await reader.range_in(ASKED, NOW) is None
        assert not await reader.started()
    await tasks.stop()
    assert starts.read_text() == "xxx"


async def test_secrets_of_the_daemon_are_not_handed_on(
    tmp_path: Path, tasks: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parser of dates can read the house's keys."""
    monkeypatch.setenv("DISCORD_TOKEN", "canary")
    script, seen = tmp_path / "looks.py", tmp_path / "seen"
    script.write_text(f"import json, os\nopen({str(seen)!r}, 'w').write(json.dumps(dict(os.environ)))\n")
    reader = LeftoverTime(tasks, SystemClock(), worker=script)
    await reader.range_in(ASKED, NOW)
    await reader.started()
    assert "canary" not in json.loads(seen.read_text()).values()


async def test_a_turn_asks_it(room: Room) -> None:
    """What it reads reaches no question."""

    class Reader(LeftoverTime):
        asked: Callable[..., object]

        async def range_in(self, text: str, now: datetime) -> TimeRange | None:
            texts.append(text)
            return TimeRange(datetime(2026, 1, 1, tzinfo=UTC), now, certain=False)

    texts: list[str] = []
    room.change(leftovers=Reader(Tasks(), SystemClock()))
    room.model.answer = lambda _: say("I see.")
    await room.say("农历初一我们聊了什么")
    assert texts == ["农历初一我们聊了什么"]


async def test_words_that_cannot_be_read_cost_no_reply(room: Room) -> None:
    """Something in a message breaks what reads its words of time, and nobody gets an answer to it."""

    class Broken(LeftoverTime):
        async def range_in(self, text: str, now: datetime) -> TimeRange | None:
            raise ValueError(len(text))

    room.change(leftovers=Broken(Tasks(), SystemClock()))
    room.model.answer = lambda _: say("I see.")
    await room.say("农历初一我们聊了什么")
    assert (await room.log())[-1]["text"] == "I see."
