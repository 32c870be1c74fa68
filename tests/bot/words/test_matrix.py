"""Who may do what: every command, action and button for everybody who may stand before the bot, by its real handler."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework import controls
from bot.commands.framework.abilities import MATRIX, AccessRole
from bot.commands.framework.access_roles import standings_in, who_may
from bot.commands.framework.controls import Control, control
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import Listing
from bot.commands.framework.run import run
from bot.commands.framework.table import COMMANDS
from bot.commands.house.own_affairs import OWN
from bot.handler import Handler, Sender
from bot.terminal.files import DiskFiles
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.chats.places import Admission, SpaceAccess
from engine.values.house.allowances import Grant
from engine.values.people.rights import PersonalData
from tests.bot.conftest import SPEECH, now
from tests.bot.fakes import HERE, NOW, FakeAccess, FakeEngine

EVERYWHERE = Table([it for it in COMMANDS if not it.platforms or it.name == "start"], "telegram")
REFUSED = "See who may do what: /help rights"
CLOSED = ("I'm not switched on here yet", "I'm switched off here")
NOTHING = "Nothing you said is stored here"
SERVER = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
DM = SERVER | {AccessRole.DM}
KEEPER = SERVER | {AccessRole.ADMIN}
TALKERS = (("7", Grant.TALK.value), ("8", Grant.IMPORT.value), ("9", Grant.ADMIN.value))


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody: what the platform says of them (standings, roles), what the house knows, and what they are here."""

    name: str
    given: frozenset[AccessRole]
    admission: Admission
    is_: frozenset[AccessRole]
    roles: frozenset[str] = frozenset()
    private: bool = False


def admitted(**more: Any) -> Admission:
    return Admission(**{"owner": False, "access": SpaceAccess.OPEN, "asked": True, **more})


EVERYBODY = (
    Who("owner", SERVER, admitted(owner=True), SERVER | {AccessRole.OWNER}),
    Who("admin", KEEPER, admitted(), KEEPER),
    Who(
        "admin by role",
        SERVER,
        admitted(grants=TALKERS),
        SERVER - {AccessRole.PLAYER} | {AccessRole.ADMIN},
        frozenset("9"),
    ),
    Who("session owner", SERVER, admitted(begun_by=HERE.person), SERVER | {AccessRole.SESSION_OWNER}),
    Who("importer", SERVER, admitted(grants=TALKERS), SERVER | {AccessRole.IMPORTER}, frozenset("78")),
    Who("player", SERVER, admitted(begun_by=99), SERVER),
    Who("player by role", SERVER, admitted(grants=TALKERS), SERVER, frozenset("7")),
    Who("member", SERVER, admitted(grants=TALKERS), frozenset({AccessRole.MEMBER})),
    Who("member who began it", SERVER, admitted(grants=TALKERS, begun_by=HERE.person), frozenset({AccessRole.MEMBER})),
    Who("dm", DM, admitted(), DM, private=True),
    Who("admin of another server", SERVER, admitted(), SERVER),
    Who("who claims to own the house", SERVER | {AccessRole.OWNER, AccessRole.SESSION_OWNER}, admitted(), SERVER),
)
STRANGERS = tuple(
    Who(f"{name} where it is {access}", given, admitted(access=access, begun_by=HERE.person, grants=TALKERS), given)
    for access in (SpaceAccess.NEW, SpaceAccess.ASKED, SpaceAccess.REFUSED)
    for name, given in (("admin", KEEPER), ("dm", DM))
)


@dataclass
class Known(FakeAccess):
    """The house as it knows somebody."""

    who: Who
    refused: list[Here] = field(default_factory=list)

    async def admission(self, here: Here) -> Admission:
        return self.who.admission

    async def ask_once(self, here: Here) -> bool:
        return False

    async def owners(self, platform: str) -> list[str]:
        return ["ann"]

    async def refuse_once(self, here: Here) -> bool:
        self.refused.append(here)
        return True


