"""Where the value of a setting comes from, as the list says it."""

from bot.commands.framework.reply import Listing, Reply
from tests.bot.visitor import Visitor, ann, owner

__all__ = ["ann", "owner"]


def details(*replies: Reply) -> dict[str, str]:
    """What the list says of each setting behind its name."""
    items = [it for reply in replies for block in reply.blocks if isinstance(block, Listing) for it in block.items]
    return {name: origin for name, _, origin in (it.detail.partition(" ") for it in items)}


async def test_nobody_is_told_that_they_set_what_they_did_not(owner: Visitor) -> None:
    """Somebody reads that they chose a language that their app told, or that the mode comes from the mode."""
    said = details(await owner.uses("/settings"), await owner.uses("/settings 2"))
    assert said["mode"] == "(default)"
    assert said["language"] in ("(told by your app)", "(as you write)")
    await owner.uses("/settings mode lounge")
    await owner.uses("/me language en")
    said = details(await owner.uses("/settings"), await owner.uses("/settings 2"))
    assert (said["mode"], said["language"]) == ("(set here)", "(set by you)")


async def test_a_mode_says_in_words_how_many_messages_a_reply_is(owner: Visitor) -> None:
    """“Bubbles: 3 messages → 0 messages” reads as if no answer would come any more."""
    [*_, changed] = (await owner.uses("/mode story")).blocks
    assert isinstance(changed, Listing)
    assert "Message bubbles: up to 3 messages → one message" in [it.text for it in changed.items]
    await owner.uses("/me language zh")
    await owner.uses("/mode chat")
    [*_, changed] = (await owner.uses("/mode story")).blocks
    assert isinstance(changed, Listing)
    assert [it.text for it in changed.items if "最多 3 条 → 一条" in it.text]
