"""Who may do what, for people to read: made from the matrix itself."""

from typing import Final

from bot.commands.abilities import MATRIX, Standing
from bot.commands.arguments import spelled
from bot.commands.declared import Call, Command
from bot.commands.reply import Item, Listing, Reply
from bot.commands.standings import who_may

_STANDINGS: Final = (
    Standing.MEMBER, Standing.PLAYER, Standing.SESSION_OWNER, Standing.IMPORTER, Standing.ADMIN, Standing.OWNER
)  # fmt: skip


def rights(call: Call) -> Reply:
    """Who may do what: what each kind of person may do beyond those before."""
    items: list[Item] = []
    for standing in _STANDINGS:
        commands = [it for it in call.table if it.name in MATRIX and who_may(it.name) == standing.value]
        words = [f"/{spelled(it, call.speak)}" for it in commands]
        words += [text for it in call.table for text in _actions(call, it, standing)]
        if words:
            items.append(Item(call.speak.say("rights-who", who=standing.value), " · ".join(words)))
    return Reply((Listing(call.speak.say("rights-title"), tuple(items), call.speak.say("rights-hint")),))


def refusal(call: Call, ability: str) -> str:
    """That somebody may not, and who may."""
    return call.speak.say("not-allowed", who=who_may(ability), platform=call.here.platform)


def _actions(call: Call, command: Command, standing: Standing) -> list[str]:
    """The actions of a command that need more than the command itself."""
    own = who_may(command.name)
    return [
        f"/{spelled(command, call.speak)} {spelled(action, call.speak)}"
        for action in command.shown
        if who_may(command.action_ability(action)) == standing.value != own
    ]
