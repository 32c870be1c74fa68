"""Work that waits behind the turns, and what it fails for, in people's words."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import ListItem
from engine.values.house.work import WaitingWork

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


def fault_of(call: CommandCall, work: WaitingWork) -> str:
    """Why it failed the last time, and what to do; "" where it did not."""
    if not work.fault:
        return ""
    family = next((name for begins, name in _FAMILIES if work.fault.startswith(begins)), "other")
    return call.speak.say("status-fault", fault=_FAULTS.get(work.fault, family), id=work.fault)


def waiting_lines(call: CommandCall, due: Sequence[WaitingWork], failing: Sequence[WaitingWork]) -> list[ListItem]:
    """What is under way here in one line, what only waits for its time in another, then each that fails."""
    speak = call.speak
    items: list[ListItem] = []
    quiet = [it for it in due if not it.fault]
    for label, some in (
        ("status-due", [it for it in quiet if not _minutes(call, it)]),
        ("status-later", [it for it in quiet if _minutes(call, it)]),
    ):
        words = [_in_words(call, it) for it in some]
        if words:
            items.append(ListItem(speak.say(label), speak.say("list-comma").join(words)))
    items += [_failing(call, "status-failing", it) for it in due if it.fault]
    here = {it.kind for it in due if it.fault}
    return items + [_failing(call, "status-failing-anywhere", it) for it in failing if it.kind not in here]


def _in_words(call: CommandCall, work: WaitingWork) -> str:
    since = call.speak.ago(work.since, call.now)
    return call.speak.say("status-due-one", kind=_kind(work), since=since, minutes=_minutes(call, work))


def _minutes(call: CommandCall, work: WaitingWork) -> int:
    """In how many minutes it begins; 0: it is under way."""
    if work.begins is None or work.begins <= call.now:
        return 0
    return max(1, round((work.begins - call.now) / timedelta(minutes=1)))


def _failing(call: CommandCall, label: str, work: WaitingWork) -> ListItem:
    since = call.speak.ago(work.since, call.now)
    what = call.speak.say(
        "status-failing-is", kind=_kind(work), since=since, marks=work.marks, fault=fault_of(call, work)
    )
    return ListItem(call.speak.say(label), what)


def _kind(work: WaitingWork) -> str:
    return work.kind.partition(".")[0]
