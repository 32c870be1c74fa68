"""Copies of posts in Postgres, as a platform makes them where comments are in another channel than their posts."""

from engine.db.postgres.pool import Statements
from engine.values.chats.places import PostThread
from engine.values.ids import ChannelKey


async def note(on: Statements, channel: ChannelKey, it: PostThread) -> None:
    """Write down what the copy of a post is called; again changes nothing."""
    await on.execute("note_post_thread", channel.space, channel.channel, it.post, it.root, it.said)


async def root_of(on: Statements, channel: ChannelKey, post: str) -> str:
    """What the copy of a post is called; "" where none has come."""
    return await on.fetchval("root_of_post", channel.space, channel.channel, post) or ""


async def post_of(on: Statements, channel: ChannelKey, root: str) -> str:
    """Which post a message is the copy of; "" where it is none."""
    return await on.fetchval("post_of_root", channel.space, channel.channel, root) or ""


async def that_said(on: Statements, channel: ChannelKey, said: str) -> str:
    """The newest post with a text of this hash that nobody knows to have sent; "" where there is none."""
    return await on.fetchval("post_that_said", channel.space, channel.channel, said) or ""


async def forget(on: Statements, channel: ChannelKey, post: str) -> None:
    """A post is gone."""
    await on.execute("forget_post_thread", channel.space, channel.channel, post)
