"""What was fed to a character in its cradle and could not be read at once is read behind the turns."""

from engine.context import EngineContext
from engine.cradle.reading import read_piece
from engine.db.characters import cradles
from engine.db.house import work
from engine.errors import LeaseLost
from engine.values.characters.cradles import PieceState
from engine.values.house.work import Due


async def raise_up(ctx: EngineContext, due: Due) -> None:
    """Read what waits in a cradle, piece after piece. What is read stays read, whenever this ends."""
    character, space = int(due.kind.partition("/")[2]), due.key.space
    while True:
        cradle = await cradles.read(ctx.db, character, space)
        waiting = [it for it in cradle.pieces if it.state is PieceState.WAITING] if cradle else []
        if not waiting:
            break
        await read_piece(ctx, space, character, waiting[0].number, waited_for=False)
    if not await work.finish_due(ctx.db, due):
        raise LeaseLost
