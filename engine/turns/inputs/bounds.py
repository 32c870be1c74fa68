"""How much a chat can bear: its settings, and what the model that is asked first takes in."""

from engine.context import EngineContext
from engine.errors import MessageTooLong
from engine.rules.framework.budget import room_of
from engine.rules.framework.lighter import better_for, bound_of
from engine.rules.text.tokens import estimate, per_message
from engine.values.house.settings import Settings
from engine.values.models.models import RoleName
from engine.values.models.prompts import PromptLimits


def house_limits(ctx: EngineContext, settings: Settings) -> PromptLimits:
    """How much may be sent to the chat model that is asked first, as far as the settings of a chat say."""
    endpoint = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    return PromptLimits(
        budget_tokens=settings.budget_tokens,
        reply_max_tokens=settings.reply_max_tokens,
        context=ctx.gauges.context(endpoint) if endpoint else None,
        history_limit=settings.history_limit,
        memory_position=settings.memory_position,
        factor=ctx.gauges.factor(endpoint.model) if endpoint else 1.0,
        total_tokens=settings.total_tokens,
        history_characters=settings.history_characters,
        history_load_all=settings.history_load_all,
    )


def asked_first(ctx: EngineContext) -> str:
    """The name of the chat model that is asked first; "" where there is none."""
    return next((it.model for it in ctx.roles.endpoints(RoleName.CHAT)), "")


def check_length(ctx: EngineContext, settings: Settings, text: str) -> None:
    """Raises MessageTooLong for a message that no prompt of this chat could hold, whatever else is in it."""
    limits = house_limits(ctx, settings)
    limit = room_of(limits).hard
    tokens = estimate(text, limits.factor) + per_message(limits.factor)
    if tokens > limit:
        bound = bound_of(limits, tokens)
        better = better_for(limits, tokens, bound)
        raise MessageTooLong(length=len(text), tokens=tokens, limit=limit, bound=bound.value, better=better)
