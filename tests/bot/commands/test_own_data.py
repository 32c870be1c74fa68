"""What somebody may do about their own data where nobody let them in."""

from dataclasses import replace

from engine.actions.house import settings
from engine.actions.people import forgetting
from engine.values.chats.incoming import IncomingKind
from tests.bot.visitor import Visitor, ann, controls_of, owner, words
from tests.servers.model import say

__all__ = ["ann", "owner"]


async def _known_from_the_inn(owner: Visitor) -> Visitor:
    """Somebody who spoke in an open group, in private, where nobody let them in."""
    inside = owner.named("bob", private=False)
    asked = await inside.says("Mira, hello")
    owner.model.script(say("Good evening."))
    async with owner.delivering():
        await owner.presses(next(it for it in controls_of(asked.owners) if "story" in it))
        await owner.model.arrived(1)
        await inside.idle()
    await settings.put(owner.engine.ctx, await owner.engine.places.resolve(inside.origin), "channel", "debounce", "0")  # type: ignore[arg-type]
    owner.model.script(say("Hello Bob."))
    await inside.says("Mira, my sister lives in Bergen.")
    await inside.idle()
    return owner.named("bob")


async def test_who_was_let_in_nowhere_else_may_be_forgotten(owner: Visitor) -> None:
    """Somebody known from a group asks in private to be forgotten, and hears that they may not come in."""
    bob = await _known_from_the_inn(owner)
    asked = await bob.says("/me forget")
    assert "2 messages in 1 chat" in words(asked)
    assert asked.owners is None
    assert asked.confirm
    assert not asked.choices, "they are no owner, and not asked like one"
    assert "Nothing was changed" in words(await bob.presses("no:"))
    assert (await bob.uses("/me export")).documents
    assert "Deleted: 2 messages" in words(await bob.presses(f"run:{asked.confirm.command}"))
    rows = await forgetting.counted(bob.engine.ctx, await bob.engine.places.resolve(bob.origin))
    assert rows.nothing
    assert "Nothing you said is stored" in words(await bob.says("/me forget"))


async def test_own_data_is_all_that_works_outside(owner: Visitor) -> None:
    """Whoever was in one group once would talk, store and read wherever they like."""
    bob = await _known_from_the_inn(owner)
    for line in ("/memory", "/me persona set Kai", "/me fact add I am tall.", "/help", "/me link"):
        assert "I'm not switched on here yet" in words(await bob.uses(line)), line
        assert "I'm not switched on here yet" in words(await bob.presses(f"run:{line}")), line
    filled = await bob.handler.fill(
        bob.incoming("", IncomingKind.COMMAND), bob.sender, "/me persona set", {"name": "K"}
    )
    assert "I'm not switched on here yet" in words(filled)


async def test_a_stranger_is_told_that_nothing_is_kept_of_them(owner: Visitor) -> None:
    """Somebody who asks what is known of them hears that a door is closed, or the owner is asked to open it."""
    eve = owner.named("eve")
    for line in ("/me", "/me forget", "/me export"):
        reply = await eve.says(line)
        assert "Nothing you said is stored" in words(reply)
        assert reply.owners is None
    assert "没有保存" in words(await replace(eve, language="zh").says("/我 忘掉我"))
    among_others = owner.named("eve", private=False)
    assert not (await among_others.says("/me forget")).speaks
