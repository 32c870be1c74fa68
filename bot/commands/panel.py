"""A panel: an answer that shows what holds, with buttons that change it. Pure."""

from dataclasses import replace
from hashlib import blake2b

from bot.commands.reply import Listing, Reply, Shows


def as_panel(reply: Reply, line: str) -> Reply:
    """``reply`` as a panel that ``line`` shows anew. What changes by itself, such as a time, stands behind its list."""
    listing = next((it for it in reply.blocks if isinstance(it, Listing)), None)
    seen = repr((listing, reply.choices)).encode("utf-8", "surrogatepass")
    return replace(reply, panel=Shows(line, blake2b(seen, digest_size=12).hexdigest()))
