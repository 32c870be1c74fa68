"""When a key is in a text: case, whole words, Chinese and Japanese, regexes, macros, how far back and where else."""

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.rules.world.activate import UntoldReason, Why
from engine.rules.world.needles import Needles
from engine.values.characters.worlds import ScanSource
from engine.values.models.stage import WorldRules
from tests.rules.world.telling import bound, entry, left, look, talk, uids

WHOLE = WorldRules(whole_words=True)


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("king", "The king speaks", True),
        ("king", "a Viking ship", False),
        ("king", "king", True),
        ("king", "«king»", True),
        ("king", "king_of", False),
        ("king", "king2", False),
        ("king", "Viking, and then the king.", True),
        ("ice king", "nice kings", True),
        ("caf", "café", True),
        ("\u9f99", "\u5c71\u4e0a\u6709\u4e00\u6761\u9f99\u5728\u7761\u89c9", True),
        ("\u9b54\u6cd5\u4f7f\u3044", "\u5f7c\u5973\u306f\u9b54\u6cd5\u4f7f\u3044\u3067\u3059", True),
        ("\u9f99", "no such thing", False),
        ("cat", "\u6211\u517b\u4e86\u4e00\u53eacat\u5462", True),
        ("\u5927\u5b66\u3000\u751f\u6d3b", "\u5927\u5b66\u3000\u751f\u6d3b\u8005", True),
    ],
)
def test_whole_words(key: str, text: str, found: bool) -> None:
    """Either `king` would fire in `Viking`, or Chinese and Japanese keys would never fire inside a sentence."""
    assert bool(uids(look([entry("1", key)], talk(text), WHOLE))) is found


@pytest.mark.parametrize(
    ("key", "text", "more", "found"),
    [
        ("Dragon", "a DRAGON!", {}, True),
        ("Dragon", "a dragon", {"case_sensitive": True}, False),
        ("Dragon", "a Dragon", {"case_sensitive": True}, True),
        ("ÉLAN", "élan", {}, True),
        ("king", "Viking", {"whole_words": False}, True),
        ("king", "Viking", {"whole_words": True}, False),
        ("  sea ", "the sea.", {}, True),
        ("", "anything", {}, False),
        (" ", "any thing", {}, False),
    ],
)
def test_plain_keys(key: str, text: str, more: dict[str, Any], found: bool) -> None:
    """An entry's own choice about case and words would be ignored, or an empty key would bring an entry up always."""
    assert bool(uids(look([entry("1", key, **more)], talk(text)))) is found


@pytest.mark.parametrize(
    ("key", "text", "found"),
    [
        ("/drag[oa]n/", "a dragan", True),
        ("/drag[oa]n/", "a DRAGAN", False),
        ("/drag[oa]n/i", "a DRAGAN", True),
        (r"/\x01Bob:.*ale/", "Ale, please: one ale", True),
        (r"/\x01Alice:/", "I am Alice: hello", False),
        (r"/\d\d/", "١٢", False),
        ("/龙.{0,2}山/", "黑龙的山", True),
        ("/usr/bin/", "see /usr/bin/", True),
        ("/lamp(?!s)/", "a lamp", True),
        ("/lamp(?!s)/", "two lamps", False),
    ],
)
def test_regexes_are_javascripts(key: str, text: str, found: bool) -> None:
    """Keys written for SillyTavern would mean something else here."""
    assert bool(uids(look([entry("1", key, whole_words=True)], talk(text)))) is found


def test_a_regex_reaches_from_one_message_into_the_next() -> None:
    """A key such as “the lamp, later the oil” would no longer fire."""
    scan = talk("Some oil?", "Take the lamp.")
    assert uids(look([entry("1", r"/lamp[\s\S]*oil/")], scan)) == ["1"]


def test_all_keys_of_a_regex_book_are_regexes() -> None:
    """V3 books that say use_regex write their keys without slashes."""
    outcome = look([entry("1", "gr[ae]y", regex=True), entry("2", "gr[ae]y")], talk("A GREY cat"))
    assert uids(outcome) == ["1"]


def test_a_regex_that_cannot_be_run_is_told_once_and_the_other_keys_work() -> None:
    """Somebody would wonder for days why an entry never comes up."""
    bad = r"/\p{Klingon}/u"
    outcome = look([entry("1", bad, "lamp")], talk("a lamp"))
    assert uids(outcome) == ["1"]
    refused = [it for it in outcome.left_out if it.reason is UntoldReason.KEY_REFUSED]
    assert [(it.key, it.problem and it.problem.message) for it in refused] == [(bad, "error-regex-refused")]


