"""The hash of a story, against what lies on each line looked for row by row."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.lines import line_of
from engine.rules.story.hashing import line_hashes
from engine.rules.story.names import StoryNames
from engine.rules.story.numbering import Numbering
from engine.values.chats.entries import Branch
from engine.values.transfers.story_files import StoryTable

Rows = Mapping[StoryTable, Sequence[Any]]


@st.composite
def stories(draw: st.DrawFn) -> Rows:
    rows: dict[StoryTable, list[Any]] = {it: [] for it in StoryTable}
    starts, heads = {1: 0}, {1: draw(st.integers(1, 4))}
    for number in range(2, draw(st.integers(2, 6))):
        parent = draw(st.sampled_from([it for it in heads if heads[it] > starts[it]]))
        starts[number] = draw(st.integers(starts[parent] + 1, heads[parent]))
        heads[number] = starts[number] + draw(st.integers(0, 3))
        rows[StoryTable.BRANCH].append({"id": number, "parent": parent, "forked_at": starts[number]})
    rows[StoryTable.BRANCH].insert(0, {"id": 1, "parent": None, "forked_at": 0})
    for it, head in heads.items():
        rows[StoryTable.ENTRY] += [{"branch": it, "seq": seq, "turn": None} for seq in range(starts[it] + 1, head + 1)]
    places = st.sampled_from([(it["branch"], it["seq"]) for it in rows[StoryTable.ENTRY]])
    for row, (branch, seq) in enumerate(draw(st.lists(places, max_size=6)), start=1):
        rows[StoryTable.DERIVED].append({"id": row, "branch": branch, "seq": seq})
        for at, end in draw(st.lists(places, max_size=3)):
            rows[StoryTable.RETIRED].append({"row": row, "branch": at, "seq": end})
    return rows


def live(rows: Rows) -> dict[int, tuple[Any, ...]]:
    """What lies on each line and is live there."""
    branches = {it["id"]: Branch(it["id"], it["parent"], it["forked_at"]) for it in rows[StoryTable.BRANCH]}
    found: dict[int, tuple[Any, ...]] = {}
    for number, branch in branches.items():
        head = max([branch.forked_at, *(it["seq"] for it in rows[StoryTable.ENTRY] if it["branch"] == number)])
        spans = {it.branch: it for it in line_of(branches, number, head)}

        def on(it: Any, spans: Any = spans) -> bool:
            span = spans.get(it["branch"])
            return span is not None and span.after < it["seq"] <= span.upto

        ended = {it["row"] for it in rows[StoryTable.RETIRED] if on(it)}
        entries = [(it["branch"], it["seq"]) for it in rows[StoryTable.ENTRY] if on(it)]
        derived = [it["id"] for it in rows[StoryTable.DERIVED] if on(it) and it["id"] not in ended]
        found[number] = (head, tuple(entries), tuple(derived))
    return found


@given(stories())
def test_lines_are_equal_where_what_is_live_on_them_is(rows: Rows) -> None:
    """A story would be called whole that has lost a memory, or broken where nothing is missing."""
    for table in (StoryTable.DERIVED, StoryTable.RETIRED):
        for fewer in ({**rows, table: rows[table][1:]}, {**rows, table: rows[table][:-1]}):
            hashes, others = line_hashes(rows), line_hashes(fewer)
            told, told_others = live(rows), live(fewer)
            assert {it for it in told if hashes[it] == others[it]} == {it for it in told if told[it] == told_others[it]}


def test_a_story_counts_what_it_names_from_one_without_gaps() -> None:
    """A story that was taken along twice would look like two stories."""
    numbering = Numbering()
    asked = [numbering.of(StoryNames.PERSON, it) for it in (70, 7, 70, 9)]
    assert (asked, numbering.of(StoryNames.TURN, 70)) == ([1, 2, 1, 3], 1)
    assert numbering.listed(StoryNames.PERSON) == [70, 7, 9]
