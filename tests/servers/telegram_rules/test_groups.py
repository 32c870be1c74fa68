"""Groups: privacy, membership, migration, topics."""

import pytest
from telegram import (
    Bot,
    Update,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden

from tests.servers.telegram import TelegramServer, User
from tests.servers.telegram_rules.waiting import texts

EVERYTHING = list(Update.ALL_TYPES)


async def test_privacy_mode_hides_what_is_not_for_the_bot(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A daemon would seem to answer names in groups where Telegram never shows it the message."""
    ben, robot = t.user("Ben"), t.user("Robot", is_bot=True)
    group = t.group("Garden", [ann, ben])
    sent = await bot.send_message(group.id, "I am here")
    mine = t.messages(group)[0]
    assert mine.id == sent.message_id
    ann.says(group, "hidden")
    ann.says(group, "/undo@other_bot")
    robot.says(group, "/undo")
    ann.uses(group, "/undo")
    ann.says(group, "reply", reply_to=mine)
    ann.says(group, "hello", mention=True)
    ann.edits(ben.says(group, "hidden too"), "still hidden")
    assert await texts(bot) == ["/undo", "reply", f"@{t.bot.username} hello"]
    ann.promotes_bot(group)
    ben.says(group, "now seen")
    robot.says(group, "never seen")
    assert await texts(bot) == ["now seen"]
    ann.demotes_bot(group)
    t.profile.can_read_all_group_messages = True
    ben.says(group, "seen again")
    assert await texts(bot) == ["seen again"]


async def test_membership_changes_reach_the_bot(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Adding, promoting, restricting and throwing out must be told, and writing there must fail afterwards."""
    await bot.get_updates(allowed_updates=EVERYTHING)
    group = t.group("Garden", [ann], with_bot=False)
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(group.id, "x")
    ann.adds_bot(group)
    ann.promotes_bot(group)
    ben = t.user("Ben")
    ben.joins(group)
    assert [one.user.id for one in await bot.get_chat_administrators(group.id)] == [t.bot.id, ann.id]
    assert (await bot.get_chat_member(group.id, ben.id)).status == "member"
    assert await bot.get_chat_member_count(group.id) == 3
    ann.restricts_bot(group)
    with pytest.raises(BadRequest, match=r"(?i)not enough rights to send text messages"):
        await bot.send_message(group.id, "x")
    ann.kicks_bot(group)
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(group.id, "x")
    updates = await bot.get_updates()
    mine = [update.my_chat_member for update in updates if update.my_chat_member]
    assert [change.new_chat_member.status for change in mine] == ["member", "administrator", "restricted", "kicked"]
    assert [update.chat_member.new_chat_member.user.id for update in updates if update.chat_member] == [ben.id]
    assert [len(update.message.new_chat_members) for update in updates if update.message] == [1, 1]


async def test_leaving_and_being_blocked_end_a_conversation(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Deliveries to people who have stopped the bot must fail for good, not be tried for ever."""
    ann.blocks_bot()
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(ann.id, "x")
    ann.unblocks_bot()
    await bot.send_message(ann.id, "x")
    assert [bool(update.my_chat_member) for update in await bot.get_updates()] == [True, True]
    with pytest.raises(Forbidden, match="can't initiate conversation"):
        await bot.send_message(t.user("Shy").private().id, "x")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(4711, "x")
    group = t.group("Garden", [ann], supergroup=False)
    await bot.leave_chat(group.id)
    with pytest.raises(Forbidden, match="bot is not a member of the group chat"):
        await bot.send_message(group.id, "x")


async def test_groups_migrate(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A group that becomes a supergroup must answer its old id with the new one and tell the bot twice."""
    group = t.group("Garden", [ann], supergroup=False)
    await bot.send_message(group.id, "before")
    new = t.migrates(group)
    with pytest.raises(ChatMigrated) as error:
        await bot.send_message(group.id, "x")
    assert error.value.new_chat_id == new.id
    ann.says(group, "/here")
    messages = [update.message for update in await bot.get_updates() if update.message]
    assert [(one.chat.id, one.migrate_to_chat_id, one.migrate_from_chat_id) for one in messages] == [
        (group.id, new.id, None),
        (new.id, None, group.id),
        (new.id, None, None),
    ]
    await bot.send_message(new.id, "after")
    assert (await bot.get_chat(new.id)).type == "supergroup"


async def test_topics_have_threads_and_the_general_one_has_none(t: TelegramServer, bot: Bot, ann: User) -> None:
    """Answers in the wrong topic, or sent into topic 1, must be seen as they are at Telegram."""
    forum = t.group("Garden", [ann], forum=True, admin=True)
    topic = t.topic(forum, "Tea")
    ann.says(forum, "in the topic", topic=topic)
    ann.says(forum, "in general")
    made, inside, general = [update.effective_message for update in await bot.get_updates()]
    assert made is not None
    assert inside is not None
    assert general is not None
    assert made.forum_topic_created is not None
    assert (inside.message_thread_id, inside.is_topic_message) == (topic.id, True)
    assert inside.reply_to_message is not None
    assert inside.reply_to_message.forum_topic_created is not None
    assert (general.message_thread_id, general.is_topic_message, general.reply_to_message) == (None, None, None)
    sent = await bot.send_message(forum.id, "here", message_thread_id=topic.id)
    assert sent.message_thread_id == topic.id
    await bot.send_chat_action(forum.id, "typing", message_thread_id=topic.id)
    assert [entry.topic for entry in t.history.of("typing", "message", client=True)] == [topic.id, topic.id]
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(forum.id, "x", message_thread_id=1)


async def test_answers_in_a_supergroup_carry_a_thread_that_is_no_topic(t: TelegramServer, bot: Bot, ann: User) -> None:
    """A daemon that takes every thread for a topic would split one group's chat into many."""
    group = t.group("Garden", [ann], admin=True)
    first = ann.says(group, "first")
    ann.says(group, "second", reply_to=first)
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert (message.message_thread_id, message.is_topic_message) == (first.id, None)
