"""Where everything but the chat stands: before it, after it, or at a depth in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.framework.additions import Additions
from engine.rules.framework.depth import AtDepth
from engine.rules.framework.ledger import out_line
from engine.rules.framework.order import CHAT, DEFINITIONS, EXAMPLES, MAIN
from engine.rules.framework.own_parts import OwnParts
from engine.rules.framework.pieces import Block
from engine.rules.framework.rows import PresetRow
from engine.values.models.prompts import LedgerLine, Reason


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands before the chat and after it, and what has a depth in it.

    ``history``: the chat is in the order. ``silent``: nothing of it is sent, not even what is answered.
    """

    before: tuple[Block, ...]
    after: tuple[Block, ...]
    at_depth: tuple[AtDepth, ...]
    history: bool
    silent: bool
    missing: tuple[LedgerLine, ...]


def lay_out(rows: Sequence[PresetRow], added: Additions, own: OwnParts, *, strict: bool) -> Layout:
    """Put the rows, what people added, and the house's own parts together.

    Additions stand around the main prompt, even where that is switched off; where the order lacks it, at the front. The
    house's head stands behind the last row that says who plays, its stable memory behind that and the examples.
    ``strict``: as in SillyTavern, without the chat nothing is sent that has a depth in it.
    """
    names = [row.identifier for row in rows]
    chat = names.index(CHAT)
    head = max((at + 1 for at in range(chat) if names[at] in DEFINITIONS), default=chat)
    silent = strict and not rows[chat].enabled
    deep = (*(text for row in rows for text in row.at_depth), *added.in_chat)
    stable = max(head, names.index(EXAMPLES) + 1) if EXAMPLES in names[:chat] else head

    def messages(start: int, end: int) -> tuple[Block, ...]:
        return tuple(block for row in rows[start:end] for block in _with_additions(row, added))

    return Layout(
        before=(
            *(() if MAIN in names else (*added.before_main, *added.after_main)),
            *messages(0, head),
            *own.head,
            *messages(head, stable),
            *own.stable,
            *messages(stable, chat),
            *own.before_history,
        ),
        after=(*messages(chat + 1, len(rows)), *own.last),
        at_depth=(*(() if silent else deep), *own.at_depth),
        history=rows[chat].enabled,
        silent=silent,
        missing=(
            *(line for row in rows for line in row.missing),
            *added.missing,
            *own.missing,
            *(out_line(it.piece, Reason.DISABLED) for text in deep if silent for it in text.scraps),
        ),
    )


def _with_additions(row: PresetRow, added: Additions) -> tuple[Block, ...]:
    return (*added.before_main, *row.blocks, *added.after_main) if row.identifier == MAIN else row.blocks
