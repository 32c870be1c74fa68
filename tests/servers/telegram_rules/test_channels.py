"""Channels, the groups that discuss them, and the copies that Telegram makes there."""

import pytest
from telegram import Bot, MessageOriginChannel, ReplyParameters, Update
from telegram.error import BadRequest, Forbidden

from tests.servers.telegram import Chat, TelegramServer, User

KINDS = ["message", "edited_message", "channel_post", "edited_channel_post"]


@pytest.fixture
def group(t: TelegramServer, ann: User) -> Chat:
    """A group that the bot looks after."""
    return t.group("Home", [ann], admin=True)


async def _updates(bot: Bot) -> list[Update]:
    found = list(await bot.get_updates(allowed_updates=KINDS))
    if found:
        await bot.get_updates(offset=found[-1].update_id + 1, timeout=0)
    return found


async def test_a_post_is_copied_into_the_group_by_nobody(t: TelegramServer, bot: Bot, ann: User, group: Chat) -> None:
    """A bot reads its own post as if a person had said it, or comments where nobody sees that."""
    channel = t.channel("News", ann, group)
    assert (await bot.get_chat(group.id)).linked_chat_id == channel.id
    assert (await bot.get_chat(channel.id)).linked_chat_id == group.id
    post = await bot.send_message(channel.id, "We moved.", disable_notification=True)
    assert (post.from_user, post.sender_chat.id if post.sender_chat else 0) == (None, channel.id)
    [update] = await _updates(bot)
    copy = update.message
    assert copy is not None
    assert copy.is_automatic_forward
    assert copy.sender_chat is not None
    assert (copy.sender_chat.id, copy.from_user.id if copy.from_user else 0) == (channel.id, 777_000)
    assert isinstance(copy.forward_origin, MessageOriginChannel)
    assert (copy.forward_origin.chat.id, copy.forward_origin.message_id) == (channel.id, post.message_id)
    comment = await bot.send_message(group.id, "Where to?", reply_parameters=ReplyParameters(copy.message_id))
    assert comment.message_thread_id == copy.message_id
    assert comment.reply_to_message is not None
    assert comment.reply_to_message.is_automatic_forward
    across = ReplyParameters(post.message_id, chat_id=channel.id)
    beside = await bot.send_message(group.id, "And when?", reply_parameters=across)
    assert (beside.message_thread_id, beside.reply_to_message) == (None, None)


async def test_posts_of_people_are_told_and_copied_and_changes_too(
    t: TelegramServer, bot: Bot, ann: User, group: Chat
) -> None:
    """Of what people post in a channel nothing is known, or only the copy."""
    channel = t.channel("News", ann, group)
    post = ann.says(channel, "We moved.")
    ann.edits(post, "We moved again.")
    kinds = [next(kind for kind in KINDS if getattr(it, kind)) for it in await _updates(bot)]
    assert sorted(kinds) == sorted(KINDS)
    await bot.delete_message(channel.id, post.id)
    [copy] = t.copies(post)
    await bot.delete_message(group.id, copy.id)
    assert t.copies(post) == []


async def test_a_copy_may_be_kept_back(t: TelegramServer, bot: Bot, ann: User, group: Chat) -> None:
    """A test wants it to come after the answer to its post, or never."""
    channel = t.channel("News", ann, group)
    channel.keeps_copies = True
    await bot.send_message(channel.id, "We moved.")
    assert await _updates(bot) == []
    t.releases(channel)
    assert [it.message.text for it in await _updates(bot) if it.message] == ["We moved."]
    t.unlinks(channel)
    await bot.send_message(channel.id, "Nobody reads that.")
    assert await _updates(bot) == []


async def test_only_who_may_post_posts(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A bot without the right to post seems to have it."""
    mute, read, out = (t.channel(it, ann, bot=it) for it in ("mute", "member", "left"))
    for channel in (mute, read):
        with pytest.raises(BadRequest, match="Need administrator rights"):
            await bot.send_message(channel.id, "Hello")
    with pytest.raises(Forbidden, match="not a member of the channel chat"):
        await bot.get_chat_member(out.id, t.bot.id)
    member = await bot.get_chat_member(mute.id, t.bot.id)
    assert (member.status, getattr(member, "can_post_messages", None)) == ("administrator", False)
