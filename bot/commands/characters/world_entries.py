"""The entries of a world book: a list of them with their switches, one as it is, and which of them is meant."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.commands.characters.worlds import find_world
from bot.commands.framework import controls
from bot.commands.framework.arguments import row
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import both_pages
from bot.commands.framework.picking import Pickable
from bot.commands.framework.reply import Listing, ListItem, Paragraph, QuotedText, Reply, ReplyChoice, page_of
from bot.commands.people.abouts import SWITCH
from bot.commands.story.story import shortened
from engine.actions.characters import world_editing
from engine.actions.characters import worlds as worlds_actions
from engine.errors import NothingCalled, SeveralCalled
from engine.service.parts import cut
from engine.values.characters.entry_fields import BOOK_FIELDS, ENTRY_FIELDS, EntryField, EntryFieldKind
from engine.values.characters.worlds import WorldBook, WorldEntry, WorldInfo

LIST: Final = "/scene world show"
_LONG: Final = 3_000
_SHORT: Final = 300
OF_CHAT: Final = "chat"
"""Characters of a text that are shown, and of another field."""


@dataclass(frozen=True, slots=True)
class OpenBook:
    """A book with its entries; ``keys`` are what people type to mean one, by uid: its uid, or else its place."""

    found: Pickable[WorldInfo]
    book: WorldBook
    keys: Mapping[str, str]

    @property
    def name(self) -> str:
        return shortened(self.book.name or self.found.name)

    def line(self, action: str, entry: WorldEntry | None = None, more: str = "") -> str:
        """A command line about an entry, or about the book, as people type it."""
        return _line(action, str(self.found.number), self.keys[entry.uid] if entry else "", more)

    def button(
        self, action: str, label: str, entry: WorldEntry | None = None, more: str = "", alone: str = ""
    ) -> ReplyChoice:
        """A button that does it, whatever number the book has by then."""
        said = _line(action, row(self.found.row), self.keys[entry.uid] if entry else "", more)
        control = controls.control(controls.RUN, said)
        return ReplyChoice(control, label, typed=self.line(action, entry, more), alone=alone)


async def open_book(call: CommandCall, given: str) -> OpenBook:
    """The book that ``given`` names, with its entries. Raises NothingCalled, SeveralCalled, NoLongerThere."""
    found = await find_world(call, given)
    book = await worlds_actions.show(call.ctx, call.here, found.row)
    return OpenBook(found, book, _keys(book))


async def meant(call: CommandCall) -> tuple[OpenBook, WorldEntry]:
    """The book and the entry that a use names. Raises NothingCalled, SeveralCalled, NoLongerThere."""
    opened = await open_book(call, call.text("book"))
    return opened, find_entry(call, opened, call.text("entry"))


def find_entry(call: CommandCall, opened: OpenBook, given: str) -> WorldEntry:
    """The entry that ``given`` means: by its number in the list, its title or a part of that, or one of its keys.

    Raises NothingCalled, SeveralCalled.
    """
    typed = given.strip().casefold()
    every = opened.book.entries
    if numbered := [it for it in every if typed.removeprefix("#") == opened.keys[it.uid].casefold()]:
        return numbered[0]
    for fits in (
        [it for it in every if it.comment.strip().casefold() == typed],
        [it for it in every if typed and typed in it.comment.casefold()],
        [it for it in every if typed in {key.casefold() for key in it.keys}],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            found = call.speak.say("list-comma").join(opened.keys[it.uid] for it in fits[:8])
            raise SeveralCalled(name=given[:64], found=found)
    raise NothingCalled(name=given[:64], command=opened.line(LIST), kind="entry")


async def show(call: CommandCall) -> Reply:
    """The entries of a book: what each listens to, where it stands, and how it begins; buttons switch and change it."""
    return listing(call, await open_book(call, call.text("book")), call.number("page", 1))


def listing(call: CommandCall, opened: OpenBook, page: int) -> Reply:
    """The same of a book that was read."""
    shown, page, pages = page_of(opened.book.entries, page)
    items = tuple(_item(call, opened, it) for it in shown)
    count = len(opened.book.entries)
    title = call.speak.say("world-shown", name=opened.name, count=count, page=page, pages=pages)
    add = opened.button("/scene world add", call.speak.say("world-button-add"))
    held = world_editing.own_fields(opened.book)
    own = [
        call.speak.say(
            "with-colon", before=call.speak.say(f"world-book-field-{name}"), behind=_book_value(call, field, held[name])
        )
        for name, field in BOOK_FIELDS.items()
        if held[name] != OF_CHAT
    ]
    return Reply(
        (Listing(title, items, "\n".join(own)),),
        choices=(add, *both_pages(call.speak, f"{LIST} {row(opened.found.row)}", page, pages)),
    )


async def entry(call: CommandCall) -> Reply:
    """One entry: every field that is not as in a new one, and its text."""
    return shown(call, *await meant(call))


def shown(call: CommandCall, opened: OpenBook, it: WorldEntry, said: str = "") -> Reply:
    """The same of an entry that was read; ``said``: what has become of it."""
    speak = call.speak
    held = world_editing.typed(it)
    usual = world_editing.typed(WorldEntry(it.uid))
    lines = [
        speak.say("with-colon", before=speak.say(f"world-field-{name}"), behind=cut(worded(call, name, value), _SHORT))
        for name, value in held.items()
        if value != usual[name] and name not in ("title", "text")
    ]
    title = speak.say("world-entry-title", title=titled(call, it), book=opened.name, number=opened.keys[it.uid])
    state = [speak.say("world-entry-off")] if not it.enabled else []
    blocks = (*([Paragraph(said)] if said else []), Paragraph("\n".join((title, *state, *lines))))
    text = (QuotedText(cut(it.content, _LONG)),) if it.content.strip() else ()
    return Reply((*blocks, *text), choices=_choices(call, opened, it))


def _book_value(call: CommandCall, field: EntryField, value: str) -> str:
    return call.speak.say(f"world-value-{value}") if value in words_in(field) else value


def titled(call: CommandCall, it: WorldEntry) -> str:
    """What an entry is called."""
    return shortened(it.comment) or shortened(call.speak.say("list-comma").join(it.keys)) or _unnamed(call)


def worded(call: CommandCall, name: str, value: str) -> str:
    """A value of a field, in the person's language where it is made of words of ours."""
    words = words_of(name)
    said = [call.speak.say(f"world-value-{it}") if it in words else it for it in value.split(", ")]
    return call.speak.say("list-comma").join(said) if words else value


