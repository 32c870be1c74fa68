"""What a card, a preset, books and a chat from files would send: a stage without a database, always the same."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from engine.rules.formats.books.books import card_book
from engine.rules.formats.cards.nodest import beside, card_note, card_preset
from engine.rules.formats.chats.chat_lines import speaks_as
from engine.rules.formats.presets.regex_scripts import card_scripts
from engine.rules.framework.order import completed
from engine.rules.framework.world_rules import world_rules
from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import Expander
from engine.values.characters.characters import Card
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.presets import Preset
from engine.values.characters.worlds import Binding, BoundBook, WorldBook
from engine.values.house.setting_choices import DepthCounting, Language
from engine.values.house.settings import Settings
from engine.values.models.prompts import HistoryLine, PromptLimits, PromptPart, PromptSlot, Role, Talk
from engine.values.models.stage import NO_CLOCK, PromptMoment, PromptStage, Variables
from engine.values.story.notes import UserPersona
from engine.values.transfers.chats import ChatFile, ChatLine

NOBODY: Final = "User"
_UNKNOWN_NAMES: Final = ("", "unused")


@dataclass(frozen=True, slots=True)
class PreviewFiles:
    """What was read. ``house`` is the built-in preset of the language: it holds where ``preset`` has no texts.

    ``user`` may be empty: then the chat's name for the person holds. ``persona`` describes them, ``now`` is aware.
    ``model`` is the one that would be asked.
    """

    card: Card
    house: Preset
    preset: Preset | None = None
    books: tuple[WorldBook, ...] = ()
    chat: ChatFile | None = None
    user: str = ""
    persona: str = ""
    seed: int = 0
    now: datetime | None = None
    settings: Settings = field(default_factory=Settings)
    language: Language = Language.EN
    model: str = ""


def stage_from_files(files: PreviewFiles) -> PromptStage:
    """The stage for the next reply: to the last words of the person, or after the character's last line.

    Without a chat, the talk is the character's first greeting; without a preset, the one that came with the card holds.
    There is no clock here: without a ``now`` it is the beginning of 1970, and the part that tells the time is empty.
    Raises TooManyEntries, FieldTooLong for what came with the card.
    """
    chat, preset = files.chat, completed(files.preset or card_preset(files.card), files.house)
    user = files.user or _name(chat.user_name if chat else "")
    card = replace(files.card, scenario=chat.scenario) if chat and chat.scenario.strip() else files.card
    settings, seed = files.settings, str(files.seed)
    moment = PromptMoment(
        user, files.now or NO_CLOCK, language=files.language, seed=seed, stable_seed=seed, model=files.model
    )
    variables = Variables(dict(chat.variables)) if chat else Variables()
    expander = Expander(MacroContext(user, now=moment.now, seed=seed, stable_seed=seed), variables)
    expander.take_card(card)
    lines = _lines(chat, user, expander) if chat else _greeting(card, expander)
    return PromptStage(
        card=card,
        preset=preset,
        moment=moment,
        talk=_talk(lines),
        limits=_limits(preset, settings),
        persona=UserPersona(user, files.persona) if files.persona.strip() else None,
        note=chat.note if chat else card_note(card),
        injects=chat.injects if chat else (),
        books=tuple(_bound(card, files.books, chat.world if chat else "")),
        scripts=(*card_scripts(card), *preset.scripts),
        parts=(PromptPart(PromptSlot.TIME, "time", ()),),
        variables=variables,
        timers=chat.timers if chat else LoreTimers(),
        world=world_rules(settings),
        strict_order=settings.strict_order,
        depth_counting=DepthCounting.USER if beside(card) else settings.depth_counting,
    )


def _limits(preset: Preset, settings: Settings) -> PromptLimits:
    """What the settings say, and the preset's own sizes."""
    return PromptLimits(
        budget_tokens=settings.budget_tokens,
        reply_max_tokens=preset.max_tokens or settings.reply_max_tokens,
        context=preset.max_context,
        total_tokens=settings.total_tokens,
    )


def _bound(card: Card, books: tuple[WorldBook, ...], of_chat: str) -> list[BoundBook]:
    """The card's own book, then the others: like books that hold everywhere, but for the one that the chat names.

    A file of the card's own book stands for it.
    """
    own = card_book(card)
    names = [book.name or str(number) for number, book in enumerate(books, 1)]
    if own and {card.world, own.name}.intersection(names):
        own = None
    given = [
        BoundBook(name, book, Binding.CHAT if name == of_chat else Binding.CHARACTER)
        for name, book in zip(names, books, strict=True)
    ]
    return [*([BoundBook(own.name or card.name, own, Binding.CHARACTER)] if own else []), *given]


def _lines(chat: ChatFile, user: str, expander: Expander) -> list[HistoryLine]:
    return [_line(seq, line, user, expander) for seq, line in enumerate(chat.lines, 1)]


def _line(seq: int, line: ChatLine, user: str, expander: Expander) -> HistoryLine:
    """Macros in a character's words stand for what they do in SillyTavern; what people wrote is never expanded."""
    text = line.text if line.by_person else expander.expand(line.text, f"line:{seq}")
    name = line.name or (user if line.by_person else "")
    return HistoryLine(seq, speaks_as(line), text, name, hidden=line.hidden, imported=True)


def _greeting(card: Card, expander: Expander) -> list[HistoryLine]:
    text = expander.expand(card.first_greeting, "greeting")
    return [HistoryLine(1, Role.ASSISTANT, text, card.called)] if text.strip() else []


def _talk(lines: list[HistoryLine]) -> Talk:
    """What people said last is answered."""
    answered = len(lines)
    while answered and (lines[answered - 1].role is Role.USER or lines[answered - 1].hidden):
        answered -= 1
    people = sum(line.role is Role.USER for line in lines)
    return Talk(
        tuple(lines[:answered]),
        tuple(lines[answered:]),
        from_people=people,
        from_characters=len(lines) - people,
        hidden=sum(line.hidden for line in lines),
    )


def _name(name: str) -> str:
    return NOBODY if name.strip().lower() in _UNKNOWN_NAMES else name
