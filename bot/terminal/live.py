"""The terminal with a person at it: input and replies at the same time."""

import asyncio
from collections.abc import AsyncIterable
from pathlib import Path

from bot.commands.framework.reply import Reply
from bot.delivery.stage import deliver
from bot.terminal.completing import Suggestion, suggested
from bot.terminal.conversation import Conversation, opening_lines
from bot.terminal.editor import TextEditor
from bot.terminal.flow import Flow
from bot.terminal.hush import hushed
from bot.terminal.ink import Ink
from bot.terminal.prompt import Keys, LinePrompt
from bot.terminal.wording import (
    Style,
    TerminalParagraph,
    ended_lines,
    last_words,
    notice_line,
    reply_lines,
    swipe_line,
)
from bot.words.printable import printable
from engine.actions.chats import replies, sessions
from engine.errors import OmoideError
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Ended, TurnEvent, View
from engine.values.chats.turns import TurnState


class LiveStage:
    """Prints each row of a reply as soon as it is whole; the row that still grows stands above the input."""

    def __init__(self, prompt: LinePrompt, conversation: Conversation, view: View) -> None:
        self._prompt = prompt
        self._conversation = conversation
        self._character = printable(view.character)
        # A reply that ended while the view was read comes as an event too.
        self._known = last_words(view)
        self._flow = Flow()
        self._ink = Ink()
        self._named = False

    async def begin(self, character: str) -> None:
        self._character = printable(character)
        self._flow, self._ink, self._named, self._known = Flow(), Ink(), False, ""
        self._wait("terminal-writing")

    async def think(self) -> None:
        self._wait("terminal-thinking")

    async def grow(self, text: str) -> None:
        step = self._flow.grow(printable(text), self._prompt.width)
        if step.replaced:
            self._prompt.print([TerminalParagraph(self._conversation.speak.say("terminal-replaced"), Style.DIM)])
        if not self._named and text:
            self._prompt.print_name(self._character)
            self._named = True
        self._ink = self._prompt.print_rows(step.rows, Ink() if step.replaced else self._ink)
        self._prompt.show_tail(step.tail, self._ink)

    async def finish(self, text: str, state: TurnState, notice: Notice | None) -> None:
        if text and text != self._known:
            await self.grow(text)
        rest = self._flow.rest()
        self._prompt.show_tail("", self._ink)
        self._prompt.print_rows([rest] if rest else [], self._ink)
        lines = ended_lines(state, notice, self._conversation.speak, self._character)
        self._prompt.print(lines)
        if text or lines:
            self._prompt.print_rows([""])
        self._flow, self._ink, self._named, self._known = Flow(), Ink(), False, ""

    async def tell(self, notice: Notice) -> None:
        self._prompt.print([notice_line(notice, self._conversation.speak)])

    def _wait(self, message: str) -> None:
        self._prompt.show_wait(self._conversation.speak.say(message, name=self._character))


async def talk_live(conversation: Conversation, history: Path, model: str, editor: TextEditor | None = None) -> None:
    """Talk until the person leaves. ``editor`` is the one that they have chosen."""
    here = await conversation.begin()
    conversation.edits = True
    engine = conversation.engine

    async def stop() -> bool:
        try:
            return await replies.stop(engine.ctx, here)
        except OmoideError:
            return False

    async def turn(step: int) -> None:
        _answer(prompt, conversation, await conversation.turn(step))

    async def suggest(line: str) -> list[Suggestion]:
        if conversation.asks:
            return []
        return await suggested(line, conversation.table, conversation.speak, conversation.complete)

    prompt = LinePrompt(history, Keys(stop, turn, suggest))
    if editor is not None:

        async def write(text: str) -> str:
            with prompt.aside():
                return await editor.edit(text)

        conversation.editor = write
    with hushed(), engine.turns.watch(here) as events:
        view = await sessions.open_here(engine.ctx, here, conversation.name)
        hints = ("terminal-hint", *(() if _talked(view) else ("terminal-first",)))
        prompt.print(opening_lines(view, model, conversation.speak, *hints))
        prompt.print_rows([""])
        async with asyncio.TaskGroup() as group:
            showing = group.create_task(_show(events, LiveStage(prompt, conversation, view), conversation, prompt))
            await _listen(conversation, prompt)
            showing.cancel()


def _talked(view: View) -> bool:
    """Whether a person has said anything yet."""
    return any(it.character is None for it in view.spoken)


async def _show(
    events: AsyncIterable[TurnEvent], stage: LiveStage, conversation: Conversation, prompt: LinePrompt
) -> None:
    async for event in events:
        await deliver(event, stage, conversation.engine)
        if isinstance(event, Ended) and (line := swipe_line(event.swipe, conversation.speak)):
            prompt.print([line, TerminalParagraph("")])


async def _listen(conversation: Conversation, prompt: LinePrompt) -> None:
    def offer_to_leave() -> None:
        if conversation.give_up():
            prompt.print([TerminalParagraph(conversation.speak.say("terminal-left-as-is"), Style.DIM)])
            return
        prompt.print([TerminalParagraph(conversation.speak.say("terminal-leave"), Style.DIM)])

    while True:
        try:
            text = await prompt.ask(offer_to_leave, conversation.draft)
        except EOFError:
            prompt.print([TerminalParagraph(conversation.speak.say("house-goodbye"), Style.DIM)])
            return
        reply = await conversation.submit(text)
        _answer(prompt, conversation, reply)
        if reply.leave:
            return


def _answer(prompt: LinePrompt, conversation: Conversation, reply: Reply) -> None:
    if lines := list(reply_lines(reply, conversation.table, conversation.speak)):
        prompt.print([*lines, TerminalParagraph("")])
