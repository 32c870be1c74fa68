"""Entries that hold, rest and wait, over the turns of a talk."""

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.world.activate import Activation, UntoldReason, Why
from engine.rules.world.timers import (
    timers_chat_metadata,
    timers_from_chat_metadata,
    timers_from_json,
    timers_json,
)
from engine.values.characters.lore_timers import LoreTimers, Timer
from engine.values.characters.worlds import WorldEntry
from engine.values.models.stage import WorldRules
from tests.rules.world.telling import bound, entry, left, look, talk, uids

NEAR = WorldRules(scan_depth=1)
LAMP = entry("1", "lamp", sticky=3)


@dataclass
class Story:
    """A talk that goes on: a message and a reply to each turn."""

    entries: list[WorldEntry]
    said: list[str] = field(default_factory=list[str])
    timers: LoreTimers = field(default_factory=LoreTimers)

    def turn(self, text: str) -> Activation:
        self.said.append(text)
        outcome = look(self.entries, talk(*self.said), NEAR, self.timers)
        self.said.append("a reply")
        self.timers = outcome.timers
        return outcome


def test_a_sticky_entry_holds_for_so_many_messages() -> None:
    """An entry would vanish in the middle of the scene that it began, or stay for good."""
    story = Story([LAMP])
    told = [story.turn(text) for text in ("a lamp", "dark", "darker")]
    assert [[it.why for it in one.active] for one in told] == [[Why.KEY], [Why.STICKY], []]
    assert [(it.start, it.end, it.kept) for it in told[0].timers.sticky] == [(1, 4, False)]
    assert told[2].timers == LoreTimers()


def test_a_key_that_falls_again_does_not_make_it_longer() -> None:
    """An entry would hold for ever in a talk that keeps naming it."""
    story = Story([LAMP])
    assert story.turn("lamp").timers == story.turn("lamp").timers


def test_a_sticky_entry_needs_no_luck_and_passes_recursion() -> None:
    """An entry that holds would flicker with its probability."""
    timers = look([LAMP], talk("lamp")).timers
    rare = entry("1", "lamp", sticky=3, probability=0, delay_until_recursion=1)
    assert uids(look([rare], talk("lamp", "x"), NEAR, timers)) == ["1"]


def test_cooldown_keeps_an_entry_away() -> None:
    """An entry that shall come rarely would come every time it is named."""
    story = Story([entry("1", "lamp", cooldown=4)])
    told = [story.turn("lamp") for _ in range(4)]
    assert [uids(it) for it in told] == [["1"], [], ["1"], []]
    assert left(told[1]) == {"1": UntoldReason.COOLDOWN}


def test_rest_begins_when_holding_ends() -> None:
    """An entry with both would rest while it holds, and come again at once."""
    story = Story([entry("1", "lamp", sticky=3, cooldown=4)])
    told = [story.turn("lamp") for _ in range(5)]
    assert [[it.why for it in one.active] for one in told] == [[Why.KEY], [Why.STICKY], [], [], [Why.KEY]]
    assert [(it.start, it.end, it.kept) for it in told[2].timers.cooldown] == [(5, 9, True)]


@pytest.mark.parametrize("messages", [0, 1])
def test_a_talk_that_did_not_advance_loses_its_timers(messages: int) -> None:
    """After a swipe or a deleted message an entry would hold that never came up in what is left."""
    timers = LoreTimers((Timer("w", "1", "st:1", 1, 4),), (Timer("w", "2", "st:2", 1, 9),))
    entries = [LAMP, entry("2", "lamp", cooldown=8)]
    assert look(entries, talk("dark", messages=messages), NEAR, timers).timers == LoreTimers()
    assert look(entries, talk("dark", messages=2), NEAR, timers).timers == timers


def test_a_rest_that_began_here_is_kept() -> None:
    """A swipe would wake an entry that has just begun to rest."""
    timers = LoreTimers(cooldown=(Timer("w", "1", "st:1", 4, 9, kept=True),))
    outcome = look([entry("1", "lamp", cooldown=5)], talk("lamp", messages=4), NEAR, timers)
    assert (uids(outcome), outcome.timers) == ([], timers)


