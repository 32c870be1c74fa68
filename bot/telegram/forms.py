"""Forms on Telegram, which has no windows: one question after another, kept so that they outlive a restart."""

import codecs
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from bot.commands.framework import controls
from bot.commands.framework.controls import Control
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import SILENT, Reply, told
from bot.commands.framework.steps import Steps, cancels, commands, packed, unpacked
from bot.delivery.surface import Button, SurfaceMessage
from bot.handler import Handler, Sender
from bot.telegram.answers import TelegramAnswers
from bot.telegram.keyboards import units
from bot.telegram.media import TelegramFiles
from bot.telegram.translate import PLATFORM, Post
from bot.words.localise import Speaker, Speech
from engine.actions.house import forms
from engine.app import Engine
from engine.errors import DatabaseError, OmoideError
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.chats.places import Address
from engine.values.house.asking import AskedForm
from engine.values.transfers.transfers import Document

_FULL: Final = 4_000  # UTF-16 units; clients cut a longer text at 4,096 or at the word before
_FAR: Final = 300  # UTF-16 units of an answer behind which the question is seen no more
_SHOWN: Final = 3_000  # UTF-16 units of a text that is shown in a message; a longer one comes as a file
_TEXT_FILES: Final = (".txt", ".md", ".text")
_KNOWN: Final = 10_000
_BOMS: Final = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True)
class FormLeft:
    """Somebody does something else than go on with their form: it is left, and they are told."""

    line: str
    tongue: str


