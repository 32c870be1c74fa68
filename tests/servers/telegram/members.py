"""What people do to groups and to the bot's place in them."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.servers.telegram import payloads
from tests.servers.telegram.places import Chat, Message, Person

if TYPE_CHECKING:
    from tests.servers.telegram.world import World


@dataclass(slots=True, eq=False)
class Member(Person):
    """A person with hands on groups. All of it is synchronous; the bot hears of it through updates."""

    world: "World" = field(kw_only=True, repr=False)

    def joins(self, chat: Chat) -> None:
        """Come into a group."""
        self._changes(chat, self, "member")
        self._notes(chat, new_chat_members=[payloads.of_user(self)])

    def leaves(self, chat: Chat) -> None:
        """Go out of a group."""
        self._notes(chat, left_chat_member=payloads.of_user(self))
        self._changes(chat, self, "left")

    def adds_bot(self, chat: Chat) -> None:
        """Bring the bot into a group."""
        self._changes(chat, self.world.bot, "member")
        self._notes(chat, new_chat_members=[payloads.of_user(self.world.bot)])

    def kicks_bot(self, chat: Chat) -> None:
        """Throw the bot out."""
        self._changes(chat, self.world.bot, "kicked")

    def promotes_bot(self, chat: Chat) -> None:
        """Make the bot an administrator: it reads everything from now on."""
        self._changes(chat, self.world.bot, "administrator")

    def restricts_bot(self, chat: Chat) -> None:
        """Take from the bot the right to write."""
        self._changes(chat, self.world.bot, "restricted")

    def demotes_bot(self, chat: Chat) -> None:
        """Make the bot a plain member (again)."""
        self._changes(chat, self.world.bot, "member")

    def blocks_bot(self) -> None:
        """Stop the bot in the private chat."""
        self.blocked = True
        self._tell("my_chat_member", self.private(), self.world.bot, ("member", "kicked"))

    def unblocks_bot(self) -> None:
        """Start it again."""
        self.blocked = False
        self._tell("my_chat_member", self.private(), self.world.bot, ("kicked", "member"))

    def private(self) -> Chat:
        """The private chat with the bot; its id is the person's."""
        if self.id not in self.world.chats:
            self.world.chats[self.id] = Chat(self.id, "private", user=self)
        return self.world.chats[self.id]

    def _changes(self, chat: Chat, whom: Person, status: str) -> None:
        old = chat.members.get(whom.id, "left")
        chat.members[whom.id] = status
        kind = "my_chat_member" if whom is self.world.bot else "chat_member"
        if kind == "my_chat_member" or chat.members.get(self.world.bot.id) == "administrator":
            self._tell(kind, chat, whom, (old, status))

    def _tell(self, kind: str, chat: Chat, whom: Person, statuses: tuple[str, str]) -> None:
        self.world.updates.add(kind, payloads.of_change(self.world.now(), chat, self, whom, statuses))

    def _notes(self, chat: Chat, **service: Any) -> None:
        self.world.report(self.world.put(Message(chat, self, service=service)))