def test_the_same_place_gives_the_same_timers() -> None:
    """A restored savepoint would not be what it was."""
    entries = [LAMP, entry("2", "lamp", sticky=2, cooldown=3), entry("3", "dark", cooldown=2)]
    once, again = Story(entries), Story(entries)
    first = [once.turn(text).timers for text in ("lamp", "dark", "dark", "lamp")]
    assert [again.turn(text).timers for text in ("lamp", "dark", "dark", "lamp")] == first
    restored = Story(entries, once.said[:4], first[1])
    assert [restored.turn(text).timers for text in ("dark", "lamp")] == first[2:]


def test_an_edited_entry_loses_its_timers() -> None:
    """What somebody rewrote would go on holding with its new words."""
    timers = look([LAMP], talk("lamp")).timers
    assert uids(look([LAMP], talk("lamp", "x"), NEAR, timers)) == ["1"]
    for edited in (entry("1", "lamp", sticky=3, content="new"), entry("1", "lamp")):
        outcome = look([edited], talk("lamp", "x"), NEAR, timers)
        assert (uids(outcome), outcome.timers) == ([], LoreTimers())


def test_timers_of_a_book_that_is_not_in_use_go_on_unseen() -> None:
    """When a character leaves for a scene, what held for it would be forgotten."""
    timers = LoreTimers((Timer("other", "1", "x", 1, 4),))
    assert look([LAMP], talk("dark", messages=3), NEAR, timers).timers == timers
    assert look([LAMP], talk("dark", messages=4), NEAR, timers).timers == LoreTimers()


def test_timers_of_a_chat_file_find_their_book_by_name() -> None:
    """A chat that is brought from SillyTavern would forget which entries hold."""
    metadata = {
        "note_depth": 4,
        "timedWorldInfo": {
            "sticky": {"My. World.7": {"hash": 123456, "start": 1, "end": 9, "protected": False}},
            "cooldown": {"My. World.8": {"hash": 5, "start": 1, "end": 9, "protected": True}, "bad": {}, "x.1": None},
        },
    }
    timers = timers_from_chat_metadata(json.loads(json.dumps(metadata)))
    book = bound(entry("7", "lamp", sticky=8), entry("8", "lamp", cooldown=8), key="17")
    named = type(book)("17", type(book.book)("My. World", book.book.entries))
    outcome = look(named, talk("lamp", messages=3), NEAR, timers)
    assert [(it.entry.uid, it.why) for it in outcome.active] == [("7", Why.STICKY)]
    assert left(outcome) == {"8": UntoldReason.COOLDOWN}
    assert [it.book for it in (*outcome.timers.sticky, *outcome.timers.cooldown)] == ["17", "17"]
    back = timers_chat_metadata(outcome.timers, {"17": "My. World"})
    assert back == {
        "sticky": metadata["timedWorldInfo"]["sticky"],
        "cooldown": {"My. World.8": metadata["timedWorldInfo"]["cooldown"]["My. World.8"]},
    }


TIMERS = st.builds(Timer, st.text(), st.text(), st.text(), st.integers(0, 999), st.integers(0, 999), kept=st.booleans())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["sticky", "cooldown", "timedWorldInfo", "start", "end", "book", "a.1"]), inner
        )
    ),
    max_leaves=8,
)


@given(st.lists(TIMERS, max_size=3), st.lists(TIMERS, max_size=3))
def test_timers_are_read_as_they_were_written(sticky: list[Timer], cooldown: list[Timer]) -> None:
    """What held would be lost with the daemon's next start."""
    timers = LoreTimers(tuple(sticky), tuple(cooldown))
    assert timers_from_json(json.loads(json.dumps(timers_json(timers)))) == timers


@given(JSON)
def test_any_json_gives_timers(raw: object) -> None:
    """A chat file with nonsense in it could not be opened."""
    for read in (timers_from_json, timers_from_chat_metadata):
        assert isinstance(read(raw), LoreTimers)  # type: ignore[arg-type] - any JSON
