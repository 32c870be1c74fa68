"""How close two are, read off posts, comments and likes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.circle.friends import HALF_LIFE, LIKE, friendships, topic_words
from engine.values.chats.bodies import MessageBody, ReactionBody, ReplyQuote
from engine.values.chats.circles import Friend, Friendship
from engine.values.chats.entries import Entry, EntryStatus, Place

NOW = datetime(2040, 6, 1, 12, tzinfo=UTC)
MIRA, LAN, LEE = Friend(1), Friend(2), Friend(3)
ANN, BEN = Friend(1, is_person=True), Friend(2, is_person=True)
NAMES = {MIRA: "Mira", LAN: "Lan", LEE: "Mira Lee"}
PEOPLE = {ANN: "Ann", BEN: "Ben"}


def said(seq: int, who: Friend, text: str, *, quote: ReplyQuote | None = None, days: float = 0) -> Entry:
    person, character = (who.id, None) if who.is_person else (None, who.id)
    body = MessageBody(quote=quote)
    at = NOW - timedelta(days=days)
    return Entry(Place(1, seq), body, at, text, person=person, character=character, person_name=PEOPLE.get(who))


def felt(seq: int, who: Friend, target: int, *signs: str, days: float = 0) -> Entry:
    return replace(said(seq, who, "", days=days), body=ReactionBody(emojis=signs), target_seq=target)


def of(*entries: Entry) -> dict[tuple[Friend, Friend], Friendship]:
    return {(it.one, it.other): it for it in friendships(entries, NAMES, NOW)}


def test_who_answers_whom() -> None:
    """A comment would bring nobody closer, or the wrong two."""
    found = of(
        said(1, MIRA, "The harbour is full of lanterns."),
        said(2, LAN, "@Mira Which lanterns do you like?"),
        said(3, ANN, "So bright!", quote=ReplyQuote("Mira", "The harbour", character=1)),
        said(4, MIRA, "@ann They are paper."),
        said(5, BEN, "@Mira Lee, where are you?"),
        said(6, ANN, "Yes.", quote=ReplyQuote("Ben", "where")),
        said(7, MIRA, "@Mira to myself"),
        said(8, LAN, "@Nobody hello"),
        said(9, LAN, "Lan posts too."),
    )
    assert set(found) == {(MIRA, LAN), (MIRA, ANN), (BEN, LEE), (ANN, BEN)}
    assert (found[MIRA, ANN].given, found[MIRA, ANN].returned) == (1, 1)
    assert (found[MIRA, LAN].given, found[MIRA, LAN].returned) == (0, 1)
    assert found[MIRA, ANN].closeness > found[MIRA, LAN].closeness
    assert found[MIRA, LAN].about == ("lanterns",)


def test_likes_hold_as_their_newest_act_says() -> None:
    """A heart that was taken away would keep two close; or a dislike would bring them together."""
    posts = (said(1, MIRA, "The lighthouse burns."), said(2, ANN, "Rain on the roof."))
    found = of(*posts, felt(3, ANN, 1, "❤"), felt(4, LAN, 1, "👍"), felt(5, LAN, 2, "👎"), felt(6, LAN, 1))
    assert set(found) == {(MIRA, ANN)}
    assert found[MIRA, ANN].about == ("lighthouse", "burns")
    assert of(*posts, replace(felt(3, ANN, 1, "❤"), status=EntryStatus.ERASED)) == {}
    assert of(replace(posts[0], status=EntryStatus.ERASED), felt(3, ANN, 1, "❤")) == {}
    assert of(felt(3, MIRA, 1, "❤"), posts[0]) == {}, "nobody is close to themselves"
    assert of(felt(3, ANN, 99, "❤")) == {}, "what was liked is not read"


def test_what_is_not_kept_up_fades() -> None:
    """Two who fell silent a year ago would be the best of friends."""
    post = said(1, MIRA, "The harbour.", days=99)
    today, old = (of(post, said(2, LAN, "@Mira Yes.", days=it))[MIRA, LAN].closeness for it in (0, HALF_LIFE.days))
    like = of(post, felt(2, LAN, 1, "❤"))[MIRA, LAN].closeness
    assert like < today
    assert 1 - (1 - today) ** 0.5 == pytest.approx(old)
    assert 1 - (1 - today) ** LIKE == pytest.approx(like)
    many = of(post, *(said(n, LAN, "@Mira Yes.") for n in range(2, 202)))[MIRA, LAN].closeness
    assert 0.99 < many <= 1
    ahead = of(post, said(2, LAN, "@Mira Yes.", days=-5))[MIRA, LAN].closeness
    assert ahead == today


def test_what_it_was_about() -> None:
    """Below a line would stand "the, and, really"."""
    assert topic_words("今天海边的日落真好看，下次一起去吗？")[0] == "海边"
    assert topic_words("lol nice", "Three pictures of the harbour") == ("pictures", "harbour")
    assert topic_words("哈哈哈太可爱了", "") == ()


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """A line of posts, comments and likes of four, some of them taken back or erased."""
    members = st.sampled_from([MIRA, LAN, ANN, BEN])
    found: list[Entry] = []
    for seq in range(1, draw(st.integers(0, 25)) + 1):
        who, days = draw(members), draw(st.integers(0, 60))
        if draw(st.booleans()):
            text = draw(st.sampled_from(["A post.", "@Mira yes", "@Lan 灯塔", "@Ann ", "@Ben"]))
            entry = said(seq, who, text, days=days)
        else:
            entry = felt(seq, who, draw(st.integers(1, 25)), *draw(st.sampled_from([(), ("❤",), ("👎",)])), days=days)
        found.append(replace(entry, status=EntryStatus.ERASED) if draw(st.integers(0, 9)) == 0 else entry)
    return found


@given(logs())
def test_every_log_has_friendships(log: list[Entry]) -> None:
    """A pair would come twice, be closer than close, or of something that is no contact."""
    found = friendships(log, NAMES, NOW)
    assert len({(it.one, it.other) for it in found}) == len(found)
    assert [it.closeness for it in found] == sorted((it.closeness for it in found), reverse=True)
    for it in found:
        assert it.one < it.other
        assert 0 < it.closeness <= 1
        assert 0 < it.given + it.returned <= len(log)
        assert it.last <= NOW


@given(logs())
def test_what_is_erased_is_as_if_it_had_not_been(log: list[Entry]) -> None:
    """Words that somebody had erased would live on in who is close to whom."""
    posts = [it for it in log if not (it.status is EntryStatus.ERASED and isinstance(it.body, MessageBody))]
    assert friendships(log, NAMES, NOW) == friendships(posts, NAMES, NOW)


@given(logs(), st.integers(1, 60))
def test_time_alone_parts(log: list[Entry], days: int) -> None:
    """Two who do nothing would grow closer."""
    now, later = (friendships(log, NAMES, NOW + timedelta(days=it)) for it in (0, days))
    then = {(it.one, it.other): it.closeness for it in later}
    assert all(then[it.one, it.other] < it.closeness for it in now)
