"""The door: who somebody is here, and what those hear who may not come in yet."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.access_roles import access_roles_in
from bot.commands.framework.declared import BoothOpener, CommandCall, CommandFiles, Table
from bot.commands.framework.latin import by_place
from bot.commands.framework.offering import Offers
from bot.commands.framework.reply import SILENT, Reply, told
from bot.commands.framework.tongue import Tongue, named_in_english, tongue_of
from bot.commands.house.admin import code_in, is_code_like, says_code, welcome
from bot.commands.house.letting_in import asking, who_waits
from bot.commands.house.newcomers import question, zone_asked
from bot.routing import ChatMessage, route
from bot.words.localise import LANGUAGES, Speaker, Speech
from engine.actions.chats import sessions
from engine.actions.house import access as access_actions
from engine.actions.house import settings
from engine.actions.people import linking
from engine.app import Engine
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.chats.places import Admission, Claim, SpaceAccess
from engine.values.house.setting_scopes import SettingScope

_SHARED: Final = ("proxy-", "-")  # people behind a proxy, and chats that speak in their own name
_TERMINAL: Final = "terminal"
_CHINESE: Final = "zh"
_OF_CODES: Final = {
    Claim.AGAIN: "access-owner-already",
    Claim.WRONG: "admin-code-wrong",
    Claim.WAIT: "admin-code-wait",
    Claim.SPENT: "admin-code-wait",
}
_WRITES: Final = (IncomingKind.MESSAGE, IncomingKind.COMMAND)
UNOWNED: Final = "unowned"
"""How a place is called on a platform where the bot has no owner."""
_UNHEARD: Final = frozenset({"needs-content", "needs-privacy"})
"""What the bot lacks that is given only what is said to it."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sender:
    """What the platform knows about whoever sent something: what they are there, and where their files lie.

    Whoever may write in a place is PLAYER and MEMBER there, in a private place DM; who looks after it is ADMIN. OWNER
    is not the platform's to say: the house knows its owners. ``language`` is what their app speaks, "" if unknown.
    ``lacks`` gives the Fluent ids of what the bot may not do in that place and needs. ``roles`` are the platform's.
    ``link``: the address of a message of that place, by the platform's name of it; "" where there is none.
    """

    access_roles: frozenset[AccessRole]
    files: CommandFiles
    language: str = ""
    lacks: Callable[[], tuple[str, ...]] = tuple[str, ...]
    roles: frozenset[str] = frozenset()
    link: Callable[[str], str] = lambda _: ""


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the door: who and where, and what they may do once inside."""

    incoming: Incoming
    sender: Sender
    here: Here
    admission: Admission

    @property
    def origin(self) -> Origin:
        return self.incoming.origin

    @property
    def access_roles(self) -> frozenset[AccessRole]:
        return access_roles_in(self.sender.access_roles, self.sender.roles, self.admission, self.here.person)


class Door:
    """Nobody but an owner gets past it in a place that no owner has opened. ``language`` is the house's own."""

    def __init__(
        self, engine: Engine, table: Table, speech: Speech, now: Callable[[], datetime], language: str
    ) -> None:
        self._engine = engine
        self._table = table
        self._speech = by_place(speech, table)
        self._now = now
        self._language = language
        self.open_thread: Callable[[Origin, str], Awaitable[Origin]] | None = None
        self.apart: Callable[[Origin], BoothOpener] | None = None
        self.ground: Callable[[Origin], Awaitable[tuple[Origin, str]]] | None = None

    async def visit(self, incoming: Incoming, sender: Sender) -> Visit:
        """Who is there."""
        here = await self._engine.places.resolve(incoming.origin)
        return Visit(incoming, sender, here, await access_actions.admission(self._engine.ctx, here))

    async def call(self, visit: Visit) -> CommandCall:
        """The use of a command that somebody is about to make."""
        known = await settings.current(self._engine.ctx, visit.here)
        speak = self.speaks(known.language.value, private=visit.here.private)
        return CommandCall(
            engine=self._engine,
            here=visit.here,
            name=visit.origin.person_name,
            speak=Offers(self._table, visit.access_roles).speaker(speak),
            access_roles=visit.access_roles,
            table=self._table,
            files=visit.sender.files,
            now=self._now().astimezone(ZoneInfo(known.timezone)),
            open_thread=partial(self.open_thread, visit.origin) if self.open_thread else None,
            apart=self.apart(visit.origin) if self.apart else None,
            circle_here=partial(self._circle_at, visit),
            replied="" if visit.incoming.kind is IncomingKind.BUTTON else visit.incoming.replied,
            since=self._engine.ctx.doors.generation,
            link=visit.sender.link,
            hears_all=not _UNHEARD.intersection(visit.sender.lacks()),
        )

    async def _circle_at(self, visit: Visit) -> tuple[Here, str]:
        """Where a circle lies that is opened by who is there, and of which kind it is. Raises NoCircleHere."""
        if self.ground is None:
            return visit.here, "place"
        origin, kind = await self.ground(visit.origin)
        return await self._engine.places.resolve(origin), kind

    async def speaker(self, here: Here) -> Speaker:
        """Who speaks as the person chose; else as they write; else as the place does, or their app."""
        return self.speaks((await settings.current(self._engine.ctx, here)).language.value, private=here.private)

    def speaks(self, language: str, *, private: bool) -> Speaker:
        """Who speaks a language as commands are typed in a place."""
        return self._speech[private].speaker(language)

    async def hears(self, visit: Visit, line: str = "", fields: Mapping[str, str] = NOTHING) -> None:
        """Notice in which language somebody writes.

        ``line`` is what is written, where it is not the text that arrived; ``fields`` are what a form gave.
        """
        incoming, admission = visit.incoming, visit.admission
        listens = incoming.addressed or (admission.may_talk and not admission.opted_out)
        if listens:
            noticed = self.noticed(incoming, visit.sender, line, fields)
            await settings.hear(self._engine.ctx, visit.here, noticed, self._guessed(incoming))

    def noticed(
        self, incoming: Incoming, sender: Sender, line: str = "", fields: Mapping[str, str] = NOTHING
    ) -> dict[SettingScope, str]:
        """What something that arrived tells of its sender's language.

        A Chinese command is answered so, and what follows, until the person says something, or calls one in English.
        """
        tongue = tongue_of(line or incoming.own_words, self._table, fields) if incoming.kind in _WRITES else Tongue()
        app = sender.language and (sender.language if sender.language in LANGUAGES else LANGUAGES[0])
        found = {scope: it for scope, it in ((SettingScope.WRITTEN, tongue.said), (SettingScope.APP, app)) if it}
        if tongue.said or tongue.named == _CHINESE or (tongue.named and not line):  # a form's line is nobody's words
            found[SettingScope.NAMED] = tongue.named if tongue.named == _CHINESE else ""
        return found

    def _guessed(self, incoming: Incoming) -> str:
        """The language of somebody of whom nothing is known yet. At a terminal set-up has asked for it."""
        typed = incoming.kind is IncomingKind.MESSAGE and incoming.origin.platform != _TERMINAL
        return LANGUAGES[0] if typed and named_in_english(incoming.own_words, self._table) else ""

    async def turned_away(self, visit: Visit) -> Reply | None:
        """Nobody opened this place: one line, and the owners hear of it. What is said waits for their yes.

        The right code opens it. None for who may talk by now.
        """
        if (coded := await self.by_code(visit)) is not None:
            return coded
        speak = await self.speaker(visit.here)
        if visit.incoming.addressed and visit.admission.access is not SpaceAccess.REFUSED:
            waits = _said(visit.incoming)
            if not await access_actions.wait(self._engine.ctx, visit.here, visit.incoming, waits, speak.language):
                return None
        asked = None
        if visit.incoming.addressed and visit.admission.access is SpaceAccess.NEW:
            asked = await self._asked(visit)
        if visit.incoming.kind is IncomingKind.MESSAGE:
            tells = visit.origin.private and await access_actions.refuse_once(self._engine.ctx, visit.here)
        else:
            tells = True  # a platform must answer a command or a button, and only its sender sees that
        if not tells:
            return replace(SILENT, owners=asked)
        line = speak.say("access-closed", access=await self._closed(visit))
        return spoken_in(speak, replace(told(line), private=True, owners=asked))

    async def _closed(self, visit: Visit) -> str:
        """Why nobody may talk here: an owner said so, or has not answered yet, or there is none to ask."""
        access = visit.admission.access
        if access is SpaceAccess.REFUSED or await access_actions.owners(self._engine.ctx, visit.here.platform):
            return access.value
        return UNOWNED

    async def by_code(self, visit: Visit) -> Reply | None:
        """What somebody hears who sends the owner's code, right or wrong; None for who sends none.

        A name that several people share cannot own. In a group that nobody opened only a command is answered.
        """
        incoming = visit.incoming
        code = code_in(incoming.text) if incoming.kind is not IncomingKind.BUTTON else ""
        if not code or visit.origin.person.startswith(_SHARED):
            return None
        claim = await access_actions.claim(
            self._engine.ctx, self._engine.owner_code, visit.here, code, meant=await self._means_code(visit, code)
        )
        match claim:
            case Claim.NONE:
                return None
            case Claim.RIGHT:
                return await self.welcomed(visit)
            case Claim.SPENT if incoming.kind is IncomingKind.MESSAGE:
                return SILENT
            case _:
                if not await self._engine.turns.first_time(incoming):
                    return SILENT
                speak = await self.speaker(visit.here)
                return spoken_in(speak, replace(told(speak.say(_OF_CODES[claim])), private=True))

    async def _means_code(self, visit: Visit, code: str) -> bool:
        """Whether an answer is due also where it is not the code: nobody else learns that there is one."""
        incoming = visit.incoming
        if incoming.kind is IncomingKind.MESSAGE and not visit.origin.private:
            return False
        if says_code(incoming.text):
            return True
        if visit.admission.may_talk or not is_code_like(code):
            return False
        return (
            await access_actions.unused_code(self._engine.ctx, self._engine.owner_code, visit.here.platform) is not None
        )

    async def welcomed(self, visit: Visit) -> Reply:
        """Somebody has become an owner."""
        await self._engine.turns.first_time(visit.incoming)
        visit = await self.visit(visit.incoming, visit.sender)
        call = await self.call(visit)
        reply = spoken_in(call.speak, await welcome(call, "access-owner"))
        if visit.origin.private:
            reply = replace(reply, owners=await who_waits(call))
        reply = replace(reply, then=partial(self._behind_welcome, visit.here, reply.then))
        return await self.with_question(visit, reply)

    async def _behind_welcome(self, here: Here, then: Callable[[], Awaitable[object]] | None) -> None:
        """Below a welcome stands how the story begins, and the answer to what the new owner said before the code.

        What else there is to tell stands behind the greeting.
        """
        if then is not None:
            await then()
            await sessions.begun(self._engine.ctx, here)
        access_actions.answer_waiting(self._engine.ctx)

    async def _asked(self, visit: Visit) -> Reply | None:
        """What the owners are asked about this place; None when they have been."""
        if not await access_actions.ask_once(self._engine.ctx, visit.here):
            return None
        return asking(visit.here, visit.origin, await self.to_owners(visit.here.platform), visit.sender.lacks())

    async def to_owners(self, platform: str) -> Speaker:
        """Who speaks to those who look after the house, in their language."""
        return self.speaks((await settings.language_of_owners(self._engine.ctx, platform)).value, private=True)

    async def with_question(self, visit: Visit, reply: Reply) -> Reply:
        """``reply`` and, where an owner talks in a place that is not open, once the question whether to open it."""
        new = visit.admission.owner and visit.admission.access is SpaceAccess.NEW
        if not new or not await access_actions.ask_once(self._engine.ctx, visit.here):
            return reply
        speak = await self.speaker(visit.here)
        question = asking(visit.here, visit.origin, speak, visit.sender.lacks())
        return _behind(reply, question)

    async def with_zone(self, visit: Visit, reply: Reply) -> Reply:
        """``reply`` and, to whoever first writes in private what depends on their zone, which one is theirs: once.

        Nothing waits for the answer. Who sits at a terminal is asked nothing: the machine knows.
        """
        if not await self._asks_zone(visit):
            return reply
        call = await self.call(visit)
        return _behind(reply, spoken_in(call.speak, await question(call, visit.sender.language)))

    async def ask_zone_behind(self, visit: Visit) -> None:
        """The same below the answer to what somebody has just said to the character."""
        if await self._asks_zone(visit):
            asked = await zone_asked(await self.call(visit), visit.sender.language)
            await linking.ask_behind(self._engine.ctx, self._engine.runner, visit.here, asked)

    async def _asks_zone(self, visit: Visit) -> bool:
        known = visit.admission.asked or not visit.admission.may_talk or not visit.origin.private
        if known or visit.here.platform == _TERMINAL:
            return False
        return await linking.ask_zone(self._engine.ctx, visit.here, visit.incoming.text)


def _said(incoming: Incoming) -> str:
    """What somebody says to the character with something that arrived; "" where it is a command or an aside."""
    if incoming.kind is not IncomingKind.MESSAGE:
        return ""
    match route(incoming.text):
        case ChatMessage(text):
            return text
        case _:
            return ""


def _behind(reply: Reply, question: Reply) -> Reply:
    """``reply`` with a question behind it."""
    return replace(
        reply,
        blocks=(*reply.blocks, *question.blocks),
        choices=(*reply.choices, *question.choices),
        tongue=question.tongue,
    )


def spoken_in(speak: Speaker, reply: Reply) -> Reply:
    """``reply`` with the language that it is in."""
    return replace(reply, tongue=reply.language or speak.language)
