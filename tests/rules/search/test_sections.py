"""What a reply says of memory and web leaves its text, however the stream is cut."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.search.sections import ReplySection, Sectioned, SectionKind, SectionReader

MEM, WEB = SectionKind.MEM, SectionKind.WEBSEARCH
PIECES = [
    "<mem>",
    "</mem>",
    "<MEM >",
    "< /mem>",
    "<websearch>",
    "</WebSearch>",
    "<",
    "</",
    "<me",
    "m>",
    "<websear",
    "ch>",
    ">",
    "`",
    "```",
    "\n```\n",
    "~~~",
    "\n",
    " ",
    "a",
    "好的",
    "<b>",
    "<memory>",
]
REPLIES = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def parse_sections(raw: str) -> Sectioned:
    """The whole at once."""
    reader = SectionReader()
    reader.feed(raw)
    return reader.finish()


@pytest.mark.parametrize(
    ("raw", "visible", "sections"),
    [
        ("Hello there.", "Hello there.", ()),
        (" a < b \n", " a < b \n", ()),
        ("It rains.\n<websearch>rain in Oslo</websearch>", "It rains.", ((WEB, "rain in Oslo"),)),
        ("<mem>likes tea</mem>\n\nTea?", "Tea?", ((MEM, "likes tea"),)),
        ("One <mem>x</mem> two", "One two", ((MEM, "x"),)),
        ("One.\n<mem>x</mem>\n\nTwo.", "One.\n\nTwo.", ((MEM, "x"),)),
        ("a<MEM>x</Mem >b<WebSearch>y</WEBSEARCH>", "ab", ((MEM, "x"), (WEB, "y"))),
        ("a<mem>x</mem><mem>y</mem>", "a", ((MEM, "x"), (MEM, "y"))),
        ("a <mem>x <websearch>q</websearch> y</mem> b", "a b", ((MEM, "x  y"), (WEB, "q"))),
        ("a <mem>x <mem>y</mem> z</mem> b", "a b", ((MEM, "x  z"), (MEM, "y"))),
        ("a <mem>x <websearch>q</mem> b", "a b", ((MEM, "x"), (WEB, "q"))),
        ("a <websearch>q without an end", "a", ((WEB, "q without an end"),)),
        ("a </mem> b </websearch>", "a b", ()),
        ("a <mem></mem> b", "a b", ()),
        ("a <memory>x</memory>", "a <memory>x</memory>", ()),
        ("a <mem", "a <mem", ()),
        ("Look:\n```\n<mem>x</mem>\n```\nbye <mem>y</mem>", "Look:\n```\n<mem>x</mem>\n```\nbye", ((MEM, "y"),)),
        ("~~~xml\n```\n<mem>x\n~~~\n<mem>y</mem>", "~~~xml\n```\n<mem>x\n~~~", ((MEM, "y"),)),
        ("write `<mem>` so", "write `<mem>` so", ()),
        ("我查过了。<websearch>北京 天气</websearch>明天下雨。", "我查过了。明天下雨。", ((WEB, "北京 天气"),)),
        ("<mem>likes tea</mem>", "likes tea", ((MEM, "likes tea"),)),
        ("\n<mem>a</mem>\n<websearch>b</websearch>\n", "a\n\nb", ((MEM, "a"), (WEB, "b"))),
        ("<mem>never ends", "never ends", ((MEM, "never ends"),)),
        ("<mem> </mem>", "", ()),
    ],
)
def test_sections_leave_the_text(raw, visible, sections):
    """A person reads notes that are meant for the program, or is sent an empty message."""
    assert parse_sections(raw) == Sectioned(visible, tuple(ReplySection(*it) for it in sections))


@given(REPLIES, st.lists(st.integers(0, 200), max_size=12))
def test_cuts_change_nothing(raw, cuts):
    """What a person sees depends on how the network cut the stream."""
    reader = SectionReader()
    places = sorted({min(it, len(raw)) for it in cuts} | {0, len(raw)})
    seen = ""
    for start, end in itertools.pairwise(places):
        now = reader.feed(raw[start:end])
        assert now.startswith(seen)
        seen = now
    whole = reader.finish()
    assert whole == parse_sections(raw)
    assert whole.visible.startswith(seen)


@given(REPLIES)
def test_letter_by_letter_is_the_same(raw):
    """A model that sends a character at a time shows half a tag."""
    reader = SectionReader()
    seen = [reader.feed(it) for it in raw]
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(seen))
    assert reader.finish() == parse_sections(raw)


@given(REPLIES)
def test_nothing_of_a_section_is_seen_too_soon(raw):
    """What is shown is taken back when the tag is whole."""
    reader = SectionReader()
    reader.feed(raw)
    assert reader.waiting <= 20
    shown = reader.feed("")
    assert reader.finish().visible.startswith(shown)


def test_half_a_tag_waits():
    """A person reads "<websea" for a moment."""
    reader = SectionReader()
    assert reader.feed("Wait.<websea") == "Wait."
    assert reader.waiting == len("<websea")
    assert reader.feed("rch>q</websearch>") == "Wait."
    assert reader.finish() == Sectioned("Wait.", (ReplySection(WEB, "q"),))
