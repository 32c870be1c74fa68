"""Whatever the books and the talk: what one pass finds is what looking for each key by itself finds."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.world.activate import Scan, ScanLine, Why, activate
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import BoundBook, Logic, ScanSource, WorldBook, WorldEntry
from engine.values.models.stage import WorldRules
from tests import share
from tests.rules.world.reference import Naive, newest

WORDS = ["ab", "b", "Ab c", "é", "龙", "龙山", "ba", "a_b", "bab", "İ", "ΑΣ", "{{x}}", "\n", " ", "c"]
REGEXES = [
    "/a+b/i",
    "/龙.{0,3}b/",
    r"/\bb\b/",
    "/b$/",
    r"/\x01Bo:/",
    r"/ab[^c]*龙/",
    "/a.{0,20}b/",
    "/c/y",
    "/{{x}}|zz/",
]
TEXTS = st.lists(st.sampled_from([*WORDS, "x", "。", ", "]), max_size=6).map("".join)
KEYS = st.lists(st.sampled_from(WORDS + REGEXES), max_size=3).map(tuple)
MAYBE = st.none() | st.booleans()
RARELY = st.integers(0, 5).map(lambda it: it == 0)

ENTRIES = st.builds(
    WorldEntry,
    uid=st.just(""),
    content=TEXTS,
    keys=KEYS,
    secondary_keys=st.just(()) | KEYS,
    exclude_keys=st.just(()) | st.just(()) | KEYS,
    selective=st.booleans(),
    logic=st.sampled_from(Logic),
    constant=RARELY,
    enabled=RARELY.map(lambda it: not it),
    order=st.integers(0, 3),
    probability=st.sampled_from([100, 100, 50, 0]),
    scan_depth=st.none() | st.integers(0, 6),
    case_sensitive=MAYBE,
    whole_words=MAYBE,
    exclude_recursion=RARELY,
    prevent_recursion=RARELY,
    delay_until_recursion=st.sampled_from([0, 0, 0, 1, 2]),
    ignore_budget=RARELY,
    sources=st.frozensets(st.sampled_from(ScanSource), max_size=2),
)
BOOKS = st.lists(ENTRIES, max_size=8)
LINES = st.lists(st.tuples(st.sampled_from(["Al", "Bo", "龙"]), TEXTS), max_size=5)
RULES = st.builds(
    WorldRules,
    scan_depth=st.integers(0, 6),
    recursive=st.booleans(),
    recursion_steps=st.sampled_from([0, 0, 1, 2]),
    min_activations=st.sampled_from([0, 0, 2, 9]),
    case_sensitive=st.booleans(),
    whole_words=st.booleans(),
    include_names=st.booleans(),
)
SCANS = st.builds(
    Scan,
    lines=LINES.map(lambda them: tuple(ScanLine(seq, *it) for seq, it in enumerate(them, 1))),
    budget=st.sampled_from([5, 20, 10_000]),
    injected=st.lists(TEXTS, max_size=2).map(tuple),
    sources=st.dictionaries(st.sampled_from(ScanSource), TEXTS.filter(bool), max_size=2),
    seed=st.sampled_from(["1", "2"]),
)
MACROS = st.sampled_from(["b", "龙", "", "(", "c."]).map(lambda it: lambda text: text.replace("{{x}}", it))


@settings(max_examples=share.examples(100), deadline=None)
@given(BOOKS, SCANS, RULES, MACROS)
def test_one_pass_finds_what_simple_search_finds(
    drawn: list[WorldEntry], scan: Scan, rules: WorldRules, expand: Callable[[str], str]
) -> None:
    """Being fast, the search would miss entries, or tell some that nobody spoke of."""
    entries = [replace(it, uid=f"e{number}") for number, it in enumerate(drawn)]
    book = BoundBook("w", WorldBook("w", tuple(entries)))
    outcome = activate([book], scan, rules, LoreTimers(), expand)
    naive = Naive(entries, scan, rules, expand)
    assert [it.entry.uid for it in outcome.active] == naive.run()
    assert outcome.overflow == naive.overflow
    for it in outcome.active:
        if it.seq is not None and not expand(it.key).strip().startswith("/"):
            assert it.seq == newest(it.key, it.entry, naive)
        assert (it.why is Why.RECURSION) == bool(it.origin)
