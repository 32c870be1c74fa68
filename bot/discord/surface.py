"""Messages on Discord: made, changed, removed, found again. Nothing here pings anybody or unfolds a link."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

from discord.http import MultipartParameters
from discord.utils import remove_markdown, snowflake_time

from bot.delivery.circles import located
from bot.delivery.circles import named as named_in
from bot.delivery.surface import (
    ROOM_FOR_A_NAME,
    Gone,
    Later,
    LostMessage,
    NotAllowed,
    SurfaceMessage,
    Unsure,
    in_a_line,
)
from bot.discord import threads
from bot.discord.asides import cover, quote, shorter
from bot.discord.components import rows
from bot.discord.faces.looks import shown_name
from bot.discord.faces.webhooks import Webhooks, WebhookVoice
from bot.discord.forums.posts import Bodies, ForumPosts
from bot.discord.letters import plain
from bot.discord.link import Link
from bot.discord.uploads import form, voice_message
from bot.discord.wire import Archived, explained
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.places import Address
from engine.values.chats.speech import SpokenClip
from engine.values.transfers.transfers import Document

Json = dict[str, Any]

LONGEST: Final = 2000
LIMIT: Final = PartLimit(LONGEST - ROOM_FOR_A_NAME)
SUPPRESS_EMBEDS: Final = 1 << 2
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
NOBODY: Final[Json] = {"parse": [], "replied_user": False}
_BARE: Final[Json] = {"components": []}

_NONCE_SECONDS: Final = 110.0
_WHOLE: Final = 1.0
"""So many seconds at a time a post is waited for to be whole."""
_REMEMBERED: Final = 8192


class DiscordSurface:
    """The surface of one bot. Characters speak through webhooks where there can be one, else under the bot's name.

    ``barred`` is called after a character had to speak under the bot's name, because it may not have a webhook there.
    """

    limit = LIMIT
    live_every = 1.2
    live_every_group = 1.2
    live_rate = 40.0
    typing_every = 8.0
    placeholder = False
    edits = True
    buttons = True
    alone_at = ""

    def __init__(self, link: Link, webhooks: Webhooks, barred: Callable[[Address], None]) -> None:
        self._link = link
        self._webhooks = webhooks
        self._barred = barred
        self._posts = ForumPosts(link, webhooks)
        self._said: OrderedDict[int, WebhookVoice | None] = OrderedDict()
        self._unsure: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._calling: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def hears_all(self) -> bool:
        """Whether Discord lets the bot read what is not said to it; while there is no connection nobody knows."""
        try:
            return self._link.up.intents.message_content
        except Later:
            return False

    async def typing(self, at: Address) -> None:
        """For ten seconds, or until the next message. In a forum nobody is seen to type."""
        self._link.errands.start(self._webhooks.warm(at))
        if self._posts.is_forum(at):
            return
        with explained():
            await self._link.http.send_typing(int(at.channel))

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        """A message; its id. The same key again within two minutes is the same message.

        In a forum: in the thread of what it answers or is near to; else the first part of what a character says begins
        a thread, and nothing else has any: Gone.
        """
        where, name = located(at, part.answers or part.near)
        if where != at:
            if await self._posts.is_locked(where):
                raise Gone("locked")
            return named_in(where.channel, await self._send(where, replace(part, answers=name if part.answers else "")))
        if self._posts.is_forum(at):
            if not part.begins:
                raise Gone("no thread")
            if part.growing:
                raise Later(_WHOLE)  # the thread is called by its first words
            return await self._posts.open(at, part, _bodies(part))
        made = await self._send(at, part)
        if part.number and await self._webhooks.is_barred(at):
            self._barred(at)
        return made

    async def _send(self, at: Address, part: SurfaceMessage) -> str:
        voice = await self._webhooks.voice(at, part)
        if voice is not None:
            try:
                return await self._say(at, voice, part)
            except (Gone, NotAllowed):
                self._webhooks.forget(voice)
        if voice is not None and (again := await self._webhooks.voice(at, part)) is not None:
            with suppress(NotAllowed):  # such as a name that Discord does not take: the words count
                return await self._say(at, again, part)
        return await self._send_plainly(at, part)

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        """Change a message, whoever of us said it; its thread is taken out of the archive for it."""
        at, name = located(at, message)
        try:
            await self._edit(at, int(name), part)
        except Archived:
            if await self._posts.is_locked(at):
                raise
            await threads.take_out(self._link, int(at.channel))
            await self._edit(at, int(name), part)

    async def _edit(self, at: Address, number: int, part: SurfaceMessage) -> None:
        voice = await self._voice_of(at, number)
        if voice is not None:
            return await self._webhooks.change(voice, number, _body(part))
        with explained():
            await self._link.http.edit_message(int(at.channel), number, params=_params(_body(named(part))))
        return None

    async def strip(self, at: Address, message: str) -> None:
        """Take the buttons of a message away, whoever of us said it."""
        at, name = located(at, message)
        number = int(name)
        voice = await self._voice_of(at, number)
        if voice is not None:
            return await self._webhooks.change(voice, number, _BARE)
        with explained():
            await self._link.http.edit_message(int(at.channel), number, params=_params(_BARE))
        return None

    async def delete(self, at: Address, message: str) -> None:
        """Remove a message, whoever of us said it."""
        at, name = located(at, message)
        number = int(name)
        try:
            voice = await self._voice_of(at, number)
            if voice is not None:
                return await self._webhooks.remove(voice, number)
            with explained():
                await self._link.http.delete_message(int(at.channel), number)
        except Gone:
            self._said.pop(number, None)
        return None

    async def find(self, at: Address, lost: LostMessage) -> str | None:
        """What a lost ``send`` made. Within the time of the nonce sending again finds it by itself."""
        part, (where, name) = lost.part, located(at, lost.part.answers or lost.part.near or lost.after)
        if where != at:
            found = await self._find(where, replace(lost, after=located(at, lost.after)[1] or name))
            return found and named_in(where.channel, found)
        if self._posts.is_forum(at):
            found = await self._posts.find(at, part, _bodies(part))
            return found and named_in(found, found)
        return await self._find(at, lost)

    async def _find(self, at: Address, lost: LostMessage) -> str | None:
        voice = await self._webhooks.voice(at, lost.part)
        since = int(lost.after) if lost.after.isdecimal() else 0
        if voice is None and since and (self._link.now() - snowflake_time(since)).total_seconds() < _NONCE_SECONDS:
            return None
        try:
            async with self._one_at_a_time(at):
                return await self._search(at, voice, lost)
        except Unsure as error:
            raise Later(1.0) from error

    async def speak(self, at: Address, clip: SpokenClip) -> None:
        """A voice message of the bot itself; where it may not make one, or it is other sound, a file."""
        if clip.is_voice:
            with suppress(NotAllowed):
                return await self._speak(at, voice_message(clip))
        document = Document(clip.filename, clip.media_type, clip.data)
        return await self._speak(at, form({"allowed_mentions": NOBODY}, (document,)))

    async def _speak(self, at: Address, it: MultipartParameters) -> None:
        with explained():
            made: Any = await self._link.http.send_message(int(at.channel), params=it)
        _remember(self._said, int(made["id"]), None)

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        """A public thread, or a private one for a person. In a thread: one beside it."""
        if at.private or (person and not person.isdecimal()):  # somebody behind a proxy is nobody to add
            raise NotAllowed("private")
        channel, _ = await self._webhooks.parent(at)
        return Address(at.platform, at.space, str(await threads.open_thread(self._link, channel, title, person)))

    async def invite(self, at: Address, person: str) -> str:
        """Let somebody into a private thread; how a message leads there."""
        await threads.let_in(self._link, int(at.channel), person)
        return threads.way(at)

    async def _say(self, at: Address, voice: WebhookVoice, part: SurfaceMessage) -> str:
        """Through a webhook, which has no nonce: after a call that nobody answered, look first."""
        key = (at.channel, part.key)
        async with self._one_at_a_time(at):
            if (tried := self._unsure.get(key)) is not None:
                found = await self._search(at, voice, LostMessage(part, part.answers), tried.strip())
                if found is not None:
                    return found
            try:
                made = await self._webhooks.say(voice, part, _body(part) | _silence(part))
            except Unsure:
                _remember(self._unsure, key, formatted(part))
                raise
            self._unsure.pop(key, None)
            _remember(self._said, int(made), voice)
        return made

    async def _send_plainly(self, at: Address, part: SurfaceMessage) -> str:
        body = _body(named(part)) | _silence(part) | {"nonce": part.key, "enforce_nonce": True}
        if part.answers.isdecimal() and not at.private:
            body["message_reference"] = {"message_id": part.answers, "fail_if_not_exists": False}
        async with self._one_at_a_time(at):
            with explained():
                made: Any = await self._link.http.send_message(int(at.channel), params=form(body, part.documents))
            _remember(self._said, int(made["id"]), None)
        return str(made["id"])

    async def _voice_of(self, at: Address, message: int) -> WebhookVoice | None:
        """Which webhook said a message of ours; None when the bot did."""
        if at.private:
            return None
        if message in self._said:
            return self._said[message]
        with explained():
            found: Any = await self._link.http.get_message(int(at.channel), message)
        hook = int(found.get("webhook_id") or 0)
        _remember(self._said, message, await self._webhooks.voice_of(at, hook) if hook else None)
        return self._said[message]

    async def _search(
        self, at: Address, voice: WebhookVoice | None, lost: LostMessage, sent: str | None = None
    ) -> str | None:
        """The oldest message that may be a lost one: ours, by its speaker, with its words so far or those ``sent``."""
        author = voice.hook.id if voice else self._link.own.user
        name = shown_name(lost.part.speaker) if voice else None
        taken = {int(located(at, it.platform_id)[1]) for it in lost.others if it.platform_id}
        since = int(lost.after) if lost.after.isdecimal() else 0
        with explained():
            read: Any = await self._link.http.logs_from(int(at.channel), 100, after=since or None)
        ours = [
            message
            for message in sorted(read, key=lambda it: int(it["id"]))
            if int(message["author"]["id"]) == author
            and (name is None or message["author"]["username"] == name)
            and int(message["id"]) not in self._said
            and int(message["id"]) not in taken
        ]
        text = formatted(lost.part if voice else named(lost.part))
        found = next((it for it in ours if _grew(it["content"], text) or it["content"] == sent), None)
        if found is None and since and lost.reworded and lost.part.key.endswith(".0"):
            found = next(
                (it for it in ours if not any(_grew(it["content"], other.text) for other in lost.others)), None
            )
        if found is None:
            return None
        _remember(self._said, int(found["id"]), voice)
        return str(found["id"])

    def _one_at_a_time(self, at: Address) -> asyncio.Lock:
        """Who looks for a lost message does not see one that is just being sent, and whose name is not known yet."""
        return self._calling.setdefault(at.channel, asyncio.Lock())


def named(part: SurfaceMessage) -> SurfaceMessage:
    """``part`` as the bot says it itself: where several play, the first line says who speaks."""
    if not part.named or not part.speaker:
        return part
    name = in_a_line(part.speaker)
    escaped = plain(name)
    head = f"{escaped if len(escaped) < ROOM_FOR_A_NAME else remove_markdown(name)}\n"
    stretches = (part.bold, part.small, part.aside, part.covered)
    bold, small, aside, covered = (tuple((start + len(head), end + len(head)) for start, end in it) for it in stretches)
    return replace(
        part,
        text=head + part.text,
        bold=((0, len(head) - 1), *bold),
        small=small,
        aside=aside,
        covered=covered,
        named=False,
    )


def formatted(part: SurfaceMessage) -> str:
    """The text with its stretches marked. Where the marks would make it too long: without those that only adorn it.

    What is quoted or covered is shortened instead.
    """
    made = part.text
    looks = {_strong: part.bold, _small: part.small, quote: part.aside, cover: part.covered}
    for (start, end), look in sorted(((it, look) for look, every in looks.items() for it in every), key=_place)[::-1]:
        words = made[start:end]
        if words.strip():
            made = f"{made[:start]}{look(words)}{made[end:]}"
    if len(made) <= LONGEST:
        return made
    fitting = shorter(part, len(made) - LONGEST)
    return formatted(fitting) if fitting else part.text


def _strong(words: str) -> str:
    return f"**{words}**"


def _small(lines: str) -> str:
    return "\n".join(f"-# {line}" if line.strip() else line for line in lines.split("\n"))


def _place(stretch: tuple[tuple[int, int], Callable[[str], str]]) -> tuple[int, int]:
    return stretch[0]


def answer_body(part: SurfaceMessage) -> Json:
    """The same for an answer to a command."""
    return _body(part) | _silence(part)


def _body(part: SurfaceMessage) -> Json:
    return {
        "content": formatted(part),
        "allowed_mentions": NOBODY,
        "flags": SUPPRESS_EMBEDS,
        "components": rows(part.buttons),
    }


def _bodies(part: SurfaceMessage) -> Bodies:
    return Bodies(_body(part) | _silence(part), _body(named(part)) | _silence(part))


def _silence(part: SurfaceMessage) -> Json:
    return {"flags": SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS} if part.silent else {}


def _params(body: Json) -> MultipartParameters:
    return MultipartParameters(payload=body, multipart=None, files=None)


def _grew(shown: str, text: str) -> bool:
    """Whether what is shown is this text, or was on its way to it."""
    return bool(shown) and (text.startswith(shown) or shown == text.strip())


def _remember(among: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    among[key] = value
    among.move_to_end(key)
    if len(among) > _REMEMBERED:
        among.popitem(last=False)
