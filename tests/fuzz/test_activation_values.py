"""Any book, looked for in any talk, says what is told; nothing stops it."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.rules.formats.books.books import read_book
from engine.rules.world.activate import Scan, ScanLine, activate
from engine.rules.world.timers import timers_from_json, timers_json
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import Binding, BoundBook, ScanSource, WorldBook
from engine.values.models.stage import WorldRules
from tests.rules.formats.book_samples import DIALECTS

from .budget import FUZZ
from .json_mutations import ODD

KEYS = st.sampled_from(["a", "龙", "/a+/", "/(a/", "/(?<=b)a/i", "/.{0,40}a/", "{{user}}", "a b", "", "@", "/a/z"])
ENTRY = st.fixed_dictionaries(
    {"key": st.lists(KEYS, max_size=3), "content": st.sampled_from(["a", "龙 b", "", "@@activate\na", "{{char}}"])},
    optional={
        **{
            name: ODD | st.integers(-2, 5)
            for name in (
                *("order", "position", "depth", "probability", "selectiveLogic", "scanDepth", "delayUntilRecursion"),
                *("sticky", "cooldown", "delay", "groupWeight", "role", "constant", "disable", "excludeRecursion"),
                *("preventRecursion", "caseSensitive", "matchWholeWords", "useGroupScoring", "groupOverride"),
                *("ignoreBudget", "matchPersonaDescription", "matchScenario", "uid", "characterFilter", "triggers"),
            )
        },
        "keysecondary": st.lists(KEYS, max_size=3),
        "group": st.sampled_from(["g", "g,h", "h"]) | ODD,
    },
)
BOOK = st.fixed_dictionaries(
    {"entries": st.dictionaries(st.integers(0, 9).map(str), ENTRY, max_size=6)},
    optional={
        "extensions": st.fixed_dictionaries(
            {"omoide": st.dictionaries(st.sampled_from(["scan_depth", "token_budget"]), ODD)}
        )
    },
)
TEXT = st.lists(st.sampled_from(["a", "b", " ", "龙", "\n", "A", "é", "\ud83d", "\0", "😀"]), max_size=12).map("".join)
RULES = st.builds(
    WorldRules,
    scan_depth=st.integers(0, 6),
    include_names=st.booleans(),
    case_sensitive=st.booleans(),
    whole_words=st.booleans(),
    recursive=st.booleans(),
    recursion_steps=st.integers(0, 3),
    min_activations=st.integers(0, 3),
    group_scoring=st.booleans(),
)
TIMERS = (
    st.dictionaries(
        st.sampled_from(["sticky", "cooldown", "x"]),
        st.dictionaries(
            st.sampled_from(["1.0", "2.1", "", "."]), ODD | st.fixed_dictionaries({"end": ODD, "start": ODD})
        ),
    )
    | ODD
)


def read(raw: object) -> WorldBook:
    try:
        return read_book(json.dumps(raw).encode(), "b.json")
    except InputError:
        return WorldBook("b", ())


@FUZZ
@given(
    st.lists(BOOK, min_size=1, max_size=2).map(lambda raws: [read(it) for it in raws])
    | st.sampled_from([*DIALECTS.values()]).map(lambda raw: [read(raw)]),
    st.lists(TEXT, max_size=5),
    RULES,
    TIMERS,
    st.integers(0, 40),
)
def test_any_book_is_looked_for_in_any_talk(books, texts, rules, timers, budget):
    """A strange book, or a strange message, would stop its character from answering."""
    bound = [
        BoundBook(str(number), it, binding) for number, (it, binding) in enumerate(zip(books, Binding, strict=False))
    ]
    lines = tuple(ScanLine(seq, "A", text) for seq, text in enumerate(texts, 1))
    scan = Scan(lines, budget, (*texts[:1],), {ScanSource.PERSONA: "".join(texts)}, messages=len(lines), seed="s")
    before = timers_from_json(timers)
    found = activate(bound, scan, rules, before, lambda text: text.replace("{{user}}", "a"))
    assert found == activate(bound, scan, rules, before, lambda text: text.replace("{{user}}", "a"))
    assert timers_from_json(timers_json(found.timers)) == found.timers
    forced = [it for it in found.active if it.entry.ignore_budget]
    assert sum(it.tokens for it in found.active if it not in forced) <= budget or not budget
    assert activate([], scan, replace(rules), LoreTimers(), str).active == ()
