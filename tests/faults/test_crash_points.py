"""The daemon is killed at each step of a turn, and started again: nothing is lost, doubled or left open."""

import asyncio
import re
import signal
from pathlib import Path

import pytest

from engine.work.crashpoints import IN_BACKUPS, IN_CIRCLES, IN_LETTING_IN, NAMES
from tests.faults.checker import violations
from tests.faults.house import House, house
from tests.processes.program import ROOT
from tests.servers.model import Gate

PATIENCE = 120.0
IN_ACTIONS = {"in_head_move", "after_head_move"}
IN_DUE_WORK = {"in_due_work"}
IN_JOIN = {"in_join", "after_join"}
BEHIND_TURNS = {
    "in_extract": "facts",
    "in_pages": "pages",
    "in_chronicle": "chronicle",
    "in_sweep": "sweep",
    "in_forget": "forget",
    "in_retention": "retention",
}
"""Jobs that nothing starts at once, with their marks."""
NOBODY = '{"person": 0, "names": [], "private": [], "channel": 0}'
"""Who is forgotten."""


def test_every_point_is_known() -> None:
    """A crash point that is not listed is never walked; one that is not in the code proves nothing."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "engine").rglob("*.py"))
    assert sorted(set(re.findall(r'maybe_crash\("(\w+)"\)', sources))) == sorted(
        NAMES + IN_BACKUPS + IN_CIRCLES + IN_LETTING_IN
    )


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("points", [NAMES[::2], NAMES[1::2]], ids=["even", "odd"])
async def test_killed_at_each(points: tuple[str, ...], database_url: str, tmp_path: Path) -> None:
    """A daemon that dies at one of these steps loses a message, answers it twice, or never again.

    Each start is armed with the next point, so what one death left is taken up by a process that dies too.
    """
    async with house(database_url, tmp_path, ["c0"]) as one:
        for point in points:
            await one.start(f"{point}:1")
            async with asyncio.timeout(PATIENCE):  # for a point that nothing here comes by
                await _walk(one, point)
                assert await one.died() == -signal.SIGKILL, point
        await one.start()
        await one.settle()
        one.say("c0")
        await one.settle()
        assert await violations(one) == []


async def _walk(one: House, point: str) -> None:
    """Do what comes by the point, unless what the last death left has come by it already."""
    if point in IN_JOIN:
        await _join(one)
    elif point in BEHIND_TURNS:
        await _mark(one, BEHIND_TURNS[point])
        await one.do("due")
    elif point in IN_ACTIONS | IN_DUE_WORK and one.alive:
        if not await one.settles():
            return
        since = len(one.records)
        one.failures = 3 if point in IN_DUE_WORK else 0
        one.say("c0")
        await one.until(lambda new: any(it["event"] == "ended" for it in new), since=since)
    else:
        one.say("c0")
    if point in IN_ACTIONS:
        await one.do("again", channel="c0")
    if point in IN_DUE_WORK:
        await one.sql("UPDATE due SET not_before = now() WHERE space_id = ANY ($1)")
        await one.do("due")


async def _mark(one: House, kind: str) -> None:
    """Something was said that has not been read, and the work is due now, for each session or for the house."""
    one.say("c0")
    await one.do("idle")
    keys = "VALUES (0, 0)" if kind == "sweep" else "SELECT space_id, id FROM session WHERE space_id = ANY ($1)"
    await one.sql(
        f"INSERT INTO due (space_id, session_id, kind, body) SELECT it.*, '{kind}', '{NOBODY}' FROM ({keys}) AS it "
        "WHERE $1::bigint[] IS NOT NULL ON CONFLICT (space_id, session_id, kind) DO UPDATE SET not_before = now()"
    )


async def _join(one: House) -> None:
    """Somebody says more before the first word of the reply."""
    if not await one.settles():
        return  # what the last death left unheard has joined what it left unanswered
    one.gate = gate = Gate()
    one.say("c0")
    await gate.reached()
    one.gate = None
    one.say("c0")
    await one.died()
    gate.open()


@pytest.mark.slow
async def test_killed_while_it_grows(database_url: str, tmp_path: Path) -> None:
    """Half a reply is shown, and after the restart it is gone, or there are two."""
    async with house(database_url, tmp_path, ["c0"], chunks=30, pace=0.03) as one:
        for token in (1, 3, 8):
            await one.start(f"while_growing:{token}")
            one.say("c0")
            assert await one.died() == -signal.SIGKILL
        await one.start()
        await one.settle()
        assert await violations(one) == []
        replies = await one.sql(
            "SELECT turn_id, status, text FROM entry WHERE space_id = ANY ($1) AND turn_id IS NOT NULL"
        )
        shown = {it["turn"]: it["text"] for it in one.records if it["event"] == "grew"}
        for reply in replies:
            assert reply["status"] in ("interrupted", "complete")
            assert reply["text"].startswith(shown.get(reply["turn_id"], "").rstrip())


@pytest.mark.slow
@pytest.mark.parametrize("point", ["after_inbox_commit:2", "in_claim:2", "after_claim:2"])
async def test_killed_between_a_reaction_and_its_act(point: str, database_url: str, tmp_path: Path) -> None:
    """The daemon dies with a heart in its inbox: it is never felt, or there twice, or answered."""
    async with house(database_url, tmp_path, ["c0"]) as one:
        await one.start(point)
        said = one.say("c0")
        await one.until(lambda new: any(it["event"] == "ended" for it in new))
        one.order("react", channel="c0", target=said, sign="❤")
        assert await one.died() == -signal.SIGKILL
        await one.start()
        await one.settle()
        acts = await one.sql("SELECT body FROM entry WHERE space_id = ANY ($1) AND kind = 'reaction'")
        assert len(acts) == 1
        assert len(await one.sql("SELECT FROM turn WHERE space_id = ANY ($1)")) == 1
        assert await violations(one) == []
