"""Answers for one person alone: in their private chat, with a line about it where others read along."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.commands.framework.confiding import Confiding, moving
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import SILENT, Reply
from bot.telegram.answers import TelegramAnswers
from bot.telegram.surface import PLATFORM, Decided, TelegramSurface
from bot.telegram.toasts import Toasts, toast
from bot.telegram.untold import UNTOLD, Untold
from bot.words.localise import Speaker, Speech
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address


@dataclass(frozen=True, slots=True)
class AnswersApart:
    """Says on Telegram what only one person may read. ``speech`` is that of private chats (True) and of groups."""

    engine: Engine
    surface: TelegramSurface
    answers: TelegramAnswers
    toasts: Toasts
    untold: Untold
    table: Table
    speech: Mapping[bool, Speech]

    async def confide(self, origin: Origin, reply: Reply, key: str, answers: str, query: str | None = None) -> None:
        """A secret answer where others read along: in the private chat, and a line that says so in the group.

        ``query`` is the press of a button that waits for that line, "" one that waits no more: it is read over the
        chat, by who pressed alone. Who typed is told at most once a minute that the answer has gone where it rings;
        that it could go nowhere, each time.
        """
        at, speak = Address(PLATFORM, origin.space, origin.channel), self.speech[False].speaker(reply.tongue)
        moves = await self._moving(origin, speak)
        there = self.surface.start_at(UNTOLD)
        arrived = await self.answers.in_private(origin.person, moves.moved(reply), key)
        if arrived:
            said = moves.beside(reply, speak.say("secret-said"))
        else:
            said = moves.unsaid(reply, speak.say("secret-unsaid", platform=PLATFORM, address=there))
            self.untold.keep(origin.person, replace(moves.moved(reply), tongue=reply.tongue))
        said = replace(
            said, tongue=reply.tongue, spent=reply.spent, private=True, under=reply.under, closes=reply.closes
        )
        if query:
            line = toast(replace(said, confirm=None, choices=(), form=None))
            await self.toasts.acknowledge(query, line, "" if arrived else there)
        told = query is not None or (arrived and not self.toasts.seldom.passes((origin.channel, origin.person)))
        if said.confirm is None and told:
            said = replace(said, blocks=())
        await self.answers.say(at, said, f"s{key}", answers)

    async def tell_untold(self, person: str, key: str) -> bool:
        """Say what could not be said to somebody who had no private chat with the bot; whether there was anything."""
        reply = self.untold.taken(person)
        return reply is not None and await self.answers.in_private(person, reply, key)

    async def say_apart(
        self, origin: Origin, reply: Reply, key: str, pressed: str, decided: Decided | None = None
    ) -> None:
        """The answer to a button of the private message ``pressed`` that acts in the group ``origin``."""
        moves = await self._moving(origin, self.speech[False].speaker(reply.tongue))
        await self.answers.in_private(
            origin.person, replace(moves.moved(reply), spent=reply.spent), key, pressed, decided
        )
        rest = replace(SILENT, gone=reply.gone, owners=reply.owners, then=reply.then)
        await self.answers.say(Address(PLATFORM, origin.space, origin.channel), rest, key)

    async def _moving(self, origin: Origin, speak: Speaker) -> Confiding:
        title = origin.space_title or await self._title(origin)
        return moving(self.table, speak, title, origin.channel)

    async def _title(self, origin: Origin) -> str:
        """What people call a group in which a button acts that stands elsewhere; "" where that cannot be read."""
        here = self.engine.places.seen(origin)
        try:
            return await self.engine.places.title(here) if here else ""
        except OmoideError:
            return ""
