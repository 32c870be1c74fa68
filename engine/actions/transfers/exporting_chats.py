"""A session as a chat file of SillyTavern: what came from one goes out as it came, what was added since behind it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.actions.chats.heads import HeadLine
from engine.context import EngineContext
from engine.db.characters import worlds
from engine.db.chats import log, sessions
from engine.db.chats.log import BranchVersion
from engine.errors import InputError
from engine.rules.acts import books_of, injects_of, is_hidden, note_of, scenario_of, timers_of, variables_of
from engine.rules.formats.chats.chat_lines import read_line
from engine.values.characters.lore_timers import LoreTimers, Timer
from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import Entry, EntryKind, EntryStatus, Place, said_by
from engine.values.chats.incoming import Here
from engine.values.transfers.chats import ChatFile, ChatLine

EVERYTHING = 1_000_000
NO_FILE: Mapping[str, Any] = {}
"""What is known of a file when there was none."""
_NO_NAME = "unused"
"""What newer versions of SillyTavern write for both names in a header."""


@dataclass(frozen=True, slots=True)
class _Source:
    """What the lines of a chat are made from."""

    raws: Mapping[int, Any]
    versions: Mapping[Place, Sequence[BranchVersion]]
    hides: Sequence[Entry]
    characters: Mapping[int, str]
    people: Mapping[int, str]

    def called(self, entry: Entry) -> str:
        """Whoever said something, by the name that the file has for them, else by their own."""
        if entry.person is not None:
            return self.people.get(entry.person) or entry.person_name or "?"
        return self.characters.get(entry.character or 0) or "?"


async def chat_file(ctx: EngineContext, here: Here, at: HeadLine) -> tuple[str, ChatFile]:
    """The title of a session, and all of the line that ``at`` stands on."""
    key = at.channel_head.session_key
    said = await log.messages(ctx.db, key, at.line, EVERYTHING)
    names, raws = await cast_names(ctx, at), await log.raws(ctx.db, key, at.line)
    imported: Mapping[str, Any] = next((raw for raw in raws.values() if "header" in raw), NO_FILE)
    people, characters = _names_in_file(said, raws, imported)
    source = _Source(
        raws,
        await _versions(ctx, at),
        await log.acts(ctx.db, key, at.line, [EntryKind.HIDE]),
        {**names, **characters},
        people,
    )
    lines = tuple(_line(it, source) for it in said if it.status is not EntryStatus.EMPTY)
    user = next((it.person_name for it in reversed(said) if it.person_name), "User")
    acts, books = at.acts, await _book_names(ctx, here)
    timers = timers_of(acts)
    file = ChatFile(
        user_name=imported.get("user") or user,
        character_name=imported.get("character") or names.get(at.character or 0, ""),
        lines=lines,
        note=note_of(acts),
        injects=injects_of(acts),
        variables=tuple(variables_of(acts).local.items()),
        timers=LoreTimers(_named(timers.sticky, books), _named(timers.cooldown, books)),
        world=next((books[f"book:{it}"] for it in books_of(acts) if f"book:{it}" in books), ""),
        scenario=scenario_of(acts),
        header=imported.get("header", {}),
    )
    return await sessions.title(ctx.db, key), file


def _names_in_file(
    said: Sequence[Entry], raws: Mapping[int, Any], imported: Mapping[str, Any]
) -> tuple[dict[int, str], dict[int, str]]:
    """What the file that a chat came from calls people and characters; nothing where there was none.

    Where it has several names for one of them, the one of its header, else the one it has most often.
    """
    found: tuple[dict[int, Counter[str]], dict[int, Counter[str]]] = ({}, {})
    for entry in said:
        name = (raws.get(entry.place.seq) or NO_FILE).get("name")
        if isinstance(name, str) and name.strip():
            who = entry.person if entry.person is not None else entry.character or 0
            found[entry.person is None].setdefault(who, Counter())[name] += 1
    stated = [str(imported.get(it) or "") for it in ("user", "character")]
    headed = ["" if it == _NO_NAME else it for it in stated]
    people, characters = (
        {who: wanted if wanted in names else names.most_common(1)[0][0] for who, names in those.items()}
        for those, wanted in zip(found, headed, strict=True)
    )
    first = next((it.person for it in said if it.person is not None), None)
    if not people and headed[0] and first is not None:  # the file was not with anybody who had spoken yet
        people[first] = headed[0]
    return people, characters


def _line(entry: Entry, source: _Source) -> ChatLine:
    """A message as a line: the one it came as, with the text that people see and the versions that were added.

    Another version of a line of the file is that line too: what the file says besides its words stays with it.
    """
    said = entry.text if entry.raw is None else entry.raw
    by_person = entry.person is not None
    versions = () if by_person else source.versions.get(entry.place, ())
    files = [source.raws.get(entry.place.seq), *(it.file for it in versions)]
    line = next((found for raw in files if (found := _as_it_came(raw)) is not None), None)
    line = line or ChatLine(source.called(entry), by_person, said, said_at=entry.said_at)
    swipes = list(line.swipes)
    if entry.revised and swipes:
        swipes[line.chosen] = said
    others = [said if it.place == entry.place else it.text for it in versions]
    before = swipes or ([line.text] if others and line.raw else [])
    more = [it for it in dict.fromkeys((*others, *((said,) if versions or swipes else ()))) if it not in before]
    swipes = [*before, *more]
    stays = line.chosen < len(swipes) and swipes[line.chosen] == said
    chosen = line.chosen if stays or said not in swipes else swipes.index(said)
    hidden = is_hidden(source.hides, entry.place.seq)
    return replace(
        line, text=said, swipes=tuple(swipes) if len(swipes) > 1 else line.swipes, chosen=chosen, hidden=hidden
    )


def _as_it_came(raw: Any) -> ChatLine | None:
    if not raw or ("mes" not in raw and "swipes" not in raw):
        return None
    try:
        return read_line(raw)
    except InputError:
        return None


async def _versions(ctx: EngineContext, at: HeadLine) -> Mapping[Place, Sequence[BranchVersion]]:
    """The versions of each reply that has several, by its place, in the order in which people turn to them.

    What people did goes along to another reply and lies before it, so that not all of them follow the same fork. One
    that two forks have in common joins what follows both.
    """
    grouped: dict[tuple[int | None, int], dict[Place, BranchVersion]] = {}
    for version in await log.versions(ctx.db, at.channel_head.session_key):
        grouped.setdefault((version.parent, version.forked_at), {})[version.place] = version
    joined: dict[Place, dict[Place, BranchVersion]] = {}
    for found in grouped.values():
        for one in [joined[it] for it in found if it in joined]:
            found.update(one)
        joined |= dict.fromkeys(found, found)
    return {
        place: sorted(found.values(), key=lambda it: (it.written_at, it.swipe is None, it.swipe or 0, it.place.branch))
        for place, found in joined.items()
    }


async def cast_names(ctx: EngineContext, at: HeadLine) -> dict[int, str]:
    """What the characters are called that have played on the line."""
    members = await log.acts(ctx.db, at.channel_head.session_key, at.line, [EntryKind.MEMBER])
    names: dict[int, str] = {}
    for member, said in said_by(members, MemberBody):
        if member.character is not None:
            card = await ctx.cards.card(ctx.db, member.character, said.version)
            names[member.character] = card.name if card else "?"
    return names


async def _book_names(ctx: EngineContext, here: Here) -> dict[str, str]:
    """What chat files call the books that timers are of."""
    rows = await worlds.listed(ctx.db, here.space, here.person, None, None)
    return {f"book:{row.id}": row.name for row in rows}


def _named(timers: Sequence[Timer], books: Mapping[str, str]) -> tuple[Timer, ...]:
    return tuple(replace(it, book=books.get(it.book, it.book)) for it in timers)
