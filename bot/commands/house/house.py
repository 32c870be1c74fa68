"""The house: status, leaving."""

import math
from typing import Final

from bot import __version__
from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Reply, page_of, told
from bot.commands.house.budgets import share_words, used_words
from bot.commands.house.costs import prompts_words
from bot.commands.house.waiting import waiting_lines
from bot.commands.story.story import chat_title
from bot.words.localise import Speaker
from engine.actions.house import access, allowances, settings
from engine.actions.house.status import status as status_action
from engine.values.house.allowances import AllowanceReach
from engine.values.house.shares import CircleFigures
from engine.values.house.status import ModelStatus
from engine.values.models.models import RoleName
from engine.values.people.writing_first import FirstFigures

_SHORTEST: Final = 0.1
"""Seconds that one figure behind the point can tell."""


async def status(call: CommandCall) -> Reply:
    """What is open, and which models answer."""
    now, speak = await status_action(call.ctx, call.here), call.speak
    items = await _silence_and_budget(call)
    if view := now.view:
        chat = speak.say("status-chat-is", title=chat_title(view.title, speak), character=view.character)
        length = speak.say("status-messages-is", messages=now.messages, branch=str(view.branch))
        items += [ListItem(speak.say("status-chat"), chat), ListItem(speak.say("status-messages"), length)]
    if now.last and now.last.prompt_tokens is not None:
        cost = speak.say(
            "status-last-is",
            prompt=now.last.prompt_tokens,
            reply=now.last.reply_tokens or 0,
            seconds=f"{now.last.seconds:.1f}",
            short="yes" if now.last.seconds < _SHORTEST else "no",
        )
        items.append(ListItem(speak.say("status-last"), cost))
    if now.prompts:
        items.append(ListItem(speak.say("status-prompts"), prompts_words(now.prompts, speak)))
    if not call.here.private:
        listens = "yes" if (await settings.current(call.ctx, call.here)).listen else "no"
        items.append(ListItem(speak.say("status-listens"), speak.say("status-listens-is", listens=listens)))
    items += [ListItem(speak.say("status-warning"), speak.say("why-warning", kind=kind)) for kind in now.warnings]
    items += waiting_lines(call, now.due, now.failing)
    if now.first and call.here.private and (now.first.people or now.first.written):
        items.append(_written_first(now.first, speak))
    if now.circle and call.here.private and now.circle.characters:
        items.append(_posted(now.circle, speak))
    owner = call.here.private and AccessRole.OWNER in call.access_roles
    items += [_model(model, speak, owner=owner) for model in now.models]
    if not any(model.role is RoleName.CHAT for model in now.models):
        items.append(ListItem(speak.say("status-role-chat"), speak.say("status-no-model")))
    shown, page, pages = page_of(tuple(items), call.number("page", 1))
    title = speak.say("status-title", version=__version__)
    if pages == 1:
        return Reply((Listing(title, shown),))
    more = speak.say("status-more", page=page + 1) if page < pages else ""
    return Reply((Listing(speak.say("status-page", version=__version__, page=page, pages=pages), shown, more),))


async def _silence_and_budget(call: CommandCall) -> list[ListItem]:
    """What comes first: that it is silent here, and what is left of what may be used today."""
    speak = call.speak
    items: list[ListItem] = []
    if (await access.admission(call.ctx, call.here)).paused:
        items.append(ListItem(speak.say("status-paused"), speak.say("status-paused-is")))
    left = [it for it in await allowances.listed(call.ctx, call.here, AllowanceReach.PERSON) if it.allowance.limits]
    if left:
        items.append(ListItem(speak.say("status-budget"), used_words(call, max(left, key=lambda it: it.share))))
    return items


def _model(model: ModelStatus, speak: Speaker, *, owner: bool) -> ListItem:
    """A model and how it is; where it runs is for an ``owner`` who reads it alone."""
    at = model.endpoint
    where = at.name if owner else "none"
    text = speak.say(
        "status-role-is", endpoint=where, model=at.model, context=at.context or 0, rests=math.ceil(model.rests)
    )
    return ListItem(speak.say(f"status-role-{model.role.value}"), text)


def _written_first(first: FirstFigures, speak: Speaker) -> ListItem:
    """How much characters write by themselves, all over the house."""
    text = speak.say(
        "status-first-is",
        people=first.people,
        planned=first.planned,
        written=first.written,
        **share_words(first.share),
    )
    return ListItem(speak.say("status-first"), text)


def _posted(circle: CircleFigures, speak: Speaker) -> ListItem:
    """How much characters post in circles, all over the house."""
    figures = {"characters": circle.characters, "written": circle.written, **share_words(circle.share)}
    return ListItem(speak.say("status-circle"), speak.say("status-circle-is", **figures))


async def leave(call: CommandCall) -> Reply:
    """Say goodbye; the chat goes on at the next start."""
    return Reply(told(call.speak.say("house-goodbye")).blocks, leave=True)
