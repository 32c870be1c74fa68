"""What a turn asks of the database."""

from engine.db.postgres.pool import Counts
from tests.servers.model import Finish, Gate, Script, say
from tests.turns.room import Room

READS = 5  # the chronicle of a long story is read beside the turn: what of it is told depends on the settings
COMMITS = 3


async def _idle_saver(room: Room) -> None:
    """Let the saver write what it still has, so that it is not counted in the next turn."""
    await room.ctx.saver.flush()


async def test_a_turn_costs_little(room: Room) -> None:
    """A turn that asks the database a dozen times makes everyone wait, and a busy evening impossible."""
    room.model.answer = lambda _: say("Yes.")
    await room.say("Warm the caches.")
    await _idle_saver(room)
    gate = Gate()
    room.model.script(Script([Finish()], before=gate))
    start = room.db.counts.copy()
    await room.accept("Is it late?")
    await gate.reached()
    before_request = room.db.counts.copy()
    held = room.db.held
    gate.open()
    await room.idle()
    whole = room.db.counts.since(start)
    assert held == 0
    asked = before_request.since(start)
    assert sum(asked.by_name[it] for it in _reads(asked)) <= READS, asked.by_name
    assert _commits(whole) <= COMMITS, (whole.commits, whole.by_name)
    assert whole.by_name == {
        "receive": 1,
        "take_lease": 1,
        "look": 1,
        "append": 2,
        "acts": 1,
        "open_turn": 1,
        "load_turn": 1,
        "chronicle": 1,
        "sights": 1,
        "hold_lease": 1,
        "end_turn": 1,
        "plan_reply": 1,
        "give_back": 1,
    }


def _reads(counts: Counts) -> list[str]:
    """Statements whose answer the turn waits for before it can ask the model, and that write nothing."""
    reads = {"look", "acts", "load_turn", "sights", "branches", "card", "chronicle"}
    return [it for it in counts.by_name if it in reads]


def _commits(counts: Counts) -> int:
    return counts.commits - counts.by_name["save_drafts"] - counts.by_name["move_sending"]


async def test_no_connection_is_held_while_a_model_answers(room: Room) -> None:
    """One slow model takes every connection away from everyone else."""
    before, between = Gate(), Gate()
    room.model.script(Script(["Slow", between, "ly.", Finish()], before=before))
    await room.accept("Are you there?")
    await before.reached()
    assert room.db.held == 0
    before.open()
    await between.reached()
    await room.shown.until(lambda it: len(it.events) > 1)
    await _idle_saver(room)
    assert room.db.held == 0
    between.open()
    await room.idle()
    assert room.db.held == 0