def words_of(name: str) -> tuple[str, ...]:
    """The words of ours that a field of an entry may hold."""
    return words_in(ENTRY_FIELDS[name])


def words_in(field: EntryField) -> tuple[str, ...]:
    """The words of ours that a field may hold."""
    return (
        *field.choices,
        *(SWITCH if field.kind is EntryFieldKind.SWITCH else ()),
        *(("chat",) if field.chat else ()),
    )


def _changing(call: CommandCall, opened: OpenBook, it: WorldEntry) -> tuple[ReplyChoice, ...]:
    say, key = call.speak.say, opened.keys[it.uid]
    switch = "off" if it.enabled else "on"
    labels = [
        (say(f"world-button-{deed}", number=key), say(f"world-button-{deed}-alone", number=key))
        for deed in ("edit", switch)
    ]
    return (
        opened.button("/scene world edit", labels[0][0], it, alone=labels[0][1]),
        opened.button("/scene world switch", labels[1][0], it, switch, alone=labels[1][1]),
    )


def _choices(call: CommandCall, opened: OpenBook, it: WorldEntry) -> tuple[ReplyChoice, ...]:
    say, switch = call.speak.say, "off" if it.enabled else "on"
    return (
        opened.button("/scene world edit", say("world-button-edit-this"), it),
        opened.button("/scene world switch", say(f"world-button-{switch}-this"), it, switch),
        opened.button("/scene world fields", say("world-button-fields"), it),
        opened.button("/scene world delete-entry", say("world-button-delete"), it),
        opened.button(LIST, say("world-button-entries")),
    )


def _item(call: CommandCall, opened: OpenBook, it: WorldEntry) -> ListItem:
    speak = call.speak
    keys = speak.say("list-comma").join(it.keys[:6])
    what = "off" if not it.enabled else "constant" if it.constant else "keys" if keys else "none"
    detail = speak.say(
        "world-entry",
        listens=what,
        keys=shortened(keys),
        place=it.position.name.lower().replace("_", "-"),
        depth=it.depth,
        words=shortened(it.content),
    )
    opens = opened.button("/scene world entry", titled(call, it), it)
    name = shortened(it.comment) or _unnamed(call)
    return ListItem(name, detail, opened.keys[it.uid], choices=_changing(call, opened, it), opens=opens)


def _unnamed(call: CommandCall) -> str:
    return call.speak.say("world-entry-unnamed")


def _line(action: str, book: str, key: str, more: str) -> str:
    return " ".join(it for it in (action, book, key, more) if it)


def _keys(book: WorldBook) -> dict[str, str]:
    """Their uids, unless one of them is no number: then their places in the list."""
    if all(it.uid.isdecimal() for it in book.entries):
        return {it.uid: it.uid for it in book.entries}
    return {it.uid: str(place) for place, it in enumerate(book.entries, 1)}
