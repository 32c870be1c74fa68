"""Forgetting what a person fed to characters: their words go, and what was read in them; the draft is made anew."""

from engine.context import EngineContext
from engine.cradle.drafts import remake
from engine.db.characters import characters, cradles


async def forget_fed(ctx: EngineContext, person: int) -> None:
    """Take back all that a person fed, a cradle a transaction. A born character's card is its space's, and stays."""
    pieces = await cradles.fed_by(ctx.db, person)
    for character in dict.fromkeys(it for it, _ in pieces):
        files: list[str] = []
        async with ctx.db.transaction() as on:
            await cradles.lock(on, character)
            for number in (piece for it, piece in pieces if it == character):
                _, sha256 = await cradles.take_back(on, character, number)
                files += [sha256] if sha256 else []
            await cradles.drop_composed(on, character)
            cradle = await remake(ctx, on, character)
            if cradle is not None and cradle.born_at is None:
                await cradles.even_out(on, character)
            if files:
                await characters.drop_files(on, files)
        ctx.cards.forget(character)
