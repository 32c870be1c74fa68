"""What becomes a memory of what is said, who is present at it, and what of it is searched."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.ranking.presence import MESSAGES, Utterance, cast_at, people_present
from engine.rules.recall.remembering.embedded import LONGEST, embedded_text
from engine.rules.recall.remembering.junk import is_aside, is_remembered, tells
from engine.values.chats.bodies import CardWords, MemberBody, MessageBody, NoteBody
from engine.values.chats.entries import Entry, EntryStatus, Place

START = datetime(2026, 3, 5, 14, 20, tzinfo=UTC)
EMPTY_WORDS = """
ok|OK!|okay|Okie|k|kk|lol|LOOOL|lmao|haha|Hahahaha!|hehe|ha ha ha|hm|Hmmm...|mhm|uh-huh|oh|ohh|wow|thanks|Thank you!
thx|cool|great :)|got it|I see.|xD|👍|❤️❤️|😂😂😂|...|?!|~|嗯|嗯嗯|嗯嗯嗯～|哦|哦哦|好|好的|好的呀|好吧|哈哈|哈哈哈哈哈
嘿嘿|呵呵|收到|知道了|明白了|谢谢|谢谢你|2333|hhhh|嗯好的|好的谢谢|ok啦|。。。|行吧|原来如此|笑死|哈哈哈好的|👌好
"""
WORDS = """
yes|no|Yes.|是的|不是|tea|I like tea|ok, I will buy oil|haha that was my sister|thanks for the lamp|hi Mira, it is me
Hannah|Kiki|No way, peanuts!|42|好吃|好人|我过敏|嗯，我明天去|谢谢你的伞|哈尔滨|好的，明天八点见|妈妈|7点|东京
"""


def _each(words: str) -> list[str]:
    return [it for line in words.strip().splitlines() for it in line.split("|")]


def _entry(text: str = "The lamp burns whale oil.", seq: int = 1, **more: object) -> Entry:
    entry = Entry(Place(1, seq), MessageBody(), START, text, person=1)
    return replace(entry, **more)  # type: ignore[arg-type] — a field each


@pytest.mark.parametrize("text", _each(EMPTY_WORDS))
def test_acknowledgements_tell_nothing(text: str) -> None:
    """Half of what is recalled is "ok" and "haha"."""
    assert not tells(text)


@pytest.mark.parametrize("text", _each(WORDS))
def test_short_words_that_tell_something(text: str) -> None:
    """A short answer or a name is forgotten because it is short."""
    assert tells(text)


@given(st.text())
def test_any_text_is_judged(text: str) -> None:
    """An odd text stops all that is said behind it from being remembered."""
    tells(text)
    is_aside(text)
    assert bool(embedded_text(text)) == bool(text)


def test_asides_are_told_by_the_whole_text() -> None:
    """What people say to each other about the game is recalled as if it had happened in it."""
    assert all(map(is_aside, ["// brb", " ((back in ten)) ", "（（等我一下））", "((two\nlines))"]))
    assert not any(map(is_aside, ["(softly) Hello.", "((wait)) she said, and left", "https://example.org"]))


@pytest.mark.parametrize(
    "entry",
    [
        _entry(""),
        _entry("  \n"),
        _entry("ok"),
        _entry("// brb"),
        _entry(status=EntryStatus.EMPTY),
        _entry(status=EntryStatus.ERROR),
        _entry(status=EntryStatus.ERASED),
        _entry(body=MessageBody(card=CardWords(1, "Mo", 0, 1)), person=None, character=2),
        _entry(body=MessageBody(narrator=True), person=None, character=2),
        _entry(person=None),
        _entry(body=NoteBody()),
    ],
    ids=lambda it: f"{it.kind} {it.status} {it.text!r} {it.body}",
)
def test_what_nobody_said_is_no_memory(entry: Entry) -> None:
    """Errors, greetings and notes come back as if somebody had said them."""
    assert is_remembered(_entry())
    assert is_remembered(_entry(status=EntryStatus.INTERRUPTED, person=None, character=2))
    assert not is_remembered(entry)


def test_who_is_present() -> None:
    """Somebody who left an hour ago counts as a witness, or somebody who sits there does not."""
    said = [
        Utterance(1, START),
        Utterance(2, START + timedelta(minutes=20)),
        Utterance(None, START + timedelta(minutes=30)),
    ]
    assert people_present(said) == (1, 2)
    assert people_present([*said, Utterance(3, START + timedelta(minutes=31))]) == (2, 3)
    many = [Utterance(4, START + timedelta(minutes=25))] * (MESSAGES - 1)
    assert people_present([*said[:2], *many]) == (2, 4)
    assert people_present([*said[:2], *many, many[0]]) == (4,)
    assert people_present([]) == ()


def test_who_plays_when() -> None:
    """A character remembers what was said before it came, or forgets what it heard."""
    acts = [
        _entry(seq=1, character=7, person=None, body=MemberBody()),
        _entry(seq=3, character=8, person=None, body=MemberBody()),
        _entry(seq=5, character=7, person=None, body=MemberBody(here=False)),
    ]
    assert [cast_at(acts, seq) for seq in (1, 2, 3, 4, 5)] == [(7,), (7,), (7, 8), (7, 8), (8,)]
    assert cast_at([], 9) == ()


def test_marks_are_not_searched() -> None:
    """Two messages are alike because both are in bold, or hold a link."""
    text = "*waves* **Look** at [my boat](https://example.org/boat.png) ![the Tern](a.png) <b>now</b> https://x.org/y"
    assert embedded_text(text) == "waves Look at my boat the Tern now"
    assert len(embedded_text("word " * LONGEST)) <= LONGEST
    assert embedded_text("***") == "***"


@pytest.mark.parametrize("text", ["[" * LONGEST, "![" * LONGEST, "[a](" * LONGEST, "[a: " * LONGEST])
def test_what_looks_like_links_without_end_is_text(text: str) -> None:
    """A message of nothing but brackets stops the daemon for seconds whenever it is looked at."""
    assert embedded_text(text).startswith(text[:1])
    label = "x" * 300
    assert embedded_text(f"[{label}](a.png)") == f"[{label}](a.png)"