@dataclass(frozen=True, slots=True)
class TelegramForms:
    """What is asked of whom. ``beside`` runs something next to the reading. Everything may raise DatabaseError.
    ``speech`` is that of private chats (True) and of groups.

    ``without``: who has no form in which channel, so that nobody is looked up for each message. ``shown``: in which
    message somebody is asked, which is changed from step to step.
    """

    engine: Engine
    handler: Handler
    table: Table
    speech: Mapping[bool, Speech]
    answers: TelegramAnswers
    files: TelegramFiles
    beside: Callable[[Coroutine[Any, Any, None]], object]
    without: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    shown: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    async def keep(self, origin: Origin, steps: Steps) -> None:
        """Note what somebody is asked, before it is said: what they write from now on is its answer."""
        await forms.ask(self.engine.ctx, await self.engine.places.resolve(origin), packed(steps))
        self.without.discard((origin.channel, origin.person))

    def ask(self, origin: Origin, steps: Steps, answers: str) -> None:
        """Ask what was kept, in a new message beside the reading; ``answers`` is the message that led to it."""
        self._say(origin, steps, answers, lambda: "")

    async def taken(self, post: Post, sender: Callable[[], Awaitable[Sender]]) -> Reply | FormLeft | None:
        """The answer to a message that belongs to a form; None where it is for somebody else.

        ``sender`` finds out who wrote it, which is only asked where it matters.
        """
        incoming = post.incoming
        if incoming.kind is not IncomingKind.MESSAGE:
            return None
        found = await self._asked(incoming.origin)
        if found is None:
            return None
        asked, here = found
        steps = unpacked(asked)
        speak = self._speaker(incoming.origin, steps)
        if cancels(post.words):
            return await self._cancelled(incoming.origin, here, asked, steps)
        if commands(self.table, post.words):
            await forms.leave(self.engine.ctx, here)
            self._close(incoming.origin, asked, steps, "form-closed")
            return FormLeft(speak.say("form-left", title=steps.form.title), speak.language)
        if not self._is_answer(post, asked, steps):
            return SILENT if steps.cut and incoming.origin.private else None
        if incoming.forward and not (steps.current and steps.current.forwards):
            return _line(speak, "form-forwarded")
        words = await self._words(post, speak)
        if isinstance(words, Reply):
            return words
        if post.media[: post.own] == () and units(words) >= _FULL:
            return await self._too_long(incoming, asked, steps)
        if steps.refuses(words):
            return _line(speak, "form-empty")
        far = bool(post.own) or units(words) > _FAR
        return await self._on(incoming, await sender(), here, asked, steps.answered(words), moves=far)

    async def pressed(self, incoming: Incoming, sender: Sender, control: Control) -> Reply:
        """A button of a question: keep what stands there, or leave the form."""
        found = await self._asked(incoming.origin)
        if found is None:
            speak = await self.handler.speaker(incoming.origin)
            return replace(_line(speak, "form-gone"), spent=incoming.origin.private)
        asked, here = found
        steps = unpacked(asked)
        speak = self._speaker(incoming.origin, steps)
        if control.name == controls.CANCEL:
            return await self._cancelled(incoming.origin, here, asked, steps)
        if control.argument != asked.param or not steps.may_keep:
            return _line(speak, "form-gone")
        return await self._on(incoming, sender, here, asked, steps.kept())

    async def _on(
        self, incoming: Incoming, sender: Sender, here: Here, asked: AskedForm, steps: Steps, *, moves: bool = False
    ) -> Reply:
        """The next question; behind the last one the command is done."""
        if steps.current is not None:
            return await self._next(incoming, asked, steps, moves=moves)
        about = replace(incoming, kind=IncomingKind.COMMAND, replied=steps.form.about)
        reply = await self.handler.fill(about, sender, steps.form.line, steps.answers, steps.form.stood)
        if reply.unstored:
            return reply
        try:
            await forms.leave(self.engine.ctx, here)
        except DatabaseError:  # it is done, or told why not: brought again it would be neither
            self.without.add((incoming.origin.channel, incoming.origin.person))
        self._close(incoming.origin, asked, steps, "form-filled")
        return replace(reply, spent=False)

    async def _next(self, incoming: Incoming, asked: AskedForm, steps: Steps, *, moves: bool) -> Reply:
        """Note an answer together with what it leads to: in an outage both wait, and neither is lost."""
        origin = incoming.origin
        noted = packed(steps, asked.message)
        if await forms.go_on(self.engine.ctx, replace(incoming, kind=IncomingKind.COMMAND), noted):
            self.without.discard((origin.channel, origin.person))
            answered = incoming.external if incoming.kind is IncomingKind.MESSAGE else incoming.replied
            before = partial(self.shown.get, (origin.channel, origin.person), asked.message)
            self._say(origin, steps, answered, before, moves=moves)
        return SILENT

    def asked_there(self, tongue: str) -> str:
        """What somebody reads in private who is asked in a group."""
        return self.speech[True].speaker(tongue).say("form-asked-there")

    def _speaker(self, origin: Origin, steps: Steps) -> Speaker:
        return self.speech[origin.private].speaker(steps.tongue)

    def _say(
        self, origin: Origin, steps: Steps, answers: str, before: Callable[[], str], *, moves: bool = False
    ) -> None:
        who = (origin.channel, origin.person)

        async def say() -> None:
            here = await self.engine.places.resolve(origin)
            parts = _parts(steps, self._speaker(origin, steps), answers, private=origin.private)

            async def named(message: str) -> None:
                if len(self.shown) >= _KNOWN:
                    self.shown.clear()
                self.shown[who] = message
                await forms.name_question(self.engine.ctx, here, packed(steps), message)

            await self.answers.ask(_at(origin), parts, before, named, moves=moves)

        self.beside(say())

    def _close(self, origin: Origin, asked: AskedForm, steps: Steps, message: str) -> None:
        """The form is over: its message says what became of it, and has no buttons."""
        who = (origin.channel, origin.person)
        part = SurfaceMessage(self._speaker(origin, steps).say(message, title=steps.form.title), "closed")
        self.beside(self.answers.close(_at(origin), part, lambda: self.shown.pop(who, asked.message)))

    async def _too_long(self, incoming: Incoming, asked: AskedForm, steps: Steps) -> Reply:
        """Telegram cuts long texts into several messages: what follows is not taken for an answer."""
        return SILENT if steps.cut else await self._next(incoming, asked, replace(steps, cut=True), moves=True)

    async def _cancelled(self, origin: Origin, here: Here, asked: AskedForm, steps: Steps) -> Reply:
        await forms.leave(self.engine.ctx, here)
        self._close(origin, asked, steps, "form-closed")
        return _line(self._speaker(origin, steps), "button-left-as-is")

    async def _asked(self, origin: Origin) -> tuple[AskedForm, Here] | None:
        who = (origin.channel, origin.person)
        if who in self.without:
            return None
        here = await self.engine.places.resolve(origin)
        if len(self.without) >= _KNOWN:
            self.without.clear()
        self.without.add(who)  # before it is read: what is asked meanwhile takes it out again
        try:
            asked = await forms.asked(self.engine.ctx, here)
        except BaseException:
            self.without.discard(who)
            raise
        if asked is None:
            return None
        self.without.discard(who)
        return asked, here

    def _is_answer(self, post: Post, asked: AskedForm, steps: Steps) -> bool:
        """In private whatever comes next, else a reply to the question; where Telegram has cut a text, a file too."""
        it = post.incoming
        if it.replied and (it.replied == asked.message or (not asked.message and it.addressed)):
            return True  # whoever is quick answers before it is written down which message asks
        return it.origin.private and (not steps.cut or post.own > 0)

    async def _words(self, post: Post, speak: Speaker) -> str | Reply:
        """The words of an answer, those of a text file too; or what is to be said instead."""
        own = post.media[: post.own]
        if not own:
            said = post.words or (post.incoming.forward.text if post.incoming.forward else "")
            return said or _line(speak, "form-no-words")
        [one, *_] = own
        if one.photo or not (one.media_type.startswith("text/") or one.name.lower().endswith(_TEXT_FILES)):
            return _line(speak, "form-no-words")
        try:
            data = (await self.files.upload(one)).data
        except OmoideError as error:
            return replace(told(speak.error(error)), private=True, tongue=speak.language)
        text = _decoded(data)
        return _line(speak, "form-not-read") if text is None else text


