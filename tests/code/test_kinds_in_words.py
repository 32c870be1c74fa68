"""Every kind that a message may be about has words in both languages; none is shown as the code calls it."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from importlib import import_module
from inspect import isclass
from pkgutil import walk_packages

import pytest
from fluent.syntax import ast as fluent

import bot
import engine
from bot.commands.framework.picking import KINDS as KINDS_OF_LISTS
from bot.commands.memory.recalling import GROUPS
from bot.commands.memory.why import MISSED, NAMED
from engine.rules.framework.warnings import CONVERSATION, MIDDLE, TOTAL
from engine.rules.world.outcome import UntoldReason, Why
from engine.turns.inputs.sight import UNSEEN
from engine.values.memory.memories import MemoryKind
from engine.values.models.prompts import Generation, PartVerdict, PromptSlot, Reason
from tests.code.locales import LANGUAGES, entries
from tests.code.sources import sources

PLURALS = frozenset({"none", "one", "other", "yes", "no"})
OPEN = frozenset({"error-setting-not-understood"})
"""Messages whose last variant names what is chosen by: names of settings are typed as they are, in any language."""


def spelled(kinds: Iterable[Enum]) -> frozenset[str]:
    """Kinds as messages choose by them."""
    names = (it.name if isinstance(it.value, int) else str(it.value) for it in kinds)
    return frozenset(it.lower().replace("_", "-") for it in names if it)


def origins() -> frozenset[str]:
    """Where the parts of a prompt come from, as the code spells it: what stands before a colon."""
    makers = {"Part", "Piece", "part", "_part", "Retriever"}
    found: set[str] = set()
    for source in sources("engine"):
        if source.path.startswith(("engine/rules/framework/", "engine/recall/", "engine/turns/")):
            for call in ast.walk(source.tree):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") in makers:
                    found.update(_literals(call.args[:2]))
    return frozenset(it.partition(":")[0] for it in found if it)


def _literals(arguments: Iterable[ast.expr]) -> Iterator[str]:
    for it in arguments:
        first = it.values[0] if isinstance(it, ast.JoinedStr) else it
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


KINDS: Mapping[tuple[str, str], frozenset[str] | Callable[[], frozenset[str]]] = {
    ("memory-kind", "kind"): spelled(MemoryKind),
    ("why-slot", "slot"): spelled(PromptSlot),
    ("why-reason", "reason"): spelled({*Reason, *UntoldReason}),
    ("why-path", "value"): spelled(Generation),
    ("why-warning", "kind"): frozenset({CONVERSATION, MIDDLE, TOTAL, UNSEEN}),
    ("why-fate", "verdict"): spelled(PartVerdict),
    ("why-origin", "from"): origins,
    ("why-named", "part"): NAMED,
    ("why-group", "group"): frozenset({*GROUPS, "world", "missed"}),
    ("why-told", "why"): spelled(Why) - {Why.RECURSION},
    ("why-loss", "verdict"): spelled(MISSED),
    ("error-nothing-called", "kind"): frozenset(KINDS_OF_LISTS.values()),
    ("error-no-longer-there", "kind"): frozenset(KINDS_OF_LISTS.values()),
}


FEWER: Mapping[tuple[str, str], frozenset[str]] = {
    ("allowance-near", "holder"): frozenset({"person", "role"}),  # nobody is warned of what people may use each
    ("rights-who", "who"): frozenset({"dm"}),  # a private chat is no kind of people
    ("not-allowed", "who"): frozenset({"dm"}),
    ("error-other-kind-expected", "kind"): frozenset({"character"}),  # that is what was expected
    ("settings-set", "scope"): frozenset({"app", "default", "mode", "named", "written"}),  # nobody sets these
    ("import-question", "offer"): frozenset({"calm", "chat", "character", "mine"}),  # not every kind has every offer
    ("recalled-piece", "what"): frozenset({
        "diary", "facts", "items", "memories", "messages", "summaries", "timeline"
    }),  # DifferencePart has the same words by chance
    ("why-told", "why"): frozenset({"recursion"}),
    ("why-loss", "verdict"): frozenset({"empty", "in"}),
}  # fmt: skip
"""What is never said with a message, of kinds that it chooses by."""


@cache
def kinds() -> frozenset[frozenset[str]]:
    """The members of every enum of the product, as messages choose by them."""
    modules = [it.name for root in (engine, bot) for it in walk_packages(root.__path__, f"{root.__name__}.")]
    found = [vars(import_module(it)).values() for it in modules if not it.endswith("__main__")]
    return frozenset(spelled(it) for module in found for it in module if isclass(it) and issubclass(it, Enum) and [*it])


def selections(language: str) -> Iterator[tuple[str, str, dict[str, fluent.Variant]]]:
    """What is chosen by in each message of a language: message, variable, variants by key."""
    for name, entry in entries(language).items():
        for it in _selects(entry.value):
            variable = getattr(it.selector, "id", None)
            yield name, variable.name if variable else "", {_key(one): one for one in it.variants}


def _key(variant: fluent.Variant) -> str:
    return variant.key.name if isinstance(variant.key, fluent.Identifier) else str(variant.key.value)


def _selects(pattern: fluent.Pattern | None) -> Iterator[fluent.SelectExpression]:
    for element in pattern.elements if pattern else ():
        if isinstance(element, fluent.Placeable) and isinstance(element.expression, fluent.SelectExpression):
            yield element.expression
            for variant in element.expression.variants:
                yield from _selects(variant.value)


def _shows(variant: fluent.Variant, variable: str) -> bool:
    shown = (it.expression for it in variant.value.elements if isinstance(it, fluent.Placeable))
    return any(isinstance(it, fluent.VariableReference) and it.id.name == variable for it in shown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("message", "variable"), KINDS)
def test_every_kind_has_words(language: str, message: str, variable: str) -> None:
    """A new kind would be shown as the code calls it, or as something that it is not."""
    by_kind = [set(keys) for name, chosen, keys in selections(language) if (name, chosen) == (message, variable)]
    assert by_kind
    default = {"out"} if variable == "verdict" else set[str]()
    kinds = KINDS[message, variable]
    assert (kinds() if callable(kinds) else kinds) - set.union(*by_kind) - default == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_has_words_for_every_member_of_what_it_chooses_by(language: str) -> None:
    """A new member is told with the words of another: a story file that is no card is called a SillyTavern backup."""
    lacking: dict[tuple[str, str], set[str]] = {}
    for name, variable, variants in selections(language):
        keys = {it for it in variants if not it.isdecimal()}
        of = [it for it in kinds() if keys <= it] if len(keys) > 1 else []
        if of and not keys <= PLURALS and (rest := min(of, key=len) - keys):
            lacking.setdefault((name, variable), set()).update(rest)
    unsaid = {where: rest - FEWER.get(where, frozenset()) for where, rest in lacking.items()}
    assert {where: rest for where, rest in unsaid.items() if rest} == {}
    assert FEWER.keys() <= lacking.keys(), "an exception that is none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_memory_has_one_name(language: str) -> None:
    """The overview counts "Notes", and a note is shown as "noted"."""
    words = {
        message: {
            key: "".join(str(getattr(it, "value", "")) for it in one.value.elements).casefold()
            for key, one in keys.items()
        }
        for message, _, keys in selections(language)
        if message in ("memory-kind", "recallable-kind")
    }
    one, several = words["memory-kind"], words["recallable-kind"]
    for kind, kinds_of in (
        ("said", "said"),
        ("core", "notes"),
        ("diary", "diary"),
        ("event", "events"),
        ("plot", "plots"),
    ):
        assert one[kind].replace("page in", "pages in") in several[kinds_of]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_kind_is_shown_as_the_code_calls_it(language: str) -> None:
    """Whoever reads Chinese would come upon "plot" where a kind has no words of its own."""
    raw = [
        name
        for name, variable, keys in selections(language)
        if name not in OPEN and not keys.keys() <= PLURALS | {"0", "1"}
        for key, variant in keys.items()
        if variant.default and not key.isdecimal() and variable and _shows(variant, variable)
    ]
    assert raw == []