@dataclass
class Kept:
    """What there is of whoever asks: so many messages."""

    messages: int

    async def holdings(self, here: Here) -> PersonalData:
        return PersonalData(self.messages, 0, 0, 0, 0, 1)


def lines() -> Iterator[tuple[str, str]]:
    """Every ability with a way to ask for it."""
    for command in EVERYWHERE:
        yield command.name, f"/{command.name}"
        yield from ((command.action_ability(it), f"/{command.name} {it.name}") for it in command.actions)
    yield from ((Control(name).ability, control(name, "1")) for name in controls.NAMES)


async def ask(who: Who, line: str, kind: IncomingKind | None = None, kept: int = 0) -> Any:
    engine: Any = FakeEngine()
    engine.access = Known(who)
    engine.rights = Kept(kept)
    handler = Handler(engine, EVERYWHERE, SPEECH, now, "en")
    origin = Origin("telegram", "s", "c", "p", "Mo", private=who.private)
    sender = Sender(who.given, DiskFiles(), roles=who.roles)
    if kind is IncomingKind.MESSAGE:
        return engine, await handler.hear(Incoming(origin, "e", line, NOW, 1), sender)
    if line.startswith("/"):
        return await handler.use(Incoming(origin, "e", line, NOW, 1, IncomingKind.COMMAND), sender)
    return await handler.press(Incoming(origin, "e", line, NOW, 1, IncomingKind.BUTTON), sender)


def words(reply: Any) -> str:
    return "\n".join(getattr(it, "text", "") for it in reply.blocks)


def refused(reply: Any) -> bool:
    return REFUSED in words(reply)


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_everybody_may_do_what_the_matrix_says_and_nothing_else(who: Who) -> None:
    """Somebody could take over a story that is not theirs, or be kept from their own."""
    wrong: list[str] = []
    for ability, line in lines():
        assert ability in MATRIX, "a new command, action or button needs a row"
        reply = await ask(who, line)
        if refused(reply) is bool(MATRIX[ability] & who.is_):
            wrong.append(ability)
        assert not refused(reply) or reply.private, "a refusal is nobody else's business"
    assert wrong == []


@pytest.mark.parametrize("who", STRANGERS, ids=lambda it: it.name)
async def test_nobody_may_do_anything_in_a_place_that_is_not_open(who: Who) -> None:
    """An admin of a server that the owner refused could spend the owner's money."""
    for ability, line in lines():
        own = ability in OWN or ability == "button no"
        assert words(await ask(who, line)).startswith((NOTHING,) if own else CLOSED), ability


@pytest.mark.parametrize("who", STRANGERS, ids=lambda it: it.name)
async def test_what_is_kept_of_somebody_is_theirs_in_a_place_that_is_not_open(who: Who) -> None:
    """Whoever left the only open place could never learn what is kept of them, or have it erased."""
    assert set(MATRIX) >= OWN
    for ability, line in lines():
        if not line.startswith("/"):
            continue
        for way in (line, control(controls.RUN, line)):
            reply = await ask(who, way, kept=1)
            assert words(reply).startswith(CLOSED) is (ability not in OWN), ability
            assert not refused(reply), ability


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_a_button_runs_only_what_its_presser_may(who: Who) -> None:
    """A button under somebody else's answer would do for anybody what only its owner may."""
    wrong = [
        ability
        for ability, line in lines()
        if line.startswith("/")
        and refused(await ask(who, control(controls.RUN, line))) is bool(MATRIX[ability] & who.is_)
    ]
    assert wrong == []


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_a_form_and_a_suggestion_too_are_for_those_who_may(who: Who) -> None:
    """Who may not use a command fills in its form, or reads in its suggestions what is not for them."""
    engine: Any = FakeEngine()
    engine.access = Known(who)
    handler = Handler(engine, EVERYWHERE, SPEECH, now, "en")
    origin = Origin("telegram", "s", "c", "p", "Mo", private=who.private)
    sender = Sender(who.given, DiskFiles(), roles=who.roles)
    for ability, line in lines():
        if not line.startswith("/"):
            continue
        may = bool(MATRIX[ability] & who.is_)
        filled = await handler.fill(Incoming(origin, "e", line, NOW, 1, IncomingKind.COMMAND), sender, line, {})
        assert refused(filled) is not may, ability
    languages = await handler.complete(origin, sender, "me language", "language", "")
    others = await handler.complete(origin, sender, "no such command", "language", "")
    assert languages
    assert others == []


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_talk_reaches_the_characters_from_those_who_may_talk(who: Who) -> None:
    """Who has no role that may talk spends the owner's money all the same; or who has one is not heard."""
    engine, reply = await ask(who, "Hello.", IncomingKind.MESSAGE)
    may = who.is_ != {AccessRole.MEMBER}
    assert bool(engine.turns.accepted) is may
    assert ("Only some people" in words(reply)) is not may


