"""The JSON of users, chats, members and messages, as Telegram sends it."""

from typing import Any

from tests.servers.telegram.places import Chat, Message, Person

Json = dict[str, Any]

RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members", "can_promote_members",
    "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories", "can_delete_stories",
    "can_pin_messages", "can_manage_topics",
)  # fmt: skip
MEMBER_RIGHTS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics",
    "can_edit_tag", "can_react_to_messages",
)  # fmt: skip


def of_user(user: Person) -> Json:
    """A user as seen by the bot."""
    fields: Json = {"id": user.id, "is_bot": user.is_bot, "first_name": user.name, "username": user.username}
    return fields if user.is_bot else {**fields, "language_code": user.language}


def of_chat(chat: Chat) -> Json:
    """A chat as it stands in a message."""
    if chat.user:
        name = {"first_name": chat.user.name, "username": chat.user.username}
        return {"id": chat.id, "type": "private", **name}
    fields: Json = {"id": chat.id, "type": chat.kind, "title": chat.title}
    return {**fields, "is_forum": True} if chat.is_forum else fields


def of_full_chat(chat: Chat) -> Json:
    """A chat as getChat gives it."""
    gifts = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), True
    )
    fields = {"accent_color_id": 1, "max_reaction_count": 11, "accepted_gift_types": gifts}
    permissions = {} if chat.user or chat.kind == "channel" else {"permissions": dict.fromkeys(MEMBER_RIGHTS, True)}
    linked = {"linked_chat_id": chat.linked.id} if chat.linked else {}
    return {**of_chat(chat), **fields, **permissions, **linked}


def of_member(user: Person, status: str, *, posts: bool = False) -> Json:
    """A membership: creator, administrator, member, restricted (here: may not write), left or kicked.

    ``posts``: an administrator may post in the channel. "mute": one who may not.
    """
    fields: Json = {"user": of_user(user), "status": status}
    if status == "creator":
        return {**fields, "is_anonymous": False}
    if status == "administrator":
        may = {"can_post_messages": True, "can_edit_messages": True} if posts else {}
        return {**fields, "can_be_edited": False, "is_anonymous": False, **dict.fromkeys(RIGHTS, True), **may}
    if status == "mute":
        mute = {"status": "administrator", "can_be_edited": False, "is_anonymous": False, "can_post_messages": False}
        return {**fields, **dict.fromkeys(RIGHTS, True), **mute}
    if status == "restricted":
        return {**fields, "is_member": True, "until_date": 0, **dict.fromkeys(MEMBER_RIGHTS, False)}
    return {**fields, "until_date": 0} if status == "kicked" else fields


def of_change(at: float, chat: Chat, by: Person, of: Person, statuses: tuple[str, str]) -> Json:
    """A ChatMemberUpdated."""
    old, new = (of_member(of, status, posts=chat.kind == "channel") for status in statuses)
    place = {"chat": of_chat(chat), "from": of_user(by), "date": int(at)}
    return {**place, "old_chat_member": old, "new_chat_member": new}


def of_message(message: Message, *, inner: bool = False) -> Json:
    """A message; what it answers is shown one step deep. In a topic a message that answers nothing answers the
    service message that opened the topic, as Telegram has it.
    """
    fields: Json = {"message_id": message.id, "date": message.date, "chat": of_chat(message.chat)}
    if message.chat.kind == "channel":
        fields["sender_chat"] = of_chat(message.chat)
    elif message.sender:
        fields["from"] = of_user(message.sender)
    if message.copy_of:
        fields |= _copied(message.copy_of)
    if message.topic:
        fields["message_thread_id"] = message.topic
        if message.chat.is_forum:
            fields["is_topic_message"] = True
    fields |= message.media | message.service
    if message.text:
        kind = "caption" if message.media else "text"
        fields[kind] = message.text
        if message.entities:
            fields[f"{kind}_entities" if message.media else "entities"] = message.entities
    if message.markup:
        fields["reply_markup"] = message.markup
    if message.edited:
        fields["edit_date"] = message.edited
    answered = message.reply_to or _opening(message)
    return fields if inner or not answered else {**fields, "reply_to_message": of_message(answered, inner=True)}


def _copied(post: Message) -> Json:
    """What a message tells of the post of a channel that Telegram copied into the group."""
    channel = of_chat(post.chat)
    origin = {"type": "channel", "chat": channel, "message_id": post.id, "date": post.date}
    return {"sender_chat": channel, "is_automatic_forward": True, "forward_origin": origin}


def _opening(message: Message) -> Message | None:
    topic = message.chat.topics.get(message.topic or 0)
    return topic.opened if topic and not message.opens_topic else None


def of_tap(tap: Any) -> Json:
    """A callback query."""
    message = of_message(tap.message)
    fields = {"id": tap.id, "from": of_user(tap.user), "message": message, "data": tap.data}
    return {**fields, "chat_instance": str(abs(tap.message.chat.id) * 31)}
