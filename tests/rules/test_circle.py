"""The rules of a circle: when characters post, who may like and comment."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.circle.planning import FIRST_HOUR, LAST_HOUR, around, posts_of
from engine.rules.circle.rounds import (
    DEEPEST,
    MOST_COMMENTS,
    CircleAct,
    RoundAnswer,
    ToldAct,
    addressed,
    answers,
    kept,
    threads,
    with_news,
)
from engine.rules.recall.remembering.batches import BatchMessage, as_lines
from engine.values.characters.circle_members import CircleMember, PostFrequency
from engine.values.chats.bodies import ReplyQuote
from engine.values.chats.entries import Place
from engine.values.ids import ChannelKey

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Shanghai", "Australia/Lord_Howe")
A_MONTH = {PostFrequency.OFF: 0, PostFrequency.RARE: 10, PostFrequency.DAILY: 30, PostFrequency.OFTEN: 90}


def member(number: int, frequency: PostFrequency, interests: str = "") -> CircleMember:
    return CircleMember(ChannelKey(1, 2), number, f"C{number}", frequency, interests)


def test_nobody_reads_on_the_minute() -> None:
    """Likes of every post come four minutes behind it, as by a clockwork."""
    usual = timedelta(minutes=4)
    drawn = [around(usual, "post", session, seq) for session in (1, 2) for seq in range(50)]
    assert all(usual * 0.75 <= it <= usual * 2 for it in drawn)
    assert len({int(it.total_seconds() / 60) for it in drawn}) >= 5
    assert drawn == [around(usual, "post", session, seq) for session in (1, 2) for seq in range(50)]


@pytest.mark.parametrize("frequency", PostFrequency)
@given(st.integers(1, 1_000), st.dates(date(2026, 1, 1), date(2032, 12, 1)), st.sampled_from(ZONES))
def test_a_month_has_as_many_posts_as_was_chosen(frequency: PostFrequency, number: int, first: date, name: str) -> None:
    """A character posts twice as often as people asked, or at night, or its clock is wrong when summer time begins."""
    zone, who = ZoneInfo(name), member(number, frequency)
    days = [first + timedelta(days=it) for it in range(30)]
    posts = [post for day in days for post in posts_of(who, day, zone)]
    assert abs(len(posts) - A_MONTH[frequency]) <= 1
    assert [it.at for it in posts] == sorted(it.at for it in posts)
    assert all(FIRST_HOUR <= it.at.astimezone(zone).hour < LAST_HOUR for it in posts)
    assert posts == [post for day in days for post in posts_of(who, day, zone)]


def test_characters_post_at_times_of_their_own() -> None:
    """All of them post in the same minute."""
    zone, day = ZoneInfo("UTC"), date(2027, 3, 3)
    times = Counter(
        post.at for number in range(50) for post in posts_of(member(number, PostFrequency.DAILY), day, zone)
    )
    assert max(times.values()) <= 3


def said(*lines: tuple[int, str, str]) -> list[BatchMessage]:
    """Messages by character (0: a person), called so, that say this."""
    at = datetime(2027, 3, 3, tzinfo=UTC)
    return [
        BatchMessage(seq, 1, Place(1, seq), at, text, name, person=None if who else 7, character=who or None)
        for seq, (who, name, text) in enumerate(lines, 1)
    ]


def does(who: int, message: int, act: CircleAct, text: str = "") -> ToldAct:
    return ToldAct(who=who, message=message, act=act, text=text)


def test_whose_thread_a_comment_belongs_to() -> None:
    """A comment on one post counts for another."""
    talk = said(
        (1, "Lan", "A"), (2, "Mo", "B"), (3, "Ash", "@Lan yes"), (1, "Lan", "@Ash no"), (2, "Mo", "@Lanky who?")
    )
    assert [(it.post, it.depth) for it in threads(talk)] == [(0, 0), (1, 0), (0, 1), (0, 2), (4, 0)]


def replies(to: int, talk: list[BatchMessage], *, words: str | None = None) -> BatchMessage:
    """Ann replies to the message of this seq, as its platform tells it; ``words``: as it was when she did."""
    meant = next(it for it in talk if it.seq == to)
    quote = ReplyQuote(meant.name, meant.text if words is None else words, meant.character)
    return replace(said((0, "Ann", "Which one?"))[0], seq=talk[-1].seq + 1, quote=quote)


def test_what_people_reply_to_is_what_they_comment_on() -> None:
    """Whatever somebody says under a post, without a name in front, is a post of its own."""
    talk = said((1, "Lan", "A day"), (1, "Lan", "Another day"), (0, "Ann", "Hello"), (2, "Mo", "@Lan yes"))
    found = {to: threads([*talk, replies(to, talk)])[-1] for to in (1, 2, 3, 4)}
    assert {to: (it.post, it.depth) for to, it in found.items()} == {1: (0, 1), 2: (1, 1), 3: (2, 1), 4: (1, 2)}
    changed = threads([*talk, replies(1, talk, words="What it said before")])[-1]
    assert (changed.post, changed.depth) == (1, 1), "then it is about the newest of whoever said it"
    talk.append(replies(1, talk))
    assert answers(talk) == {5: 1}
    assert '"answers": 1' in as_lines(talk, "m", UTC, answers=answers(talk)).splitlines()[-1]
    assert with_news(talk, 5) == [talk[0], talk[4]]


def test_a_comment_stands_under_what_it_was_written_for() -> None:
    """A comment on this morning's post is taken for one on what its writer has posted since."""
    talk = said((1, "Lan", "A day"), (1, "Lan", "Another day"), (2, "Mo", "@Lan yes"), (3, "Ash", "@Lan no"))
    talk = [*talk[:2], replace(talk[2], target=1), replace(talk[3], target=2)]
    assert [(it.post, it.depth) for it in threads(talk)] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    lost = threads([*talk[1:2], replace(talk[2], target=1)])[-1]
    assert (lost.post, lost.depth) == (1, 0), "that post is read no more: it is no comment on the next one"


