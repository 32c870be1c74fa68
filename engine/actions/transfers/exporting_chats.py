"""A session as a chat file of SillyTavern: what came from one goes out as it came, what was added since behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.actions.standing import Standing
from engine.db import log, sessions, worlds
from engine.db.log import Version
from engine.errors import InputError
from engine.rules.acts import books_of, injects_of, note_of, scenario_of, timers_of, variables_of
from engine.rules.formats.chat_lines import read_line
from engine.turns.needs import Needs
from engine.values.chats import ChatFile, ChatLine
from engine.values.entries import Entry, EntryKind, Place, Status
from engine.values.incoming import Here
from engine.values.worlds import Timer, Timers

EVERYTHING = 1_000_000
NO_FILE: Mapping[str, Any] = {}
"""What is known of a file when there was none."""


@dataclass(frozen=True, slots=True)
class _Source:
    """What the lines of a chat are made from."""

    raws: Mapping[int, Any]
    versions: Mapping[Place, Sequence[Version]]
    hides: Sequence[Entry]
    names: Mapping[int, str]


async def chat_file(needs: Needs, here: Here, at: Standing) -> tuple[str, ChatFile]:
    """The title of a session, and all of the line that ``at`` stands on."""
    key = at.stand.session_key
    said = await log.messages(needs.db, key, at.line, EVERYTHING)
    names = await cast_names(needs, at)
    source = _Source(
        await log.raws(needs.db, key, at.line),
        await _versions(needs, at),
        await log.acts(needs.db, key, at.line, [EntryKind.HIDE]),
        names,
    )
    imported: Mapping[str, Any] = next((raw for raw in source.raws.values() if "header" in raw), NO_FILE)
    lines = tuple(_line(it, source) for it in said if it.status is not Status.EMPTY)
    user = next((it.person_name for it in reversed(said) if it.person_name), "User")
    acts, books = at.acts, await _book_names(needs, here)
    timers = timers_of(acts)
    file = ChatFile(
        user_name=imported.get("user") or user,
        character_name=imported.get("character") or names.get(at.character or 0, ""),
        lines=lines,
        note=note_of(acts),
        injects=injects_of(acts),
        variables=tuple(variables_of(acts).local.items()),
        timers=Timers(_named(timers.sticky, books), _named(timers.cooldown, books)),
        world=next((books[f"book:{it}"] for it in books_of(acts) if f"book:{it}" in books), ""),
        scenario=scenario_of(acts),
        header=imported.get("header", {}),
    )
    return await sessions.title(needs.db, key), file


def _line(entry: Entry, source: _Source) -> ChatLine:
    """A message as a line: the one it came as, with the text that people see and the versions that were added."""
    said = entry.text if entry.raw is None else entry.raw
    by_person = entry.person is not None
    called = entry.person_name if by_person else source.names.get(entry.character or 0)
    line = _as_it_came(source.raws.get(entry.place.seq))
    line = line or ChatLine(called or "?", by_person, said, said_at=entry.said_at)
    swipes = list(line.swipes)
    if entry.revised and swipes:
        swipes[line.chosen] = said
    if not by_person:
        found = source.versions.get(entry.place, ())
        others = [said if it.place == entry.place else it.text for it in found]
        swipes = list(dict.fromkeys([*swipes, *others, said]))
    chosen = swipes.index(said) if said in swipes else line.chosen
    hidden = _hidden(source.hides, entry.place.seq)
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


def _hidden(acts: Sequence[Entry], seq: int) -> bool:
    for act in reversed(acts):
        if act.target_seq is not None and act.target_seq <= seq <= act.body.get("upto", act.target_seq):
            return bool(act.body["hidden"])
    return False


async def _versions(needs: Needs, at: Standing) -> Mapping[Place, Sequence[Version]]:
    """The versions of each reply that has several, by its place: those of the file in its order, then the others.

    What people did goes along to another reply and lies before it, so that not all of them follow the same fork. One
    that two forks have in common joins what follows both.
    """
    grouped: dict[tuple[int | None, int], dict[Place, Version]] = {}
    for version in await log.versions(needs.db, at.stand.session_key):
        grouped.setdefault((version.parent, version.forked_at), {})[version.place] = version
    joined: dict[Place, dict[Place, Version]] = {}
    for found in grouped.values():
        for one in [joined[it] for it in found if it in joined]:
            found.update(one)
        joined |= dict.fromkeys(found, found)
    return {
        place: sorted(found.values(), key=lambda it: (it.swipe is None, it.swipe or 0, it.place.branch))
        for place, found in joined.items()
    }


async def cast_names(needs: Needs, at: Standing) -> dict[int, str]:
    """What the characters are called that have played on the line."""
    members = await log.acts(needs.db, at.stand.session_key, at.line, [EntryKind.MEMBER])
    names: dict[int, str] = {}
    for member in members:
        if member.character is not None:
            card = await needs.cards.card(needs.db, member.character, member.body["version"])
            names[member.character] = card.name if card else "?"
    return names


async def _book_names(needs: Needs, here: Here) -> dict[str, str]:
    """What chat files call the books that timers are of."""
    rows = await worlds.listed(needs.db, here.space, here.person, None, None)
    return {f"book:{row.id}": row.name for row in rows}


def _named(timers: Sequence[Timer], books: Mapping[str, str]) -> tuple[Timer, ...]:
    return tuple(replace(it, book=books.get(it.book, it.book)) for it in timers)
