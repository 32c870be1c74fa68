"""What is in a file, in lines that people read before they say yes: sizes, what will run, what is left aside."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.errors import InputError, RegexRefused
from engine.rules.adult import is_adult
from engine.rules.asked_scripts import count_asked
from engine.rules.bodies.personas import user_persona_of
from engine.rules.formats.archives.backups import BackupMember, ForeignBackup, list_backup
from engine.rules.formats.books.book_files import read_book_file
from engine.rules.formats.books.books import card_book
from engine.rules.formats.cards.card_files import CardFile, read_card_file
from engine.rules.formats.cards.nodest import beside, broken_parts, card_note, card_preset, unused_fields
from engine.rules.formats.chats.chats import read_chat, unread_in_chat
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.presets.presets import read_preset
from engine.rules.formats.presets.quick_replies import read_quick_replies
from engine.rules.formats.presets.regex_scripts import card_scripts, count_without_pattern, read_scripts
from engine.rules.formats.stories.backgrounds import read_background, unread_in_background
from engine.rules.formats.stories.memory_files import read_memory_file, unread_in_memories
from engine.rules.formats.stories.story_files import read_story_file
from engine.rules.framework.order import CHAT
from engine.rules.framework.scripts.scripts import scripts_refused
from engine.rules.macros.elsewhere import unfilled_in
from engine.rules.quick.telling import quick_counts, quick_facts
from engine.rules.text.tokens import estimate
from engine.rules.world.effort import Effort
from engine.values.characters.characters import Card
from engine.values.characters.presets import Preset
from engine.values.characters.quick_replies import QuickReplySet
from engine.values.characters.scripts import RegexScript
from engine.values.characters.worlds import WorldBook
from engine.values.chats.notices import Notice
from engine.values.story.director import Background
from engine.values.story.notes import AuthorsNote
from engine.values.transfers.chats import ChatFile
from engine.values.transfers.memory_files import MemoryFile
from engine.values.transfers.story_files import StoryFile, StoryShelf, StoryTable
from engine.values.transfers.transfers import FileKind, Offer

OFFERS: Mapping[FileKind, frozenset[Offer]] = {
    FileKind.CHARACTER: frozenset({Offer.BRING, Offer.CALM}),
    FileKind.WORLD: frozenset({Offer.BRING, Offer.CHAT, Offer.CHARACTER}),
    FileKind.PRESET: frozenset({Offer.BRING, Offer.CALM}),
    FileKind.CHAT: frozenset({Offer.BRING}),
    FileKind.SCRIPTS: frozenset({Offer.BRING, Offer.CHARACTER}),
    FileKind.QUICK: frozenset({Offer.BRING}),
    FileKind.BACKGROUND: frozenset({Offer.BRING, Offer.CHAT}),
    FileKind.MEMORIES: frozenset({Offer.BRING}),
    FileKind.BACKUP: frozenset({Offer.BRING, Offer.CALM}),
    FileKind.STORY: frozenset({Offer.BRING, Offer.MINE}),
}
"""What may be done with each kind of file at all."""

_UNREAD: Mapping[FileKind, Callable[[bytes], tuple[str, ...]]] = {
    FileKind.CHAT: unread_in_chat,
    FileKind.BACKGROUND: unread_in_background,
    FileKind.MEMORIES: unread_in_memories,
}
"""What names the fields that an import loses, for kinds of files that are not kept as they came."""
NAMES_SHOWN = 8
REFUSED_SHOWN = 5
PROBLEMS_SHOWN = 10
_Part = TypeVar("_Part")


@dataclass(frozen=True, slots=True)
class FileContents:
    """A file that was read. ``offers`` is what may be done with it, the usual first."""

    kind: FileKind
    name: str
    facts: tuple[Notice, ...]
    offers: tuple[Offer, ...]


def contents_of(data: bytes, filename: str) -> FileContents:
    """Read a file whole and say what is in it, and what of it would be lost. Raises InputError."""
    kind = kind_of(data, filename)
    found = _contents(kind, data, filename)
    unread = _UNREAD[kind](data) if kind in _UNREAD else ()
    if not unread:
        return found
    lost = Notice("file-left-unread", {"count": len(unread), "names": _listed(unread)})
    return replace(found, facts=(*found.facts, lost))


def _contents(kind: FileKind, data: bytes, filename: str) -> FileContents:
    if kind is FileKind.CHARACTER:
        return _of_card(read_card_file(data))
    if kind is FileKind.WORLD:
        return _of_book(read_book_file(data, filename))
    if kind is FileKind.PRESET:
        return _of_preset(read_preset(data, filename))
    if kind is FileKind.CHAT:
        return _of_chat(read_chat(data, filename))
    if kind is FileKind.SCRIPTS:
        return _of_scripts(read_scripts(data), filename, count_without_pattern(data))
    if kind is FileKind.QUICK:
        return _of_quick_replies(read_quick_replies(data, filename))
    if kind is FileKind.BACKGROUND:
        return _of_background(read_background(data, filename))
    if kind is FileKind.MEMORIES:
        return _of_memories(read_memory_file(data))
    if kind is FileKind.STORY:
        return _of_story(read_story_file(data), filename)
    return _of_backup(list_backup(data), filename)


def _of_card(file: CardFile) -> FileContents:
    card = file.card
    facts = [Notice("file-card", {"tokens": _card_tokens(card), "greetings": len(card.greetings)})]
    facts += _maker(card)
    if is_adult(card.tags, None):
        facts.append(Notice("file-card-adult"))
    if file.picture is None:
        facts.append(Notice("file-card-no-picture"))
    broken: dict[str, Notice | None] = dict.fromkeys(broken_parts(card))
    book = _readable(card_book, card, "worldBook" if beside(card) else "character_book", broken)
    if book is not None:
        facts.append(Notice("file-card-book", {"entries": len(book.entries), "tokens": _book_tokens(book)}))
    if card.world and book is None:
        facts.append(Notice("file-card-other-book", {"name": card.world}))
    if file.assets:
        facts.append(Notice("file-card-assets", {"count": len(file.assets)}))
    scripts = _readable(card_scripts, card, "regex_scripts", broken) or ()
    facts += _script_facts(scripts)
    facts += [*_key_facts(book)] if book else []
    lore = [it.content for it in book.entries] if book else []
    facts += _macro_facts((*_card_texts(card), *card.greetings, *lore))
    facts += [Notice(it) for it in (*card.warnings, *file.left, *(book.warnings if book else ()))]
    preset = _readable(card_preset, card, "preset", broken)
    facts += _comes_along(card, preset, _readable(card_note, card, "authorNote", broken))
    if broken:
        facts.append(Notice("file-card-broken", {"count": len(broken), "names": _listed([*broken])}))
        facts += [it for it in broken.values() if it is not None]
    scripts = (*scripts, *(preset.scripts if preset else ()))
    offers = (Offer.BRING, Offer.CALM) if _would_run(scripts) else (Offer.BRING,)
    return FileContents(FileKind.CHARACTER, card.called, tuple(facts), offers)


def _readable(
    read: Callable[[Card], _Part | None], card: Card, name: str, broken: dict[str, Notice | None]
) -> _Part | None:
    """A part of a card; of one that cannot be read, ``broken`` gets why under its name."""
    try:
        return read(card)
    except InputError as error:
        broken[name] = Notice(error.message, error.data)
        return None


def _comes_along(card: Card, preset: Preset | None, note: AuthorsNote | None) -> Iterator[Notice]:
    """What came with a card in a file of NodeST."""
    if preset is not None:
        yield Notice("file-card-preset")
        yield from _of_preset(preset).facts
    if note is not None:
        yield Notice("file-card-note")
    if beside(card):
        yield Notice("file-card-depths")
    if unused := unused_fields(card):
        yield Notice("file-card-unused", {"count": len(unused), "names": _listed(unused)})


def _of_story(file: StoryFile, filename: str) -> FileContents:
    rows = file.rows
    size = {
        "entries": len(rows[StoryTable.ENTRY]),
        "branches": len(rows[StoryTable.BRANCH]),
        "saves": sum(it["deleted_at"] is None for it in rows[StoryTable.SAVEPOINT]),
        "memories": len(rows[StoryTable.MEMORY]),
    }
    names = _listed([it.name for it in file.shelves[StoryShelf.CHARACTER]])
    facts = [Notice("file-story", size), Notice("file-story-characters", {"names": names})]
    person = file.stage.person if file.stage is not None else None
    if person is not None and user_persona_of(0, person.name, person.body).description:
        facts.append(Notice("file-story-person", {"name": person.name}))
    own = next((it.name for it in file.people if it.is_self), None)
    if own is not None:
        facts.append(Notice("file-story-own", {"name": own, "facts": len(file.facts)}))
    if file.stage is not None and (scripts := count_asked(file)):
        facts.append(Notice("file-story-scripts", {"count": scripts}))
    if left := sum(file.left_out.values()):
        facts.append(Notice("file-story-left-out", {"count": left}))
    facts.append(Notice("file-story-hash", {"hash": file.digest[:12]}))
    offers = (Offer.MINE, Offer.BRING) if own is not None else (Offer.BRING,)
    return FileContents(FileKind.STORY, file.title or filename, tuple(facts), offers)


def _of_book(book: WorldBook) -> FileContents:
    always = sum(it.constant and it.enabled for it in book.entries)
    off = sum(not it.enabled for it in book.entries)
    size = {"entries": len(book.entries), "tokens": _book_tokens(book), "always": always, "off": off}
    unfilled = _macro_facts(it.content for it in book.entries)
    facts = [Notice("file-world", size), *_key_facts(book), *unfilled, *(Notice(it) for it in book.warnings)]
    return FileContents(FileKind.WORLD, book.name, tuple(facts), (Offer.CHARACTER, Offer.CHAT, Offer.BRING))


def _of_preset(preset: Preset) -> FileContents:
    texts = {it.identifier: it.text for it in preset.prompts if not it.unsent}
    sent = [it.identifier for it in preset.order if it.enabled and texts.get(it.identifier, "").strip()]
    tokens = sum(estimate(texts[it]) for it in sent)
    facts = [Notice("file-preset", {"prompts": len(preset.prompts), "sent": len(sent), "tokens": tokens})]
    if preset.order and not any(it.identifier == CHAT and it.enabled for it in preset.order):
        facts.append(Notice("file-preset-no-chat"))
    if preset.max_context or preset.max_tokens:
        limits = {"context": preset.max_context or 0, "reply": preset.max_tokens or 0}
        facts.append(Notice("file-preset-limits", limits))
    if preset.prefill:
        facts.append(Notice("file-preset-prefill"))
    facts += _script_facts(preset.scripts)
    if preset.ignored:
        facts.append(Notice("file-preset-ignored", {"names": _listed(preset.ignored), "count": len(preset.ignored)}))
    if unsent := [it.name or it.identifier for it in preset.prompts if it.unsent]:
        facts.append(Notice("file-preset-unsent", {"names": _listed(unsent), "count": len(unsent)}))
    facts += [*_macro_facts(it.text for it in preset.prompts), *(Notice(it) for it in preset.warnings)]
    offers = (Offer.BRING, Offer.CALM) if _would_run(preset.scripts) else (Offer.BRING,)
    return FileContents(FileKind.PRESET, preset.name, tuple(facts), offers)


def _of_chat(chat: ChatFile) -> FileContents:
    swipes = sum(max(0, len(it.swipes) - 1) for it in chat.lines)
    facts = [Notice("file-chat", {"messages": len(chat.lines), "swipes": swipes})]
    dates = [it.said_at for it in chat.lines if it.said_at is not None]
    if dates:
        facts.append(_between(f"{min(dates):%Y-%m-%d}", f"{max(dates):%Y-%m-%d}"))
    if hidden := sum(it.hidden for it in chat.lines):
        facts.append(Notice("file-chat-hidden", {"count": hidden}))
    if chat.note is not None:
        facts.append(Notice("file-chat-note"))
    if chat.variables:
        facts.append(Notice("file-chat-variables", {"count": len(chat.variables)}))
    if chat.world:
        facts.append(Notice("file-chat-world", {"name": chat.world}))
    facts += [Notice(it) for it in chat.warnings]
    return FileContents(FileKind.CHAT, chat.character_name, tuple(facts), (Offer.BRING,))


def _between(first: str, last: str) -> Notice:
    if first == last:
        return Notice("file-chat-date", {"date": first})
    return Notice("file-chat-dates", {"first": first, "last": last})


def _of_scripts(scripts: Sequence[RegexScript], filename: str, without_pattern: int) -> FileContents:
    facts = [*_script_facts(scripts)]
    if without_pattern:
        facts.append(Notice("file-scripts-left", {"count": without_pattern}))
    name = scripts_name(scripts, filename)
    return FileContents(FileKind.SCRIPTS, name, tuple(facts), (Offer.CHARACTER, Offer.BRING))


def _of_quick_replies(quick_set: QuickReplySet) -> FileContents:
    facts = [Notice("file-quick", quick_counts(quick_set)), *quick_facts(quick_set)]
    facts += _macro_facts(it.message for it in quick_set.replies)
    return FileContents(FileKind.QUICK, quick_set.name, tuple(facts), (Offer.BRING,))


def scripts_name(scripts: Sequence[RegexScript], filename: str) -> str:
    """What a file of scripts is called: as the only one in it, else as the file."""
    return (scripts[0].name if len(scripts) == 1 else "") or filename.rsplit(".", 1)[0]


def _of_background(background: Background) -> FileContents:
    tokens = sum(estimate(it) for it in (background.setting, *background.outline, background.ending))
    facts = [Notice("file-background", {"points": len(background.outline), "tokens": tokens})]
    if background.ending:
        facts.append(Notice("file-background-ending"))
    return FileContents(FileKind.BACKGROUND, background.name, tuple(facts), (Offer.CHAT, Offer.BRING))


def _of_memories(file: MemoryFile) -> FileContents:
    parts = {
        "pages": file.pages,
        "timeline": file.timeline,
        "items": file.items,
        "dossiers": file.dossiers,
        "summaries": file.summaries,
        "notes": file.memories,
        "persona": file.persona,
    }
    facts = [Notice(f"file-memories-{name}", {"count": len(found)}) for name, found in parts.items() if found]
    if file.left_aside:
        facts.append(Notice("file-memories-left-aside", {"count": file.left_aside}))
    return FileContents(FileKind.MEMORIES, file.name, tuple(facts), (Offer.BRING,))


def _of_backup(backup: ForeignBackup, filename: str) -> FileContents:
    groups: dict[str, tuple[BackupMember, ...]] = {
        "characters": backup.characters,
        "worlds": backup.worlds,
        "presets": backup.presets,
        "personas": backup.personas,
        "groups": backup.groups,
        "chats": backup.chats,
        "scripts": backup.scripts,
        "quick": backup.quick,
    }
    facts = [Notice(f"file-backup-{name}", {"count": len(found)}) for name, found in groups.items() if found]
    problems = [it.problem for found in groups.values() for it in found if it.problem is not None]
    facts += problems[:PROBLEMS_SHOWN]
    if len(problems) > PROBLEMS_SHOWN:
        facts.append(Notice("file-backup-more-problems", {"count": len(problems) - PROBLEMS_SHOWN}))
    if backup.left_aside:
        facts.append(Notice("file-backup-left-aside", {"count": backup.left_aside}))
    facts.append(Notice("file-backup-calm"))
    return FileContents(FileKind.BACKUP, filename, tuple(facts), (Offer.CALM, Offer.BRING))


def _maker(card: Card) -> Iterator[Notice]:
    if card.creator and card.character_version:
        yield Notice("file-card-version", {"creator": card.creator, "version": card.character_version})
    elif card.creator:
        yield Notice("file-card-creator", {"creator": card.creator})


def _card_tokens(card: Card) -> int:
    return sum(estimate(it) for it in _card_texts(card))


def _card_texts(card: Card) -> tuple[str, ...]:
    return (
        card.description,
        card.personality,
        card.scenario,
        card.mes_example,
        card.system_prompt,
        card.post_history_instructions,
        card.depth_prompt.text if card.depth_prompt else "",
    )


def _macro_facts(texts: Iterable[str]) -> Iterator[Notice]:
    """The macros that stand for nothing here."""
    names = [f"{{{{{it}}}}}" for it in unfilled_in("\n".join(texts))]
    if names:
        yield Notice("file-macros-unfilled", {"names": _listed(names), "count": len(names)})


def _book_tokens(book: WorldBook) -> int:
    return sum(estimate(it.content) for it in book.entries if it.enabled)


def _would_run(scripts: Sequence[RegexScript]) -> bool:
    return any(it.enabled for it in scripts)


def _script_facts(scripts: Sequence[RegexScript]) -> Iterator[Notice]:
    """Which scripts would run, and which cannot and why."""
    enabled = [it for it in scripts if it.enabled]
    refused = scripts_refused(enabled)
    cannot = {id(it) for it, _ in refused}
    fine = [it.name or "?" for it in enabled if id(it) not in cannot]
    if fine:
        yield Notice("file-scripts-run", {"count": len(fine), "names": _listed(fine)})
    for script, why in refused[:REFUSED_SHOWN]:
        yield Notice("file-script-refused", {"name": script.name or "?"})
        yield why
    if len(refused) > REFUSED_SHOWN:
        yield Notice("file-scripts-refused-more", {"count": len(refused) - REFUSED_SHOWN})
    if off := len(scripts) - len(enabled):
        yield Notice("file-scripts-off", {"count": off})


def _key_facts(book: WorldBook) -> Iterator[Notice]:
    """Which keys are regexes that cannot be used, and why."""
    refused: list[tuple[str, RegexRefused]] = []
    effort = Effort()
    for entry in book.entries:
        for key in (*entry.keys, *entry.secondary_keys) if entry.enabled else ():
            try:
                regex = None if "{{" in key else effort.read(key)
                if regex is not None:
                    effort.compile(regex)
            except RegexRefused as error:
                refused.append((key, error))
    for key, error in refused[:REFUSED_SHOWN]:
        yield Notice("file-key-refused", {"key": key[:60]})
        yield Notice(error.message, error.data)
    if len(refused) > REFUSED_SHOWN:
        yield Notice("file-keys-refused-more", {"count": len(refused) - REFUSED_SHOWN})


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:NAMES_SHOWN])
    return f"{shown}, …" if len(names) > NAMES_SHOWN else shown
