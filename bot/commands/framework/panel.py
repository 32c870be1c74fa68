"""A panel: an answer with buttons that its own message is changed by. Pure."""

from dataclasses import replace
from hashlib import blake2b

from bot.commands.framework.reply import Listing, PanelSource, Reply, Retelling

_LONGEST = 300


def as_panel(reply: Reply, line: str, kind: str = "") -> Reply:
    """``reply`` as a panel that ``line`` shows anew. What changes by itself, such as a time, stands behind its list."""
    listing = next((it for it in reply.blocks if isinstance(it, Listing)), None)
    seen = repr((listing, reply.choices)).encode("utf-8", "surrogatepass")
    return replace(reply, panel=PanelSource(line, blake2b(seen, digest_size=12).hexdigest(), kind))


def as_menu(reply: Reply, line: str) -> Reply:
    """``reply``, a panel too where it is a list with buttons and nothing else: what they do is seen in its place."""
    if reply.panel or not is_alone(reply) or reply.confirm or len(line) > _LONGEST:
        return reply
    lists = [it for it in reply.blocks if isinstance(it, Listing)]
    buttons = reply.choices or any(item.choices for it in lists for item in it.items)
    return as_panel(reply, line) if lists and buttons else reply


def is_alone(reply: Reply) -> bool:
    """Whether an answer is for whoever asked, and text alone, so that it may stand in another one's place."""
    scene = any(isinstance(it, Retelling) for it in reply.blocks)
    return not (scene or reply.form or reply.documents or reply.aloud or reply.refused or reply.gone)
