"""The house: status, leaving."""

import math

from bot import __version__
from bot.commands.budgets import used_words
from bot.commands.declared import Call
from bot.commands.reply import Item, Listing, Reply, page_of, told
from bot.commands.story import chat_title
from bot.commands.waiting import waiting_lines
from bot.localise import Speaker
from engine.values.allowances import Reach
from engine.values.models import RoleName
from engine.values.status import ModelStatus


async def status(call: Call) -> Reply:
    """What is open, and which models answer."""
    now, speak = await call.engine.status.status(call.here), call.speak
    items = await _order(call)
    if view := now.view:
        chat = speak.say("status-chat-is", title=chat_title(view.title, speak), character=view.character)
        length = speak.say("status-messages-is", messages=now.messages, branch=str(view.branch))
        items += [Item(speak.say("status-chat"), chat), Item(speak.say("status-messages"), length)]
    if now.last and now.last.prompt_tokens is not None:
        cost = speak.say(
            "status-last-is",
            prompt=now.last.prompt_tokens,
            reply=now.last.reply_tokens or 0,
            seconds=f"{now.last.seconds:.1f}",
        )
        items.append(Item(speak.say("status-last"), cost))
    if not call.here.private:
        listens = "yes" if (await call.engine.settings.current(call.here)).listen else "no"
        items.append(Item(speak.say("status-listens"), speak.say("status-listens-is", listens=listens)))
    items += [Item(speak.say("status-warning"), speak.say("why-warning", kind=kind)) for kind in now.warnings]
    items += waiting_lines(call, now.due, now.failing)
    items += [_model(model, speak) for model in now.models]
    if not any(model.role is RoleName.CHAT for model in now.models):
        items.append(Item(speak.say("status-role-chat"), speak.say("status-no-model")))
    shown, page, pages = page_of(tuple(items), call.number("page", 1))
    title = speak.say("status-title", version=__version__)
    if pages == 1:
        return Reply((Listing(title, shown),))
    more = speak.say("status-more", page=page + 1) if page < pages else ""
    return Reply((Listing(speak.say("status-page", version=__version__, page=page, pages=pages), shown, more),))


async def _order(call: Call) -> list[Item]:
    """What comes first: that it is silent here, and what is left of what may be used today."""
    speak = call.speak
    items: list[Item] = []
    if (await call.engine.access.admission(call.here)).paused:
        items.append(Item(speak.say("status-paused"), speak.say("status-paused-is")))
    left = [it for it in await call.engine.allowances.list(call.here, Reach.PERSON) if it.allowance.limits]
    if left:
        items.append(Item(speak.say("status-budget"), used_words(call, max(left, key=lambda it: it.share))))
    return items


def _model(model: ModelStatus, speak: Speaker) -> Item:
    at = model.endpoint
    text = speak.say(
        "status-role-is", endpoint=at.name, model=at.model, context=at.context or 0, rests=math.ceil(model.rests)
    )
    return Item(speak.say(f"status-role-{model.role.value}"), text)


async def leave(call: Call) -> Reply:
    """Say goodbye; the chat goes on at the next start."""
    return Reply(told(call.speak.say("house-goodbye")).blocks, leave=True)
