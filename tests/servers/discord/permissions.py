"""Permission bits, and what someone may do in a channel."""

from collections.abc import Iterable

BITS = {
    "create_instant_invite": 1 << 0,
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "change_nickname": 1 << 26,
    "manage_roles": 1 << 28,
    "manage_webhooks": 1 << 29,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "send_voice_messages": 1 << 46,
}


def bits(names: Iterable[str]) -> int:
    """Named permissions as one number; KeyError for a name that does not exist."""
    total = 0
    for name in names:
        total |= BITS[name]
    return total


EVERYONE = bits(
    (
        "add_reactions",
        "view_channel",
        "send_messages",
        "embed_links",
        "attach_files",
        "read_message_history",
        "mention_everyone",
        "use_application_commands",
        "create_public_threads",
        "send_voice_messages",
        "create_private_threads",
        "send_messages_in_threads",
    )
)
BOT = EVERYONE | bits(("manage_webhooks", "manage_messages", "manage_threads"))
ALL = sum(BITS.values())
