"""What the last prompt was made of."""

from collections.abc import Sequence
from typing import Any

from engine.db import sessions, turns
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.inspection import Inspection
from engine.values.prompts import LedgerLine, Slot, Verdict


async def last(needs: Needs, here: Here) -> Inspection | None:
    """The prompt of the newest turn that ended here; None before the first."""
    stand = await sessions.current(needs.db, here.key)
    found = await turns.last(needs.db, stand.session_key) if stand else None
    if found is None:
        return None
    facts = found.facts
    return Inspection(
        turn=found.number,
        model=found.model,
        estimated=facts.get("estimated", 0),
        reported=found.prompt_tokens,
        lines=tuple(_line(it) for it in facts.get("prompt", ())),
        ms=facts.get("ms", {}),
        warnings=tuple(facts.get("warnings", ())),
        path=facts.get("path", {}),
    )


def _line(row: Sequence[Any]) -> LedgerLine:
    """A line as ``turns.prepare`` wrote it; older turns have no slot and no detail."""
    origin, tokens, verdict, reason, *more = row
    slot, detail = more if more else (Slot.CURRENT, "")
    return LedgerLine(Slot(slot), origin, tokens, Verdict(verdict), reason, detail)
