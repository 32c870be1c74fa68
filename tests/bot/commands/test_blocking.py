"""Blocked people and words, as whoever looks after a server uses them."""

import pytest

from engine.actions.chats import sessions
from engine.actions.people import forgetting
from engine.rules.text.screening import COVER
from tests.bot.commands.test_order import ADMIN, Somebody, words
from tests.bot.commands.test_order import owner as _owner
from tests.servers.model import say

owner = _owner
"""A server that is open, with its owner."""


@pytest.fixture
async def admin(owner: Somebody) -> Somebody:
    """Who looks after it."""
    return owner.named("Bob", ADMIN)


async def stored(it: Somebody) -> str:
    here = await it.engine.places.resolve(it.origin)
    view = await sessions.open_here(it.engine.ctx, here, "Cleo")
    return "\n".join(line.text for line in view.spoken)


async def test_who_is_blocked_is_not_heard(owner: Somebody, admin: Somebody) -> None:
    """Somebody is blocked, and goes on talking, or what they write is kept and answered later."""
    guest = owner.named("Cleo")
    await guest.says("Hello?")
    await guest.idle()
    assert "Cleo is blocked on this server" in words(await admin.uses("/admin block Cleo"))
    assert "A manager has blocked you" in words(await guest.says("Why?"))
    assert words(await guest.says("Say something!")) == "", "told once a day"
    assert "A manager has blocked you" in words(await guest.uses("/again"))
    await guest.idle()
    assert len(owner.model.generations) == 1
    assert "Why?" not in await stored(owner)
    assert "Cleo" in words(await admin.uses("/admin blocked"))
    assert "no longer blocked" in words(await admin.uses("/admin unblock Cleo"))
    await guest.says("I am back.")
    await guest.idle()
    assert len(owner.model.generations) == 2
    listed = words(await admin.uses("/admin audit"))
    assert "Blocked somebody here" in listed
    assert "Unblocked somebody here" in listed


@pytest.mark.parametrize("asked", ["/admin block", "/admin unblock", "/admin block all"])
async def test_who_names_nobody_is_told_how(admin: Somebody, asked: str) -> None:
    """The command does not say whom it is about; the answer tells of a person called "?"."""
    found = words(await admin.uses(asked))
    assert "Nobody is blocked here" in found
    assert "/admin block @name" in found


async def test_to_be_forgotten_does_not_lift_it(owner: Somebody, admin: Somebody) -> None:
    """Whoever is blocked asks to be forgotten, comes back as somebody new, and goes on."""
    guest = owner.named("Cleo")
    await guest.says("Hello?")
    await guest.idle()
    await admin.uses("/admin block Cleo")
    assert "/me forget" in words(await guest.uses("/again"))
    assert "There is" not in words(await guest.uses("/me forget yes")), "what is theirs they may take away"
    here = await owner.engine.places.resolve(guest.origin)
    await forgetting.forget_me(owner.engine.ctx, owner.engine.runner, here)
    assert "A manager has blocked you" in words(await guest.uses("/again"))
    assert "Cleo" in words(await admin.uses("/admin blocked"))


async def test_who_may_not_block_whom(owner: Somebody, admin: Somebody) -> None:
    """A guest blocks a manager, a manager the owner, or somebody in every server of the house."""
    guest = owner.named("Cleo")
    await guest.says("Hello?")
    await owner.says("Hello!")
    assert "managers" in words(await guest.uses("/admin block Bob"))
    assert "can't be blocked" in words(await admin.uses(f"/admin block {owner.origin.person}"))
    assert "can't be blocked" in words(await admin.uses("/admin block Bob"))
    assert "Only the owner" in words(await admin.uses("/admin block Cleo all")) or "owner" in words(
        await admin.uses("/admin block Cleo all")
    )
    assert "Nobody called" in words(await admin.uses("/admin block Nobody"))
    assert "everywhere" in words(await owner.uses("/admin block Cleo all"))


async def test_blocked_words_in_all_that_people_read_and_write(owner: Somebody, admin: Somebody) -> None:
    """A blocked word goes into a note, a name or a memory, or an answer to a command shows it."""
    guest = owner.named("Cleo")
    owner.model.answer = lambda _: say("To Zanzibar!")
    await guest.says("Where to?")
    await guest.idle()
    assert "blocked now" in words(await admin.uses("/admin words add zanzibar"))
    assert "Zanzibar" not in words(await guest.uses("/recap"))
    assert "a word that is blocked" in words(await guest.says("To ZANZIBAR?"))
    assert "a word that is blocked" in words(await guest.uses("/memory add We go to Zan\u200bzibar."))
    assert "a word that is blocked" in words(await owner.says("Zanzibar it is.")), "it holds for everybody"
    await guest.says("Where?")
    await guest.idle()
    assert f"To {COVER * 8}!" in await stored(owner)
    assert "zanzibar" in words(await admin.uses("/admin words"))
    assert "managers" in words(await guest.uses("/admin words"))
    assert "Blocked a word" in words(await admin.uses("/admin audit"))
    assert "zanzibar" not in words(await admin.uses("/admin audit")).lower()
    assert "may be said again" in words(await admin.uses("/admin words remove Zanzibar"))
    assert "at least two letters" in words(await admin.uses("/admin words add a"))
    assert words(await guest.says("To Zanzibar?")) == ""
    await guest.idle()
    assert len(owner.model.generations) == 3