@given(
    st.frozensets(st.sampled_from(AccessRole)),
    st.frozensets(st.sampled_from("789")),
    st.frozensets(
        st.tuples(st.sampled_from(["7", "8", "9", "admins", "everyone"]), st.sampled_from(["talk", "import"]))
    ),
)
def test_no_platform_and_no_role_makes_an_owner(
    given_: frozenset[AccessRole], roles: frozenset[str], grants: frozenset[tuple[str, str]]
) -> None:
    """A mistake in one platform's code, or an admin with a role of their own, would give the house away."""
    here = standings_in(given_, roles, admitted(grants=tuple(grants)), 3)
    assert AccessRole.OWNER not in here
    assert AccessRole.SESSION_OWNER not in here
    assert AccessRole.ADMIN not in here or AccessRole.ADMIN in given_


def test_a_refusal_says_who_may() -> None:
    """Somebody is refused and has nobody to ask."""
    speak = SPEECH.speaker("en")
    said = {ability: speak.say("not-allowed", who=who_may(ability), platform="discord") for ability in MATRIX}
    assert "owner of this bot" in said["admin spaces"]
    assert "this server's managers" in said["admin budget"]
    assert "started this chat" in said["load"]
    assert "people who may import" in said["import"]
    assert "talk here" in said["again"]


async def test_people_can_read_the_matrix() -> None:
    """Help names a command for people who may not use it, or leaves one out."""
    call = await _call(FakeEngine())
    read: dict[str, list[str]] = {}
    for standing in AccessRole:
        for page in range(1, 9):
            [listing] = (await run(call, "help", f"rights {standing.value} {page}")).blocks
            assert isinstance(listing, Listing)
            assert len(listing.items) <= 8
            read.setdefault(standing.value, []).extend(f"{it.text} {it.detail}" for it in listing.items)
    for command in EVERYWHERE:
        own = who_may(command.name)
        assert any(it.split(" ")[0] == f"/{command.name}" for it in read[own]), command.name
        for action in command.shown:
            whose = who_may(command.action_ability(action))
            if whose != own:
                assert any(it.startswith(f"/{command.name} ") and action.name in it for it in read[whose]), action.name


async def test_who_may_do_what_is_short_first() -> None:
    """Somebody asks what they may do, and gets three screens."""
    call = replace(await _call(FakeEngine()), standings=frozenset({AccessRole.MEMBER, AccessRole.PLAYER}))
    reply = await run(call, "help", "rights")
    [listing] = reply.blocks
    assert isinstance(listing, Listing)
    assert listing.title == "What you may do here"
    assert sum(len(it.text) + len(it.detail) + 2 for it in listing.items) < 400
    assert "/admin" not in repr(listing.items)
    assert [it.label for it in reply.choices][-2:] == ["Managers", "The owner"]
    assert (await run(call, "help", "权限 管理员")).blocks == (await run(call, "help", "rights admin")).blocks


async def _call(engine: Any) -> Any:
    handler = Handler(engine, EVERYWHERE, SPEECH, now, "en")
    origin = Origin("telegram", "s", "c", "p", "Mo", private=True)
    visit = await handler._door.visit(Incoming(origin, "e", "", NOW, 1), Sender(DM, DiskFiles()))
    return await handler._door.call(visit)
