"""Every command, once, in the order in which help shows them. Words for it stand in ``commands.ftl``, who may use it in
``abilities``.
"""

from typing import Final

from bot.commands.characters.cast_table import CAST
from bot.commands.chats.chats_table import CHATS
from bot.commands.chats.talk_table import TALK
from bot.commands.framework.declared import Command, Table
from bot.commands.house.house_table import HOUSE
from bot.commands.memory.memory_table import MEMORY

COMMANDS: Final[tuple[Command, ...]] = (*TALK, *MEMORY, *CHATS, *CAST, *HOUSE)


def table_for(platform: str, *, buttons: bool = True) -> Table:
    """The commands that exist on ``platform``."""
    return Table(COMMANDS, platform, buttons=buttons)
