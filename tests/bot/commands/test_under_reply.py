"""What is offered under a reply that several people read: to each what they may do with it."""

from tests.bot.commands.test_undoing import Tavern, tavern
from tests.bot.visitor import Visitor, ann, controls_of, owner

__all__ = ["ann", "owner", "tavern"]


async def rest(tavern: Tavern, who: Visitor) -> list[str]:
    """What the menu under the newest reply offers somebody, without where that lies."""
    buttons = [it.control for part in tavern.surface.parts() for row in part.buttons for it in row]
    more = [it for it in buttons if it.startswith("more:")][-1]
    return [it.partition(":")[0] for it in controls_of(await who.presses(more))]


async def test_undo_is_offered_to_whoever_may(tavern: Tavern) -> None:
    """A bystander would press a button only to read that others wrote this."""
    await tavern.exchange(tavern.ann, "I open the door.", "It creaks.")
    assert "undo" in await rest(tavern, tavern.ann)
    assert "undo" in await rest(tavern, tavern.owner)
    offered = await rest(tavern, tavern.bob)
    assert offered
    assert "undo" not in offered
    await tavern.exchange(tavern.bob, "I knock.", "Nobody answers.")
    assert "undo" in await rest(tavern, tavern.bob)
    assert "undo" not in await rest(tavern, tavern.ann)