def test_keys_that_look_around_or_refer_back_fire_as_elsewhere() -> None:
    """A book that works in SillyTavern would stay silent."""
    book = [
        entry("1", r"/\b(\w+) \1\b/i"),
        entry("2", r"/(?<!no )dragon(?!fl(?:y|ies))/"),
        entry("3", r"/(?<=the )sea(?=\W)/", secondary_keys=(r"/^(?!.*calm)/m",)),
        entry("4", r"/(['\"]).*lamp.*\1/"),
    ]
    assert uids(look(book, talk("The the dragonfly"))) == ["1"]
    assert uids(look(book, talk("no dragon, but a dragon on the sea!"))) == ["3", "2"]
    assert uids(look(book, talk("the sea, calm; 'a lamp\""))) == []


def test_a_key_that_takes_too_long_is_off_and_told_and_the_others_work() -> None:
    """One book would hold up everybody, or an entry never come up and nobody know why."""
    knot = r"/(x+x+)+y\1$/"
    outcome = look(
        [entry("1", knot, "lamp"), entry("2", knot), entry("3", r"/(l)amp(?=s)/")], talk("x" * 5_000 + "y lamp lamps")
    )
    assert uids(outcome) == ["3", "1"]
    assert [(it.entry.uid, it.key, it.reason) for it in outcome.left_out] == [
        ("1", knot, UntoldReason.TOO_SLOW),
        ("2", knot, UntoldReason.TOO_SLOW),
    ]


def test_a_book_may_not_make_endless_work_of_its_regexes() -> None:
    """A book of huge regexes would hold up everybody, or a book with many usual ones would lose some."""
    usual = [entry(str(it), rf"/\bword{it}(?:s|ed)?\b/i") for it in range(2_000)]
    outcome = look(usual, talk("word1999s"))
    assert (uids(outcome), outcome.left_out) == (["1999"], ())
    lamp = entry("lamp", "lamp", "/a.{0,200}lamp/")
    huge = [entry(str(it), f"/({'a' * 9_000}{it}|lamp)/", order=-1) for it in range(100)]
    outcome = look([lamp, *huge], talk("a lamp"))
    refused = [it for it in outcome.left_out if it.reason is UntoldReason.KEY_REFUSED]
    assert 50 < len(refused) < 100
    assert {it.problem.data["reason"] for it in refused if it.problem} == {"many"}
    assert "lamp" in uids(outcome)


@pytest.mark.parametrize("shape", ["/(?:.{{0,900}}b{0}){{9}}/", "/(?:.{{0,190}}b{0}){{2}}/", "/lamp[{0}/"])
def test_no_shape_of_regex_makes_endless_work(shape: str) -> None:
    """Regexes that are too large, just small enough, or wrong would be tried by the thousand."""
    outcome = look([entry(str(it), shape.format("x" * 200 + str(it))) for it in range(1_500)], talk("a lamp"))
    problems = [it.problem.data["reason"] for it in outcome.left_out if it.problem]
    assert problems.count("many") > 30


def test_many_regexes_at_once_find_what_each_finds_alone() -> None:
    """In a large book some regexes would go blind."""
    keys = [rf"/w{number}\b/i" for number in range(300)] + [rf"/w{number}.{{0,40}}end/" for number in range(60)]
    entries = [entry(str(number), key) for number, key in enumerate(keys)]
    scan = talk("W7 and w30 and w299 and w5, the end")
    alone = [it.uid for it in entries if uids(look([it], scan))]
    assert {"5", "7", "30", "299", "305", "330"} < set(alone)
    assert sorted(uids(look(entries, scan)), key=int) == alone


def test_macros_in_keys_are_filled_in_first() -> None:
    """A key such as {{user}} would be looked for letter by letter."""
    entries = [entry("1", "{{user}}'s sword"), entry("2", "/^.*{{user}}!/")]
    mei, tom = (lambda it: it.replace("{{user}}", "Mei")), (lambda it: it.replace("{{user}}", "Tom"))
    for expand, name in ((mei, "Mei"), (tom, "Tom"), (mei, "Mei")):
        scan = talk(f"Where is {name.upper()}'s sword, {name}!")
        assert sorted(uids(look(entries, scan, expand=expand))) == ["1", "2"]
    assert uids(look(entries, talk("Where is Mei's sword?"), expand=tom)) == []


def test_how_far_back() -> None:
    """An entry would fire for what was said long ago, or miss what was just said."""
    scan = talk("moon", "sun", "star")
    entries = [
        entry("house", "sun"),
        entry("old", "moon"),
        entry("far", "moon", scan_depth=3),
        entry("near", "sun", scan_depth=1),
    ]
    assert sorted(uids(look(entries, scan, WorldRules(scan_depth=2)))) == ["far", "house"]
    assert uids(look(bound(*entries, scan_depth=1), scan, WorldRules(scan_depth=2))) == ["far"]
    assert sorted(uids(look(entries, scan, WorldRules(scan_depth=5_000)))) == ["far", "house", "old"]


