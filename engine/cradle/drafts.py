"""The card of a draft, made anew from its statements."""

from engine.context import EngineContext
from engine.db.characters import characters, cradles
from engine.db.characters.characters import NewCard
from engine.db.postgres.pool import Statements
from engine.rules.cradle.composing import composed
from engine.values.characters.cradles import Cradle, PieceKind, PieceState


async def remake(ctx: EngineContext, on: Statements, character: int) -> Cradle | None:
    """Let the card of a cradle say what its statements say, as a new version where that is anything new.

    A born character's card is its owner's, and stays as it is. None where there is no such cradle.
    """
    cradle = await cradles.read(on, character)
    newest = await characters.newest(on, character, trashed=True)
    if cradle is None or newest is None or cradle.born_at is not None:
        return cradle
    card = await ctx.cards.card(on, character, newest.version)
    if card is None:
        return cradle
    made = composed(card, cradle)
    picture = _picture(cradle)
    if made.raw != card.raw or picture != newest.picture:
        await characters.add_version(on, character, NewCard(made.name, made.raw, None, picture))
    return cradle


def _picture(cradle: Cradle) -> str | None:
    """What shows the character: the last picture that was fed."""
    pictures = [it.sha256 for it in cradle.pieces if it.kind is PieceKind.PICTURE and it.state is not PieceState.TAKEN]
    return next((it for it in reversed(pictures) if it), None)
