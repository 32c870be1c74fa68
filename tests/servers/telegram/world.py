"""The chats, people, messages and files of the test server, and what of it reaches the bot."""

import itertools
import time
from dataclasses import dataclass, field
from typing import Any

from tests import calendar
from tests.servers.history import History
from tests.servers.telegram import payloads
from tests.servers.telegram.files import Files
from tests.servers.telegram.limits import Limits
from tests.servers.telegram.people import User
from tests.servers.telegram.places import Chat, Message, Person, Topic
from tests.servers.telegram.updates import Updates

DRAFT_LIVES = 30.0
_IN_CHANNELS = {"message": "channel_post", "edited_message": "edited_channel_post"}


@dataclass(slots=True)
class Profile:
    """What the bot says of itself: names, descriptions and commands by (scope, language)."""

    can_join_groups: bool = True
    can_read_all_group_messages: bool = False
    supports_inline_queries: bool = False
    names: dict[str, dict[str, str]] = field(default_factory=lambda: {"name": {}, "description": {}, "short": {}})
    commands: dict[tuple[str, str], list[dict[str, str]]] = field(default_factory=dict)


class World:
    """Everything there is. Changes are synchronous and wake whoever waits for an update or for the history."""

    def __init__(self) -> None:
        self.history = History()
        self.users: dict[int, User] = {}
        self.chats: dict[int, Chat] = {}
        self.profile = Profile()
        self.taps: dict[str, Any] = {}
        self.files = Files()
        self.updates = Updates(self.now)
        self.limits = Limits(self.now)
        self.tap_lives = 60.0
        self.bot = User(world=self, id=7_000_000_001, name="Omoide", username="omoide_test_bot", is_bot=True)
        self.telegram = Person(id=777_000, name="Telegram", username="telegram")
        self._started = calendar.now().timestamp()
        self._skew = -time.monotonic()
        self._numbers = {kind: itertools.count(1) for kind in ("user", "group", "supergroup", "message", "tap")}

    def now(self) -> float:
        """The server's time, seconds since 1970."""
        return self._started + time.monotonic() + self._skew

    def later(self, seconds: float) -> None:
        """Move the server's clock on: updates grow old, waits end, buttons go stale."""
        self._skew += seconds

    def number(self, kind: str) -> int:
        """The next number of a kind."""
        return next(self._numbers[kind])

    def user(self, name: str, language: str = "en", *, username: str = "", is_bot: bool = False) -> User:
        """A person (or another bot), who has not written to the bot yet."""
        number = 1_000_000 + self.number("user")
        username = username or f"{name.lower()}_{number}"
        user = User(world=self, id=number, name=name, username=username, language=language, is_bot=is_bot)
        self.users[number] = user
        return user

    def group(
        self,
        title: str,
        members: list[User] | tuple[User, ...] = (),
        *,
        supergroup: bool = True,
        forum: bool = False,
        with_bot: bool = True,
        admin: bool = False,
    ) -> Chat:
        """A group the bot is already in (``admin``: as administrator); its first member owns it."""
        kind = "supergroup" if supergroup or forum else "group"
        number = -1_002_000_000_000 - self.number(kind) if kind == "supergroup" else -4_000_000 - self.number(kind)
        chat = Chat(number, kind, title, is_forum=forum)
        for place, member in enumerate(members):
            chat.members[member.id] = "member" if place else "creator"
        if with_bot:
            chat.members[self.bot.id] = "administrator" if admin else "member"
        self.chats[number] = chat
        return chat

    def channel(self, title: str, owner: User, group: Chat | None = None, *, bot: str = "administrator") -> Chat:
        """A channel, which ``group`` discusses. ``bot`` is what the bot is there; "mute": one who may not post."""
        number = -1_002_000_000_000 - self.number("supergroup")
        chat = self.chats[number] = Chat(number, "channel", title, members={owner.id: "creator", self.bot.id: bot})
        if group is not None:
            chat.linked, group.linked = group, chat
        return chat

    def unlinks(self, channel: Chat) -> None:
        """The group discusses the channel no more; no bot is told."""
        assert channel.linked
        channel.linked.linked = channel.linked = None

    def releases(self, channel: Chat) -> None:
        """Copies of posts that were kept back come to the group."""
        channel.keeps_copies, kept = False, list(channel.kept_copies)
        channel.kept_copies.clear()
        for post in kept:
            self._copies(post)

    def copies(self, post: Message) -> list[Message]:
        """The copies of a post that stand in the group."""
        group = post.chat.linked
        return [it for it in group.messages.values() if it.copy_of is post and not it.deleted] if group else []

    def recopies(self, post: Message) -> None:
        """A post was changed: so is its copy, and the bot hears of that."""
        for copy in self.copies(post):
            copy.text, copy.entities, copy.edited = post.text, post.entities, post.edited
            self.saw("edit", copy)
            self.report(copy, "edited_message")

    def _copies(self, post: Message) -> None:
        """Telegram copies a post into the group that discusses its channel."""
        group = post.chat.linked
        if group is not None:
            copy = Message(group, self.telegram, post.text, list(post.entities), dict(post.media), copy_of=post)
            self.report(self.put(copy))

    def topic(self, chat: Chat, name: str, by: User | None = None) -> Topic:
        """A topic of a forum; its id is that of the service message that made it."""
        fields = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        message = self.put(Message(chat, by or self._owner(chat), service=fields, opens_topic=True))
        message.topic = message.id
        topic = chat.topics[message.id] = Topic(message.id, name, message)
        self.report(message)
        return topic

    def migrates(self, group: Chat) -> Chat:
        """The group becomes a supergroup under a new id; both service messages reach the bot."""
        new = self.group(group.title, with_bot=False)
        new.members = dict(group.members)
        group.migrated_to = new
        owner = self._owner(group)
        self.report(self.put(Message(group, owner, service={"migrate_to_chat_id": new.id})))
        self.report(self.put(Message(new, owner, service={"migrate_from_chat_id": group.id})))
        return new

    def messages(self, chat: Chat, *, by_bot: bool | None = None) -> list[Message]:
        """What stands in the chat now, oldest first, service messages left out; of the bot, of people, or of all."""
        return [
            message
            for message in chat.messages.values()
            if not message.deleted and not message.service and by_bot in (None, message.sender is self.bot)
        ]

    def notifying(self, chat: Chat) -> list[Message]:
        """The bot's messages, deleted ones too, that rang when they came."""
        return [message for message in chat.messages.values() if message.sender is self.bot and not message.silent]

    def draft(self, chat: Chat) -> str | None:
        """The draft people see in a private chat now."""
        alive = chat.draft and self.now() - chat.draft[2] < DRAFT_LIVES
        return chat.draft[1] if chat.draft and alive else None

    def put(self, message: Message) -> Message:
        """Give the message its number and date and make it stand in its chat. Numbers are the account's in private
        chats and basic groups, the chat's own in supergroups.
        """
        chat = message.chat
        message.id = next(chat.numbers) if chat.kind in ("supergroup", "channel") else self.number("message")
        message.date = int(self.now())
        chat.messages[message.id] = message
        if message.sender is self.bot and chat.draft:
            chat.draft = None
        self.saw("message", message, silent=message.silent, name="service" if message.service else message.kind)
        if chat.kind == "channel" and chat.keeps_copies:
            chat.kept_copies.append(message)
        elif chat.kind == "channel":
            self._copies(message)
        return message

    def report(self, message: Message, kind: str = "message") -> None:
        """Tell the bot of a person's message if it may know."""
        if reaches_bot(self.bot, self.profile, message):
            kind = _IN_CHANNELS[kind] if message.chat.kind == "channel" else kind
            self.updates.add(kind, payloads.of_message(message))

    def saw(self, kind: str, message: Message, **fields: Any) -> None:
        """Write down what people see."""
        by_bot = fields.pop("client", message.sender is self.bot)
        place = {"channel": message.chat.id, "topic": message.topic or 0, "message": message.id}
        author = message.sender.id if message.sender else 0
        self.history.add(kind, client=by_bot, author=author, text=message.text, **place, **fields)

    def _owner(self, chat: Chat) -> User:
        owners = [number for number, status in chat.members.items() if status == "creator"]
        return self.users[owners[0]] if owners else next(iter(self.users.values()))


def reaches_bot(bot: Person, profile: Profile, message: Message) -> bool:
    """The privacy rule: in groups only commands, replies to the bot, mentions of it and service messages, unless it is
    an administrator or reads everything. Bots never see other bots.
    """
    chat, sender = message.chat, message.sender
    if chat.kind == "private" and sender is not None and not sender.is_bot:
        return True
    if chat.members.get(bot.id) not in {"member", "administrator", "restricted"} or sender is None:
        return False
    if message.service:
        return True
    if sender.is_bot:
        return False
    if profile.can_read_all_group_messages or chat.members[bot.id] == "administrator":
        return True
    return _is_for(bot, message)


def _is_for(bot: Person, message: Message) -> bool:
    if message.reply_to and message.reply_to.sender is bot:
        return True
    commands = [command.lower() for command in message.marked("bot_command")]
    if any("@" not in command or command.endswith(f"@{bot.username}") for command in commands):
        return True
    return f"@{bot.username}" in [mention.lower() for mention in message.marked("mention")]
