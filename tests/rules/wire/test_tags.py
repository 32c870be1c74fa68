"""Tags in replies: into fields, off the screen, however the stream is cut."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import TagPatternInvalid
from engine.rules.wire.tags import Tagged, TagHider, TagPatterns, parse_tags

DEFAULT = TagPatterns()
HIDING = TagPatterns(hide_gestures=True)
ODD = TagPatterns(emotion=("<e>{}</e>", "<<{}>>", "<e{}!"), gesture=("（{}）", "_{}_"), hide_gestures=True)
PIECES = [
    "[emotion:",
    "[EMOTION:joy]",
    "[emo",
    "joy",
    "]",
    "[",
    "*",
    "**",
    " ",
    "\n",
    "a",
    "好",
    "<e>",
    "</e>",
    "<",
    ">>",
]
REPLIES = st.lists(st.sampled_from([*PIECES, "!", "_", "（", "）", "x" * 90, "y" * 1001]), max_size=30).map("".join)


@pytest.mark.parametrize(
    ("raw", "clean", "emotions"),
    [
        ("[emotion:joy] Hello", "Hello", ("joy",)),
        ("[emotion:joy]\n\nHello", "Hello", ("joy",)),
        ("Hi [Emotion: shy ] there", "Hi there", ("shy",)),
        ("Hi[emotion:joy] there", "Hi there", ("joy",)),
        ("Bye. [emotion:sad]", "Bye.", ("sad",)),
        ("One.\n[emotion:a]\n\nTwo.", "One.\n\nTwo.", ("a",)),
        ("好[情绪：开心]的", "好的", ("开心",)),
        ("[emotion:]x", "x", ()),
        ("[emotion:a][emotion:b]", "", ("a", "b")),
        ("[emotion:no\nline]", "[emotion:no\nline]", ()),
        ("[emotion:" + "x" * 81 + "]", "[emotion:" + "x" * 81 + "]", ()),
        ("open [emotion:joy", "open [emotion:joy", ()),
        (" plain [text] \n", " plain [text] \n", ()),
    ],
)
def test_emotions_leave_the_text(raw, clean, emotions):
    """A person must not see marks that are meant for programs, nor lose words that only look like marks."""
    assert parse_tags(raw, DEFAULT) == Tagged(clean, emotions)


@pytest.mark.parametrize(
    ("raw", "gestures"),
    [
        ("*waves* Hi", ("waves",)),
        ("*nods.* Yes. *sits down*", ("nods.", "sits down")),
        ("他*笑*了", ("笑",)),
        ("*very **very** quiet*", ("very **very** quiet",)),
        ("**bold** word", ()),
        ("2*3*4", ()),
        ("2 * 3 * 4", ()),
        ("* one\n* two", ()),
        ("*one\ntwo*", ()),
        ("*unfinished", ()),
        ("***", ()),
        ("*" + "x" * 1001 + "*", ()),
    ],
)
def test_gestures_are_noted_and_stay(raw, gestures):
    """A story told between asterisks must stay on the screen, and its gestures be known."""
    assert parse_tags(raw, DEFAULT) == Tagged(raw, (), gestures)


def test_gestures_can_be_hidden():
    """Who switches narration off must get the spoken words alone."""
    assert parse_tags("*waves* Hi [emotion:joy] *sits* there.", HIDING) == Tagged(
        "Hi there.", ("joy",), ("waves", "sits")
    )


def test_an_emotion_inside_a_gesture():
    """Neither mark may hide the other."""
    assert parse_tags("*smiles [emotion:joy] softly*", DEFAULT) == Tagged(
        "*smiles softly*", ("joy",), ("smiles softly",)
    )


def test_patterns_can_be_set():
    """A model that marks moods in its own way must be understood."""
    patterns = TagPatterns(emotion=("<mood>{}</mood>",), gesture=("（{}）",))
    assert parse_tags("<MOOD>calm</mood>（点头）好", patterns) == Tagged("（点头）好", ("calm",), ("点头",))


def test_no_patterns():
    """Switching the tags off must leave every letter."""
    assert parse_tags("[emotion:joy] *x*", TagPatterns((), ())) == Tagged("[emotion:joy] *x*")


@pytest.mark.parametrize("pattern", ["", "emotion", "{}", "[{}", "{}]", "[{}{}]", "[\n{}]", " {} "])
def test_a_useless_pattern_is_refused(pattern):
    """A pattern that would swallow a whole reply must be refused when it is set."""
    with pytest.raises(TagPatternInvalid):
        TagPatterns(emotion=(pattern,))


@given(REPLIES | st.text(), st.lists(st.integers(0, 400)), st.sampled_from([DEFAULT, HIDING, ODD]))
def test_any_cut_of_the_stream_gives_the_same(raw, cuts, patterns):
    """What was shown while streaming must be the beginning of what is kept."""
    hider = TagHider(patterns)
    places = sorted({0, len(raw), *(cut for cut in cuts if cut < len(raw))})
    shown = [hider.feed(raw[start:end]) for start, end in itertools.pairwise(places)]
    whole = hider.finish()
    assert whole == parse_tags(raw, patterns)
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise([*shown, whole.clean]))


@given(REPLIES)
def test_letter_by_letter(raw):
    """The slowest stream must end like the fastest."""
    hider = TagHider(HIDING)
    for letter in raw:
        hider.feed(letter)
    assert hider.finish() == parse_tags(raw, HIDING)


def test_half_a_tag_never_flashes():
    """A mark must not appear on the screen for the moment until its end arrives."""
    hider = TagHider(DEFAULT)
    assert [hider.feed(piece) for piece in ["Hi ", "[", "emot", "ion:jo", "y", "]", " there", " ["]] == [
        *["Hi"] * 6,
        "Hi there",
        "Hi there",
    ]
    assert hider.finish() == Tagged("Hi there [", ("joy",))


def test_a_long_gesture_streams_at_once():
    """Narration must appear while it is written."""
    assert TagHider(DEFAULT).feed("*She walks") == "*She walks"


@pytest.mark.parametrize(
    "piece", ["*", "[", "[emotion:", "*a", "* ", "[emotion:x]", "*a*", "**a", "*。", " ", "*a **b "]
)
def test_hostile_replies_keep_every_letter(piece):
    """A model gone mad must cost neither words nor the house."""
    raw = piece * (100_000 // len(piece))
    tagged = parse_tags(raw, DEFAULT)
    hidden = len("[emotion:x]") * len(tagged.emotions)
    assert len(tagged.clean) == len(raw) - hidden