def test_depth_nothing_looks_at_nothing() -> None:
    """An entry whose author switched its keys off by scan depth 0 would come up by what is injected or told."""
    scan = talk("lamp", injected=("Remember the oil.",), sources={ScanSource.SCENARIO: "lamp"})
    entries = [
        entry("1", "lamp", sources=frozenset({ScanSource.SCENARIO})),
        entry("2", "oil"),
        entry("3", "/oil/"),
        entry("4", constant=True, content="oil"),
        entry("5", "oil", scan_depth=1),
    ]
    assert sorted(uids(look(entries, scan, WorldRules(scan_depth=0, recursive=True)))) == ["4", "5"]


def test_before_anyone_spoke_keys_are_looked_for_beside_the_talk() -> None:
    """A greeting would be written without what the scenario calls up."""
    scan = talk(injected=("oil",), sources={ScanSource.SCENARIO: "lamp"})
    entries = [entry("1", "lamp", sources=frozenset({ScanSource.SCENARIO})), entry("2", "/oil/")]
    assert sorted(uids(look(entries, scan))) == ["1", "2"]


def test_names_are_looked_into_only_where_the_house_says_so() -> None:
    """The name of who speaks would bring entries up although the house switched that off."""
    scan = talk("hello", "hi")
    assert uids(look([entry("1", "alice:")], scan)) == ["1"]
    assert uids(look([entry("1", "alice:")], scan, WorldRules(include_names=False))) == []


@pytest.mark.parametrize("key", ["lighthouse", "/light.ouse/"])
def test_other_sources(key: str) -> None:
    """An entry that asks for the scenario would not see it, or one that does not ask would."""
    scan = talk("hello", sources={ScanSource.SCENARIO: "At the lighthouse.", ScanSource.PERSONA: ""})
    entries = [
        entry("asks", key, sources=frozenset({ScanSource.SCENARIO, ScanSource.PERSONA})),
        entry("other", key, sources=frozenset({ScanSource.DESCRIPTION})),
        entry("none", key),
    ]
    outcome = look(entries, scan)
    assert uids(outcome) == ["asks"]
    assert (outcome.active[0].seq, outcome.active[0].why) == (None, Why.KEY)


@pytest.mark.parametrize("key", ["lamp", "/l.mp/"])
def test_the_message_a_key_fired_in(key: str) -> None:
    """The ledger would point to a message that does not hold the key, or to an older one than it could."""
    scan = talk("the lamp", "a LAMP and a lamp", "nothing", "ümläute, 龙")
    outcome = look([entry("1", "never", key)], scan, WorldRules(scan_depth=10))
    assert [(it.key, it.seq, it.why) for it in outcome.active] == [(key, 2, Why.KEY)]


def test_an_excluding_key_keeps_an_entry_away() -> None:
    """The decorator exclude_keys would do nothing."""
    entries = [entry("1", "lamp", exclude_keys=("oil",)), entry("2", exclude_keys=("/o.l/",), constant=True)]
    assert sorted(uids(look(entries, talk("lamp")))) == ["1", "2"]
    outcome = look(entries, talk("lamp, oil"))
    assert uids(outcome) == []
    assert left(outcome) == {"1": UntoldReason.EXCLUDED, "2": UntoldReason.EXCLUDED}


LETTERS = st.lists(st.sampled_from(("a", "a" * 40, "ab" * 35, ".")), min_size=1, max_size=5).map("".join)


@given(
    st.lists(st.tuples(LETTERS, st.booleans()), unique=True, min_size=1, max_size=8),
    st.lists(LETTERS, max_size=6).map("".join),
)
@example([("ab" * 35, True)], "ab" * 140 + "." + "ab" * 35)
@example([("a" * 70, False), ("a" * 64, True), ("a" * 65, True)], "b" + "a" * 65 + "." + "a" * 64 + "." + "a" * 70)
def test_long_keys_are_found_where_short_ones_are(keys: list[tuple[str, bool]], text: str) -> None:
    """A key that is a whole sentence would never fire, or in the middle of a word."""
    word = re.compile(r"\w", re.ASCII)
    naive: dict[int, int] = {}
    for number, (key, alone) in enumerate(keys):
        for at in (at for at in range(len(text)) if text.startswith(key, at)):
            around = (text[at - 1 : at], text[at + len(key) : at + len(key) + 1])
            if not (alone and any(map(word.match, around))):
                naive[number] = at
                break
    assert Needles((key, number) for number, key in enumerate(keys)).first(text) == naive


def test_a_regex_that_might_take_seconds_is_not_looked_for_in_a_long_talk() -> None:
    """One entry of a book would hold up every chat of the house."""
    entries = [entry("long", f"/{'!' * 15_000}|lamp/"), entry("short", "/lamps?/")]
    assert sorted(uids(look(entries, talk("a lamp")))) == ["long", "short"]
    assert uids(look(entries, talk("a lamp " + "!" * 14_000))) == ["short"]
