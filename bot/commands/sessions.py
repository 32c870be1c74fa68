"""Chats: new ones, the list, and what is done with one."""

from dataclasses import dataclass

from bot.commands.characters import find_character
from bot.commands.declared import Call
from bot.commands.picking import pick
from bot.commands.reply import Confirm, Item, Listing, Paragraph, Reply, Scene, page_of, told
from engine.values.sessions import SessionInfo, SessionStatus

_PUT_AWAY = (SessionStatus.ARCHIVED, SessionStatus.TRASHED)


@dataclass(frozen=True, slots=True)
class _Named:
    number: int
    name: str
    info: SessionInfo


async def new(call: Call) -> Reply:
    """Begin a new chat, with the same character or another."""
    given = call.text("character")
    character = (await find_character(call, given)).id if given else None
    view = await call.engine.sessions.new(call.here, call.name, character)
    return Reply((Paragraph(call.speak.say("chats-new", character=view.character)), Scene(view)))


async def chats(call: Call) -> Reply:
    """The chats of this place, the newest first."""
    return await _listed(call, (SessionStatus.ACTIVE,), "chats-list", "chats-list-hint")


async def archived(call: Call) -> Reply:
    """What was put away or thrown away."""
    return await _listed(call, _PUT_AWAY, "chats-archived-list", "chats-archived-list-hint")


async def switch(call: Call) -> Reply:
    """Go on with another chat."""
    info = await _find(call, call.text("chat"), (SessionStatus.ACTIVE, *_PUT_AWAY))
    view = await call.engine.sessions.switch(call.here, info.key.session)
    return Reply((Paragraph(call.speak.say("chats-opened", title=view.title)), Scene(view)))


async def rename(call: Call) -> Reply:
    """Give the chat that is open another title."""
    await call.engine.sessions.rename(call.here, call.text("title"))
    return told(call.speak.say("chats-renamed", title=call.text("title")))


async def archive(call: Call) -> Reply:
    """Put a chat away."""
    info = await _chosen(call)
    await call.engine.sessions.archive(call.here, info.key.session)
    return await _left(call, "chats-archive-done", info)


async def trash(call: Call) -> Reply:
    """Throw a chat away, after a question; it is kept for 30 days."""
    info = await _chosen(call)
    if not call.flag("yes"):
        question = call.speak.say("chats-trash-sure", title=info.title, messages=info.messages)
        return Reply((), Confirm(question, f"/chats trash {info.key.session} yes"))
    await call.engine.sessions.trash(call.here, info.key.session)
    return await _left(call, "chats-trash-done", info)


async def _left(call: Call, message: str, info: SessionInfo) -> Reply:
    """What was done with ``info``; where it was open, what is played now instead."""
    said = Paragraph(call.speak.say(message, title=info.title or call.speak.say("chats-untitled")))
    if not info.current:
        return Reply((said,))
    view = await call.engine.sessions.open(call.here, call.name)
    return Reply((said, Scene(view)))


async def _listed(call: Call, statuses: tuple[SessionStatus, ...], title: str, hint: str) -> Reply:
    infos = await call.engine.sessions.list(call.here, statuses)
    if not infos:
        return told(call.speak.say("chats-none"))
    items = tuple(_item(call, info) for info in infos)
    shown, page, pages = page_of(items, call.number("page", 1))
    return Reply((Listing(call.speak.say(title, page=page, pages=pages), shown, call.speak.say(hint)),))


def _item(call: Call, info: SessionInfo) -> Item:
    detail = call.speak.say(
        "chats-item",
        characters=", ".join(info.characters),
        messages=info.messages,
        ago=call.speak.ago(info.touched_at, call.now),
        status=info.status.value,
    )
    return Item(info.title or call.speak.say("chats-untitled"), detail, str(info.key.session), info.current)


async def _chosen(call: Call) -> SessionInfo:
    """The chat that was named, else the one that is open."""
    if given := call.text("chat"):
        return await _find(call, given, (SessionStatus.ACTIVE, *_PUT_AWAY))
    view = await call.engine.sessions.open(call.here, call.name)
    return await _find(call, str(view.session), (SessionStatus.ACTIVE,))


async def _find(call: Call, given: str, statuses: tuple[SessionStatus, ...]) -> SessionInfo:
    infos = await call.engine.sessions.list(call.here, statuses)
    return pick([_Named(info.key.session, info.title, info) for info in infos], given, "/chats").info
