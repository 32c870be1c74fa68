"""Commands, buttons and forms as people use them: acknowledged at once, done, answered."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
import structlog
from discord.http import MultipartParameters

from bot.commands.chats.under_reply import chosen_at
from bot.commands.framework import controls
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import Use, blank, opening, pressed_opens
from bot.commands.framework.reply import Reply, told
from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.discord import components, held, slash, translate
from bot.discord.answers import DiscordAnswers
from bot.discord.attachments import DiscordSentFiles, Downloads
from bot.discord.components import Filled
from bot.discord.forums.circles import ForumCircles
from bot.discord.lacks import lacking
from bot.discord.link import Link
from bot.discord.surface import answer_body
from bot.discord.uploads import form
from bot.discord.wire import LOST, explained
from bot.handler import Handler, Sender
from bot.words.localise import Speech
from engine.errors import DatabaseError
from engine.values.chats.incoming import Incoming, IncomingKind
from engine.values.chats.places import Address

Json = dict[str, Any]

_DEFERRED, _DEFERRED_UPDATE, _CHOICES, _FORM = 5, 6, 8, 9
_EPHEMERAL: Final = 1 << 6
_ACKNOWLEDGED: Final = 40060
_READS: Final = 1.5  # seconds for what stands in a form; there are three for the first answer
_MISSED: Final = (Gone, NotAllowed, Unsure, Later)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Sign:
    """How something is acknowledged that takes its time. ``menu``: a form that opens takes the place of a menu."""

    kind: int
    private: bool = False
    menu: bool = False


class Interactions:
    """Handles one interaction at a time for each caller."""

    def __init__(
        self,
        link: Link,
        handler: Handler,
        table: Table,
        answers: DiscordAnswers,
        speech: Speech,
        forums: ForumCircles,
    ) -> None:
        self._link = link
        self._forums = forums
        self._handler = handler
        self._table = table
        self._answers = answers
        self._speech = speech
        self.downloads: Downloads | None = None

    async def take(self, interaction: discord.Interaction) -> None:
        """Whatever somebody did."""
        data: Json = dict(interaction.data or {})
        match interaction.type:
            case discord.InteractionType.application_command:
                await self._command(interaction, data)
            case discord.InteractionType.autocomplete:
                await self._complete(interaction, data)
            case discord.InteractionType.component:
                await self._press(interaction, str(data.get("custom_id", "")))
            case discord.InteractionType.modal_submit:
                await self._submit(interaction, data)
            case _:
                pass

    async def _command(self, interaction: discord.Interaction, data: Json) -> None:
        if pointed := held.line_of(data, self._speech):
            line, message = pointed
            if (words := held.words_of(data, line)) is not None:
                return await self._take_in(interaction, line, words, held.files_of(data))
            return await self._use(interaction, line, [], public=False, replied=message)
        asked = slash.asked(self._table, data)
        if asked is None:
            await self._acknowledge(interaction, _DEFERRED, private=True)
            return await self._close(interaction)
        files = [it for it in _attached(interaction) if it.id in asked.files]
        await self._use(interaction, asked.line, files, public=asked.public)
        return None

    async def _submit(self, interaction: discord.Interaction, data: Json) -> None:
        filled = components.filled_in(data)
        if filled is None:
            return
        public = slash.is_public(self._table, filled.line)
        if not await self._acknowledge(interaction, _DEFERRED, private=not public):
            return
        incoming = translate.used(interaction, IncomingKind.COMMAND, filled.line, replied=filled.about)
        doing = self._fill_in(incoming, self._sender(interaction, []), filled)
        await self._tell(interaction, await self._done(interaction, doing), was_private=not public)

    async def _take_in(self, interaction: discord.Interaction, line: str, words: Json, attached: list[Json]) -> None:
        """A command takes in what the message says that was held, as if it had been written into its form."""
        if not await self._acknowledge(interaction, _DEFERRED, private=True):
            return
        incoming = translate.used(interaction, IncomingKind.COMMAND, line)
        sender = self._sender(interaction, _attachments(interaction, attached))
        reply = await self._done(interaction, self._fill_in(incoming, sender, Filled(line, "", words)))
        await self._tell(interaction, reply, was_private=True)

    async def _use(
        self, interaction: discord.Interaction, line: str, files: list[Any], *, public: bool, replied: str = ""
    ) -> None:
        incoming = translate.used(interaction, IncomingKind.COMMAND, line, replied=replied)
        doing = partial(self._hear, incoming, self._sender(interaction, files))
        use = opening(self._table, line, replied)
        reply = await self._at_once(interaction, doing, use, _Sign(_DEFERRED, private=not public))
        if reply is not None:
            await self._tell(interaction, reply, was_private=not public)

    async def _press(self, interaction: discord.Interaction, control: str) -> None:
        target = str(interaction.message.id) if interaction.message else ""
        incoming = translate.used(interaction, IncomingKind.BUTTON, control, target)
        doing = partial(self._hear, incoming, self._sender(interaction, []))
        sign = _Sign(_DEFERRED_UPDATE, menu=_is_of_menu(control))
        reply = await self._at_once(interaction, doing, pressed_opens(self._table, control), sign)
        if reply is None:
            return
        parts = self._answers.parts(reply, f"c{interaction.id}")
        fits = reply.instead and len(parts) == 1 and not parts[0].documents
        made = await self._fill(interaction, parts[0]) if fits else ""
        if not made:
            if reply.closes:
                await self._close(interaction)
            elif reply.spent or reply.instead:
                await self._strip(interaction)
            made = await self._follow_up(interaction, parts, private=reply.private)
        await self._keep(interaction, reply, made)
        await self._answers.besides(_address(interaction), reply)

    async def _hear(self, incoming: Incoming, sender: Sender) -> Reply:
        return await self._handler.hear(await self._forums.settled(incoming), sender)

    async def _fill_in(self, incoming: Incoming, sender: Sender, it: Filled) -> Reply:
        settled = await self._forums.settled(incoming)
        return await self._handler.fill(settled, sender, it.line, it.fields, it.stood)

    async def _at_once(
        self, interaction: discord.Interaction, doing: Callable[[], Awaitable[Reply]], use: Use | None, sign: "_Sign"
    ) -> Reply | None:
        """Do it, acknowledged first; but a form, which may come of ``use``, is the first answer and cannot wait long.

        The answer that is still to be told, or None: a form was opened, or nobody waits any more.
        """
        if use is None:
            if await self._acknowledge(interaction, sign.kind, private=sign.private):
                return await self._done(interaction, doing())
            return None
        task = asyncio.ensure_future(self._done(interaction, doing()))
        await asyncio.wait({task}, timeout=_READS)
        reply = task.result() if task.done() else None
        window = self._window(reply, use, _language(interaction))
        if window is not None:
            task.cancel()
            if await self._answer(interaction, _FORM, window) and sign.menu:
                await self._close(interaction)
            return None
        if await self._acknowledge(interaction, sign.kind, private=sign.private):
            return await task
        task.cancel()
        return None

    def _window(self, reply: Reply | None, use: Use, language: str) -> Json | None:
        """The form that was answered; an empty one where the answer is late or the database away."""
        speak = self._speech.speaker(reply.tongue if reply and reply.form else language)
        if reply is not None and not reply.unstored:
            return components.form(reply.form, speak) if reply.form else None
        empty = blank(use, speak)
        return components.form(empty, speak) if empty else None

    async def _done(self, interaction: discord.Interaction, doing: Awaitable[Reply]) -> Reply:
        """What the handler answers. Nobody repeats a command that could not be stored: its sender is told."""
        try:
            return await doing
        except DatabaseError as error:
            _log.warning("command not stored", error=str(error), action="check that the database runs")
            return replace(told(self._speech.speaker(_language(interaction)).error(error)), private=True)

    async def _complete(self, interaction: discord.Interaction, data: Json) -> None:
        found = slash.typing(self._table, data)
        offered: list[tuple[str, str]] = []
        if found is not None:
            origin = (await self._forums.settled(translate.used(interaction, IncomingKind.COMMAND, ""))).origin
            offered = await self._handler.complete(
                origin, self._sender(interaction, []), found.command, found.param, found.typed, found.given
            )
        await self._answer(interaction, _CHOICES, {"choices": slash.choices(offered)})

    async def _tell(self, interaction: discord.Interaction, reply: Reply, *, was_private: bool) -> None:
        """The answer to a command, in place of the sign that it is being thought about."""
        parts = self._answers.parts(reply, f"c{interaction.id}")
        private, made = was_private or reply.private, ""
        if not parts or private is not was_private:
            await self._close(interaction)
            made = await self._follow_up(interaction, parts, private=private)
        elif first := await self._fill(interaction, parts[0]):
            made = await self._follow_up(interaction, parts[1:], private=private) if parts[1:] else first
        else:
            await self._say_elsewhere(interaction, parts, private=private)
        await self._keep(interaction, reply, made)
        await self._answers.besides(_address(interaction), reply)

    async def _keep(self, interaction: discord.Interaction, reply: Reply, message: str) -> None:
        if reply.kept is not None and message:
            there = await self._forums.settled(translate.used(interaction, IncomingKind.BUTTON, "", message))
            self._answers.reachable(there.target, interaction.application_id, interaction.token)
            await self._answers.keep(reply, there.target)

    async def _fill(self, interaction: discord.Interaction, part: SurfaceMessage) -> str:
        """The first message, or the one whose button was pressed: its id, "" when it is too late for one."""
        link, it = self._link, form(answer_body(part), part.documents)
        try:
            with explained():
                made = await link.adapter.edit_original_interaction_response(
                    interaction.application_id,
                    interaction.token,
                    session=link.session,
                    payload=it.payload,
                    multipart=it.multipart,
                    files=it.files,
                )
        except _MISSED as error:
            _log.info("answer too late", reason=str(error))
            return ""
        return str(made["id"])

    async def _follow_up(self, interaction: discord.Interaction, parts: list[SurfaceMessage], *, private: bool) -> str:
        """Further messages: the last one. One that nobody confirmed is not said again."""
        link, last = self._link, ""
        for n, part in enumerate(parts):
            body = answer_body(part)
            body["flags"] |= _EPHEMERAL if private else 0
            it = form(body, part.documents)
            try:
                with explained():
                    made = await link.adapter.execute_webhook(
                        interaction.application_id,
                        interaction.token,
                        session=link.once,
                        payload=it.payload,
                        multipart=it.multipart,
                        files=it.files,
                        wait=True,
                    )
            except (Gone, NotAllowed):
                await self._say_elsewhere(interaction, parts[n:], private=private)
                return ""
            except (Unsure, Later) as error:
                last = ""
                _log.warning("answer may be lost", reason=str(error), action="use the command again")
            else:
                last = str(made["id"]) if made else ""
        return last

    async def _say_elsewhere(
        self, interaction: discord.Interaction, parts: list[SurfaceMessage], *, private: bool
    ) -> None:
        """As plain messages: in the channel, or to the person when they are for nobody else."""
        at = _address(interaction)
        if private and not at.private:
            await self._answers.whisper(interaction.user.id, parts)
        else:
            await self._answers.send(at, parts)

    async def _strip(self, interaction: discord.Interaction) -> None:
        """Take the buttons away from the message that was pressed."""
        link = self._link
        try:
            with explained():
                await link.adapter.edit_original_interaction_response(
                    interaction.application_id, interaction.token, session=link.session, payload={"components": []}
                )
        except _MISSED as error:
            _log.info("buttons stay", reason=str(error))

    async def _close(self, interaction: discord.Interaction) -> None:
        """Take away the sign that something is being thought about, or the menu that was chosen from."""
        link = self._link
        try:
            with explained():
                await link.adapter.delete_original_interaction_response(
                    interaction.application_id, interaction.token, session=link.session
                )
        except _MISSED as error:
            _log.info("answer not closed", reason=str(error))

    async def _acknowledge(self, interaction: discord.Interaction, kind: int, *, private: bool = False) -> bool:
        return await self._answer(interaction, kind, {"flags": _EPHEMERAL} if private else None)

    async def _answer(self, interaction: discord.Interaction, kind: int, data: Json | None) -> bool:
        """The first answer, due within three seconds; False when Discord does not know of the question any more."""
        link = self._link
        payload = {"type": kind} | ({"data": data} if data is not None else {})
        try:
            await link.adapter.create_interaction_response(
                interaction.id,
                interaction.token,
                session=link.session,
                params=MultipartParameters(payload=payload, multipart=None, files=None),
            )
        except discord.HTTPException as error:
            if error.code == _ACKNOWLEDGED:
                return True
            _log.info("not acknowledged", status=error.status, code=error.code)
            return False
        except (*LOST, Later) as error:
            _log.warning("not acknowledged", error=type(error).__name__, action="use the command again")
            return False
        return True

    def _sender(self, interaction: discord.Interaction, files: list[Any]) -> Sender:
        assert self.downloads is not None
        private = interaction.guild_id is None
        access_roles = translate.access_roles(interaction.permissions, private=private)
        return Sender(
            access_roles,
            DiscordSentFiles(self.downloads, files),
            _language(interaction),
            lacking(self._link, _address(interaction)),
            translate.roles_of(interaction.user),
            partial(translate.link_to, _address(interaction)),
        )


def _address(interaction: discord.Interaction) -> Address:
    return translate.address_of(discord.Object(interaction.channel_id or 0), interaction.guild_id)


def _is_of_menu(control: str) -> bool:
    """Whether a button is one of what else can be done with a reply, which stand under a message of their own here."""
    pressed = controls.pressed(control)
    return pressed is not None and bool(chosen_at(pressed))


def _language(interaction: discord.Interaction) -> str:
    return str(interaction.locale).partition("-")[0]


def _attached(interaction: discord.Interaction) -> list[Any]:
    resolved: Json = dict((interaction.data or {}).get("resolved") or {})
    return _attachments(interaction, (resolved.get("attachments") or {}).values())


def _attachments(interaction: discord.Interaction, told: Iterable[Any]) -> list[Any]:
    state: Any = interaction._state
    return [discord.Attachment(data=it, state=state) for it in told]
