"""Pages of a story are cut, compressed and merged where the story says, not when somebody looks."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.chronicle.compress import PageLimits, PageMove, next_act
from engine.rules.chronicle.initiation import unread
from engine.rules.chronicle.pages import Gap, Hide, Hidings, chunk, gaps
from engine.rules.chronicle.sources import MOST_RANGES, joined
from engine.rules.chronicle.timeline import (
    LONGEST_MERGED,
    MergedLine,
    MergedLines,
    days,
    merged,
    next_merge,
    unmerged,
)
from engine.rules.chronicle.wording import fitted, one_line
from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.chats.entries import Derived, Place, Range, row_says
from engine.values.story.chronicle import ChronicleKind, Level, Recorded
from engine.values.story.chronicle_bodies import PageBody, PageOrigin, TimelineBody
from tests import share

NOW = datetime(2040, 1, 1, tzinfo=UTC)


class Story:
    """The rows of a chronicle, kept by the same rules as the keeper's, without a database."""

    def __init__(self, limits: PageLimits, lines: int = 1_000) -> None:
        self.rows: list[Recorded] = []
        self.limits = limits
        self.lines = lines

    def add(self, body: PageBody | TimelineBody, place: int, span: tuple[int, int]) -> Recorded:
        number, kind = len(self.rows) + 1, ChronicleKind.PAGE if isinstance(body, PageBody) else ChronicleKind.TIMELINE
        row = Derived(number, kind, Place(1, place), 1, f"text {number}", body, *span, number)
        self.rows.append(Recorded(row))
        return self.rows[-1]

    def page(self, number: int, place: int) -> None:
        self.add(PageBody(number=number), place, (place, place))
        self.add(TimelineBody(when=f"D{number}"), place, (place, place))

    def end(self, it: Recorded, at: int, reason: str) -> None:
        self.rows[self.rows.index(it)] = replace(it, ended_at=at, reason=reason)

    def settle(self, forced: Sequence[int] = ()) -> None:
        """Do what is lacking, one thing after the other."""
        while act := next_act(self.rows, self.limits, forced):
            row = act.row.row
            self.end(act.row, act.at, act.move)
            if act.move is PageMove.COMPRESS:
                body = replace(row_says(row, PageBody), level=Level.BRIEF)
                self.add(body, act.at, (row.from_seq, row.to_seq))
        while merge := next_merge(self.rows, self.lines):
            for line in unmerged(merge):
                span = (min(it.row.from_seq for it in line.of), max(it.row.to_seq for it in line.of))
                self.add(TimelineBody(when=line.when, merged=True), merge.at, span)
            for it in merge.rows:
                self.end(it, merge.at, "merged")

    def seen(self, upto: int) -> list[tuple[object, ...]]:
        """What is live on a line that goes so far, but for how rows are numbered."""
        live = [it.row for it in self.rows if it.live_at(upto)]
        return sorted(
            (it.kind, it.place.seq, it.from_seq, it.to_seq, page.number, page.level)
            for it in live
            for page in (row_says(it, PageBody),)
        )

    def pages(self, upto: int) -> list[Derived]:
        return [it.row for it in self.rows if it.row.kind == ChronicleKind.PAGE and it.live_at(upto)]


STORIES = st.builds(
    lambda fresh, catalogue, lines: Story(PageLimits(fresh, catalogue), lines),
    st.integers(5, 12),
    st.integers(6, 15),
    st.integers(5, 9),
)


@settings(max_examples=share.examples(50), deadline=None)
@given(STORIES, st.integers(1, 30), st.sets(st.integers(1, 30)))
def test_late_and_in_time_come_to_the_same(story: Story, count: int, looks: set[int]) -> None:
    """What a story holds depends on when the daemon found time for it."""
    late = Story(story.limits, story.lines)
    for number in range(1, count + 1):
        story.page(number, number * 5)
        late.page(number, number * 5)
        if number in looks:
            story.settle()
    story.settle()
    late.settle()
    for number in range(1, count + 1):
        assert late.seen(number * 5) == story.seen(number * 5)


