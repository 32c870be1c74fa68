"""How much of its context a preset may use here, and what that would cost."""

from dataclasses import replace
from typing import Final

from engine.context import EngineContext
from engine.rules.allowance import hundred
from engine.rules.framework.budget import reply_tokens, room_of
from engine.turns.inputs.bounds import house_limits
from engine.turns.load import settings_here
from engine.values.characters.presets import Preset
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.models.models import RoleName

WIDER: Final = "preset-wider-budget"
"""The notice that a preset is made for more than is read here. Data: ``wider``, the budget that it could have."""
LARGEST: Final = 200_000
"""The largest budget that can be set."""


async def wider_budget(ctx: EngineContext, here: Here, preset: Preset) -> tuple[Notice, ...]:
    """That a preset is made for a longer prompt than the budget here lets through, and what a hundred messages of that
    length take at most; nothing for any other preset.

    The budget that is named fits the model that is asked first and what a prompt may have in all.
    """
    settings = await settings_here(ctx.db, ctx.defaults, here)
    limits = house_limits(ctx, settings)
    reply = reply_tokens(limits)
    wider = min(LARGEST, room_of(replace(limits, budget_tokens=LARGEST)).budget, (preset.max_context or 0) - reply)
    if wider <= limits.budget_tokens:
        return ()
    endpoint = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    cost = hundred(endpoint.price if endpoint else None, (wider, reply))
    told = {
        "context": preset.max_context or 0,
        "budget": limits.budget_tokens,
        "wider": wider,
        "tokens": cost.tokens,
        "dollars": "" if cost.dollars is None else f"{cost.dollars:,.2f}",
        "priced": str(cost.dollars is not None).lower(),
    }
    return (Notice(WIDER, told),)
