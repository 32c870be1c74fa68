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
    cast = await _playing(call)
    words = {True: call.speak.say("char-builtin"), False: ""}
    items = tuple(
        Item(info.name, words[info.builtin], str(info.id), info.id in cast)
        for info in await call.engine.characters.list(call.here)
    )
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("char-list", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("char-list-hint")),))


async def show(call: Call) -> Reply:
    """What a card says, each part cut to a few lines."""
    card = await call.engine.characters.show(call.here, (await named_or_playing(call)).id)
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


async def named_or_playing(call: Call) -> _Named:
    """The character that was named, else the first who plays here. Raises NothingCalled, SeveralCalled."""
    return await find_character(call, call.text("character") or next(map(str, await _playing(call)), ""))


async def _playing(call: Call) -> tuple[int, ...]:
    """Who plays in the chat that is open, by number: several may have the same name."""
    infos = await call.engine.sessions.list(call.here)
    return next((info.cast for info in infos if info.current), ())
