"""The stages whose prompts stand as approved text under ``tests/golden/framework``, by the file's name."""

from collections.abc import Callable
from dataclasses import replace

from engine.rules.framework.groups import joined_card
from engine.shipped import house_preset
from engine.values.characters.casts import SceneCards, Ways
from engine.values.characters.characters import Card, DepthPrompt
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.characters.worlds import Logic, Position, WorldEntry
from engine.values.chats.entries import EntryStatus
from engine.values.house.setting_choices import DepthCounting, Language, MemoryPosition
from engine.values.models.prompts import Generation, HistoryLine, PromptSlot, Role
from engine.values.models.stage import PromptStage, Variables
from engine.values.story.notes import AuthorsNote, Inject, NotePosition, PersonaPosition, UserPersona
from tests.rules.framework.nodest import nodest_preset
from tests.rules.framework.story_stages import STORY_STAGES
from tests.rules.framework.table import (
    BARE,
    CARD,
    DEFAULT_ORDER,
    LIMITS,
    TEXTS,
    book,
    entry,
    part,
    preset,
    reply,
    stage,
    talk,
    text_prompt,
    user,
)

NOTE = AuthorsNote("Note: {{char}} is tired.")
BOB = Card(2.0, "Bob", description="{{char}} mills flour.", personality="gruff", mes_example="{{char}}: Hm.")
OWN = replace(
    CARD, system_prompt="First: {{original}} Then rhyme.", post_history_instructions="Only rhymes. {{original}}"
)
DEEP = (
    text_prompt("deep-system", "Preset system.", depth=2),
    text_prompt("deep-user", "Preset user.", depth=2, role=Role.USER),
    text_prompt("deep-early", "Preset order 50.", depth=2, depth_order=50),
    text_prompt("deep-late", "Preset order 150.", depth=2, depth_order=150, role=Role.ASSISTANT),
)
INJECTS = (
    Inject("b", "Inject b.", depth=2),
    Inject("a", "Inject a.", depth=2),
    Inject("c", "Inject c, assistant.", depth=2, role=Role.ASSISTANT),
    Inject("d", "Inject d, user.", depth=0, role=Role.USER),
    Inject("before", "Inject before main.", NotePosition.BEFORE_MAIN),
    Inject("after", "Inject after main.", NotePosition.AFTER_MAIN, role=Role.USER),
    Inject("scan", "Only scanned: dragon.", NotePosition.NOWHERE, scan=True),
)
EVERY_PART = (
    part(PromptSlot.TIME, "It is six."),
    part(PromptSlot.REMINDER, "The flour runs out."),
    part(PromptSlot.SEARCH, "Bread is old.", heading="[Search]"),
    part(PromptSlot.RECALLED, "Ann likes rye.", heading="[Memory]"),
    part(PromptSlot.STABLE_MEMORY, "They met in spring."),
    part(PromptSlot.INSTRUCTION, "Go slowly."),
    part(PromptSlot.OUTLINE, "Chapter one."),
    part(PromptSlot.WORLD_SETTING, "A small town."),
    part(PromptSlot.EVOLVED_PERSONA, "Mia trusts Ann."),
    part(PromptSlot.SEARCH, " ", heading="[Nothing found]"),
)
LONG = talk(*((user if seq % 2 else reply)(seq, f"Line {seq}.") for seq in range(1, 12)))


def keyed(uid: str, logic: Logic) -> WorldEntry:
    """Fires on "bread" and on what its logic says about "oven" and "butter"."""
    return entry(uid, constant=False, keys=("bread",), secondary_keys=("oven", "butter"), logic=logic, scan_depth=4)


def many(count: int, position: Position) -> PromptStage:
    said = "{{char}}: " if position in (Position.EXAMPLES_TOP, Position.EXAMPLES_BOTTOM) else ""
    orders = (200, 50, 100)[:count]
    return stage(
        books=book(*(entry(f"order-{it}", position, order=it, content=f"{said}Lore order-{it}.") for it in orders)),
    )


def persona(position: PersonaPosition, **more: object) -> PromptStage:
    who = UserPersona("Ann", "{{user}} is a sailor.", position, depth=1, role=Role.USER)
    return replace(stage(persona=who), **more)  # pyright: ignore[reportArgumentType] - fields by name


