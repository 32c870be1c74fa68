"""Why the character said what it said: the last prompt, part by part."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.commands import controls
from bot.commands.declared import Call
from bot.commands.paging import next_page
from bot.commands.reply import PAGE_SIZE, Choice, Item, Listing, Reply, page_of, told
from bot.localise import Speaker
from engine.values.inspection import Inspection
from engine.values.prompts import LedgerLine, Verdict
from engine.values.transfers import Document

_MISSED: Final = (Verdict.OUT, Verdict.TRIMMED, Verdict.LATE, Verdict.FAILED)
_OF_WORLDS: Final = ("world:", "book:")


async def why(call: Call) -> Reply:
    """In short: how long the last prompt was, what fired, what was left out, what took time."""
    found = await call.engine.inspect.last(call.here)
    if found is None:
        return told(call.speak.say("why-nothing"))
    fired = [it for it in found.lines if it.origin.startswith(_OF_WORLDS) and it.verdict is Verdict.IN]
    missed = [it for it in found.lines if it.verdict in _MISSED]
    half = PAGE_SIZE // 2 - 1
    items = [_item(call.speak, it) for it in (*fired[:half], *missed[:half])]
    items += [Item(_warning(call.speak, it)) for it in found.warnings[:1]]
    if found.ms:
        items.append(Item(call.speak.say("why-steps"), _steps(call.speak, found)))
    return Reply((Listing(_title(call.speak, found), tuple(items)),), choices=_further(call.speak))


async def full(call: Call) -> Reply:
    """Every part of the last prompt, and what was left out."""
    found = await call.engine.inspect.last(call.here)
    if found is None:
        return told(call.speak.say("why-nothing"))
    items = tuple(_item(call.speak, it) for it in found.lines)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("why-page", title=_title(call.speak, found), page=page, pages=pages)
    more = next_page(call.speak, "/why full", page, pages)
    return Reply(
        (Listing(title, shown, _path(call.speak, found) if page == pages else ""),), choices=(*more, _file(call))
    )


async def file(call: Call) -> Reply:
    """The same as a file, in one piece."""
    found = await call.engine.inspect.last(call.here)
    if found is None:
        return told(call.speak.say("why-nothing"))
    name = f"prompt-{found.turn}.txt"
    text = "\n".join((_title(call.speak, found), "", *_lines(call.speak, found), "", _path(call.speak, found), ""))
    document = Document(name, "text/plain", text.encode("utf-8", "replace"))
    return replace(told(call.speak.say("export-done", name=name)), documents=(document,))


def _title(speak: Speaker, found: Inspection) -> str:
    return speak.say(
        "why-title",
        tokens=found.estimated,
        counted="yes" if found.reported is not None else "no",
        reported=found.reported or 0,
        model=found.model or "?",
    )


def _item(speak: Speaker, line: LedgerLine) -> Item:
    return Item(f"{_slot(speak, line)} · {line.origin}", _fate(speak, line), current=False)


def _slot(speak: Speaker, line: LedgerLine) -> str:
    return speak.say("why-slot", slot=line.slot.name.lower().replace("_", "-"))


def _fate(speak: Speaker, line: LedgerLine) -> str:
    """How large it is, whether it is in, and why not; what fired, and in which message."""
    said = speak.say("why-fate", verdict=line.verdict.value, tokens=line.tokens)
    if line.reason:
        said = speak.say("why-because", fate=said, reason=why_left_out(speak, line.reason))
    return f"{said} · {line.detail}" if line.detail else said


def why_left_out(speak: Speaker, reason: str) -> str:
    """A reason of the ledger in words; what nobody has words for stays as it is."""
    return speak.say("why-reason", reason=reason.replace("_", "-"))


def _lines(speak: Speaker, found: Inspection) -> Iterator[str]:
    for line in found.lines:
        yield f"{line.tokens:>7}  {_slot(speak, line)} · {line.origin} · {_fate(speak, line)}"


def _steps(speak: Speaker, found: Inspection) -> str:
    return speak.say("list-comma").join(f"{name} {ms:.0f} ms" for name, ms in found.ms.items())


def _path(speak: Speaker, found: Inspection) -> str:
    """What else is known about how the prompt came about."""
    known = [f"{name}: {value}" for name, value in found.path.items() if value not in (None, "")]
    steps = [f"{speak.say('why-steps')}: {_steps(speak, found)}"] if found.ms else []
    return "\n".join((*known, *steps, *(_warning(speak, it) for it in found.warnings)))


def _warning(speak: Speaker, kind: str) -> str:
    return speak.say("why-warning", kind=kind)


def _further(speak: Speaker) -> tuple[Choice, ...]:
    return (Choice(controls.control(controls.RUN, "/why full"), speak.say("why-further")),)


def _file(call: Call) -> Choice:
    return Choice(controls.control(controls.RUN, "/why file"), call.speak.say("why-as-file"))
