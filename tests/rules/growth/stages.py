"""A stage that has every text there is, and each of these texts grown alone: found by the fields of the values."""

import typing
from collections import abc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import timedelta
from enum import Enum
from functools import partial
from typing import Any, Final

from engine.rules.framework.build import build
from engine.values.characters.characters import AssetLink, Card, DepthPrompt
from engine.values.characters.lore_timers import LoreTimers, Timer
from engine.values.characters.presets import PresetTexts
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.characters.worlds import BoundBook, Position, ScanSource, WorldBook, WorldEntry
from engine.values.chats.entries import Place
from engine.values.house.setting_choices import DepthCounting, SummaryMode
from engine.values.models.models import ToolCall
from engine.values.models.pictures import Picture
from engine.values.models.prompts import (
    Generation,
    HistoryLine,
    Meant,
    PromptLimits,
    PromptMessage,
    PromptPart,
    PromptSlot,
    Quote,
    QuoteFrame,
    Role,
    Talk,
)
from engine.values.models.stage import PromptMoment, PromptStage, StoryRules, StoryWords, Variables, WorldRules
from engine.values.story.chronicle import (
    Chronicle,
    ChronicleItem,
    Dossier,
    Lately,
    Level,
    PersonaGrowth,
    StoryPage,
    Summary,
    TimelineLine,
)
from engine.values.story.notes import AuthorsNote, Inject, NotePosition, PersonaPosition, UserPersona
from tests.rules.framework.table import DEFAULT_ORDER, preset, text_prompt
from tests.rules.growth.calls import NOW, TextCall
from tests.rules.growth.measure import LARGEST

PLENTY: Final = 100 * LARGEST
"""Tokens: whatever grows, nothing is too long for the prompt, so that all the work is done."""
NOT_READ: Final = frozenset({"raw", "sampling"})
"""Fields that no prompt reads: the file that is exported, and what goes beside the prompt."""

OURS: Final[Mapping[str, str]] = {"StoryWords.mark": "made of the session's seed, always as long"}
"""Fields whose texts are nobody's but ours, and why they do not grow."""

_NAMES: Final = "names"
_ALL: Final = frozenset(ScanSource)
_TEXTS: Final = PresetTexts(
    new_chat="[A chat]",
    new_group_chat="[A chat of {{group}}]",
    new_example_chat="[Example]",
    continue_nudge="[Go on: {{lastChatMessage}}]",
    group_nudge="[Only {{char}}]",
    impersonation="[As {{user}}]",
    send_if_empty="(go on)",
    world_format="[{0}]",
    scenario_format="[{{scenario}}]",
    personality_format="[{{personality}}]",
)


def _card(name: str) -> Card:
    return Card(
        2.0,
        name,
        nickname=f"{name[:2]}",
        description="{{char}} keeps a lamp.",
        personality="calm",
        scenario="A harbour, {{user}} waits.",
        first_greeting="Hello, {{user}}.",
        alternate_greetings=("Evening.",),
        group_only_greetings=("All here?",),
        mes_example="<START>\n{{user}}: Hi\n{{char}}: Evening!",
        system_prompt="{{original}} Be calm.",
        post_history_instructions="{{original}} Be brief.",
        depth_prompt=DepthPrompt("{{char}} yawns.", 1),
        creator="ann",
        creator_notes="About a lamp.",
        character_version="1",
        tags=("sea",),
        assets=(AssetLink("icon", "https://example.org/a", "main", "png"),),
        source=("https://example.org",),
        creator_notes_multilingual={"de": "Lampe"},
        world="Harbour",
        warnings=("card-odd",),
        character_book={"name": "lamp"},
        extensions={"note": "lamp"},
    )


def _entries() -> tuple[WorldEntry, ...]:
    """One entry of each position, by a key, and those that are found in other ways."""
    base = WorldEntry("0", "Lore of {{char}}.", scan_depth=9, sources=_ALL)
    placed = (
        replace(
            base, uid=f"at-{it.value}", comment=f"At {it.name}", keys=("lamp",), position=it, outlet="town", depth=1
        )
        for it in Position
    )
    return (
        *placed,
        replace(base, uid="regex", keys=("/lamp(s|ed)?/i",), secondary_keys=("harbour",), exclude_keys=("whale",)),
        replace(base, uid="bare", keys=("lam?p",), regex=True),
        replace(base, uid="macro", keys=("{{char}}",), groups=("one",), filter_names=("Lan",), filter_tags=("sea",)),
        replace(base, uid="whole", keys=("lamp",), whole_words=True, groups=("one",), group_scoring=True),
        replace(base, uid="exact", keys=("lamp",), case_sensitive=True, greeting=0),
        replace(base, uid="called", keys=("Lore",), sticky=3, cooldown=3),
        replace(base, uid="constant", constant=True),
        replace(base, uid="meant", keys=("whale",)),
    )


