"""What models said of pictures, in Postgres, by the hash of the file."""

from collections.abc import Sequence

from engine.db.postgres.pool import Statements
from engine.values.ids import SessionKey


async def words(on: Statements, hashes: Sequence[str]) -> dict[str, str]:
    """What was said of these pictures."""
    rows = await on.fetch("picture_words", list(hashes)) if hashes else []
    return {row["sha256"]: row["text"] for row in rows}


async def keep_words(on: Statements, sha256: str, model: str, text: str) -> None:
    """Keep what ``model`` said of a picture; nothing where its file is gone, or somebody was first."""
    await on.execute("keep_picture_words", sha256, model, text)


async def untold(on: Statements, key: SessionKey, kind: str, limit: int) -> list[str]:
    """Pictures of a session that work of ``kind`` has not read and nobody said anything of."""
    rows = await on.fetch("pictures_untold", key.space, key.session, kind, limit)
    return [row["sha256"] for row in rows]
