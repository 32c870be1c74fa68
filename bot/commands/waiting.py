"""Work that waits behind the turns, and what it fails for, in people's words."""

from collections.abc import Sequence
from typing import Final

from bot.commands.declared import Call
from bot.commands.reply import Item
from engine.values.work import Waiting

_FAULTS: Final = {
    "error-model-key": "key",
    "error-model-credit": "credit",
    "error-model-not-found": "model",
    "error-model-url": "model",
    "error-model-none": "none",
    "error-answer-unusable": "answer",
    "error-model-refused": "answer",
    "error-model-context": "answer",
    "error-background-spent": "spent",
    "died": "died",
}
_FAMILIES: Final = (("error-model", "busy"), ("error-embedding", "embedding"), ("error-database", "database"))


def fault_of(call: Call, it: Waiting) -> str:
    """Why it failed the last time, and what to do; "" where it did not."""
    if not it.fault:
        return ""
    family = next((name for begins, name in _FAMILIES if it.fault.startswith(begins)), "other")
    return call.speak.say("status-fault", fault=_FAULTS.get(it.fault, family), id=it.fault)


def waiting_lines(call: Call, due: Sequence[Waiting], failing: Sequence[Waiting]) -> list[Item]:
    """What waits here in one line, then each that fails, here or anywhere."""
    speak = call.speak
    items: list[Item] = []
    if quiet := [it for it in due if not it.fault]:
        words = [speak.say("status-due-one", kind=_kind(it), since=speak.ago(it.since, call.now)) for it in quiet]
        items.append(Item(speak.say("status-due"), speak.say("list-comma").join(words)))
    items += [_failing(call, "status-failing", it) for it in due if it.fault]
    here = {it.kind for it in due if it.fault}
    return items + [_failing(call, "status-failing-anywhere", it) for it in failing if it.kind not in here]


def _failing(call: Call, label: str, it: Waiting) -> Item:
    since = call.speak.ago(it.since, call.now)
    what = call.speak.say("status-failing-is", kind=_kind(it), since=since, marks=it.marks, fault=fault_of(call, it))
    return Item(call.speak.say(label), what)


def _kind(it: Waiting) -> str:
    return it.kind.partition(".")[0]
