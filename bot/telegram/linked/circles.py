"""Where a circle lies that is opened in a group: there, or in the channel that the group discusses."""

from telegram import Bot, ChatMemberAdministrator, ChatMemberOwner
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.delivery.circles import CircleGround
from bot.delivery.surface import Later, NotAllowed
from bot.telegram.linked.posts import LinkedPosts
from bot.telegram.translate import Me
from engine.values.chats.places import Address

_AGAIN = 1.0


class LinkedCircles:
    """Opens circles of groups."""

    def __init__(self, bot: Bot, me: Me, posts: LinkedPosts) -> None:
        self._bot = bot
        self._me = me
        self._posts = posts

    async def ground(self, at: Address) -> CircleGround:
        """Where a circle lies that is opened at an address, and remember in which channel its posts are.

        NotAllowed says why it may not be. Raises DatabaseError.
        """
        if at.private or at.space != at.channel:  # a topic is a channel of ours by itself
            return CircleGround(at)
        try:
            group = await self._bot.get_chat(int(at.channel))
            if group.linked_chat_id is None:
                await self._posts.link(at.space, "")
                return CircleGround(at)
            if not await self._may_post(group.linked_chat_id):
                raise NotAllowed("channel")
            if not await self._hears(group.id):
                raise NotAllowed("unheard")
        except TelegramError as error:
            raise Later(_AGAIN) from error
        await self._posts.link(at.space, str(group.linked_chat_id))
        return CircleGround(at, "linked")

    async def _may_post(self, channel: int) -> bool:
        """Whether the bot may post in a channel; one that it is not in tells nothing."""
        try:
            member = await self._bot.get_chat_member(channel, self._me.id)
        except (Forbidden, BadRequest):
            return False
        if isinstance(member, ChatMemberOwner):
            return True
        return isinstance(member, ChatMemberAdministrator) and bool(member.can_post_messages)

    async def _hears(self, group: int) -> bool:
        """Whether comments and copies of posts arrive: not all do where privacy mode is on."""
        if self._me.reads_all:
            return True
        member = await self._bot.get_chat_member(group, self._me.id)
        return isinstance(member, ChatMemberAdministrator | ChatMemberOwner)
