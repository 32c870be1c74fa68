"""The terminal without a terminal: a line in, plain text out, one after another."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import TextIO

from bot.delivery.stage import ReplyStage, deliver, grown
from bot.terminal.conversation import Conversation, opening_lines
from bot.terminal.wording import Style, TerminalParagraph, ended_lines, last_words, notice_line, reply_lines
from bot.words.bare import bare
from bot.words.printable import printable
from engine.actions.chats import sessions
from engine.app import Engine
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Began, Ended, TurnEvent, View
from engine.values.chats.turns import TurnState

# Events that were sent before a channel became idle are in the queue by then; so many rounds of the loop take one out.
_ROUNDS = 10


class PlainStage:
    """Prints a reply as it grows. Nothing can be taken back, so a replaced text is printed anew under a mark."""

    def __init__(self, out: TextIO, conversation: Conversation, view: View) -> None:
        self._out = out
        self._conversation = conversation
        self._character = view.character
        # A reply that ended while the view was read comes as an event too.
        self._known = last_words(view)
        self._shown = ""

    async def begin(self, character: str) -> None:
        self._character = character
        self._known = self._shown = ""

    async def think(self) -> None:
        self._end_line()
        self.print([TerminalParagraph(self._conversation.speak.say("terminal-thinking", name=self._character))])

    async def grow(self, text: str) -> None:
        clean = printable(text)
        growth = grown(self._shown, clean)
        if growth.replaced:
            self._end_line()
            self.print([TerminalParagraph(self._conversation.speak.say("terminal-replaced"))])
        if growth.suffix:
            lead = "" if self._shown else self._said(printable(self._character))
            self._out.write(lead + growth.suffix)
            self._out.flush()
            self._shown = clean

    async def finish(self, text: str, state: TurnState, notice: Notice | None) -> None:
        if text and text != self._known:
            await self.grow(text)
        self._known = ""
        self._end_line()
        self.print(ended_lines(state, notice, self._conversation.speak, self._character))

    async def tell(self, notice: Notice) -> None:
        self._end_line()
        self.print([notice_line(notice, self._conversation.speak)])

    def print(self, lines: Iterable[TerminalParagraph]) -> None:
        """Print whole lines, at once: who reads along gets an answer whole. What is quoted loses its marks."""
        self._out.write("".join(f"{self._said(it.lead, _plain(it))}\n" for it in lines))
        self._out.flush()

    def _said(self, lead: str, text: str = "") -> str:
        return self._conversation.speak.say("with-colon", before=lead, behind=text) if lead else text

    def _end_line(self) -> None:
        if self._shown and not self._shown.endswith("\n"):
            self._out.write("\n")
        self._shown = ""


def _plain(paragraph: TerminalParagraph) -> str:
    return bare(paragraph.text) if paragraph.lead or paragraph.style is Style.QUOTED else paragraph.text


async def talk_plainly(conversation: Conversation, lines: AsyncIterator[str], out: TextIO, model: str) -> None:
    """Read ``lines`` to their end; each waits until what the one before it began has ended.

    What comes by itself while nobody types is shown at once.
    """
    here = await conversation.begin()
    with conversation.engine.turns.watch(here) as events:
        view = await sessions.open_here(conversation.engine.ctx, here, conversation.name)
        stage = PlainStage(out, conversation, view)
        stage.print(opening_lines(view, model, conversation.speak))
        shower = _Shower(events, stage, conversation.engine, here)
        try:
            await shower.settle()
            async for line in shower.reading(lines):
                reply = await conversation.submit(line)
                stage.print(reply_lines(reply, conversation.table, conversation.speak))
                await shower.settle()
                if reply.leave:
                    break
        finally:
            await shower.close()


class _Shower:
    """Shows what happens in a channel, until it is idle."""

    def __init__(self, events: AsyncIterable[TurnEvent], stage: ReplyStage, engine: Engine, here: Here) -> None:
        self._events = aiter(events)
        self._stage = stage
        self._engine = engine
        self._here = here
        self._coming: asyncio.Future[TurnEvent | None] | None = None
        self._grows = False

    async def settle(self) -> None:
        """Show everything until the channel is idle and nothing more comes."""
        idle = asyncio.ensure_future(self._engine.turns.idle(self._here))
        try:
            while await self._show_one(idle):
                pass
        finally:
            idle.cancel()
        await idle

    async def reading(self, lines: AsyncIterator[str]) -> AsyncIterator[str]:
        """``lines``, and meanwhile what comes by itself; a reply that has begun ends before the next line."""
        while True:
            line = asyncio.ensure_future(anext(lines, None))
            try:
                while not line.done():
                    coming = self._next()
                    await asyncio.wait({coming, line}, return_when=asyncio.FIRST_COMPLETED)
                    if coming.done() and not await self._show():
                        break
                typed = await line
            finally:
                line.cancel()
            if typed is None:
                return
            if self._grows:
                await self.settle()
            yield typed

    async def close(self) -> None:
        """Stop listening."""
        if self._coming is not None:
            self._coming.cancel()
            await asyncio.wait({self._coming})

    def _next(self) -> asyncio.Future[TurnEvent | None]:
        self._coming = self._coming or asyncio.ensure_future(anext(self._events, None))
        return self._coming

    async def _show_one(self, idle: asyncio.Future[None]) -> bool:
        """Show the next event; False when the channel is idle and there is none."""
        coming = self._next()
        await asyncio.wait({coming, idle}, return_when=asyncio.FIRST_COMPLETED)
        for _ in range(_ROUNDS):
            if not coming.done():
                await asyncio.sleep(0)
        return coming.done() and await self._show()

    async def _show(self) -> bool:
        """Show the event that has come; False where none comes any more."""
        event, self._coming = self._coming and self._coming.result(), None
        if event is None:
            return False
        self._grows = isinstance(event, Began) or (self._grows and not isinstance(event, Ended))
        await deliver(event, self._stage, self._engine)
        return True
