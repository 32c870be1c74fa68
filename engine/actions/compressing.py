"""Having the pages of a story compressed at once."""

from engine.actions.head_moves import Move, current_stand, move_head
from engine.db import chronicle, work
from engine.errors import NothingToCompress
from engine.rules.chronicle.compress import COMPRESS
from engine.rules.recall.sources import CHRONICLE
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.chronicle import ChronicleKind, Level
from engine.values.entries import EntryKind, NewEntry
from engine.values.incoming import Here


async def compress(needs: Needs, runner: Runner, here: Here) -> int:
    """Have detailed pages told in brief until half as many are left as there may be; how many are detailed now.

    It is done behind the turns. Raises SessionMissing, NothingToCompress.
    """

    async def act(move: Move) -> int:
        pages = (await chronicle.chronicle(move.on, move.key, move.line, [ChronicleKind.PAGE])).pages
        fresh = sum(it.level is Level.DETAILED for it in pages)
        if not fresh:
            raise NothingToCompress
        body = {"act": COMPRESS}
        await move.append(NewEntry(EntryKind.CHRONICLE, needs.clock.now(), person=here.person, body=body))
        await work.mark_due(move.on, move.key, CHRONICLE)
        return fresh

    return await move_head(needs, runner, here, await current_stand(needs, here), act)