def _at(origin: Origin) -> Address:
    return Address(PLATFORM, origin.space, origin.channel, origin.private)


def _parts(steps: Steps, speak: Speaker, answers: str, *, private: bool) -> list[SurfaceMessage]:
    """What is asked, as one message: what stands there, the question, the buttons; a long text before it as a file."""
    it, form = steps.current, steps.form
    assert it is not None
    count, key = len(form.fields), f"f{answers}.{it.param}"[:20]
    title = speak.say("form-title", title=form.title, step=steps.number, steps=count)
    lines = [title]
    code: tuple[tuple[int, int], ...] = ()
    files: list[SurfaceMessage] = []
    if it.value and units(it.value) <= _SHOWN:
        lines += [speak.say("form-now"), it.value]
        start = sum(len(line) + 1 for line in lines[:-1])
        code = ((start, start + len(it.value)),)
    elif it.value:
        lines.append(speak.say("form-now-in-file"))
        document = Document(f"{it.param}.txt", "text/plain", it.value.encode("utf-8", "replace"))
        files.append(SurfaceMessage("", f"{key}.f", silent=True, answers=answers, documents=(document,)))
    if steps.cut:
        lines.append(speak.say("form-cut"))
    elif it.long:
        lines.append(speak.say("form-long"))
    lines.append(speak.say("form-question", label=it.label))
    if not private:
        lines.append(speak.say("form-reply"))
    asked = SurfaceMessage("\n".join(lines), key, silent=True, answers=answers, bold=((0, len(title)),), code=code)
    asked = replace(asked, buttons=(_buttons(steps, speak),))
    return [*files, asked]


def _buttons(steps: Steps, speak: Speaker) -> tuple[Button, ...]:
    cancel = Button(controls.control(controls.CANCEL), speak.say("button-form-cancel"))
    it = steps.current
    if it is None or not steps.may_keep:
        return (cancel,)
    label = speak.say("button-form-keep" if it.value else "button-form-empty")
    return (Button(controls.control(controls.KEEP, it.param), label), cancel)


def _decoded(data: bytes) -> str | None:
    """The text of a file: by its mark, as UTF-8, or in the usual Chinese encoding; None where it is none."""
    marked = next((name for mark, name in _BOMS if data.startswith(mark)), "")
    for name in (marked,) if marked else ("utf-8", "gb18030"):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    return None


def _line(speak: Speaker, message: str) -> Reply:
    return replace(told(speak.say(message)), private=True, tongue=speak.language)
