"""The stop watches of the benchmark are put on functions by their names."""

from tests.bench.probes import Durations, statement_times, step_times, token_lateness


def test_what_is_timed_is_still_there() -> None:
    """A function moves, and a part of the benchmark fails months later, when somebody wants its figures."""
    found = Durations(list)
    with step_times(found), statement_times(found), token_lateness([]):
        assert {*found} >= {"claim", "load", "retrieve", "assemble", "generate", "commit"}
