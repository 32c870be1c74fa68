"""The embedding model is asked once before anybody is heard: what it loads or learns first would make a turn wait."""

from typing import Final

import structlog

from engine.errors import OmoideError
from engine.ports import Embedder

SECONDS: Final = 10.0
"""How long a start waits for the model. One that takes longer, or is fetched first, goes on loading behind it."""

_log = structlog.get_logger(__name__)


async def warm(embedder: Embedder) -> None:
    """Have ``embedder`` ready. Never raises for a model that cannot be asked: until it can, words are searched for."""
    try:
        await embedder.embed(("Hello.",))
    except OmoideError as error:
        _log.warning("embedding not ready", model=embedder.model, error=str(error), action="words are searched for")
