"""What somebody is in a place: Telegram is asked, and believed for a minute."""

from collections.abc import Callable
from typing import Final

from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.error import TelegramError

from bot.commands.framework.abilities import AccessRole

PRIVATE: Final = frozenset({AccessRole.DM, AccessRole.PLAYER, AccessRole.MEMBER})
GROUP: Final = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
ADMIN: Final = GROUP | {AccessRole.ADMIN}
_KEPT: Final = 60.0
_MANY: Final = 5_000
_KEEPERS: Final = frozenset({ChatMember.OWNER, ChatMember.ADMINISTRATOR})


class AccessRoles:
    """``clock`` gives seconds that only grow."""

    def __init__(self, bot: Bot, clock: Callable[[], float]) -> None:
        self._bot = bot
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[float, frozenset[AccessRole]]] = {}

    async def of(self, chat: int, person: int) -> frozenset[AccessRole]:
        """What ``person`` is in ``chat``; an ordinary member when Telegram does not say."""
        if chat > 0:
            return PRIVATE
        found = await self._asked(chat, person)
        return GROUP if found is None else found or GROUP

    async def inside(self, chat: int, person: int) -> bool:
        """Whether ``person`` is in the group ``chat``; not when Telegram does not say."""
        return bool(await self._asked(chat, person))

    async def _asked(self, chat: int, person: int) -> frozenset[AccessRole] | None:
        """What Telegram says: nothing at all of whoever is not there; None when it does not answer."""
        known = self._known.get((chat, person))
        if known and self._clock() - known[0] < _KEPT:
            return known[1]
        try:
            member = await self._bot.get_chat_member(chat, person)
        except TelegramError:
            return None
        access_roles = _access_roles(member)
        if len(self._known) >= _MANY:
            self._known.clear()
        self._known[chat, person] = (self._clock(), access_roles)
        return access_roles


def _access_roles(member: ChatMember) -> frozenset[AccessRole]:
    if member.status in _KEEPERS:
        return ADMIN
    there = member.is_member if isinstance(member, ChatMemberRestricted) else member.status == ChatMember.MEMBER
    return GROUP if there else frozenset()
