"""Who may do what: every command, action and button for everybody who may stand before the bot, by its real handler."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework import controls
from bot.commands.framework.abilities import MATRIX, AccessRole, allowed
from bot.commands.framework.access_roles import access_roles_in, who_may
from bot.commands.framework.controls import control
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.offering import Offers, offered_in
from bot.commands.framework.reply import Listing, Reply
from bot.commands.framework.run import run
from bot.commands.house.own_affairs import OWN
from engine.values.chats.places import Admission, SpaceAccess
from tests.bot.words.everybody import (
    EACH_STANDING,
    EVERYBODY,
    EVERYWHERE,
    SPEECH,
    STRANGERS,
    Doorstep,
    Standing,
    Who,
    doorstep,
    lines,
    words,
)
from tests.turns.room import said

__all__ = ["doorstep"]

REFUSED = "See who may do what: /help rights"
CLOSED = ("I'm not switched on here yet", "I'm switched off here")
NOTHING = "Nothing you said is stored here"


def refused(reply: Reply) -> bool:
    return REFUSED in words(reply)


def read(reply: Reply) -> Iterator[str]:
    """All that is read in an answer: what is said, titles and hints, and what is typed for a line of a list."""
    for block in reply.blocks:
        yield from (getattr(block, name, "") for name in ("text", "title", "hint"))
        if isinstance(block, Listing):
            yield from (it.key for it in block.items)


async def _wrong(it: Standing, way: Callable[[str], Awaitable[Reply]]) -> list[str]:
    """What is refused to those who may do it, or done for those who may not, where commands are used this way."""
    found = []
    for ability, line in lines():
        if line.startswith("/") and refused(await way(line)) is allowed(ability, it.who.is_):
            found.append(ability)
    return found


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_the_house_knows_who_is_there(doorstep: Doorstep, who: Who) -> None:
    """A role, a server of one's own or a claim would make somebody what they are not, or one's own story somebody's."""
    it = await doorstep.place(who)
    one_of_a_row = {MATRIX[ability]: (ability, line) for ability, line in lines() if line.startswith("/")}
    wrong = [
        ability for ability, line in one_of_a_row.values() if refused(await it.asks(line)) is allowed(ability, who.is_)
    ]
    assert wrong == []


@pytest.mark.share(3)
@pytest.mark.parametrize("who", EACH_STANDING, ids=lambda it: it.name)
async def test_everybody_may_do_what_the_matrix_says_and_nothing_else(doorstep: Doorstep, who: Who) -> None:
    """Somebody could take over a story that is not theirs, be kept from their own, or be offered what is refused."""
    it, offers = await doorstep.place(who), Offers(EVERYWHERE, who.is_)
    wrong: list[str] = []
    vain: list[tuple[str, str]] = []
    for ability, line in lines():
        assert ability in MATRIX, "a new command, action or button needs a row"
        reply = await it.asks(line)
        if refused(reply) is allowed(ability, who.is_):
            wrong.append(ability)
        assert not refused(reply) or reply.private, "a refusal is nobody else's business"
        vain += [(ability, found) for text in read(reply) for found in offered_in(text, EVERYWHERE)]
        vain += [(ability, one.control) for one in reply.choices if not offers.pressing(one.control)]
    assert wrong == []
    assert [found for found in vain if found[1] not in MATRIX or not allowed(found[1], who.is_)] == []


@pytest.mark.share(6)
@pytest.mark.parametrize("who", EACH_STANDING, ids=lambda it: it.name)
async def test_a_button_runs_only_what_its_presser_may(doorstep: Doorstep, who: Who) -> None:
    """A button under somebody else's answer would do for anybody what only its owner may."""
    it = await doorstep.place(who)
    assert await _wrong(it, lambda line: it.asks(control(controls.RUN, line))) == []


@pytest.mark.share(6)
@pytest.mark.parametrize("who", EACH_STANDING, ids=lambda it: it.name)
async def test_a_form_and_a_suggestion_too_are_for_those_who_may(doorstep: Doorstep, who: Who) -> None:
    """Who may not use a command fills in its form, or reads in its suggestions what is not for them."""
    it = await doorstep.place(who)
    assert await _wrong(it, it.fills) == []
    assert await it.handler.complete(it.origin, it.sender, "me language", "language", "")
    assert await it.handler.complete(it.origin, it.sender, "no such command", "language", "") == []


@pytest.mark.share(3)
@pytest.mark.parametrize("who", STRANGERS, ids=lambda it: it.name)
async def test_nobody_may_do_anything_in_a_place_that_is_not_open(doorstep: Doorstep, who: Who) -> None:
    """An admin of a server that the owner refused could spend the owner's money."""
    it = await doorstep.place(replace(who, begun=None) if who.private else who)  # a private chat is kept of them
    for ability, line in lines():
        own = ability in OWN or ability == "button no"
        assert words(await it.asks(line)).startswith((NOTHING,) if own else CLOSED), ability


@pytest.mark.share(3)
@pytest.mark.parametrize("who", STRANGERS, ids=lambda it: it.name)
async def test_what_is_kept_of_somebody_is_theirs_in_a_place_that_is_not_open(doorstep: Doorstep, who: Who) -> None:
    """Whoever left the only open place could never learn what is kept of them, or have it erased."""
    assert set(MATRIX) >= OWN
    it = await doorstep.place(who, said="Hello.")
    for ability, line in lines():
        if not line.startswith("/"):
            continue
        pressed = control(controls.RUN, line)
        for way in (line, pressed) if ability in OWN else (pressed,):  # what is typed besides is tried above
            reply = await it.asks(way)
            assert words(reply).startswith(CLOSED) is (ability not in OWN), ability
            assert not refused(reply), ability


@pytest.mark.parametrize("who", EVERYBODY, ids=lambda it: it.name)
async def test_talk_reaches_the_characters_from_those_who_may_talk(doorstep: Doorstep, who: Who) -> None:
    """Who has no role that may talk spends the owner's money all the same; or who has one is not heard."""
    it = await doorstep.place(who)
    reply = await it.says("Hello.")
    await it.room.idle()
    may = who.is_ != {AccessRole.MEMBER}
    assert said(await it.room.log(), by_people=True) == (["Hello."] if may else [])
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
    here = access_roles_in(
        given_, roles, Admission(owner=False, access=SpaceAccess.OPEN, asked=True, grants=tuple(grants)), 3
    )
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


async def test_people_can_read_the_matrix(doorstep: Doorstep) -> None:
    """Help names a command for people who may not use it, or leaves one out."""
    call = await _call(doorstep)
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


async def test_who_may_do_what_is_short_first(doorstep: Doorstep) -> None:
    """Somebody asks what they may do, and gets three screens."""
    call = replace(await _call(doorstep), access_roles=frozenset({AccessRole.MEMBER, AccessRole.PLAYER}))
    reply = await run(call, "help", "rights")
    [listing] = reply.blocks
    assert isinstance(listing, Listing)
    assert listing.title == "What you may do here"
    assert sum(len(it.text) + len(it.detail) + 2 for it in listing.items) < 400
    assert "/admin" not in repr(listing.items)
    assert [it.label for it in reply.choices][-2:] == ["Managers", "The owner"]
    assert (await run(call, "help", "权限 管理员")).blocks == (await run(call, "help", "rights admin")).blocks


async def _call(doorstep: Doorstep) -> CommandCall:
    """The use of a command in a private chat."""
    [dm] = [it for it in EVERYBODY if it.name == "dm"]
    it = await doorstep.place(dm)
    return await it.handler._door.call(await it.handler._door.visit(it.incoming(""), it.sender))
