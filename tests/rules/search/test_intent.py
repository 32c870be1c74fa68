"""A message that asks for the world outside is looked up, and nothing that is said to a character is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.search.intent import search_intent
from engine.rules.search.signals import TOPICS, WEIGHTS
from engine.rules.text.forwards import quotation
from engine.values.chats.bodies import ForwardOrigin
from engine.values.house.setting_choices import Language
from tests.rules.search.labelled import NAMES, PLAY, SEARCH, half, labelled

RIGHT = 0.95
FALSE_AT_PLAY = 0.02


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("number", [0, 1])
def test_most_messages_are_understood(language, number):
    """Somebody asks for the weather and hears an invention, or confides in a character and the web is asked."""
    lines = half(language, number)
    wrong = [it.text for it in lines if search_intent(it.text, NAMES).wanted != (it.label == SEARCH)]
    assert len(wrong) <= (1 - RIGHT) * len(lines), wrong


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("number", [0, 1])
def test_play_is_not_looked_up(language, number):
    """What is said in a story or in confidence goes to a search engine."""
    lines = [it.text for it in half(language, number) if it.label == PLAY]
    wrong = [it for it in lines if search_intent(it, NAMES).wanted]
    assert len(wrong) <= FALSE_AT_PLAY * len(lines), wrong


@pytest.mark.parametrize("language", ["en", "zh"])
def test_there_are_lines_enough(language):
    """The figures above are of a handful of lines."""
    lines = labelled(language)
    assert len(lines) >= 400
    assert len({it.text for it in lines}) == len(lines)
    assert sum(it.label == PLAY for it in lines) >= 150
    assert 0.35 <= sum(it.label == SEARCH for it in lines) / len(lines) <= 0.45


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("can you look up when the pool opens tomorrow?", "asks_for_it"),
        ("帮我查一下明天去杭州的高铁", "asks_for_it"),
        ("what's in the news today?", "news"),
        ("how much does a Steam Deck cost in Canada?", "price"),
        ("上海周末会下雨吗？", "weather"),
        ("when did the Berlin Wall fall, in 1989?", "names_and_dates"),
        ("how are you feeling about the news today?", "feeling"),
        ("*opens the old radio* what's in the news?", "play"),
        ("「今天有什么新闻？」她问。", "play"),
        ("what did we say about the price yesterday?", "memory"),
        ("what is your secret?", "secret"),
        ("what do you think of Paris?", "about_you"),
        ("how old is Mina now?", "person_here"),
        ("小岚今年几岁了？", "person_here"),
    ],
)
def test_it_says_why(text, reason):
    """Nobody finds out why something was looked up, or was not."""
    assert reason in search_intent(text, NAMES).reasons


ASKED = "what's the weather in Oslo tomorrow?"


@pytest.mark.parametrize(
    "text",
    [
        f'he wrote "{ASKED}" to me',
        f"```\n{ASKED}\n```",
        f"> {ASKED}\nhaha",
        quotation(ASKED, ForwardOrigin(author="Ann"), Language.EN),
        quotation("明天北京天气怎么样？", ForwardOrigin(author="Ann"), Language.ZH),
        "她问我：“明天北京天气怎么样？”",
        f"*asks* {ASKED}",
        "",
        "?",
        "https://example.org/news?today=1",
    ],
)
def test_words_of_others_do_not_count(text):
    """Somebody forwards a message, and the question in it is looked up for them."""
    assert not search_intent(text, NAMES).wanted


@pytest.mark.parametrize(
    ("called", "spoken_of"),
    [
        ("Lan, what's the news from Ukraine today?", "what's the news from Lan today?"),
        ("hey Theo, how much is bitcoin right now?", "how much does Theo earn right now?"),
        ("小岚，现在美元汇率多少？", "小岚现在多高？"),
        ("今天北京天气怎么样，阿明？", "阿明今天几点上班？"),
    ],
)
def test_a_name_is_a_call_or_a_subject(called, spoken_of):
    """Nothing is looked up for who calls a character by name; or a friend's age is looked up on the web."""
    assert search_intent(called, NAMES).wanted
    assert not search_intent(spoken_of, NAMES).wanted


def test_a_name_may_have_several_words():
    """A question about a character by the first name alone is looked up."""
    assert not search_intent("how old is Reyes now?", {"Captain Reyes"}).wanted
    assert search_intent("how old is Reyes now?", {"Lan"}).wanted


def test_a_city_is_no_person():
    """A character is called Paris, and the weather in Paris is never looked up again."""
    assert search_intent("what's the weather in Paris tomorrow?", {"Paris"}).wanted
    assert not search_intent("how old is Paris now?", {"Paris"}).wanted


def test_a_name_may_be_a_word():
    """Somebody is called Will, and every question about tomorrow's rain is taken for one about them."""
    assert search_intent("will it rain in Seattle this weekend?", {"Will"}).wanted
    assert not search_intent("how tall is Will in metres?", {"Will"}).wanted
    assert search_intent("西安今天天气怎么样？", {"安"}).wanted


def test_a_long_instruction_is_no_question():
    """Half a page of rules for the character is sent to a search engine because it says "price" once."""
    rules = "Answer as a shopkeeper would. Keep each answer short and never step out of the part. " * 10
    assert not search_intent(f"{rules}How much is a room in Vienna?", NAMES).wanted
    assert search_intent("How much is a hotel room in Vienna right now?", NAMES).wanted


@given(st.text(max_size=300), st.frozensets(st.text(max_size=12), max_size=5))
def test_any_text_has_a_score(text, names):
    """An odd character stops a turn."""
    intent = search_intent(text, names)
    assert 0 <= intent.score <= 1
    assert intent.wanted == (intent.score >= 0.5)
    assert set(intent.reasons) <= WEIGHTS.keys()


def test_topics_are_weighed():
    """A topic without a weight would stop a turn that speaks of it."""
    assert WEIGHTS.keys() >= TOPICS
