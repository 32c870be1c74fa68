"""One person at one terminal: what they type goes to the handler, a question waits for its yes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.arguments import NO, YES
from bot.commands.framework.declared import Table
from bot.commands.framework.numbered import listed, typed_number
from bot.commands.framework.reply import SILENT, Confirm, Form, Paragraph, Reply, ReplyChoice, Retelling, told
from bot.commands.framework.steps import Steps, cancels, commands
from bot.handler import Handler, Sender
from bot.terminal.editor import EditorFailed, laid_out, taken_apart
from bot.terminal.files import DiskFiles, keep
from bot.terminal.wording import Style, TerminalParagraph, numbers_of, swipe_line, view_lines
from bot.words.localise import Speaker
from engine.actions.chats import swipes
from engine.actions.house import access
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.chats.outgoing import View
from engine.values.house.setting_scopes import SettingScope
from engine.values.transfers.transfers import Document

PLATFORM = "terminal"
EMPTIES = "."
_TURNS = {-1: "/again back", 1: "/again next"}


class Conversation:
    """What both kinds of terminal have in common. ``speak`` is the person's language as the house knows it by now.

    ``edits``: what stands in a field can be changed where it is typed; else an empty line keeps it. ``editor`` lets the
    person write a text in a program of their own, None where they have chosen none. ``folder`` is where files of
    answers go; None: where the program was started.
    """

    def __init__(
        self,
        engine: Engine,
        handler: Handler,
        table: Table,
        origin: Origin,
        now: Callable[[], datetime],
        speak: Speaker,
        folder: Path | None = None,
    ) -> None:
        self.engine = engine
        self.table = table
        self.speak = speak
        self.name = origin.person_name
        self._handler = handler
        self._origin = origin
        self._now = now
        self._sender = Sender(frozenset({AccessRole.OWNER}), DiskFiles())
        self.edits = False
        self.editor: Callable[[str], Awaitable[str]] | None = None
        self._told_of_editor = False
        self._folder = folder
        self._question: Confirm | None = None
        self._choices: Mapping[int, ReplyChoice] = {}
        self._listed: Set[int] = frozenset()
        self._steps: Steps | None = None
        self._position = 0
        self._here: Here | None = None

    async def begin(self) -> Here:
        """Find out where this is and which language the person speaks."""
        here = self._here = await self.engine.places.resolve(self._origin)
        await access.at_home(self.engine.ctx, here)
        self.speak = await self._handler.speaker(self._origin)
        return here

    @property
    def draft(self) -> str:
        """What stands in the field that is asked for; "" while none is."""
        current = self._steps.current if self._steps else None
        return current.value if current else ""

    @property
    def asks(self) -> bool:
        """Whether what is typed now fills a field."""
        return self._steps is not None

    async def complete(
        self, command: str, param: str, typed: str, given: Mapping[str, str]
    ) -> Sequence[tuple[str, str]]:
        """What the house suggests for an argument, as (label, value)."""
        return await self._handler.complete(self._origin, self._sender, command, param, typed, given)

    async def turn(self, step: int) -> Reply:
        """To the reply before the newest (-1) or behind it (1), where nothing else is being asked."""
        if self._steps is not None:
            return SILENT
        return await self._heard(await self._handler.hear(self._incoming(_TURNS[step]), self._sender))

    async def submit(self, line: str) -> Reply:
        """Handle one thing that was typed."""
        if self._steps is None:
            return await self._said(line)
        steps, self._steps = self._steps, None
        if cancels(line):
            return told(self.speak.say("terminal-left-as-is"))
        begins_so = steps.current is not None and commands(self.table, steps.current.value)
        if commands(self.table, line) and not begins_so:
            left = Paragraph(self.speak.say("form-left", title=steps.form.title))
            reply = await self._said(line)
            return replace(reply, blocks=(left, *reply.blocks))
        return await self._step(steps, line)

    def give_up(self) -> bool:
        """Leave the form that is being filled in; whether there was one."""
        steps, self._steps = self._steps, None
        return steps is not None

    async def _step(self, steps: Steps, line: str) -> Reply:
        """One answer of a form; behind the last one it is done."""
        keeps = not line and steps.may_keep and not self.edits
        words = "" if line == EMPTIES and not self.edits and steps.current and not steps.current.required else line
        if not keeps and steps.refuses(words):
            self._steps = steps
            return told(self.speak.say("form-empty"))
        after = steps.kept() if keeps else steps.answered(words)
        return await self._filled(after)

    async def _filled(self, after: Steps) -> Reply:
        """The question for the next field; behind the last one the form is done."""
        if after.current is not None:
            return self._ask(after)
        incoming = replace(self._incoming(""), replied=after.form.about)
        done = self._handler.fill(incoming, self._sender, after.form.line, after.answers, after.form.stood)
        return await self._heard(await done)

    def _ask(self, steps: Steps) -> Reply:
        """The question for the next field."""
        self._steps = steps
        it, speak = steps.current, self.speak
        assert it is not None
        count = len(steps.form.fields)
        title = speak.say("form-title", title=steps.form.title, step=steps.number, steps=count)
        now = [speak.say("form-terminal-now", words=it.value)] if it.value and not self.edits else []
        optional = "no" if it.required else "yes"
        keep = speak.say("form-terminal-keep", now="yes" if it.value else "no", optional=optional)
        return told(title, speak.say("form-question", label=it.label), *now, self._how(keep, it.value))

    async def _opened(self, form: Form) -> Reply:
        """A form: in the person's editor where a text of several lines is asked for, else one field after another."""
        long = any(it.long for it in form.fields)
        if self.editor is not None and long:
            return await self._written(form, self.editor)
        asked = self._ask(Steps(form))
        if not long or not self.edits or self._told_of_editor:
            return asked
        self._told_of_editor = True
        return replace(asked, blocks=(*asked.blocks, Paragraph(self.speak.say("editor-none"))))

    async def _written(self, form: Form, editor: Callable[[str], Awaitable[str]]) -> Reply:
        """What the person writes into a form in their editor; what is lacking then is asked for."""
        text = laid_out(form.fields, self.speak.say("editor-hint", title=form.title))
        try:
            written = await editor(text)
        except EditorFailed as failed:
            asked = self._ask(Steps(form))
            return replace(asked, blocks=(Paragraph(self.speak.notice(failed.notice)), *asked.blocks))
        words = taken_apart(form.fields, written)
        if words is None:
            return await self._saved(replace(told(self.speak.say("editor-lines-gone")), documents=(_as_file(written),)))
        if words == taken_apart(form.fields, text) or not any(words.values()):
            return told(self.speak.say("editor-unchanged"))
        lacking = {it.param for it in form.fields if it.required and not words[it.param]}
        return await self._filled(Steps(form, {it: said for it, said in words.items() if it not in lacking}))

    def _how(self, keep: str, value: str) -> str:
        return self.speak.say("form-terminal-edit") if self.edits and value else keep

    async def _said(self, line: str) -> Reply:
        if self._choices and (number := typed_number(line)) in self._listed - self._choices.keys():
            return told(self.speak.say("terminal-not-a-choice", number=number))
        question, self._question = self._question, None
        choices, self._choices = self._choices, {}
        if (picked := choices.get(typed_number(line))) is not None:
            return await self._heard(await self._handler.hear(self._pressed(picked.control), self._sender))
        answer = question and self._answered(question, line.strip().casefold())
        if answer == "":
            return told(self.speak.say("terminal-left-as-is"))
        if answer and controls.fits(control := controls.control(controls.RUN, answer)):
            return await self._heard(await self._handler.hear(self._pressed(control), self._sender))
        return await self._heard(await self._handler.hear(self._incoming(answer or line), self._sender))

    async def _heard(self, reply: Reply) -> Reply:
        """What is said to an answer of the house, and what it waits for now.

        Whatever the answer is, what stands round it and comes after it is in the person's language as it is now. Who
        was forgotten with it has none, and looking for it must not make them anew.
        """
        if self.engine.places.seen(self._origin) is not None:
            self.speak = await self._handler.speaker(self._origin, {SettingScope.NAMED: self.speak.language})
        if reply.form is not None:
            return await self._opened(reply.form)
        self._question, self._choices, self._listed = reply.confirm, numbers_of(reply), listed(reply)
        return await self._counted(await self._saved(reply))

    async def _counted(self, reply: Reply) -> Reply:
        """With a scene comes which of several replies its last one is."""
        if self._here is None or not any(isinstance(it, Retelling) for it in reply.blocks):
            return reply
        try:
            newest = await swipes.newest(self.engine.ctx, self._here)
        except OmoideError:
            return reply
        line = swipe_line(newest, self.speak)
        return replace(reply, blocks=(*reply.blocks, Paragraph(line.text))) if line else reply

    def _answered(self, question: Confirm, word: str) -> str | None:
        """The command that ``word`` means as an answer, "" for a no without one, None where it is no answer.

        Behind the command itself a yes or no counts as one too: "/import yes".
        """
        first, _, last = word.rpartition(" ")
        asked = self.table.find(question.command.split()[0].removeprefix("/"))
        if first and self.table.find(first.removeprefix("/")) is asked:
            word = last if question.refusal else word
        if word in NO:
            return question.refusal
        return question.command if word in YES else None

    async def _saved(self, reply: Reply) -> Reply:
        """The files of an answer, written where the program was started, and where they are."""
        lines: list[str] = []
        for document in reply.documents:
            try:
                path = await asyncio.to_thread(keep, document, self._folder or Path.cwd())
            except OSError as error:
                lines.append(self.speak.say("terminal-not-saved", name=document.filename, reason=error.strerror or ""))
            else:
                lines.append(self.speak.say("terminal-saved", path=str(path)))
        return replace(reply, blocks=(*reply.blocks, *map(Paragraph, lines))) if lines else reply

    def _pressed(self, control: str) -> Incoming:
        """A button where there is none: what it says is nobody's words."""
        return replace(self._incoming(control), kind=IncomingKind.BUTTON)

    def _incoming(self, text: str) -> Incoming:
        now = self._now()
        self._position = max(self._position + 1, int(now.timestamp() * 1_000_000))
        return Incoming(self._origin, f"line-{self._position}", text, now, self._position)


def _as_file(text: str) -> Document:
    """What somebody wrote that came to nothing."""
    return Document("omoide.txt", "text/plain", text.encode("utf-8", "replace"))


def terminal_origin(person: str) -> Origin:
    """The one place that a terminal is."""
    return Origin(PLATFORM, "local", "local", "owner", person, private=True)


def opening_lines(view: View, model: str, speak: Speaker, *hints: str) -> Iterator[TerminalParagraph]:
    """The header, ``hints`` by their Fluent ids, and the last messages."""
    yield TerminalParagraph(" · ".join(part for part in (view.character, view.title, model) if part), Style.TITLE)
    yield from (TerminalParagraph(speak.say(hint), Style.DIM) for hint in hints)
    yield from view_lines(view, speak)
