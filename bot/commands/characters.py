"""Characters: who there is, what a card says, who plays."""

from dataclasses import dataclass
from typing import Final

from bot.commands.declared import Call
from bot.commands.picking import pick
from bot.commands.reply import Item, Listing, Paragraph, Reply, Scene, page_of
from bot.commands.story import shortened

_SHOWN: Final = ("description", "personality", "scenario", "first_greeting", "creator_notes")
_LONG: Final = 400


@dataclass(frozen=True, slots=True)
class _Named:
    number: int
    name: str

    @property
    def id(self) -> int:
        return self.number


async def find_character(call: Call, given: str) -> _Named:
    """The character that ``given`` names. Raises NothingCalled, SeveralCalled."""
    return pick(await _all(call), given, "/char")


async def characters(call: Call) -> Reply:
    """Who there is to talk to."""
    cast = await playing(call)
    words = {True: call.speak.say("char-builtin"), False: ""}
    items = tuple(
        Item(info.name, words[info.builtin], str(info.id), info.name in cast)
        for info in await call.engine.characters.list(call.here)
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("char-list", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("char-list-hint")),))


async def show(call: Call) -> Reply:
    """What a card says, each part cut to a few lines."""
    given = call.text("character") or next(iter(await playing(call)), "")
    card = await call.engine.characters.show(call.here, (await find_character(call, given)).id)
    fields = ((name, getattr(card, name)) for name in _SHOWN)
    items = tuple(
        Item(call.speak.say(f"char-field-{name.replace('_', '-')}"), shortened(text, _LONG))
        for name, text in fields
        if text
    )
    tags = call.speak.say("list-comma").join(card.tags[:8])
    title = call.speak.say("char-card", name=card.name, tags=tags) if tags else card.name
    return Reply((Listing(title, items),))


async def use(call: Call) -> Reply:
    """Begin a chat with another character."""
    character = await find_character(call, call.text("character"))
    view = await call.engine.characters.use(call.here, call.name, character.id)
    return Reply((Paragraph(call.speak.say("chats-new", character=view.character)), Scene(view)))


async def _all(call: Call) -> list[_Named]:
    return [_Named(info.id, info.name) for info in await call.engine.characters.list(call.here)]


async def playing(call: Call) -> tuple[str, ...]:
    """Who plays in the chat that is open."""
    infos = await call.engine.sessions.list(call.here)
    return next((info.characters for info in infos if info.current), ())
