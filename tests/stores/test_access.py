"""Who may talk: the owner's code, places that open and close."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from engine.actions.house import access, settings
from engine.actions.house.access import OwnerCode
from engine.actions.house.tries import CODE_LETTERS, MOST_TRIES, TRY_SECONDS
from engine.app import Engine
from engine.config import Config
from engine.errors import NoSuchSpace, NotOwner
from engine.values.chats.incoming import Here
from engine.values.chats.places import Admission, Claim, SpaceAccess
from engine.values.house.settings import Mode
from engine.work.clock import SystemClock
from tests.conftest import Sql
from tests.connections import engine_at
from tests.turns.room import new_origin

CODE = "open-sesame-42"


class Hands(SystemClock):
    """A clock that moves by hand."""

    def __init__(self) -> None:
        self.at = 1_000.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture(scope="module")
async def engine(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    async with _engine(database_url, tmp_path_factory.mktemp("data")) as engine:
        yield engine


def _engine(database_url: str, folder: Path, name: str = "test"):
    config = Config(database_url=SecretStr(database_url), data_dir=folder, owner_code=SecretStr(CODE))
    return engine_at(config, name=name, platforms={})


async def _arrive(engine: Engine, platform: str = "", *, person: str = "ann", private: bool = True) -> Here:
    fresh = new_origin()
    origin = replace(fresh, platform=platform or fresh.platform, space=f"s-{fresh.platform}", person=person)
    return await engine.places.resolve(replace(origin, private=private))


async def test_the_code_makes_one_owner_a_platform(engine: Engine, sql: Sql) -> None:
    """The bot obeys nobody, or everybody who saw the code over somebody's shoulder."""
    ann = await _arrive(engine)
    assert await access.unused_code(engine.ctx, engine.owner_code, ann.platform) == CODE
    assert await access.claim(engine.ctx, engine.owner_code, ann, "open-sesame-43") is Claim.NONE
    assert await access.claim(engine.ctx, engine.owner_code, ann, "open-sesame-43", meant=True) is Claim.WRONG
    assert await access.admission(engine.ctx, ann) == Admission(owner=False, access=SpaceAccess.NEW)
    assert await access.claim(engine.ctx, engine.owner_code, ann, " OPEN sesame42 ") is Claim.RIGHT
    assert await access.claim(engine.ctx, engine.owner_code, ann, CODE) is Claim.AGAIN
    assert await access.admission(engine.ctx, ann) == Admission(owner=True, access=SpaceAccess.OPEN)
    assert await access.unused_code(engine.ctx, engine.owner_code, ann.platform) is None
    assert await access.owners(engine.ctx, ann.platform) == ["ann"]
    bob = await _arrive(engine, ann.platform, person="bob")
    assert await access.claim(engine.ctx, engine.owner_code, bob, CODE) is Claim.WRONG, (
        "used codes are as wrong as others"
    )
    assert not (await access.admission(engine.ctx, bob)).may_talk
    elsewhere = await _arrive(engine)
    assert await access.claim(engine.ctx, engine.owner_code, elsewhere, CODE) is Claim.RIGHT, "one use on each platform"
    assert [it["act"] for it in await sql("SELECT act FROM audit WHERE space_id = $1", ann.space)] == ["claim"]


async def test_the_code_opens_no_group(engine: Engine) -> None:
    """An owner who types the code in a group lets everybody there spend their money."""
    ann = await _arrive(engine, private=False)
    assert await access.claim(engine.ctx, engine.owner_code, ann, CODE) is Claim.RIGHT
    assert await access.admission(engine.ctx, ann) == Admission(owner=True, access=SpaceAccess.NEW)
    assert (await access.admission(engine.ctx, ann)).may_talk
    other = await engine.places.resolve(replace(new_origin(), platform=ann.platform, space="other", person="ann"))
    assert (await access.admission(engine.ctx, other)).may_talk, "owners are heard everywhere"


