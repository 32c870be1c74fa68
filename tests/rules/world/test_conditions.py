"""What an entry asks for besides its keys."""

from typing import Any

import pytest

from engine.rules.world.activate import UntoldReason, Why
from engine.values.characters.worlds import Force
from engine.values.models.prompts import Generation
from tests.rules.world.telling import entry, left, look, talk, uids

NORMAL = frozenset({Generation.NORMAL})


@pytest.mark.parametrize(
    ("asks", "scan", "reason"),
    [
        ({"triggers": NORMAL}, {}, None),
        ({"triggers": NORMAL}, {"generation": Generation.CONTINUE}, UntoldReason.TRIGGER),
        ({"filter_names": ("Mei",)}, {"names": ("mei", "Mei.png")}, None),
        ({"filter_names": ("Mei",)}, {"names": ("Tom",)}, UntoldReason.FILTER),
        ({"filter_names": ("Mei",), "filter_exclude": True}, {"names": ("Mei",)}, UntoldReason.FILTER),
        ({"filter_names": ("Mei",), "filter_exclude": True}, {"names": ("Tom",)}, None),
        ({"filter_tags": ("elf",)}, {"tags": ("Elf", "old")}, None),
        ({"filter_tags": ("elf",)}, {"tags": ()}, UntoldReason.FILTER),
        ({"filter_tags": ("elf",), "filter_exclude": True}, {"tags": ("elf",)}, UntoldReason.FILTER),
        ({"filter_names": ("Mei",), "filter_tags": ("elf",)}, {"names": ("Mei",)}, UntoldReason.FILTER),
        ({"greeting": 0}, {"greeting": 0}, None),
        ({"greeting": 0}, {"greeting": 2}, UntoldReason.GREETING),
        ({"greeting": 0}, {}, UntoldReason.GREETING),
        ({"after": 3}, {"replies": 2}, UntoldReason.REPLIES),
        ({"after": 3}, {"replies": 3}, None),
        ({"every": 3}, {"replies": 4}, UntoldReason.REPLIES),
        ({"every": 3}, {"replies": 6}, None),
        ({"delay": 5}, {"messages": 4}, UntoldReason.DELAY),
        ({"delay": 5}, {"messages": 5}, None),
    ],
)
@pytest.mark.parametrize("kind", [{"constant": True}, {"keys": ("lamp",)}, {"force": Force.ACTIVATE}])
def test_conditions(
    asks: dict[str, Any], scan: dict[str, Any], reason: UntoldReason | None, kind: dict[str, Any]
) -> None:
    """An entry would be told where its author does not want it, or its absence would not be explained."""
    keys = kind.get("keys", ())
    more = {name: it for name, it in kind.items() if name != "keys"}
    outcome = look([entry("1", *keys, **asks, **more)], talk("a lamp", **scan))
    assert left(outcome) == ({} if reason is None else {"1": reason})
    assert uids(outcome) == (["1"] if reason is None else [])


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"enabled": False, "constant": True}, None),
        ({"constant": True}, Why.CONSTANT),
        ({"constant": True, "force": Force.DONT_ACTIVATE}, None),
        ({"force": Force.ACTIVATE}, Why.FORCED),
        ({"force": Force.ACTIVATE, "constant": True}, Why.FORCED),
        ({}, None),
    ],
)
def test_what_fires_without_a_key(more: dict[str, Any], why: Why | None) -> None:
    """Entries that are switched off would be told, or those that are always on would be missing."""
    outcome = look([entry("1", **more)], talk("hello"))
    assert [it.why for it in outcome.active] == ([why] if why else [])


def test_what_did_not_fire_is_not_explained() -> None:
    """The ledger would list a thousand entries that nobody spoke of."""
    assert left(look([entry("1", "lamp", triggers=frozenset({Generation.QUIET}))], talk("hello"))) == {}
