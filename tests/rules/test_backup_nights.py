"""Which backups stay, and when the next one is due."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.backups import is_due, name_of, newest_first, outdated, read_name
from engine.values.house.backups import Backup, BackupKind

START = datetime(2026, 1, 5, 4, 7, tzinfo=UTC)


def _made(kind: BackupKind, at: datetime) -> Backup:
    found = read_name(name_of(kind, at), 1)
    assert found is not None
    return found


def _after(nights: int) -> list[Backup]:
    """What lies there when a backup was made each night and old ones went behind it."""
    there: list[Backup] = []
    for night in range(nights):
        there.append(_made(BackupKind.NIGHT, START + timedelta(days=night)))
        gone = outdated(there)
        there = [it for it in there if it not in gone]
    return newest_first(there)


def test_a_year_of_nights_leaves_seven_days_and_four_weeks() -> None:
    """The disk would fill up, or last week's mistake could not be taken back."""
    days = [(START + timedelta(days=364) - it.at).days for it in _after(365)]
    assert days[:7] == list(range(7))
    assert 9 <= len(days) <= 11
    assert 14 < max(days) <= 28


MADE = st.tuples(st.sampled_from(list(BackupKind)), st.integers(0, 90 * 24))


@given(st.lists(MADE, unique_by=lambda it: it[1], min_size=1))
def test_the_newest_and_what_somebody_asked_for_never_go(made: list[tuple[BackupKind, int]]) -> None:
    """A person would look for the backup that they made before they tried something, and find none."""
    found = [_made(kind, START + timedelta(hours=hours)) for kind, hours in made]
    gone = outdated(found)
    assert newest_first(found)[0] not in gone
    assert all(it.kind in (BackupKind.NIGHT, BackupKind.MIGRATION) for it in gone)
    left = [it for it in found if it not in gone]
    assert outdated(left) == []
    assert sum(it.kind is BackupKind.NIGHT for it in left) <= 12
    assert sum(it.kind is BackupKind.MIGRATION for it in left) <= 6


def test_a_night_that_was_slept_through_is_made_up_for() -> None:
    """A house on a laptop, which sleeps at night, would never be backed up."""
    last = [_made(BackupKind.NIGHT, START)]
    assert is_due([], START)
    assert not is_due(last, START + timedelta(hours=23))
    assert is_due(last, START + timedelta(hours=24))
    assert is_due([_made(BackupKind.HAND, START + timedelta(hours=24))], START + timedelta(hours=25))


def test_other_files_are_no_backups() -> None:
    """A file that somebody put there would be deleted one night."""
    for name in ("notes.dump", "omoide-20260101T000000Z-night.dump.part", "omoide-20261399T000000Z-night.dump", ""):
        assert read_name(name, 1) is None