def _lines() -> tuple[HistoryLine, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(
        HistoryLine(
            seq,
            roles[(seq + 1) % 2],
            f"Line {seq} of the lamp." if seq % 8 == 2 else "Yes.",
            ("Ann", "Lan")[(seq + 1) % 2],
            ("p1", "c1")[(seq + 1) % 2],
            quoted="Lan: so" if seq > 30 else "",
            hidden=seq == 29,
            pictures=(Picture("a1", "image/png", b"lamp"),) if seq == 31 else (),
        )
        for seq in range(1, 35)
    )


def _chronicle() -> Chronicle:
    line = TimelineLine(1, "They met.", Place(1, 9), "D1", first=1, last=9)
    item = ChronicleItem(1, "Lamp", "dark", Place(1, 9), first=1, last=9)
    return Chronicle(
        summaries=(
            Summary(1, "They met.\nThen left.", 1, 5, Place(1, 5), chapter=1, at=6, title="Rye"),
            Summary(2, "They fell out.", 7, 12, Place(1, 12)),
        ),
        pages=(StoryPage(1, 1, "A page.", Level.BRIEF, 1, 5, Place(1, 5), "Rye", "D1", "Page."),),
        timeline=(line,),
        items=(item,),
        dossiers=(Dossier(1, "Ann", "A sailor.", Place(1, 5), ("Annie",)),),
        persona=PersonaGrowth(1, "Calmer.", 1, Place(1, 5)),
        processed=12,
        lately=Lately(2, (replace(line, id=2, until=30),), (replace(item, id=2, until=30),)),
    )


def _parts() -> tuple[PromptPart, ...]:
    def part(slot: PromptSlot, **more: Any) -> PromptPart:
        return replace(
            PromptPart(slot, slot.name.lower(), (PromptMessage(Role.SYSTEM, "A lamp."),), heading="[Lamp]"), **more
        )

    quotes = (Quote("Ann likes lamps.", frozenset({1}), "said", 1), Quote("Lan too.", frozenset({2}), "said", 2))
    call = ToolCall("look_up", {"query": "lamps"}, "c1", "s1")
    called = (PromptMessage(Role.ASSISTANT, "A.", calls=(call,)), PromptMessage(Role.USER, "Lamps.", answers=call))
    frame = QuoteFrame("<memory>", "</memory>", 8, PLENTY, "{told} of {all}", 9)
    return (
        *(part(slot) for slot in PromptSlot),
        part(PromptSlot.RECALLED, origin="deep", depth=2),
        part(PromptSlot.RECALLED, origin="said", messages=(PromptMessage(Role.USER, "A.", "p1", "Ann"),)),
        part(PromptSlot.RECALLED, origin="called", messages=called),
        part(PromptSlot.RECALLED, origin="quotes", messages=(), quotes=quotes, frame=frame),
        part(PromptSlot.RECALLED, origin="lore", messages=(), meant=(Meant("book-chat", "meant", 0.7, 1),)),
    )


def _scripts() -> tuple[RegexScript, ...]:
    base = RegexScript("Lamp", "/lamp/g", "light $0 of {{user}}", ("q",), frozenset(Placement))
    return (
        base,
        replace(base, name="Named", find="/{{char}}|(l)ine/g", replace="$1{{match}}", substitute=2, max_depth=4),
        replace(
            base, name="Raw", find="(?<word>{{user}})", replace="$<word>", substitute=1, prompt_only=True, max_depth=4
        ),
        replace(base, name="Seen", find="/lamp/g", display_only=True),
    )


def _books() -> tuple[BoundBook, ...]:
    book = WorldBook("Harbour", _entries(), "Of the sea", warnings=("book-odd",), dialect="sillytavern")
    return (BoundBook("book-chat", book),)


def whole_stage() -> PromptStage:
    """A stage with each text that a value of it may have, in all its places, with room for everything."""
    lines = _lines()
    prompts = (
        text_prompt("deep", "{{char}} at depth.", depth=2),
        text_prompt("outlet", "{{outlet::town}} {{getvar::mood}}"),
        text_prompt("main", "{{setvar::mood::calm}}Write as {{char}}."),
    )
    return PromptStage(
        card=_card("Lan"),
        preset=preset(
            *prompts,
            order=(*DEFAULT_ORDER, "deep", "outlet"),
            texts=_TEXTS,
            prefill="{{char}}:",
            scripts=_scripts(),
            ignored=("top",),
            warnings=("odd",),
        ),
        moment=PromptMoment("Ann", NOW, seed="1", stable_seed="1", idle=timedelta(hours=1), model="claude"),
        talk=Talk(lines[:-1], lines[-1:], from_people=20, from_characters=20),
        limits=PromptLimits(PLENTY, 1_000, total_tokens=10 * PLENTY),
        persona=UserPersona("Ann", "{{user}} is a sailor."),
        note=AuthorsNote("{{char}} is tired.", depth=1),
        injects=tuple(Inject(f"i{it.value}", "Injected.", it, scan=True) for it in NotePosition),
        books=_books(),
        scripts=_scripts(),
        others=(),
        parts=_parts(),
        variables=Variables({"mood": "good"}, {"all": "1"}),
        timers=LoreTimers(
            (Timer("book-chat", "constant", "st:1", 1, 99),), (Timer("book-chat", "at-0", "st:1", 1, 2),)
        ),
        chronicle=_chronicle(),
        story=StoryRules(index_tokens=PLENTY),
        words=StoryWords("memory", "Summary", "Chapter", "Index", "Timeline", "Items"),
    )


def _going_on() -> PromptStage:
    """Many who play, a reply that goes on, and hardly any room."""
    stage = whole_stage()
    return replace(
        stage,
        generation=Generation.CONTINUE,
        others=(_card("Bob"),),
        preset=replace(stage.preset, squash=True, names=2),
        limits=replace(stage.limits, budget_tokens=4_000, history_characters=9_000, history_limit=20),
        depth_counting=DepthCounting.USER,
        world=WorldRules(recursive=True, min_activations=50),
        note=replace(stage.note or AuthorsNote(""), position=NotePosition.AFTER_MAIN),
        persona=replace(stage.persona or UserPersona(""), position=PersonaPosition.AT_DEPTH),
    )


def _for_somebody() -> PromptStage:
    """A reply in place of a person's, the whole talk in it, names in their field."""
    stage = whole_stage()
    return replace(
        stage,
        generation=Generation.IMPERSONATE,
        preset=replace(stage.preset, names=1),
        limits=replace(stage.limits, history_load_all=True),
        strict_order=True,
        persona=replace(stage.persona or UserPersona(""), position=PersonaPosition.NOTE_TOP),
        story=replace(stage.story, summary=SummaryMode.CLASSIC),
    )


STAGES: Final[Mapping[str, Callable[[], PromptStage]]] = {
    "reply": whole_stage,
    "going on": _going_on,
    "for somebody": _for_somebody,
}


def stage_calls() -> Mapping[str, Sequence[TextCall]]:
    """By field of texts, for each stage the building of it with this field grown wherever a value has it."""
    calls: dict[str, list[TextCall]] = {}
    for name, made in STAGES.items():
        stage = made()
        for field in sorted(texts_in(stage) - OURS.keys()):
            calls.setdefault(field, []).append(TextCall(f"build({name}):{field}", partial(_built, stage, field)))
    return calls


def _built(stage: PromptStage, field: str, text: str) -> Callable[[], None]:
    grown = with_text(stage, field, text)

    def run() -> None:
        build(grown)

    return run


def texts_in(value: Any, field: str = "") -> set[str]:
    """The fields with texts in a value, as ``Card.name``; of a mapping the names apart from the values."""
    if isinstance(value, str):
        return set() if isinstance(value, Enum) else {field}
    if isinstance(value, tuple):
        return {found for it in value for found in texts_in(it, field)}
    if isinstance(value, Mapping):
        names = {f"{field}:{_NAMES}"} if value else set[str]()
        return names | {found for it in value.values() for found in texts_in(it, field)}
    if not is_dataclass(value):
        return set()
    return {
        found
        for it in fields(value)
        if it.name not in NOT_READ
        for found in texts_in(getattr(value, it.name), f"{type(value).__name__}.{it.name}")
    }


def with_text(value: Any, field: str, text: str, here: str = "") -> Any:
    """The value with another text wherever it has this field."""
    if isinstance(value, str):
        return text if here == field and not isinstance(value, Enum) else value
    if isinstance(value, tuple):
        return tuple(with_text(it, field, text, here) for it in value)
    if isinstance(value, Mapping):
        named = field == f"{here}:{_NAMES}"
        return {text if named else name: with_text(it, field, text, here) for name, it in value.items()}
    if not is_dataclass(value) or isinstance(value, type):
        return value
    found = {
        it.name: with_text(getattr(value, it.name), field, text, f"{type(value).__name__}.{it.name}")
        for it in fields(value)
        if it.name not in NOT_READ
    }
    return replace(value, **found)


def text_fields(kind: Any, field: str = "", seen: frozenset[Any] = frozenset()) -> set[str]:
    """The fields with texts that a value of this type may have, by the types of its fields."""
    if kind is str:
        return {field}
    if isinstance(kind, type) and is_dataclass(kind) and kind not in seen:
        hints = typing.get_type_hints(kind)
        return {
            found
            for it in fields(kind)
            if it.name not in NOT_READ
            for found in text_fields(hints[it.name], f"{kind.__name__}.{it.name}", seen | {kind})
        }
    named = {f"{field}:{_NAMES}"} if typing.get_origin(kind) in (dict, abc.Mapping) else set()
    return named | {found for it in typing.get_args(kind) for found in text_fields(it, field, seen)}