def kind(generation: Generation, **more: object) -> PromptStage:
    lines = (user(1, "Hello."), reply(2, "Good mor"))
    base = stage(generation=generation, talk=talk(*lines, answered=0))
    return replace(base, **more)  # pyright: ignore[reportArgumentType] - fields by name


def group(cards: SceneCards) -> PromptStage:
    ways = Ways(cards=cards, prefix="<FIELDNAME> of {{char}}: ")
    card = joined_card(CARD, ((CARD, False), (BOB, False)), ways)
    lines = (user(1, "Hello."), reply(2, "Hm.", "Bob", "c2"), reply(3, "Morning!"), user(4, "Who baked this?"))
    return stage(card=card, others=(BOB,), talk=talk(*lines))


STAGES: dict[str, Callable[[], PromptStage]] = {
    # the order
    "default_order": lambda: stage(card=CARD),
    "house_en": lambda: stage(card=CARD, preset=house_preset(Language.EN)),
    "house_zh": lambda: stage(card=replace(CARD, name="米娅"), preset=house_preset(Language.ZH)),
    "order_of_one_s_own": lambda: stage(
        card=CARD,
        preset=preset(
            text_prompt("style", "Be brief.", role=Role.USER),
            text_prompt("unnamed", "Nobody names me."),
            text_prompt("after", "After the chat.", role=Role.ASSISTANT),
            order=("charDescription", "style", "main", "scenario", "chatHistory", "after", "dialogueExamples"),
            off=("scenario",),
        ),
    ),
    "markers_missing": lambda: stage(
        card=CARD, preset=preset(order=("main", "nsfw", "jailbreak")), books=book(entry("above"))
    ),
    "markers_missing_strict": lambda: stage(
        card=CARD, preset=preset(order=("main", "chatHistory", "jailbreak")), books=book(entry("a")), strict_order=True
    ),
    "chat_named_twice": lambda: stage(preset=preset(order=("main", "chatHistory", "jailbreak", "chatHistory", "main"))),
    "chat_switched_off": lambda: stage(preset=preset(off=("chatHistory",))),
    "empty_card": lambda: stage(card=Card(1.0, "Mia")),
    "triggers": lambda: stage(
        preset=preset(
            text_prompt("swiped", "Try another way.", triggers=frozenset({Generation.SWIPE})),
            text_prompt("usual", "As usual.", triggers=frozenset({Generation.NORMAL, Generation.CONTINUE})),
            order=(*DEFAULT_ORDER, "swiped", "usual"),
        )
    ),
    "triggers_swipe": lambda: stage(
        preset=preset(
            text_prompt("main", "Main.", triggers=frozenset({Generation.NORMAL})),
            text_prompt("swiped", "Try another way.", triggers=frozenset({Generation.SWIPE})),
            order=(*DEFAULT_ORDER, "swiped"),
        ),
        generation=Generation.SWIPE,
        note=replace(NOTE, position=NotePosition.AFTER_MAIN),
    ),
    # what a card overrides
    "overridden": lambda: stage(card=OWN),
    "overridden_forbidden": lambda: stage(
        card=OWN,
        preset=preset(
            text_prompt("main", "Main.", forbid_overrides=True),
            text_prompt("jailbreak", "Last.", forbid_overrides=True),
        ),
    ),
    "overridden_switched_off": lambda: stage(card=OWN, preset=preset(off=("main", "jailbreak"))),
    "overridden_not_in_order": lambda: stage(card=OWN, preset=preset(order=("charDescription", "chatHistory"))),
    # in the chat
    "depth_of_presets": lambda: stage(preset=preset(*DEEP, order=(*DEFAULT_ORDER, *(it.identifier for it in DEEP)))),
    "depth_order_of_roles": lambda: stage(
        preset=preset(*DEEP, order=(*DEFAULT_ORDER, *(it.identifier for it in DEEP))),
        injects=INJECTS,
        note=replace(NOTE, depth=2),
        card=replace(BARE, depth_prompt=DepthPrompt("Depth prompt.", 2)),
        books=book(
            entry("deep-100", Position.AT_DEPTH, depth=2),
            entry("deep-50", Position.AT_DEPTH, depth=2, order=50),
            entry("deep-user", Position.AT_DEPTH, depth=2, role=Role.USER),
        ),
    ),
    "depth_of_a_marker": lambda: stage(
        preset=preset(
            text_prompt("charDescription", "", marker=True, depth=1, role=Role.USER),
            text_prompt("worldInfoBefore", "", marker=True, depth=3),
            text_prompt("scenario", "", marker=True, role=Role.ASSISTANT),
            texts=replace(TEXTS, world_format="<lore>{0}</lore>"),
        ),
        card=CARD,
        books=book(entry("one"), entry("two")),
    ),
    "depth_switched_off": lambda: stage(
        preset=preset(*DEEP, order=(*DEFAULT_ORDER, "deep-system", "deep-user"), off=("deep-system",))
    ),
    "depth_0_to_7": lambda: stage(
        books=book(*(entry(f"depth-{depth}", Position.AT_DEPTH, depth=depth) for depth in (0, 1, 2, 4, 5, 7)))
    ),
    "depth_by_people": lambda: stage(
        books=book(*(entry(f"depth-{depth}", Position.AT_DEPTH, depth=depth) for depth in (0, 1, 2, 3, 7))),
        depth_counting=DepthCounting.USER,
        parts=EVERY_PART[:1],
    ),
    "depth_from_the_oldest": lambda: stage(
        books=book(*(entry(f"r-{depth}", Position.AT_DEPTH, depth=depth, reverse_depth=True) for depth in (0, 2, 9)))
    ),
    "depth_when_going_on": lambda: kind(
        Generation.CONTINUE,
        books=book(entry("zero", Position.AT_DEPTH, depth=0), entry("one", Position.AT_DEPTH, depth=1)),
    ),
    "depth_prompt": lambda: stage(card=replace(BARE, depth_prompt=DepthPrompt("{{char}} yawns.", 1, Role.ASSISTANT))),
    "injects": lambda: stage(
        injects=INJECTS, books=book(entry("fires", constant=False, keys=("dragon",), position=Position.AFTER_CHARACTER))
    ),
    "nodest": lambda: stage(preset=nodest_preset(), card=CARD, depth_counting=DepthCounting.USER),
    # world books
    **{
        f"world_{position.value}_{position.name.lower()}": lambda position=position: replace(
            many(3, position), note=NOTE, card=CARD
        )
        for position in Position
        if position is not Position.OUTLET
    },
    "world_7_outlet": lambda: stage(
        preset=preset(text_prompt("main", "Main, and {{outlet::town}}")),
        books=book(entry("pulled", Position.OUTLET, outlet="town"), entry("left", Position.OUTLET, outlet="sea")),
    ),
    "world_format": lambda: stage(
        preset=preset(texts=replace(TEXTS, world_format="[What {{char}} knows:\n{0}]")),
        books=book(entry("a"), entry("b")),
    ),
    **{f"logic_{logic.name.lower()}": lambda logic=logic: stage(books=book(keyed("logic", logic))) for logic in Logic},
    "logic_not_all_fails": lambda: stage(
        books=book(
            entry(
                "all",
                constant=False,
                keys=("bread",),
                secondary_keys=("oven", "loaf"),
                logic=Logic.NOT_ALL,
                scan_depth=4,
            )
        )
    ),
    "world_left_out": lambda: stage(
        books=book(
            entry("never", constant=False, keys=("bread",), probability=0, scan_depth=9),
            entry("swipes", constant=False, keys=("bread",), triggers=frozenset({Generation.SWIPE}), scan_depth=9),
            entry("others", constant=False, keys=("bread",), filter_names=("Bob",), scan_depth=9),
        )
    ),
    # the author's note
    "note_in_chat": lambda: stage(note=replace(NOTE, depth=1, role=Role.USER)),
    "note_after_main": lambda: stage(note=replace(NOTE, position=NotePosition.AFTER_MAIN), injects=INJECTS[4:6]),
    "note_before_main": lambda: stage(note=replace(NOTE, position=NotePosition.BEFORE_MAIN), injects=INJECTS[4:6]),
    "note_main_switched_off": lambda: stage(
        note=replace(NOTE, position=NotePosition.AFTER_MAIN),
        injects=INJECTS[4:5],
        preset=preset(order=("worldInfoBefore", "main", "charDescription", "chatHistory"), off=("main",)),
        books=book(entry("above")),
    ),
    "note_main_missing": lambda: stage(
        note=replace(NOTE, position=NotePosition.AFTER_MAIN), preset=preset(order=("charDescription", "chatHistory"))
    ),
    "note_every_third": lambda: stage(
        note=replace(NOTE, interval=3), books=book(entry("top", Position.NOTE_TOP), entry("low", Position.NOTE_BOTTOM))
    ),
    "note_every_second": lambda: persona(
        PersonaPosition.NOTE_TOP,
        note=replace(NOTE, interval=2, depth=1),
        books=book(entry("top", Position.NOTE_TOP)),
    ),
    "note_off": lambda: stage(note=replace(NOTE, interval=0)),
    "note_without_text": lambda: persona(
        PersonaPosition.NOTE_BOTTOM, note=AuthorsNote(""), books=book(entry("top", Position.NOTE_TOP))
    ),
    # who the person is
    **{
        f"persona_{position.name.lower()}": lambda position=position: persona(
            position, note=replace(NOTE, depth=1), card=CARD
        )
        for position in PersonaPosition
    },
    # examples
    "examples": lambda: stage(
        card=replace(
            CARD,
            nickname="Mimi",
            mes_example="Mia wakes up.\nAnn: Hi,\nyou.\n{{char}}: Oh!\n{{char}}: Hello.\n<start>\nNobody speaks here."
            "\n<START>\n \n<START>\nMia: By name.",
        ),
        books=book(
            entry("above", Position.EXAMPLES_TOP, content="<START>\n{{user}}: Up?\n{{char}}: Up."),
            entry("below", Position.EXAMPLES_BOTTOM, content="{{char}}: Down."),
        ),
    ),
    "examples_switched_off": lambda: stage(
        card=CARD, preset=preset(off=("dialogueExamples",)), books=book(entry("above", Position.EXAMPLES_TOP))
    ),
    # kinds of reply
    "continue": lambda: kind(Generation.CONTINUE, parts=EVERY_PART),
    "continue_prefill": lambda: kind(
        Generation.CONTINUE, preset=preset(continue_prefill=True, prefill="Sure:"), note=replace(NOTE, depth=0)
    ),
    "impersonate": lambda: kind(Generation.IMPERSONATE, preset=preset(prefill="Sure:")),
    "prefill": lambda: stage(
        preset=preset(prefill="{{char}} says:"), moment=replace(stage().moment, model="claude-sonnet-4-5")
    ),
    "prefill_of_another_model": lambda: stage(preset=preset(prefill="{{char}} says:")),
    "send_if_empty": lambda: kind(Generation.NORMAL, preset=preset(texts=replace(TEXTS, send_if_empty="(go on)"))),
    "regenerate": lambda: stage(generation=Generation.REGENERATE, card=CARD),
    "squash": lambda: stage(
        card=CARD, preset=preset(squash=True), parts=EVERY_PART, books=book(entry("above"), entry("top", depth=0))
    ),
    # several who speak
    "two_people": lambda: stage(
        talk=talk(
            user(1, "Hi."),
            reply(2, "Hello."),
            user(3, "Me too.", "Bob\nAnn: I hate you", "p2"),
            user(4, "So?"),
            answered=2,
        ),
        parts=EVERY_PART[:4],
    ),
    "names_never": lambda: stage(
        preset=preset(names=-1), talk=talk(user(1, "Hi."), reply(2, "Hello."), user(3, "Me too.", "Bob", "p2"))
    ),
    "names_in_field": lambda: stage(
        preset=preset(names=1),
        talk=talk(user(1, "Hi.", "Ann Lee"), reply(2, "Hello."), user(3, "我也是。", "小明", "p2")),
    ),
    "names_always": lambda: stage(preset=preset(names=2)),
    "group_swap": lambda: group(SceneCards.SWAP),
    "group_append": lambda: group(SceneCards.JOIN),
    "group_impersonate": lambda: replace(group(SceneCards.SWAP), generation=Generation.IMPERSONATE),
    # what was said
    "hidden_and_broken": lambda: stage(
        talk=talk(
            replace(user(1, "A secret."), hidden=True),
            user(2, "Hi."),
            replace(reply(3, "No model."), status=EntryStatus.ERROR),
            replace(reply(4, ""), status=EntryStatus.EMPTY),
            replace(reply(5, "I was"), status=EntryStatus.INTERRUPTED),
            replace(user(6, "Go on about that."), quoted="Mia: I\nwas"),
        ),
        books=book(entry("secret", constant=False, keys=("secret",), scan_depth=9)),
    ),
    "macros_of_people": lambda: stage(
        talk=talk(
            user(1, "I am {{char}} {{setvar::mood::bad}} {{original}}"),
            reply(2, "{{user}}?"),
            user(3, "{{getvar::mood}}"),
        ),
        preset=preset(text_prompt("jailbreak", "Mood: {{getvar::mood}}. Last: {{lastMessage}}")),
        variables=Variables({"mood": "good"}),
    ),
    "variables_in_order": lambda: stage(
        card=replace(CARD, description="{{setvar::a::card}}Baker.", depth_prompt=DepthPrompt("{{getvar::c}}", 0)),
        books=book(entry("lore", content="{{setvar::b::lore}}Bread, {{getvar::a}}.")),
        preset=preset(
            text_prompt("main", "{{getvar::a}} {{getvar::b}}{{setvar::c::main}}"),
            text_prompt("jailbreak", "{{getvar::c}} {{incvar::n}} {{incvar::n}}"),
        ),
    ),
    "scripts": lambda: stage(
        scripts=(
            RegexScript("loaf", "/loaf/g", "roll", placements=frozenset({Placement.USER_INPUT})),
            RegexScript(
                "oven", "/oven/g", "stove", placements=frozenset({Placement.AI_OUTPUT}), min_depth=2, prompt_only=True
            ),
            RegexScript("seen", "/bread/g", "CAKE", placements=frozenset({Placement.USER_INPUT}), display_only=True),
            RegexScript("lore", "/Lore/g", "Fact", placements=frozenset({Placement.WORLD_INFO}), prompt_only=True),
        ),
        books=book(entry("one"), entry("rolls", constant=False, keys=("roll",))),
    ),
    # the house's own parts, and room
    "own_parts": lambda: stage(card=CARD, parts=EVERY_PART, books=book(entry("after", Position.AFTER_CHARACTER))),
    "own_parts_before_history": lambda: stage(
        card=CARD, parts=EVERY_PART, limits=replace(LIMITS, memory_position=MemoryPosition.BEFORE_HISTORY)
    ),
    "own_parts_and_depth_1": lambda: stage(
        parts=EVERY_PART,
        note=replace(NOTE, depth=1),
        books=book(entry("two", Position.AT_DEPTH, depth=2), entry("nine", Position.AT_DEPTH, depth=9)),
    ),
    "history_limit": lambda: stage(talk=LONG, limits=replace(LIMITS, history_limit=4)),
    "history_characters": lambda: stage(talk=LONG, limits=replace(LIMITS, history_characters=40)),
    "little_room": lambda: stage(
        card=replace(CARD, mes_example=f"{{{{char}}}}: {'Bread. ' * 900}"),
        parts=(
            *EVERY_PART[:2],
            part(PromptSlot.SEARCH, "Found. " * 900),
            part(PromptSlot.RECALLED, "Once. " * 900),
            *EVERY_PART[4:],
        ),
        limits=replace(LIMITS, budget_tokens=1_000),
        books=book(entry("low", order=1), entry("high", order=9)),
    ),
    "hardly_any_room": lambda: stage(
        card=replace(CARD, description="Bread. " * 900),
        talk=talk(user(1, "One loaf, please.")),
        parts=EVERY_PART,
        limits=replace(LIMITS, budget_tokens=100),
        books=book(entry("low", order=1), entry("high", order=9)),
    ),
}


STAGES |= STORY_STAGES


def lines_of(built: PromptStage) -> tuple[HistoryLine, ...]:
    """Everything that was said on a stage."""
    return (*built.talk.history, *built.talk.current)