@settings(max_examples=share.examples(50), deadline=None)
@given(STORIES, st.integers(1, 30), st.sets(st.integers(1, 30), max_size=3))
def test_limits_are_kept_everywhere(story: Story, count: int, forced: set[int]) -> None:
    """The prompt of a long story, or of one that is restored to any place, holds more pages than people chose."""
    for number in range(1, count + 1):
        story.page(number, number * 5)
    acts = sorted(it * 5 + 1 for it in forced if it <= count)
    story.settle(acts)
    for seq in [*range(5, count * 5 + 1, 5), *acts]:
        pages = story.pages(seq)
        fresh = [it for it in pages if row_says(it, PageBody).level is Level.DETAILED]
        limit = min(story.limits.fresh, story.limits.catalogue)
        assert len(fresh) <= (limit // 2 if seq in acts else limit)
        assert len(pages) <= story.limits.catalogue
        assert len({row_says(it, PageBody).number for it in pages}) == len(pages)
        newest = sorted(row_says(it, PageBody).number for it in fresh)
        assert newest == list(range(newest[0], newest[0] + len(newest))) if newest else True
        lines = [it for it in story.rows if it.row.kind == ChronicleKind.TIMELINE and it.live_at(seq)]
        assert len(lines) <= story.lines


@settings(max_examples=share.examples(50), deadline=None)
@given(STORIES, st.integers(1, 30))
def test_the_newest_pages_stay_in_full(story: Story, count: int) -> None:
    """A story that has room for all of its pages is told in one sentence each."""
    for number in range(1, count + 1):
        story.page(number, number * 5)
    story.settle()
    limit = min(story.limits.fresh, story.limits.catalogue)
    for number in range(1, count + 1):
        full = [
            row_says(it, PageBody).number
            for it in story.pages(number * 5)
            if row_says(it, PageBody).level is Level.DETAILED
        ]
        assert sorted(full) == [*range(max(1, number - limit + 1), number + 1)]


@settings(max_examples=share.examples(50), deadline=None)
@given(st.integers(1, 30), st.integers(1, 30))
def test_a_restore_brings_the_fuller_page_back(count: int, back: int) -> None:
    """Who goes back finds pages brief that were not when they were there."""
    story, short = Story(PageLimits(5, 8), 6), Story(PageLimits(5, 8), 6)
    back = min(back, count)
    for number in range(1, count + 1):
        story.page(number, number * 5)
        if number <= back:
            short.page(number, number * 5)
    story.settle()
    short.settle()
    assert story.seen(back * 5) == short.seen(back * 5)


def test_of_two_pages_of_one_number_the_newer_one_stays() -> None:
    """A branch that was kept late shows the same page twice on the line that it left."""
    story = Story(PageLimits(5, 6))
    story.page(1, 10)
    story.add(PageBody(number=1), 20, (10, 10))
    story.settle()
    assert [it.place.seq for it in story.pages(20)] == [20]
    assert [it.place.seq for it in story.pages(15)] == [10]


def said(*seqs: int) -> list[BatchMessage]:
    return [BatchMessage(it, 1, Place(1, it), NOW, f"m{it}") for it in seqs]


@given(
    st.integers(1, 6),
    st.integers(1, 60),
    st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60), st.booleans()), max_size=6),
)
def test_chunks_of_a_prefix_are_chunks_of_the_whole(every: int, head: int, acts: list[tuple[int, int, bool]]) -> None:
    """A story that is read late is cut in other places than one that is read as it goes."""
    places = {seq: (first, hidden) for seq, first, hidden in acts if first < seq}
    hidings = Hidings(tuple(Hide(seq, first, first, hidden) for seq, (first, hidden) in sorted(places.items())))
    messages = said(*(it for it in range(1, 61) if it not in places))

    def cut(upto: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        first = 1
        known = Hidings(tuple(it for it in hidings.acts if it.seq <= upto))
        while one := chunk(
            [it for it in messages if first <= it.seq <= upto], known, Gap(first, upto, 1, closed=False), every, upto
        ):
            found.append((one.said[0].seq, one.said[-1].seq))
            first = one.said[-1].seq + 1
        return found

    whole = cut(60)
    assert cut(head) == [it for it in whole if it[1] <= head]


def test_gaps_are_where_a_page_was_erased_and_at_the_end() -> None:
    """A deleted message takes five others with it out of the story, or old messages get a second page."""
    story = Story(PageLimits(5, 6))
    for number, span in ((1, (1, 5)), (3, (12, 16)), (4, (20, 24))):
        story.add(PageBody(number=number), span[1], span)
    assert gaps(story.rows, 30, 1_000) == [Gap(6, 11, 2), Gap(25, 30, 5, closed=False)]
    assert gaps(story.rows, 24, 1_000) == [Gap(6, 11, 2)]
    assert gaps([], 900, 1_000) == [Gap(1, 900, 1, closed=False)]


def test_numbers_are_left_free_for_what_is_passed_over() -> None:
    """The beginning of a story that is read later has no numbers left, or one page tells of all of it."""
    assert gaps([], 5_000, 1_000, every=5) == [Gap(4_001, 5_000, 802, closed=False, room=801)]
    assert gaps([], 500, 1_000, skip=200, every=5) == [Gap(201, 500, 42, closed=False, room=41)]
    story = Story(PageLimits(5, 6))
    story.add(PageBody(number=42, origin=PageOrigin(room=41)), 205, (201, 205))
    assert gaps(story.rows, 205, 1_000) == [Gap(1, 200, 1, unread=True, room=41)]
    assert unread(story.rows, 150) == [Gap(1, 150, 1, unread=True, room=41)]
    story.add(PageBody(number=20), 100, (1, 100))
    assert gaps(story.rows, 205, 1_000) == [Gap(101, 200, 21, unread=True, room=21)]
    assert unread(story.rows, 100) == []


@given(st.lists(st.tuples(st.integers(1, 2), st.integers(1, 400), st.integers(0, 9)), max_size=120))
def test_joined_sources_hold_every_message(spans: list[tuple[int, int, int]]) -> None:
    """A message is erased, and a dossier that was made of it, five versions ago, still tells it."""
    ranges = [Range(branch, first, first + more) for branch, first, more in spans]
    found = joined(ranges)
    for it in ranges:
        assert any(one.branch == it.branch and one.from_seq <= it.from_seq and it.to_seq <= one.to_seq for one in found)
    for branch in (1, 2):
        own = [it for it in found if it.branch == branch]
        assert len(own) <= MOST_RANGES
        assert all(before.to_seq + 1 < after.from_seq for before, after in pairwise(own))


@given(st.lists(st.tuples(st.integers(-2, 12), st.integers(-2, 12), st.text(max_size=200)), max_size=5))
def test_every_merged_line_stands_for_some(answer: list[tuple[int, int, str]]) -> None:
    """A model merges lines that are not there, or forgets some: then they are lost."""
    story = Story(PageLimits(50, 60), 6)
    for number in range(1, 9):
        story.page(number, number)
    merge = next_merge(story.rows, 6)
    assert merge is not None
    answer = [*answer, (1, 8, "\x00")]
    told = MergedLines(lines=[MergedLine(first=first, last=last, text=text) for first, last, text in answer])
    found = merged(merge, told)
    assert [it for line in found for it in line.of] == list(merge.rows)
    assert len(found) <= merge.into
    assert all(0 < len(it.text) <= LONGEST_MERGED for it in found)


def test_days_are_told_as_one_span() -> None:
    """A merged line says the wrong days."""
    assert days("D1", "D3") == "D1–D3"
    assert days("D1–D2", "D4–D7") == "D1–D7"
    assert days("D2", "D2") == "D2"
    assert days("", "D2") == "D2"
    assert days("D1", "") == "D1"


@given(st.text(max_size=400), st.integers(1, 300))
def test_texts_fit(text: str, longest: int) -> None:
    """What a model writes breaks out of its line or fills the prompt."""
    line = one_line(text)
    found = fitted(line, longest)
    assert len(found) <= longest
    assert "\n" not in line
    assert "{{" not in line
    assert line == one_line(line)


def test_a_text_is_cut_at_a_sentence() -> None:
    """A page ends in the middle of a word, or after v1."""
    assert fitted("He came. She left. They wept over it all night.", 25) == "He came. She left."
    assert fitted("他来了。她走了。他们哭了一整夜。", 9) == "他来了。她走了。"
    assert fitted("v1.2 is out and everybody is glad of it", 12) == "v1.2 is out…"
