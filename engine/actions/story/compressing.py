"""Having the pages of a story compressed at once."""

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.context import EngineContext
from engine.db.house import work
from engine.db.story import chronicle
from engine.errors import NothingToCompress
from engine.rules.chronicle.compress import COMPRESS
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.turns.runner import Runner
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.story.chronicle import ChronicleKind, Level


async def compress(ctx: EngineContext, runner: Runner, here: Here) -> int:
    """Have detailed pages told in brief until half as many are left as there may be; how many are detailed now.

    It is done behind the turns. Raises SessionMissing, NothingToCompress.
    """

    async def act(move: HeadMove) -> int:
        pages = (await chronicle.chronicle(move.on, move.key, move.line, [ChronicleKind.PAGE])).pages
        fresh = sum(it.level is Level.DETAILED for it in pages)
        if not fresh:
            raise NothingToCompress
        await move.append(NewEntry(ChronicleBody(act=COMPRESS), ctx.clock.now(), person=here.person))
        await work.mark_due(move.on, move.key, CHRONICLE)
        return fresh

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)
