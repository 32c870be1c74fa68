"""What people read of a set of quick replies: how many are texts, which scripts run here, what is not done. Pure."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.errors import SlashBroken
from engine.rules.quick.running import is_script, unrun_in
from engine.values.characters.quick_replies import QuickReply, QuickReplySet
from engine.values.chats.turns import Notice

UNRUN_SHOWN: Final = 5
NAMES_SHOWN: Final = 8


def trouble_of(quick_set: QuickReplySet, reply: QuickReply) -> Notice | None:
    """Why nothing comes of a quick reply here; None where it is done."""
    if not quick_set.sends:
        return None
    try:
        what = unrun_in(reply)
    except SlashBroken as error:
        return Notice("quick-broken", {"name": reply.label, **error.data})
    return Notice("quick-unrun", {"name": reply.label, "what": what}) if what else None


def quick_counts(quick_set: QuickReplySet) -> Mapping[str, int]:
    """How many there are, and how many of them are texts, and scripts that run here."""
    scripts = [it for it in quick_set.replies if quick_set.sends and is_script(it.message)]
    return {
        "count": len(quick_set.replies),
        "texts": len(quick_set.replies) - len(scripts),
        "runs": sum(trouble_of(quick_set, it) is None for it in scripts),
    }


def quick_facts(*sets: QuickReplySet) -> Iterator[Notice]:
    """What of sets is not done here, each with its reason."""
    every = [(it, reply) for it in sets for reply in it.replies]
    unrun = [it for it in (trouble_of(chosen, reply) for chosen, reply in every) if it is not None]
    yield from unrun[:UNRUN_SHOWN]
    if further := unrun[UNRUN_SHOWN:]:
        what = dict.fromkeys(name for it in further for name in str(it.data.get("what", "")).split(", ") if name)
        yield Notice("quick-unrun-more", {"count": len(further), "what": ", ".join(what) or "none"})
    if automatic := [it.label for _, it in every if it.automatic]:
        yield Notice("quick-not-by-itself", {"count": len(automatic), "names": _listed(automatic)})
    if hidden := [it.label for _, it in every if it.hidden]:
        yield Notice("quick-hidden", {"names": _listed(hidden)})
    if menus := list(dict.fromkeys(name for _, it in every for name in it.menus)):
        yield Notice("quick-no-menus", {"count": len(menus), "names": _listed(menus)})


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:NAMES_SHOWN])
    return f"{shown}, …" if len(names) > NAMES_SHOWN else shown
