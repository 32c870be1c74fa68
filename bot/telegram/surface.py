"""Messages on Telegram: made, changed, removed. Text is plain, marked by entities alone, and previews nothing."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from telegram import Bot, InputFile, LinkPreviewOptions, MessageEntity, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, TelegramError

from bot.delivery.circles import located
from bot.delivery.surface import (
    ROOM_FOR_A_NAME,
    Button,
    ChannelMoved,
    Gone,
    Later,
    LostMessage,
    NotAllowed,
    SurfaceMessage,
    Unsure,
)
from bot.telegram.keyboards import asking, keyboard, units
from bot.telegram.limiter import Limiter
from bot.telegram.message_text import NOTHING, marks, sent_text, written_out
from bot.telegram.refusals import refused, words_told
from bot.telegram.request import Flooded, NotSent
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.places import Address
from engine.values.chats.speech import SpokenClip

PLATFORM: Final = "telegram"
MOST_BYTES: Final = 50 * 1024 * 1024
_LONGEST_TEXT: Final = 4096
_LONGEST_TITLE: Final = 128
_PAUSE: Final = 1.0
_MANY: Final = 1_000
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True, slots=True)
class Decided:
    """A question with ``words`` and their ``marks`` as they stand there, and the ``line`` that answers it."""

    words: str
    marks: tuple[MessageEntity, ...]
    line: str


class TelegramSurface:
    """Calls of one bot. ``moved`` is told when a group goes on under another name (old, new).

    The first words of a reply count as whole: only what comes after them may have to wait.
    """

    limit = PartLimit(_LONGEST_TEXT - ROOM_FOR_A_NAME, utf16=True)
    live_every = 1.5
    live_every_group = 3.0
    live_rate = 25.0
    typing_every = 4.5
    placeholder = True
    edits = True
    buttons = True

    def __init__(self, bot: Bot, limiter: Limiter, moved: Callable[[str, str], Awaitable[None]]) -> None:
        self._bot = bot
        self._limiter = limiter
        self._moved = moved
        self._now_called: dict[int, int] = {}
        self._since: dict[int, set[str]] = {}  # by what a group was called: messages that were made after it moved
        self._empty: set[tuple[int, str]] = set()

    @property
    def hears_all(self) -> bool:
        """Whether privacy mode is off."""
        return self._bot.can_read_all_group_messages

    async def typing(self, at: Address) -> None:
        """Show that somebody writes. It is a courtesy: while Telegram wants quiet, nothing is asked of it."""
        chat, topic = self._place(at)
        if not self._limiter.held(chat):
            with self._answers(chat):
                await self._bot.send_chat_action(chat, ChatAction.TYPING, message_thread_id=topic)

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        """Make a message. A group that has moved meanwhile is followed."""
        try:
            return await self._send(at, part)
        except ChatMigrated as gone:
            await self._follow(at, gone)
            return await self._send(at, part)

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        """Change a message."""
        chat = self._where(at, message)
        written = written_out(part)
        text = sent_text(chat, written)
        try:
            with self._counted(chat, growing=part.growing and (chat, message) not in self._empty):
                await self._bot.edit_message_text(
                    text,
                    chat_id=chat,
                    message_id=_number(message),
                    entities=marks(text, written),
                    link_preview_options=_NO_PREVIEW,
                    reply_markup=keyboard(part.buttons),
                )
        except ChatMigrated as gone:
            await self._follow(at, gone)
            raise ChannelMoved("the group has moved") from None
        self._empty.discard((chat, message))

    async def delete(self, at: Address, message: str) -> None:
        """Remove a message."""
        try:
            chat = self._where(at, message)
            if wait := self._limiter.held(chat):
                raise Later(wait)
            with self._answers(chat):
                await self._bot.delete_message(chat, _number(message))
        except ChatMigrated as gone:
            await self._follow(at, gone)
        except Gone:
            pass

    async def find(self, at: Address, lost: LostMessage) -> str | None:  # noqa: ARG002 — the surface's signature
        """Telegram does not let a bot read what stands in a chat."""
        raise Unsure("Telegram cannot tell")

    @property
    def alone_at(self) -> str:
        """The private chat with the bot, which opens there."""
        return self.start_at("booth")

    def start_at(self, word: str) -> str:
        """The same, where pressing Start sends "/start" with a word behind it."""
        return f"https://t.me/{self._bot.username}?start={word}"

    async def invite(self, at: Address, person: str) -> str:  # noqa: ARG002 — the signature of what opens threads
        """Telegram has no private topics."""
        raise Gone("no topic is private")

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        """A topic of the forum that a group is, which everybody in it reads."""
        if at.private or person:
            raise NotAllowed("private")
        chat, _ = self._place(at)
        try:
            with self._answers(chat):
                topic = await self._bot.create_forum_topic(chat, title[:_LONGEST_TITLE])
        except ChatMigrated as gone:
            await self._follow(at, gone)
            raise ChannelMoved("the group has moved") from None
        except NotAllowed as refused:
            raise NotAllowed("no-forum" if "forum" in str(refused).lower() else "rights") from refused
        return Address(at.platform, at.space, f"{at.channel.partition('.')[0]}.{topic.message_thread_id}")

    async def decide(self, at: Address, message: str, decided: Decided) -> None:
        """Write below a question what became of it, in the place of its buttons. Raises Gone where it has no room."""
        text = f"{decided.words}\n\n{decided.line}"
        if units(text) > _LONGEST_TEXT:
            raise Gone("no room below the question")
        with self._counted(self._where(at, message)):
            await self._bot.edit_message_text(
                text,
                chat_id=self._where(at, message),
                message_id=_number(message),
                entities=decided.marks,
                link_preview_options=_NO_PREVIEW,
            )

    async def strip(self, at: Address, message: str) -> None:
        """Take away the buttons of a message."""
        await self.offer(at, message, ())

    async def offer(self, at: Address, message: str, buttons: Sequence[Sequence[Button]]) -> None:
        """Put other buttons under a message, which stays as it is."""
        chat = self._where(at, message)
        try:
            with self._counted(chat):
                await self._bot.edit_message_reply_markup(chat, _number(message), reply_markup=keyboard(buttons))
        except ChatMigrated as gone:
            await self._follow(at, gone)
            raise ChannelMoved("the group has moved") from None

    async def _send(self, at: Address, part: SurfaceMessage) -> str:
        if part.documents:
            return await self._send_document(at, part)
        chat, topic = self._place(at)
        empty = part.growing and not part.text.strip(NOTHING)
        written = written_out(part)
        text = sent_text(chat, written)
        with self._counted(chat):
            message = await self._bot.send_message(
                chat,
                text,
                entities=marks(text, written),
                disable_notification=part.silent,
                link_preview_options=_NO_PREVIEW,
                message_thread_id=topic,
                reply_parameters=_answered(at, part),
                reply_markup=asking(part.asks) if part.asks else keyboard(part.buttons),
            )
        number = self._noted(at, message.message_id)
        if empty:
            self._empty = {(chat, number), *(self._empty if len(self._empty) < _MANY else ())}
        return number

    async def _send_document(self, at: Address, part: SurfaceMessage) -> str:
        chat, topic = self._place(at)
        written = written_out(part)
        text = sent_text(chat, written) if written.text else ""
        [document] = part.documents
        file = InputFile(document.data, filename=document.filename)
        with self._counted(chat):
            if part.photo:
                picture = await self._bot.send_photo(
                    chat, file, disable_notification=part.silent, message_thread_id=topic
                )
                return self._noted(at, picture.message_id)
            message = await self._bot.send_document(
                chat,
                file,
                caption=text or None,
                caption_entities=marks(text, written),
                disable_notification=part.silent,
                message_thread_id=topic,
                reply_parameters=_answered(at, part),
                reply_markup=keyboard(part.buttons),
            )
        return self._noted(at, message.message_id)

    async def speak(self, at: Address, clip: SpokenClip) -> None:
        """A voice message, which some people let nobody send them; then, or where it is other sound, a file."""
        chat, topic = self._place(at)
        file = InputFile(clip.data, filename=clip.filename)
        try:
            if clip.is_voice:
                with suppress(NotAllowed), self._counted(chat):
                    seconds = max(1, round(clip.seconds))
                    await self._bot.send_voice(chat, file, duration=seconds, message_thread_id=topic)
                    return
            with self._counted(chat):
                await self._bot.send_document(chat, file, disable_content_type_detection=True, message_thread_id=topic)
        except ChatMigrated as gone:
            await self._follow(at, gone)
            raise ChannelMoved("the group has moved") from None

    def _noted(self, at: Address, number: int) -> str:
        """The name of a message that was made."""
        if (made := self._since.get(_chat(at))) is not None:
            made.add(str(number))
        return str(number)

    def _where(self, at: Address, message: str) -> int:
        """The chat of a message. Raises ChannelMoved where it stayed behind: its number is another one's now."""
        chat, _ = self._place(at)
        if message not in self._since.get(_chat(at), (message,)):
            raise ChannelMoved("the group has moved")
        return chat

    def _place(self, at: Address) -> tuple[int, int | None]:
        """The chat, and the topic in it."""
        name, _, topic = at.channel.partition(".")
        chat = int(name)
        return self._now_called.get(chat, chat), int(topic) if topic else None

    async def _follow(self, at: Address, gone: ChatMigrated) -> None:
        old, _ = self._place(at)
        self._now_called[old] = gone.new_chat_id
        self._since.setdefault(old, set())
        await self._moved(str(old), str(gone.new_chat_id))

    @contextmanager
    def _counted(self, chat: int, *, growing: bool = False) -> Iterator[None]:
        """A call that Telegram counts. Raises Later where there is no room for it now."""
        if wait := self._limiter.wait(chat, growing=growing):
            raise Later(wait)
        try:
            with self._answers(chat):
                yield
        finally:
            self._limiter.done(chat)

    @contextmanager
    def _answers(self, chat: int) -> Iterator[None]:
        """What Telegram answers, in the surface's words."""
        try:
            yield
        except Flooded as flood:
            self._limiter.hold(chat, flood.seconds)
            raise Later(flood.seconds) from None
        except NotSent:
            raise Later(_PAUSE) from None
        except ChatMigrated:
            raise
        except Forbidden as error:
            raise NotAllowed(words_told(error)) from None
        except BadRequest as error:
            refused(error)
        except InvalidToken:
            raise NotAllowed("the bot's token") from None
        except TelegramError as error:
            raise Unsure(type(error).__name__) from None


def _chat(at: Address) -> int:
    """The chat of an address, as it was called when it was learnt."""
    return int(at.channel.partition(".")[0])


def _answered(at: Address, part: SurfaceMessage) -> ReplyParameters | None:
    """In groups it is seen who is answered, also where that is in another chat; in private there is nobody else."""
    where, name = located(at, part.answers)
    if at.private or not name.isdecimal():
        return None
    elsewhere = None if where == at else _chat(where)
    return ReplyParameters(int(name), chat_id=elsewhere, allow_sending_without_reply=True)


def _number(message: str) -> int:
    if not message.isdecimal():
        raise Gone("no message of Telegram has that name")
    return int(message)
