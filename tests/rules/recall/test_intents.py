"""What a message wants of memory, and what it is about besides."""

import pytest

from engine.rules.recall.questions.intents import asks_to_remember, intents_of
from engine.rules.recall.questions.topics import keywords, topic_of

ABOUT_NOTHING = (
    ("昨天我们聊了什么？", "昨天"),
    ("2023年5月2日我们聊了些什么？", "2023年5月2日"),
    ("我们上周二聊了什么", "上周二"),
    ("今年上半年咱们聊得最多的是什么", "今年上半年"),
    ("十二月我们在忙什么来着", "十二月"),
    ("在5月2号我们聊了很多，我们聊了哪些话题？", "5月2号"),
    ("昨天呢？", "昨天"),
    ("What did we talk about yesterday?", "yesterday"),
    ("what did we talk about on Sunday last week?", "on Sunday last week"),
    ("What were we talking about this morning?", "this morning"),
    ("Remind me what happened on Monday.", "on Monday"),
    ("recap last week", "last week"),
    ("And yesterday?", "yesterday"),
)
ABOUT = (
    ("5月2号我们聊到“谢谢”的时候说了什么？", "5月2号", "谢谢"),
    ("上周我们聊过旅行吗", "上周", "旅行"),
    ("上周你吃了什么", "上周", "吃"),
    ('What did we say about "ones" on 11 August 2023?', "on 11 August 2023", "ones"),
    ("What did we say about the cake last week?", "last week", "cake"),
    ("What did I tell you about my sister yesterday?", "yesterday", "sister"),
)


@pytest.mark.parametrize(("text", "time"), ABOUT_NOTHING)
def test_a_time_without_a_topic(text: str, time: str) -> None:
    """Somebody asks for a whole day and gets what happens to hold the word "talk"."""
    at = text.index(time)
    assert topic_of(text, [(at, at + len(time))]) == ""


@pytest.mark.parametrize(("text", "time", "topic"), ABOUT)
def test_a_topic_in_a_time(text: str, time: str, topic: str) -> None:
    """Somebody asks for one thing and gets the whole day."""
    at = text.index(time)
    assert topic in topic_of(text, [(at, at + len(time))])


@pytest.mark.parametrize(
    "text",
    [
        "你还记得我的猫吗",
        "之前那家店叫什么",
        "当时我说了什么",
        "那次去的海边",
        "记得吗",
        "Do you remember my cat?",
        "What was that shop last time?",
    ],
)
def test_words_of_remembering(text: str) -> None:
    """Somebody asks to be remembered and the search stays as narrow as ever."""
    assert intents_of(text).recalls


@pytest.mark.parametrize(
    "text", ["灯塔是怎么修好的", "如何做回锅肉", "说说详细过程", "How exactly did we do it?", "Tell me in detail."]
)
def test_words_of_how(text: str) -> None:
    """Somebody asks how something went and hears that it did."""
    assert intents_of(text).how


@pytest.mark.parametrize("text", ["你怎么了", "今天怎么样", "怎么办", "I am here.", "你好"])
def test_everyday_words_want_nothing(text: str) -> None:
    """Every greeting brings up the past."""
    intents = intents_of(text)
    assert not intents.how
    assert not intents.recalls


def test_keywords_are_what_is_left_of_a_question() -> None:
    """Words that stand in every message are looked up in all of them."""
    assert keywords("Do you remember my sister's falcon?") == "sister's falcon"
    assert keywords("你还记得我的猫叫什么名字吗").replace(" ", "") == "猫叫名字"
    assert keywords("How are you?") == ""


@pytest.mark.parametrize("unit", ["我", "还你", "聊", "what did we ", "we ", "“", "how ", "a"])
def test_long_pastes_are_read_in_little_work(unit: str) -> None:
    """A pasted page of one word stops the turn of everybody in the process; the words are still told apart."""
    text = (unit * 2_000)[:2_000]
    assert isinstance(topic_of(text), str)
    assert isinstance(keywords(text), str)
    intents_of(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("When did I say my birthday is?", True),
        ("Which drink did I call my favourite?", True),
        ("What frightens me, do you remember?", True),
        ("What is my sister going to study again?", True),
        ("我说过我最爱喝的是哪个？", True),
        ("我跟你讲过我忌口的是什么？", True),
        ("我妹妹要学什么专业来着？", True),
        ("你还记得我住哪儿吗？", True),
        ("Where did I put the harpsichord?", False),
        ("Did I tell you about my harpsichord?", False),
        ("When did I call the plumber?", False),
        ("我把古筝放哪儿了？", False),
        ("我跟你说过我的古筝吗？", False),
        ("我说过了。", False),
    ],
)
def test_who_says_that_they_told_it(text: str, told: bool) -> None:
    """Whoever says "I" is believed to have told it, or whoever told it is not believed."""
    assert intents_of(text).told is told


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Do you remember my exam?", True),
        ("remember the canary password?", True),
        ("Did I tell you about the boat?", True),
        ("What was the name of my cat again?", True),
        ("Can you remind me what we said?", True),
        ("What should I say to my boss?", False),
        ("Why is it raining again?", False),
        ("When will I see you again?", False),
        ("What's the capital of France again?", False),
        ("Can you remind me to buy milk?", False),
        ("Do you remember to breathe?", False),
        ("你还记得我的考试吗", True),
        ("我跟你说过我家在哪吗", True),
        ("宠物叫什么来着", True),
        ("记得带伞好吗", False),
        ("北京以前叫什么？", False),
        ("我告诉你几个秘密好吗？", False),
    ],
)
def test_who_asks_to_remember(text: str, *, asks: bool) -> None:
    """The prompt says that nothing is remembered to somebody who asked for something else."""
    assert asks_to_remember(text) is asks