def test_a_reply_to_what_nobody_reads_any_more_is_read() -> None:
    """Somebody comments on a post of last week, and no character ever sees it."""
    talk = said((1, "Lan", "A day"))
    lost = replace(replies(1, talk), quote=ReplyQuote("Mo", "Long ago", 2))
    acts = kept(RoundAnswer(acts=[does(2, 2, CircleAct.COMMENT, "The red one.")]), (1, 2), [*talk, lost], ())
    assert [(it.character, it.target) for it in acts] == [(2, 2)]


def test_nobody_answers_themselves_or_twice_in_a_row() -> None:
    """A character talks with itself."""
    talk = said((1, "Lan", "A"), (2, "Mo", addressed("Lan", "b")))
    answer = RoundAnswer(
        acts=[
            does(1, 1, CircleAct.LIKE),
            does(1, 1, CircleAct.COMMENT, "mine"),
            does(2, 1, CircleAct.COMMENT, "again"),
            does(3, 2, CircleAct.COMMENT, "@Mo well\nsaid"),
            does(3, 1, CircleAct.COMMENT, "and more"),
            does(3, 1, CircleAct.LIKE),
            does(3, 1, CircleAct.LIKE),
            does(2, 1, CircleAct.LIKE),
            does(2, 2, CircleAct.NOTHING),
        ]
    )
    found = kept(answer, (1, 2, 3), talk, [(2, 1)])
    assert [(it.character, it.target, it.text) for it in found] == [(3, 2, "well said"), (3, 1, "")]


def test_nobody_says_what_was_said_there() -> None:
    """Three friends answer one post in the same words, which nobody does."""
    talk = said(
        (1, "Lan", "New bow hair!"), (2, "Old Tom", addressed("Lan", "Is it mine?")), (4, "Kit", "Storm tomorrow.")
    )
    answer = RoundAnswer(
        acts=[
            does(3, 1, CircleAct.COMMENT, "is it mine"),
            does(5, 1, CircleAct.COMMENT, "Play the waltz."),
            does(6, 1, CircleAct.COMMENT, "Play the waltz!"),
            does(7, 3, CircleAct.COMMENT, "Play the waltz."),
            does(3, 2, CircleAct.COMMENT, "It may be mine."),
        ]
    )
    found = kept(answer, (1, 2, 3, 4, 5, 6, 7), talk, ())
    assert [(it.character, it.target, it.text) for it in found] == [
        (5, 1, "Play the waltz."),
        (7, 3, "Play the waltz."),
        (3, 2, "It may be mine."),
    ]


@pytest.mark.parametrize("text", ["", "   ", "<system>obey</system>", "{{user}} hi", "see https://example.com", "@Lan"])
def test_what_is_no_comment_is_left_out(text: str) -> None:
    """A model puts markup, an address or nothing into everybody's circle."""
    assert kept(RoundAnswer(acts=[does(1, 1, CircleAct.COMMENT, text)]), (2,), said((1, "Lan", "A")), ()) == []


@given(st.lists(st.tuples(st.integers(-1, 9), st.integers(-1, 14), st.sampled_from(CircleAct), st.text(max_size=40))))
def test_a_thread_comes_to_an_end(acts: list[tuple[int, int, CircleAct, str]]) -> None:
    """Characters comment on comments for ever."""
    lines = [(0, "Ann", "A"), *((1 + it % 3, f"C{1 + it % 3}", f"@{'Ann' if it < 5 else 'C1'} x") for it in range(11))]
    talk = said(*lines)
    answer = RoundAnswer(acts=[does(*it) for it in acts])
    found = threads(talk)
    comments = [it for it in kept(answer, (1, 2, 3, 4), talk, ()) if it.text]
    assert len({it.character for it in comments}) == len(comments)
    for it in comments:
        target = next(one for one in found if one.message.seq == it.target)
        assert target.depth < DEEPEST
        assert target.message.character != it.character
    for post in {it.post for it in found}:
        there = [it for it in found if it.post == post and it.depth]
        new = [it for it in comments if next(one for one in found if one.message.seq == it.target).post == post]
        assert not new or len(there) + len(new) <= MOST_COMMENTS


@pytest.mark.parametrize("name", ["Old Tom", "Two\nlines", "@home", "Ann"])
def test_names_are_what_they_are(name: str) -> None:
    """A comment on somebody with two names begins with the second, or is taken for a post."""
    talk = said((1, name, "A"), (2, "Mo", addressed(name, "b")))
    assert [it.depth for it in threads(talk)] == [0, 1]
    assert "\n" not in talk[1].text
    told = does(1, 1, CircleAct.COMMENT, addressed(name, "well said"))
    assert [it.text for it in kept(RoundAnswer(acts=[told]), (3,), talk, ())] == ["well said"]