async def test_owners_open_and_close_spaces(engine: Engine, sql: Sql) -> None:
    """A server stays silent for ever, or cannot be silenced; or anybody may decide it."""
    owner = await _arrive(engine)
    await access.claim(engine.ctx, engine.owner_code, owner, CODE)
    bob = await _arrive(engine, owner.platform, person="bob", private=False)
    for decide in (access.open_space, access.close_space):
        with pytest.raises(NotOwner):
            await decide(engine.ctx, bob, bob.space)
    with pytest.raises(NotOwner):
        await access.spaces(engine.ctx, bob)
    assert await access.ask_once(engine.ctx, bob)
    assert not await access.ask_once(engine.ctx, bob)
    assert bob.space in {it.id for it in await access.spaces(engine.ctx, owner, waiting=True)}
    opened = (await access.open_space(engine.ctx, owner, bob.space, Mode.LOUNGE)).space
    assert (opened.access, opened.platform) == (SpaceAccess.OPEN, owner.platform)
    assert (await access.admission(engine.ctx, bob)).may_talk
    assert (await settings.current(engine.ctx, bob)).mode is Mode.LOUNGE
    assert bob.space not in {it.id for it in await access.spaces(engine.ctx, owner, waiting=True)}
    assert (await access.close_space(engine.ctx, owner, bob.space)).access is SpaceAccess.REFUSED
    assert not (await access.admission(engine.ctx, bob)).may_talk
    assert not await access.ask_once(engine.ctx, bob), "the owners have answered"
    with pytest.raises(NoSuchSpace):
        await access.open_space(engine.ctx, owner, 10**12)
    acts = await sql("SELECT act FROM audit WHERE space_id = $1 ORDER BY id", bob.space)
    assert [it["act"] for it in acts] == ["open", "setting", "close"]


async def test_a_stranger_is_told_once_a_day(engine: Engine, sql: Sql) -> None:
    """Everybody who says hello floods the chat with the same line."""
    bob = await _arrive(engine, person="bob")
    assert await access.refuse_once(engine.ctx, bob)
    assert not await access.refuse_once(engine.ctx, bob)
    await sql("UPDATE person SET refused_at = now() - interval '25 hours' WHERE id = $1", bob.person)
    assert await access.refuse_once(engine.ctx, bob)


async def test_at_home_nobody_asks(engine: Engine) -> None:
    """The person at their own terminal is a stranger there."""
    here = await _arrive(engine)
    await access.at_home(engine.ctx, here)
    assert await access.admission(engine.ctx, here) == Admission(owner=True, access=SpaceAccess.OPEN)


async def test_another_process_sees_it_within_seconds(engine: Engine, database_url: str, tmp_path: Path) -> None:
    """A server that was opened from the terminal stays shut until the daemon is restarted."""
    bob = await _arrive(engine, person="bob", private=False)
    async with _engine(database_url, tmp_path, "other") as other:
        hands = Hands()
        other.ctx.doors._clock = hands
        assert not (await access.admission(other.ctx, bob)).may_talk
        await access.at_home(engine.ctx, bob)
        hands.at += 5.1
        assert (await access.admission(other.ctx, bob)).may_talk


def test_a_made_code_can_be_read_out() -> None:
    """A code with O and 0 is typed wrong three times and locks its owner out."""
    made = {OwnerCode("", SystemClock()).shown for _ in range(50)}
    assert len(made) == 50
    for code in made:
        left, right = code.split("-")
        assert len(left) == len(right) == 5
        assert set(left + right) <= set(CODE_LETTERS)
        assert OwnerCode(code, SystemClock()).judge(1, code.lower().replace("-", " ")) is Claim.RIGHT
    assert not set(CODE_LETTERS) & set("IL1O0")


def test_guessing_is_slow() -> None:
    """A stranger tries codes until one fits."""
    hands = Hands()
    code = OwnerCode(CODE, hands)
    assert {code.judge(1, f"open-sesame-{n:02}") for n in range(MOST_TRIES)} == {Claim.NONE}
    assert code.judge(1, CODE) is Claim.NONE, "even the right one has to wait"
    assert code.judge(2, CODE) is Claim.RIGHT, "others need not"
    hands.at += TRY_SECONDS + 1
    assert code.judge(1, CODE) is Claim.RIGHT


def test_who_types_the_code_wrong_hears_it_and_not_for_ever() -> None:
    """A typing slip meets silence; or whoever guesses gets an answer to each guess, and learns how long the code is."""
    hands = Hands()
    code = OwnerCode(CODE, hands)
    short, long = "open-42", f"{CODE}-and-more"
    tried = [code.judge(1, it, meant=True) for it in (short, CODE[:-1] + "3", long, short, long)]
    assert tried == [Claim.WRONG] * MOST_TRIES
    assert [code.judge(1, CODE, meant=True) for _ in range(3)] == [Claim.WAIT, Claim.SPENT, Claim.SPENT]
    hands.at += TRY_SECONDS + 1
    assert code.judge(1, short, meant=True) is Claim.WRONG
    assert code.judge(1, CODE, meant=True) is Claim.RIGHT


def test_small_talk_is_no_try() -> None:
    """An owner who says hello a few times before the code is locked out of their own house."""
    code = OwnerCode(CODE, Hands())
    assert {code.judge(1, "hello") for _ in range(50)} == {Claim.NONE}
    assert code.judge(1, CODE) is Claim.RIGHT
