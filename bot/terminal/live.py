"""The terminal with a person at it: input and replies at the same time."""

import asyncio
from collections.abc import AsyncIterable
from pathlib import Path

from bot.commands.declared import Table
from bot.delivery.stage import deliver
from bot.terminal.conversation import Conversation, opening_lines
from bot.terminal.flow import Flow
from bot.terminal.prompt import Prompt
from bot.terminal.wording import Line, Style, ended_line, last_words, notice_line, printable, reply_lines
from engine.errors import OmoideError
from engine.service import Engine
from engine.values.outgoing import Show, View
from engine.values.turns import Notice, TurnState


class LiveStage:
    """Prints each row of a reply as soon as it is whole; the row that still grows stands above the input."""

    def __init__(self, prompt: Prompt, conversation: Conversation, view: View) -> None:
        self._prompt = prompt
        self._conversation = conversation
        self._character = printable(view.character)
        # A reply that ended while the view was read comes as an event too.
        self._known = last_words(view)
        self._flow = Flow()
        self._named = False

    async def begin(self, character: str) -> None:
        self._character = printable(character)
        self._flow, self._named, self._known = Flow(), False, ""
        self._wait("terminal-writing")

    async def think(self) -> None:
        self._wait("terminal-thinking")

    async def grow(self, text: str) -> None:
        step = self._flow.grow(printable(text), self._prompt.width)
        if step.replaced:
            self._prompt.print([Line(self._conversation.speak.say("terminal-replaced"), Style.DIM)])
        if not self._named and text:
            self._prompt.print_name(self._character)
            self._named = True
        self._prompt.print_rows(step.rows)
        self._prompt.show_tail(step.tail)

    async def finish(self, text: str, state: TurnState, notice: Notice | None) -> None:
        if text and text != self._known:
            await self.grow(text)
        rest = self._flow.rest()
        self._prompt.show_tail("")
        self._prompt.print_rows([rest] if rest else [])
        if line := ended_line(state, notice, self._conversation.speak):
            self._prompt.print([line])
        self._prompt.print_rows([""])
        self._flow, self._named, self._known = Flow(), False, ""

    async def tell(self, notice: Notice) -> None:
        self._prompt.print([notice_line(notice, self._conversation.speak)])

    def _wait(self, message: str) -> None:
        self._prompt.show_tail(self._conversation.speak.say(message, name=self._character), Style.DIM)


async def talk_live(conversation: Conversation, history: Path, model: str) -> None:
    """Talk until the person leaves."""
    here = await conversation.begin()
    conversation.edits = True
    turns = conversation.engine.turns

    async def stop() -> bool:
        try:
            return await turns.stop(here)
        except OmoideError:
            return False

    prompt = Prompt(history, _words(conversation.table), stop)
    with turns.watch(here) as events:
        view = await conversation.engine.sessions.open(here, conversation.name)
        prompt.print(opening_lines(view, model, conversation.speak, "terminal-hint"))
        prompt.print_rows([""])
        async with asyncio.TaskGroup() as group:
            showing = group.create_task(_show(events, LiveStage(prompt, conversation, view), conversation.engine))
            await _listen(conversation, prompt)
            showing.cancel()


async def _show(events: AsyncIterable[Show], stage: LiveStage, engine: Engine) -> None:
    async for event in events:
        await deliver(event, stage, engine)


async def _listen(conversation: Conversation, prompt: Prompt) -> None:
    def offer_to_leave() -> None:
        if conversation.give_up():
            prompt.print([Line(conversation.speak.say("terminal-left-as-is"), Style.DIM)])
            return
        prompt.print([Line(conversation.speak.say("terminal-leave"), Style.DIM)])

    while True:
        try:
            text = await prompt.ask(offer_to_leave, conversation.draft)
        except EOFError:
            prompt.print([Line(conversation.speak.say("house-goodbye"), Style.DIM)])
            return
        reply = await conversation.submit(text)
        if lines := list(reply_lines(reply, conversation.speak)):
            prompt.print([*lines, Line("")])
        if reply.leave:
            return


def _words(table: Table) -> list[str]:
    return [f"/{word}" for command in table for word in (command.name, command.zh)]
