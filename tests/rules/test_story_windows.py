"""What of a long talk is shown, and what stands in its place."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.framework.history.windows import Window, opening, spare_for, window
from engine.values.chats.entries import Place
from engine.values.house.setting_choices import ChapterOrder, SummaryMode
from engine.values.models.prompts import HistoryLine, Role
from engine.values.models.stage import StoryRules
from engine.values.story.chronicle import Chronicle, Summary

TELLING = (SummaryMode.AUTO, SummaryMode.CLASSIC)


def talk(count: int, first: int = 1) -> list[HistoryLine]:
    return [HistoryLine(seq, Role.ASSISTANT if seq % 2 else Role.USER, f"{seq}") for seq in range(first, first + count)]


def summary(first: int, last: int, *, chapter: int = 0, at: int = 0) -> Summary:
    return Summary(last, f"{first} to {last}", first, last, Place(1, last), chapter, at)


def shown(found: Window) -> list[int]:
    return [line.seq for line in found.lines]


def look(count: int, chronicle: Chronicle, rules: StoryRules) -> Window:
    lines = talk(count)
    return window(lines[:-1], lines[-1:], chronicle, rules)


@st.composite
def chronicles(draw: st.DrawFn, head: int) -> Chronicle:
    """Chapters one behind the other, a summary or two behind the last of them, and pages up to anywhere."""
    ends = sorted(draw(st.sets(st.integers(2, head), max_size=3)))
    chapters = [
        summary(first + 1, end - 1, chapter=n, at=end) for n, (first, end) in enumerate(pairwise([0, *ends]), 1)
    ]
    last = ends[-1] if ends else 0
    cuts = sorted(draw(st.sets(st.integers(last + 1, head + 1), max_size=4))) if last < head else []
    summaries = [summary(first, end - 1) for first, end in zip(cuts[::2], cuts[1::2], strict=False)]
    return Chronicle((*chapters, *summaries), processed=draw(st.integers(0, head)))


rules = st.builds(
    StoryRules,
    summary=st.sampled_from(SummaryMode),
    first=st.integers(0, 5),
    last=st.integers(0, 12),
    chapter_turns=st.integers(1, 6),
    chapter_order=st.sampled_from(ChapterOrder),
    hide_processed=st.booleans(),
    visible=st.integers(0, 20),
)


@given(st.data(), st.integers(3, 150), rules)
def test_everything_is_told_once(data: st.DataObject, count: int, how: StoryRules) -> None:
    """A character hears a thing twice, or something that was said is told nowhere."""
    chronicle = data.draw(chronicles(count - 1))
    found = look(count, chronicle, how)
    summarised, paged = ([line.seq for line in lines] for lines in (found.summarised, found.paged))
    assert sorted([*shown(found), *summarised, *paged]) == list(range(1, count))
    closed = max((it.at for it in chronicle.summaries if it.chapter), default=0)
    covers = [it.summary for it in found.told if not it.summary.chapter]
    for seq in shown(found):
        assert not any(it.first <= seq <= it.last for it in covers)
        assert seq > closed or seq in range(closed - 2 * how.chapter_turns, closed + 1)
    for seq in summarised:
        assert seq <= closed or any(it.first <= seq <= it.last for it in covers)
    assert all(seq <= chronicle.processed and how.hide_processed for seq in paged)
    assert shown(found) == sorted(shown(found))


@given(st.data(), st.integers(30, 200), rules)
def test_what_pages_tell_leaves_in_steps(data: st.DataObject, count: int, how: StoryRules) -> None:
    """The last words leave the prompt before anybody answered them, or the prompt grows with every page."""
    how = replace(how, hide_processed=True)
    chronicle = replace(data.draw(chronicles(count - 1)), summaries=())
    found = look(count, chronicle, how)
    visible = len(shown(found)) + 1
    assert visible >= min(count, how.visible, 10 if how.summary is SummaryMode.AUTO else 0)
    if how.summary is SummaryMode.CLASSIC:
        assert visible >= min(count, how.last)
    least = max(how.visible, how.last if how.summary is SummaryMode.CLASSIC else 10)
    assert visible <= max(least, count - chronicle.processed) + how.spare


@given(st.integers(0, 2_000), st.integers(1, 3), st.integers(3, 9), st.sampled_from(TELLING))
def test_the_front_moves_on_and_seldom(start: int, step: int, behind: int, mode: SummaryMode) -> None:
    """Each turn would be paid for in full, or a message that had left comes back."""
    turns, how = 80, StoryRules(summary=mode)
    fronts: list[int] = []
    for turn in range(turns):
        count = start + 100 + step * turn
        processed = (count - behind) // 5 * 5
        lines = talk(90, count - 89)
        fronts.append(shown(window(lines[:-1], lines[-1:], Chronicle(processed=processed), how))[0])
    assert fronts == sorted(fronts)
    moves = sum(before != after for before, after in pairwise(fronts))
    assert moves <= 2 * turns * step / how.spare + 2


@given(st.integers(40, 400), st.integers(0, 300))
def test_the_window_does_not_depend_on_how_much_was_loaded(count: int, left: int) -> None:
    """After a restart, or in a longer story, the same talk would be cut elsewhere."""
    lines, chronicle = talk(count + left), Chronicle((summary(1, left + 12),), processed=count + left - 20)
    whole = window(lines[:-1], lines[-1:], chronicle, StoryRules())
    tail = window(lines[left:-1], lines[-1:], chronicle, StoryRules())
    assert shown(whole) == shown(tail)
    assert tail.whole


def test_a_chapter_begins_with_the_last_turns_of_the_one_before() -> None:
    """A new chapter begins in the void, or goes on carrying the old one."""
    how, closed = StoryRules(chapter_turns=2), Chronicle((summary(1, 29, chapter=1, at=30),))
    lines = [line for line in talk(33) if line.seq != 30]  # where the chapter was closed
    found = window(lines[:-1], lines[-1:], closed, how)
    assert shown(found) == [26, 27, 28, 29, 31, 32]
    assert [it.before for it in found.told] == [0]
    last_first = window(lines[:-1], lines[-1:], closed, replace(how, chapter_order=ChapterOrder.LAST_FIRST))
    assert [it.before for it in last_first.told] == [31]
    later = replace(closed, summaries=(*closed.summaries, summary(31, 40)))
    assert shown(look(50, later, how)) == list(range(41, 50))


def test_a_turn_is_a_reply_and_everything_it_answers() -> None:
    """Where several people write in a burst, the kept turns are half of what was agreed."""
    roles = [Role.USER, Role.USER, Role.USER, Role.ASSISTANT, Role.USER, Role.USER, Role.ASSISTANT, Role.USER]
    lines = [HistoryLine(seq, role, str(seq)) for seq, role in enumerate(roles, 1)]
    closed = Chronicle((summary(1, 7, chapter=1, at=8),))
    assert shown(window(lines[:7], lines[7:], closed, StoryRules(chapter_turns=1))) == [5, 6, 7]
    assert shown(window(lines[:7], lines[7:], closed, StoryRules(chapter_turns=2))) == [1, 2, 3, 4, 5, 6, 7]


def test_the_first_messages_stay_before_a_classic_summary() -> None:
    """How everything began is lost, or is read from the database for nothing."""
    chronicle = Chronicle((summary(4, 50),))
    classic = StoryRules(summary=SummaryMode.CLASSIC)
    found = look(60, chronicle, classic)
    assert (shown(found)[:4], found.head) == ([1, 2, 3, 51], 3)
    assert opening(chronicle, classic) == (0, 4)
    assert look(60, replace(chronicle, processed=55), classic).head == 3
    for how in (StoryRules(), replace(classic, first=0), StoryRules(summary=SummaryMode.OFF)):
        assert opening(chronicle, how) is None
    assert opening(Chronicle((summary(1, 9, chapter=1, at=10), summary(14, 50))), classic) == (10, 14)
    assert opening(Chronicle(), classic) is None


def test_a_small_prompt_spares_less() -> None:
    """A small model's prompt is full of old words, or a large one's front is paid for every few turns."""
    assert [spare_for(budget) for budget in (1_000, 8_000, 16_000, 24_000, 100_000)] == [16, 16, 32, 64, 64]
