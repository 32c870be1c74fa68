"""Prompts from files, without a database."""

from dataclasses import replace

from engine.rules.formats.cards.cards import card_from_json
from engine.rules.framework.build import build
from engine.rules.framework.preview import PreviewFiles, stage_from_files
from engine.shipped import house_preset
from engine.values.characters.presets import Preset
from engine.values.characters.worlds import Binding, WorldBook
from engine.values.house.setting_choices import DepthCounting, Language
from engine.values.models.prompts import PartVerdict, PromptSlot, Role
from engine.values.models.stage import PromptStage
from engine.values.story.notes import AuthorsNote
from engine.values.transfers.chats import ChatFile, ChatLine
from tests.rules.formats.card_samples import NODEST
from tests.rules.framework.table import CARD, entry, preset

HOUSE = house_preset(Language.EN)
GREETER = replace(CARD, first_greeting="Hi {{user}}, I am {{char}}.", character_book={"entries": []})
CHAT = ChatFile(
    "Ben",
    "Mia",
    (
        ChatLine("Mia", by_person=False, text="Morning."),
        ChatLine("Ben", by_person=True, text="A secret.", hidden=True),
        ChatLine("Ben", by_person=True, text="Two loaves."),
    ),
    note=AuthorsNote("It rains.", depth=0),
    variables=(("mood", "good"),),
    scenario="A market.",
)


def texts(stage: PromptStage) -> list[str]:
    return [message.text for message in build(stage).prompt.messages]


def test_without_a_chat_the_character_greets() -> None:
    """An author could not see how a card begins."""
    stage = stage_from_files(PreviewFiles(GREETER, HOUSE))
    last = build(stage).prompt.messages[-1]
    assert (last.role, last.text) == (Role.ASSISTANT, "Hi User, I am Mia.")


def test_a_chat_brings_its_people_its_note_its_variables_and_its_scene() -> None:
    """A preview would show another prompt than the chat it was made for."""
    stage = stage_from_files(PreviewFiles(GREETER, HOUSE, chat=CHAT))
    assert texts(stage)[-3:] == ["Morning.", "Two loaves.", "It rains."]
    assert "The scene: A market." in texts(stage)
    assert (stage.moment.user, stage.variables.local, stage.talk.from_people) == ("Ben", {"mood": "good"}, 2)


def test_a_name_that_is_given_goes_before_the_chat_s() -> None:
    """An author could not try how another name reads."""
    assert stage_from_files(PreviewFiles(GREETER, HOUSE, chat=CHAT, user="Eve")).moment.user == "Eve"
    unnamed = stage_from_files(PreviewFiles(GREETER, HOUSE, chat=replace(CHAT, user_name="unused")))
    assert unnamed.moment.user == "User"


def test_a_preset_without_texts_speaks_with_the_house_s_words() -> None:
    """A preset with samplers only would send the card without any instruction."""
    stage = stage_from_files(PreviewFiles(GREETER, HOUSE, preset=Preset("Samplers", max_context=8_000, max_tokens=300)))
    assert texts(stage)[0].startswith("You are Mia")
    assert (stage.limits.context, stage.limits.reply_max_tokens) == (8_000, 300)


def test_a_preset_s_own_texts_hold() -> None:
    """An author would see the built-in words instead of the preset's."""
    assert (
        texts(stage_from_files(PreviewFiles(GREETER, HOUSE, preset=preset())))[0] == "Write Mia's next reply to User."
    )


def test_books_of_files_and_of_the_card_are_both_read() -> None:
    """Lore would be missing in the preview."""
    card = replace(GREETER, character_book={"entries": [{"keys": [], "content": "Own lore.", "constant": True}]})
    stage = stage_from_files(PreviewFiles(card, HOUSE, books=(WorldBook("", (entry("file"),)),)))
    assert [it.key for it in stage.books] == ["Mia", "1"]
    whole = "\n".join(texts(stage))
    assert "Own lore." in whole
    assert "Lore file." in whole


def test_a_file_of_the_card_s_own_book_stands_for_it() -> None:
    """Everything in it would be said twice, or an edited book would not count."""
    own = {"name": "Seas", "entries": [{"keys": [], "content": "Old lore.", "constant": True}]}
    card = replace(GREETER, character_book=own)
    stage = stage_from_files(PreviewFiles(card, HOUSE, books=(WorldBook("Seas", (entry("new"),)),)))
    assert [(it.key, len(it.book.entries)) for it in stage.books] == [("Seas", 1)]
    assert "Old lore." not in "\n".join(texts(stage))


def test_only_the_book_that_the_chat_names_goes_before_the_card_s() -> None:
    """A budget would be spent on other entries than in SillyTavern."""
    books = (WorldBook("Seas", (entry("seas"),)), WorldBook("Hills", (entry("hills"),)))
    stage = stage_from_files(PreviewFiles(GREETER, HOUSE, books=books, chat=replace(CHAT, world="Hills")))
    assert [(it.key, it.binding) for it in stage.books] == [("Seas", Binding.CHARACTER), ("Hills", Binding.CHAT)]


def test_macros_in_a_character_s_words_are_filled_in_and_people_s_are_not() -> None:
    """Braces of a greeting would reach the model, or people could make the preview run macros."""
    lines = (
        ChatLine("Mia", by_person=False, text="Hi {{user}}."),
        ChatLine("Ben", by_person=True, text="Hi {{char}}."),
    )
    stage = stage_from_files(PreviewFiles(GREETER, HOUSE, chat=replace(CHAT, lines=lines, note=None)))
    assert texts(stage)[-2:] == ["Hi Ben.", "Hi {{char}}."]


def test_a_narrator_s_words_are_the_system_s() -> None:
    """A narrator's words would be taken for the character's."""
    narrated = ChatLine("Mia", by_person=False, text="Rain.", raw={"extra": {"type": "narrator"}})
    stage = stage_from_files(PreviewFiles(GREETER, HOUSE, chat=replace(CHAT, lines=(*CHAT.lines, narrated), note=None)))
    assert [(it.role, it.text) for it in build(stage).prompt.messages][-1] == (Role.SYSTEM, "Rain.")


def test_hidden_lines_do_not_count_for_entries_that_wait() -> None:
    """An entry that waits for a longer talk would come too early."""
    book = WorldBook("w", (entry("late", delay=3), entry("early", delay=2)))
    whole = "\n".join(texts(stage_from_files(PreviewFiles(GREETER, HOUSE, books=(book,), chat=CHAT))))
    assert "Lore early." in whole
    assert "Lore late." not in whole


def test_the_ledger_says_that_the_time_is_not_told() -> None:
    """Somebody would miss the time in the preview and think it is missing in the chat."""
    ledger = build(stage_from_files(PreviewFiles(GREETER, HOUSE))).prompt.ledger
    assert [line.verdict for line in ledger if line.slot is PromptSlot.TIME] == [PartVerdict.EMPTY]


def test_what_came_with_a_card_holds() -> None:
    """An author of NodeST would see the house's prompt in place of their own."""
    stage = stage_from_files(PreviewFiles(card_from_json(NODEST), HOUSE))
    assert texts(stage)[0] == "演好小满。"
    assert stage.note is not None
    assert stage.depth_counting is DepthCounting.USER
    assert texts(stage_from_files(PreviewFiles(card_from_json(NODEST), HOUSE, preset=preset())))[0] != "演好小满。"
