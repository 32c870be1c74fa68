"""Chats: new ones, the list, and what is done with one."""

from collections.abc import Mapping

from bot.commands.characters.characters import find_character
from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import turning, wanted
from bot.commands.framework.picking import Pickable, example_of, pick
from bot.commands.framework.reply import (
    SILENT,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    Reply,
    ReplyChoice,
    Retelling,
    told,
)
from bot.commands.story.story import begun, chat_title, shortened, with_story
from engine.actions.chats import sessions
from engine.actions.memory import finding
from engine.values.chats.sessions import DELETED_KEPT, SessionInfo, SessionName, SessionStatus
from engine.values.paging import Wanted

_ACTIVE = (SessionStatus.ACTIVE,)
_PUT_AWAY = (SessionStatus.ARCHIVED, SessionStatus.TRASHED)
_BUTTON = 20


async def new(call: CommandCall) -> Reply:
    """Begin a new chat, with the same character or another."""
    given = call.text("character")
    character = (await find_character(call, given)).row if given else None
    return begun(call, await sessions.new(call.ctx, call.runner, call.here, call.name, character))


async def chats(call: CommandCall) -> Reply:
    """The chats of this place, the newest first."""
    return await _listed(call, _ACTIVE, "chats-list", wanted(call.args.get("page")), "/chats")


async def search(call: CommandCall) -> Reply:
    """The chats that have some words in their title, wherever they are kept."""
    words = call.text("words")
    part = wanted(call.args.get("page"), words)
    return await _listed(call, tuple(SessionStatus), "chats-found", part, f"/chats search {words}")


async def archived(call: CommandCall) -> Reply:
    """What was put away or thrown away."""
    return await _listed(call, _PUT_AWAY, "chats-archived-list", wanted(call.args.get("page")), "/chats archived")


async def switch(call: CommandCall) -> Reply:
    """Go on with another chat."""
    info = await _find(call, call.text("chat"))
    view = await sessions.switch(call.ctx, call.runner, call.here, info.key.session)
    if call.delivered:
        return SILENT
    return Reply((Paragraph(call.speak.say("chats-opened", title=chat_title(view.title, call.speak))), Retelling(view)))


async def rename(call: CommandCall) -> Reply:
    """Give a chat another title: the one that is named, else the one that is open."""
    named = await _find(call, call.text("chat")) if call.text("chat") else None
    title = await sessions.rename(call.ctx, call.here, call.text("title"), named.key.session if named else None)
    message = "chats-renamed" if named is None else "chats-renamed-one"
    return told(call.speak.say(message, title=chat_title(title, call.speak), number=str(named.number if named else "")))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What that chat is called."""
    return {"title": (await _chosen(call)).title}


async def archive(call: CommandCall) -> Reply:
    """Put a chat away."""
    info = await _chosen(call)
    await sessions.put_away(call.ctx, call.runner, call.here, info.key.session, SessionStatus.ARCHIVED)
    return await _left(call, "chats-archive-done", info)


async def trash(call: CommandCall) -> Reply:
    """Throw a chat away, after a question; it is kept for 30 days."""
    info = await _chosen(call)
    if not call.flag("yes"):
        held = await sessions.holdings(call.ctx, call.here, info.key.session)
        title = chat_title(info.title, call.speak)
        counts = {name: getattr(held, name) for name in ("messages", "branches", "saves", "memories", "places")}
        question = call.speak.say("chats-trash-counted", title=title, date=call.now + DELETED_KEPT, **counts)
        return Reply((), Confirm(question, f"/chats trash {info.number} yes"))
    await sessions.put_away(call.ctx, call.runner, call.here, info.key.session, SessionStatus.TRASHED)
    return await _left(call, "chats-trash-done", info)


async def _left(call: CommandCall, message: str, info: SessionName) -> Reply:
    """What was done with ``info``; where it was open, what is played now instead."""
    title = chat_title(info.title, call.speak)
    said = Paragraph(call.speak.say(message, title=title, number=str(info.number), date=call.now + DELETED_KEPT))
    if not info.current:
        return Reply((said,))
    return await with_story(call, Reply((said,)))


async def _listed(call: CommandCall, statuses: tuple[SessionStatus, ...], title: str, part: Wanted, line: str) -> Reply:
    found = await sessions.page(call.ctx, call.here, statuses, part)
    speak = call.speak
    if not found.total:
        none = speak.say("chats-not-found", words=shortened(part.words)) if part.words else ""
        return told(none or speak.say("chats-none"))
    choices = tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"/chats open {session.number}"),
            _button(call, session),
            key=str(session.number),
        )
        for session in found.items
        if not session.current
    )
    words = shortened(part.words)
    text = speak.say(title, words=words, total=found.total, page=found.page, pages=found.pages)
    items = tuple(_item(call, it) for it in found.items)
    hint = speak.say(f"{title}-hint" if not part.words else "chats-list-hint", number=example_of(items))
    pages = turning(speak, line, found)
    return Reply((Listing(text, items, hint),), choices=(*choices, *pages))


def _button(call: CommandCall, info: SessionInfo) -> str:
    return f"{info.number} · {shortened(chat_title(info.title, call.speak), _BUTTON)}"


def _item(call: CommandCall, info: SessionInfo) -> ListItem:
    detail = call.speak.say(
        "chats-item",
        characters=call.speak.say("list-comma").join(info.characters),
        messages=info.messages,
        ago=call.speak.ago(info.touched_at, call.now),
        status=info.status.value,
    )
    if info.trashed_at is not None:
        detail = f"{detail} · {call.speak.say('chats-empties', date=call.local(info.trashed_at) + DELETED_KEPT)}"
    return ListItem(chat_title(info.title, call.speak), detail, str(info.number), info.current)


async def _chosen(call: CommandCall) -> SessionName:
    """The chat that was named, else the one that is open."""
    if given := call.text("chat"):
        return await _find(call, given)
    await sessions.open_here(call.ctx, call.here, call.name)
    open_here = await sessions.played(call.ctx, call.here)
    return await _find(call, str(open_here.number if open_here else ""))


async def _find(call: CommandCall, given: str) -> SessionName:
    found = await finding.sessions_called(call.ctx, call.here, given)
    return pick([Pickable(it.key.session, it.number, it.title, it) for it in found], given, "/chats").info
