"""Telegram's updates in our words. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from zlib import crc32

from telegram import (
    CallbackQuery,
    Chat,
    ChatMember,
    ChatMemberUpdated,
    Message,
    MessageEntity,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
    MessageReactionUpdated,
    ReactionType,
    ReactionTypeEmoji,
    ReactionTypePaid,
    Update,
    User,
)

from bot.delivery.circles import located
from bot.routing import Typed, route
from bot.telegram.linked.names import Mirrored, mirrored, replied_name
from bot.telegram.media import Media, media_of
from bot.telegram.words import own_name_out, reads_our_name
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.incoming import Forward, Incoming, IncomingKind, Origin, ReactionChange
from engine.values.chats.places import Address

PLATFORM: Final = "telegram"
_IN_ORDER: Final = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "my_chat_member",
    "message_reaction",
    "callback_query",
)
_GESTURES: Final = {"🗑": "/undo", "↩": "/undo", "🔄": "/again", "🔁": "/again", "▶": "/continue", "⏹": "/stop"}
_LARGE: Final = "-100"
"""How the numbers of groups begin in which messages have addresses."""
_EMOJI_STYLE: Final = "\ufe0f"


@dataclass(frozen=True, slots=True)
class Me:
    """The bot as Telegram knows it; ``username`` without the @. ``reads_all``: privacy mode is off."""

    id: int
    username: str
    reads_all: bool = True


@dataclass(frozen=True, slots=True)
class Post:
    """A message or an edit. ``command``: it is one. ``media`` are the files of it, then those of what it replies to.

    ``own`` counts its own files. ``person`` is who to ask Telegram about, None where a chat itself speaks; ``admin``:
    that is an administrator who stays anonymous. ``language`` is what the person's app speaks, "" if unknown. ``words``
    is the text as it was written, with our name and signs in it; "" where its sender wrote none. ``thread`` is the
    message whose answers it stands among, "" if none; ``copy`` that of a post which it answers.
    """

    incoming: Incoming
    command: bool
    media: tuple[Media, ...]
    own: int
    person: int | None
    admin: bool = False
    language: str = ""
    words: str = ""
    thread: str = ""
    copy: Mirrored | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A button of ours was pressed; ``query`` waits for an answer. ``words`` and ``marks`` are those of its message."""

    incoming: Incoming
    query: str
    person: int
    language: str = ""
    words: str = ""
    marks: tuple[MessageEntity, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupMigrated:
    """A group became a supergroup."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Membership:
    """The bot came into a group or a private chat (``inside``), or has to be out of it."""

    origin: Origin
    inside: bool


@dataclass(frozen=True, slots=True)
class Reaction:
    """Somebody's reactions on a message are others now; ``person`` and ``admin`` are as in Post."""

    incoming: Incoming
    person: int | None
    admin: bool = False


@dataclass(frozen=True, slots=True)
class ChannelPost:
    """Somebody posted in a channel, or changed a post."""

    post: Post


Event = Post | ChannelPost | Mirrored | Press | Reaction | GroupMigrated | Membership


def translate(update: Update, me: Me, known: Callable[[str], bool], now: datetime) -> Event | None:
    """What ``update`` means to us; None when it is nothing. ``known`` says whether a word is a command of ours."""
    if update.callback_query:
        return _press(update.callback_query, now)
    if update.my_chat_member:
        return _membership(update.my_chat_member)
    if update.message_reaction:
        return _reaction(update.message_reaction, update.update_id)
    if (posted := update.channel_post or update.edited_channel_post) is not None:
        post = _post(posted, me, known, edited=update.channel_post is None)
        return None if post is None or post.command else ChannelPost(post)
    message = update.message or update.edited_message
    if message is None:
        return None
    if message.migrate_to_chat_id or message.migrate_from_chat_id:
        old = message.migrate_from_chat_id or message.chat.id
        return GroupMigrated(str(old), str(message.migrate_to_chat_id or message.chat.id))
    return mirrored(message) or _post(message, me, known, edited=update.edited_message is not None)


def place_of(raw: Any) -> int:
    """The chat whose order an update has to keep, read without trust; 0 if it has none."""
    fields = raw if isinstance(raw, dict) else {}
    for kind in _IN_ORDER:
        inner = fields.get(kind)
        if isinstance(inner, dict):
            holder = inner.get("message") if kind == "callback_query" else inner
            chat = holder.get("chat") if isinstance(holder, dict) else None
            number = inner.get("migrate_to_chat_id") or (chat.get("id") if isinstance(chat, dict) else 0)
            return number if isinstance(number, int) else 0
    return 0


def _post(message: Message, me: Me, known: Callable[[str], bool], *, edited: bool) -> Post | None:
    if not _from_somebody(message):
        return None
    own = media_of(message)
    forward = _forward(message)
    text = "" if forward else _text(message, me)
    if not (text or (forward and forward.text)) and (edited or not own):
        return None
    private = message.chat.type == Chat.PRIVATE
    routed = route(text)
    command = isinstance(routed, Typed)
    if command and not private and not _ours(text, me, known):
        return None
    replied = _replied(message)
    told = command or private or _is_by(replied, me) or (not forward and reads_our_name(message, me.id, me.username))
    number, words = str(message.message_id), forward.text if forward else text
    # Telegram dates an edit to the second; two edits within one differ in their words.
    stamp = f"{int((message.edit_date or message.date).timestamp())}.{crc32(words.encode('utf-8', 'replace')):08x}"
    incoming = Incoming(
        origin=_origin(message.chat, *_speaker(message), message),
        external=f"{number}@{stamp}" if edited else number,
        text=text,
        sent_at=(message.edit_date or message.date) if edited else message.date,
        position=message.message_id,
        kind=IncomingKind.EDIT if edited else IncomingKind.MESSAGE,
        target=number if edited else "",
        addressed=told,
        replied=replied_name(replied),
        forward=forward,
    )
    media = (*own, *(media_of(replied) if replied else ()))
    chat = message.sender_chat
    admin = chat is not None and chat.id == message.chat.id
    person = message.from_user if chat is None else None
    words = "" if forward else message.text or message.caption or ""
    thread = "" if message.is_topic_message else str(message.message_thread_id or "")
    who, language, copy = person.id if person else None, _language(person), mirrored(replied)
    return Post(incoming, command, media, len(own), who, admin, language, words, thread, copy)


def _forward(message: Message) -> Forward | None:
    """What a message passes on; None where it says something of its own."""
    match message.forward_origin:
        case None:
            return None
        case MessageOriginUser(sender_user=user):
            origin = ForwardOrigin(author=user.full_name)
        case MessageOriginHiddenUser(sender_user_name=name):
            origin = ForwardOrigin(author=name)
        case MessageOriginChat(sender_chat=chat, author_signature=author):
            origin = ForwardOrigin(author or "", chat.effective_name or "")
        case MessageOriginChannel(chat=chat, author_signature=author):
            origin = ForwardOrigin(author or "", chat.effective_name or "")
        case _:
            origin = ForwardOrigin()
    emoji = message.sticker.emoji if message.sticker else None
    return Forward(message.text or message.caption or emoji or "", origin)


def _from_somebody(message: Message) -> bool:
    """Whether a person speaks: no other bot, nothing through a bot, no channel that is mirrored here."""
    if message.via_bot or message.is_automatic_forward:
        return False
    if message.sender_chat:
        return True
    return message.from_user is not None and not message.from_user.is_bot


def _speaker(message: Message) -> tuple[str, str]:
    """Id and name of who speaks; an anonymous administrator or a channel speaks as a chat."""
    if chat := message.sender_chat:
        return str(chat.id), message.author_signature or chat.title or str(chat.id)
    assert message.from_user
    return str(message.from_user.id), message.from_user.full_name


def _origin(chat: Chat, person: str, name: str, message: Message | None) -> Origin:
    private = chat.type == Chat.PRIVATE
    topic = message.message_thread_id if message and message.is_topic_message else None
    return Origin(
        platform=PLATFORM,
        space=str(chat.id),
        channel=f"{chat.id}.{topic}" if topic else str(chat.id),
        person=person,
        person_name=name,
        space_title=(chat.full_name if private else chat.title) or "",
        channel_title=_topic_title(message) if topic else "",
        private=private,
    )


def link_to(origin: Origin, message: str) -> str:
    """The address of a message in a large group or in its channel, the only kinds of chat where messages have one."""
    where, name = located(Address(origin.platform, origin.space, origin.channel), message)
    chat, _, topic = where.channel.partition(".")
    if not chat.startswith(_LARGE):
        return ""
    return f"https://t.me/c/{chat.removeprefix(_LARGE)}/{f'{topic}/' if topic else ''}{name}"


def _topic_title(message: Message | None) -> str:
    opened = message.reply_to_message if message else None
    return opened.forum_topic_created.name if opened and opened.forum_topic_created else ""


def _replied(message: Message) -> Message | None:
    """What a message replies to. In a topic what replies to nothing names the note that opened the topic."""
    replied = message.reply_to_message
    return None if replied is None or replied.forum_topic_created else replied


def _is_by(message: Message | None, me: Me) -> bool:
    return bool(message and message.from_user and message.from_user.id == me.id)


def _text(message: Message, me: Me) -> str:
    text = own_name_out(message, me.username)
    if not text and message.sticker:
        return message.sticker.emoji or ""
    if _is_by(_replied(message), me):
        return _GESTURES.get(text.strip().removesuffix(_EMOJI_STYLE), text)
    return text


def _ours(text: str, me: Me, known: Callable[[str], bool]) -> bool:
    """Whether a command in a group is for us: it names us, or it names nobody and we know it."""
    word, _, name = text.split(maxsplit=1)[0][1:].partition("@")
    return name.casefold() == me.username.casefold() if name else known(word)


def _press(query: CallbackQuery, now: datetime) -> Press | None:
    message = query.message
    if message is None or not query.data:
        return None
    whole = message if isinstance(message, Message) else None
    origin = _origin(message.chat, *_named(query.from_user), whole)
    incoming = Incoming(
        origin=origin,
        external=query.id,
        text=query.data,
        sent_at=now,  # Telegram does not say
        position=message.message_id,
        kind=IncomingKind.BUTTON,
        replied=str(message.message_id),
    )
    words, marks = (whole.text or "", tuple(whole.entities)) if whole else ("", ())
    return Press(incoming, query.id, query.from_user.id, _language(query.from_user), words, marks)


def _reaction(change: MessageReactionUpdated, update: int) -> Reaction | None:
    """Telegram tells all that somebody has on a message now, but not in which topic that is.

    Who is anonymous reacts as a chat, as they speak.
    """
    chat, user = change.actor_chat, change.user
    if chat is None and (user is None or user.is_bot):
        return None
    person, name = (str(chat.id), chat.effective_name or str(chat.id)) if chat else _named(user) if user else ("", "")
    incoming = Incoming(
        origin=_origin(change.chat, person, name, None),
        external=f"r{update}",
        text="",
        sent_at=change.date,
        position=change.message_id,
        kind=IncomingKind.REACTION,
        target=str(change.message_id),
        reaction=ReactionChange(put=tuple(map(_sign, change.new_reaction)), whole=True),
    )
    return Reaction(
        incoming, user.id if user and chat is None else None, chat is not None and chat.id == change.chat.id
    )


def _sign(reaction: ReactionType) -> str:
    """A reaction in our words: an emoji; of one that somebody drew Telegram tells no name; a paid one is a star."""
    if isinstance(reaction, ReactionTypeEmoji):
        return reaction.emoji
    return "⭐" if isinstance(reaction, ReactionTypePaid) else ":custom:"


def _language(user: User | None) -> str:
    return ((user.language_code if user else None) or "").partition("-")[0]


def _named(user: User) -> tuple[str, str]:
    return str(user.id), user.full_name


_INSIDE: Final = frozenset({ChatMember.MEMBER, ChatMember.ADMINISTRATOR, ChatMember.OWNER, ChatMember.RESTRICTED})


def _membership(change: ChatMemberUpdated) -> Membership | None:
    was, now = (it.status in _INSIDE for it in (change.old_chat_member, change.new_chat_member))
    if was == now or change.chat.type == Chat.CHANNEL:
        return None
    return Membership(_origin(change.chat, *_named(change.from_user), None), inside=now)
