"""What a burst of messages asks of memory, however it is worded and to whomever it is said."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.questions.asked import MOST, AskedThing, asked_in
from engine.rules.recall.questions.courtesy import without_courtesy
from engine.rules.recall.questions.sentences import whole_sentences
from engine.rules.recall.questions.topics import phrases_of
from engine.values.memory.recall import TimeRange
from tests.rules.recall.wordings import NAMES, wordings

NOW = datetime(2026, 3, 18, 20, tzinfo=UTC)
"""A Wednesday."""
YESTERDAY, MONDAY, TODAY, LAST_WEEK = ("03-17", "03-16", "03-18", "03-09")
_PARTICLES = "呀呢啊哦吗来着哈吧嘛"


def _asks(text: str) -> list[tuple[str, str]]:
    """What is asked of a text: the day on which its time begins ("" for none), and the topic."""
    return [(_day(it), it.topic.strip(" .?!？。")) for it in asked_in(text, NOW, NAMES)]


def _day(asked: AskedThing) -> str:
    at = asked.when.start if asked.when is not None and (asked.window or asked.filters(NOW)) else None
    return f"{at:%m-%d}" if at else ""


def _sense(asked: AskedThing) -> tuple[object, ...]:
    when = asked.when and (asked.when.start, asked.when.end, asked.when.certain)
    topic = re.sub(r"[\W_]+", "", asked.topic.casefold()).rstrip(_PARTICLES)
    return when, topic, asked.window, asked.window or asked.filters(NOW)


@pytest.mark.parametrize("held_out", [False, True])
def test_a_question_asks_the_same_in_other_words(*, held_out: bool) -> None:
    """Who is polite, says a name, or has said something else before, gets one line instead of the day."""
    made = [it for it in wordings(40) if it.held_out is held_out]
    assert len({it.text for it in made}) > 500
    for it in made:
        (meant,) = asked_in(it.base, NOW, NAMES)
        found = asked_in(it.text, NOW, NAMES)
        assert _sense(meant) in [_sense(one) for one in found], it
        assert it.besides or len(found) == 1, (it, found)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Lan, what did we talk about today?", [(TODAY, "")]),
        ("Good morning! What did we talk about today?", [(TODAY, "")]),
        ("岚，昨天我们聊了什么？", [(YESTERDAY, "")]),
        ("今天聊了啥呀亲爱的", [(TODAY, "")]),
        ("早上好呀～昨天咱们都聊啥了", [(YESTERDAY, "")]),
        ("thanks! and what about yesterday?", [(YESTERDAY, "")]),
        ("hey lan i just woke up what did we talk about yesterday", [(YESTERDAY, "")]),
        ("I'm so tired today, what did we talk about yesterday?", [(YESTERDAY, ""), ("", "I'm so tired ,")]),
        ("The lamp broke.\nWhat did we talk about yesterday?", [(YESTERDAY, ""), ("", "The lamp broke")]),
        ("我刚睡醒昨天我们聊了什么", [(YESTERDAY, "")]),
        ("What did we say yesterday? And what's my cat's name?", [(YESTERDAY, ""), ("", "And what's my cat's name")]),
        ("What did we do yesterday? And on Monday?", [(YESTERDAY, ""), (MONDAY, "")]),
        ("昨天我们聊了什么？周一呢？", [(YESTERDAY, ""), (MONDAY, "")]),
        (
            "What did we say of kittens last week? And the cake on Monday?",
            [(LAST_WEEK, "kittens"), (MONDAY, "And the cake")],
        ),
        ("Yesterday.\nWhat did we say about the lighthouse?", [(YESTERDAY, "the lighthouse")]),
        ("what did we talk about?\nyesterday", [(YESTERDAY, "")]),
        ("I was at the lake yesterday. What was it?", [(YESTERDAY, "I was at the lake . What was it")]),
    ],
)
def test_each_sentence_is_a_question_of_its_own(text: str, asks: list[tuple[str, str]]) -> None:
    """Of two questions one is answered, or what is told narrows what is asked."""
    assert _asks(text) == asks


@pytest.mark.parametrize(
    ("text", "day", "topic"),
    [
        ("Lan, did we talk about Lan's sister yesterday?", YESTERDAY, "Lan's sister"),
        ("岚，昨天我们聊过岚的姐姐吗", YESTERDAY, "岚的姐姐"),
        ("what did I say about the lighthouse yesterday", YESTERDAY, "lighthouse"),
        ("Hey, about the cake, what did we say yesterday?", YESTERDAY, "about the cake"),
        ("关于灯塔，昨天我们聊了什么", YESTERDAY, "灯塔"),
        ("岚昨天说了什么", YESTERDAY, "岚"),
        ("What did Ann, Lan and Peter say yesterday?", YESTERDAY, "Ann, Lan and Peter"),
        ("What did we say about Lan yesterday?", YESTERDAY, "Lan"),
        ("5月2号我们聊到“谢谢。再见！”的时候说了什么？", "05-02", "谢谢。再见！"),
        ("老婆昨天说了什么", YESTERDAY, "老婆"),
        ("昨天我们聊到“岚”的时候说了什么？", YESTERDAY, "岚"),
        ('What did we say about "friends" yesterday?', YESTERDAY, "friends"),
        ("What did we say yesterday about the ER?", YESTERDAY, "ER"),
    ],
)
def test_what_is_spoken_of_stays(text: str, day: str, topic: str) -> None:
    """Who asks about somebody by name gets the whole day, because the name was taken for a call."""
    ((found, about),) = _asks(text)
    assert found == day
    assert topic in about


@pytest.mark.parametrize(
    "text",
    [
        "How are you today?",
        "Happy Monday!",
        "Thanks for today!",
        "See you today!",
        "晚安，今天谢谢你",
        "I went to the lighthouse yesterday. What's your name?",
        "Last week was lovely. Is the soup warm?",
    ],
)
def test_what_only_names_a_time_asks_for_none(text: str) -> None:
    """A greeting brings up the whole day; or a day that is told of hides all others."""
    assert [day for day, _ in _asks(text)] == [""]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Not yesterday, the day before: what did we talk about?", [(MONDAY, "")]),
        ("not yesterday i mean monday wat did we talk abt", [(MONDAY, "")]),
        ("It wasn't yesterday. What did we say about the cake on Monday?", [(MONDAY, "the cake")]),
        ("What did we talk about on Monday, not yesterday?", [(MONDAY, "")]),
        ("不是昨天，是前天，我们聊了什么", [(MONDAY, "")]),
        ("不是昨天，前一天我们聊了什么", [(MONDAY, "")]),
        ("唔系昨天，系前天倾过乜嘢？", [(MONDAY, "")]),
    ],
)
def test_a_denied_time_is_not_asked_for(text: str, asks: list[tuple[str, str]]) -> None:
    """Who says which day they do not mean gets that day."""
    assert _asks(text) == asks


@pytest.mark.parametrize(
    "text",
    [
        "No, I'm not, yesterday I told you why, remember?",
        "Of course not, yesterday I told you about my exam, what was it?",
        "Was it not yesterday that we talked about Rome?",
        "Did you forget what we said yesterday?",
        "Wasn't it yesterday that we talked about Rome?",
        "我们是不是昨天聊过那家餐厅？",
        "要不是昨天聊过，你还记得什么？",
        "你不是昨天说想吃火锅吗，吃了没？",
        "不是昨天聊过吗？",
    ],
)
def test_a_time_that_is_asked_for_is_not_denied(text: str) -> None:
    """A question with "not" in it loses its day."""
    assert _asks(text)[0][0] == YESTERDAY


@pytest.mark.parametrize(
    "text",
    [
        "Cooking yesterday, what did Lena say of the van?",
        "I was cleaning up yesterday and thought of the van: what did Lena say about it?",
        "couldnt sleep yesterday kept thinking of the van what did u say about it",
        "It struck me on Monday that I never asked what you said of the van.",
        "昨天收拾屋子的时候想起面包车，莉娜怎么说的来着",
        "昨天没睡好 面包车你说过啥",
    ],
)
def test_a_time_in_passing_hides_no_other(text: str) -> None:
    """Who says when a question came up is told only of that day, where nobody spoke of the matter."""
    (asked,) = asked_in(text, NOW, NAMES)
    assert asked.when is not None
    assert not asked.when.certain
    assert not asked.filters(NOW)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("What did we say about “the broken boiler” on Monday?", ["broken boiler"]),
        ("what did we say on Monday about the broken boiler", ["broken boiler"]),
        ("周一我们聊到“小说”的时候说了什么？", ["小说"]),
        ("周一我们聊到小说的时候说了什么", ["小说"]),
        ("关于灯塔，昨天我们聊了什么", ["灯塔"]),
        ("周一我们聊到搬家的时候你推荐了哪家公司？", ["搬家", "你推荐了哪家公司"]),
        ("周一我们聊到实时翻译，你推荐了哪个软件？", ["实时翻译", "你推荐了哪个软件"]),
    ],
)
def test_quotation_marks_change_nothing(text: str, phrases: list[str]) -> None:
    """What was said is found only by those who type quotation marks."""
    (asked,) = asked_in(text, NOW, NAMES)
    assert phrases_of(asked.topic) == phrases


@pytest.mark.parametrize(
    "text", ["lol", "good morning lan", "@Lan 早", "thanks!!", "", "…", "谢谢你岚", "hi\nhey\n在吗"]
)
def test_courtesy_alone_is_taken_as_it_stands(text: str) -> None:
    """A greeting is lost on its way to what remembers, or breaks it."""
    (asked,) = asked_in(text, NOW, NAMES)
    assert asked.text == text
    assert not asked.window


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("夏", "夏天我们聊了什么"),
        ("小明", "明年年初我们说过什么"),
        ("晚晚", "晚上我们聊了什么"),
        ("May", "What did we do in May?"),
        ("April", "April, what did we do in April?"),
    ],
)
def test_a_time_is_no_name(name: str, text: str) -> None:
    """Whoever is called Summer makes everybody's summer forgotten."""
    (meant,) = asked_in(text.removeprefix("April, "), NOW)
    (found,) = asked_in(text, NOW, frozenset({name.lower()}))
    assert _sense(found) == _sense(meant)


def test_the_newest_of_many_questions_are_heard() -> None:
    """A channel that nobody answered for hours asks the database as many questions."""
    text = "\n".join(f"What did we do on {month} 3?" for month in ("May", "June", "July", "August", "September"))
    found = asked_in(text, NOW, NAMES)
    assert [it.when.start.month for it in found if it.when and it.when.start] == [7, 8, 9][-MOST:]


def test_a_time_that_others_have_read_belongs_to_its_sentence() -> None:
    """What a slower reader finds out about a time is lost in a burst, or put to the wrong line."""
    text = "岚，你好！灯又坏了。\n初八那天我们聊了什么？"
    at = text.index("初八那天")
    read = TimeRange(NOW - timedelta(days=9), NOW - timedelta(days=8), certain=False, spans=((at, at + 4),))
    first, second = asked_in(text, NOW, NAMES, read)
    assert (first.window, first.when and first.when.start, second.text) == (True, read.start, "灯又坏了。")


@pytest.mark.parametrize(
    "text",
    ["The lamp was dark.", "岚的灯塔很高", "well-known facts", "Lan's hat", "哈尔滨很冷", "so many stars lit the sea"],
)
def test_words_that_only_look_like_courtesy_stay(text: str) -> None:
    """Half a sentence is cut off because it begins like a greeting."""
    assert without_courtesy(text, NAMES) in (text, text.removeprefix("so "))


_SAID = (
    *("昨天", "我们", "聊了什么", "岚", "“", "”", "，", "。", "？"),
    *("Lan", "hey", "what did we say", "yesterday", "@", "!", "\n", " "),
)
_SPEECH = st.lists(st.sampled_from(_SAID), max_size=30).map("".join)


@given(_SPEECH | st.text(max_size=60))
def test_nothing_that_is_said_breaks_it(text: str) -> None:
    """A strange line takes memory away from the turn; or words are made up that nobody said."""
    found = asked_in(text, NOW, NAMES)
    assert 1 <= len(found) <= MOST + 1
    said = {it for it in text if it.isalnum()}
    assert {it for one in found for it in one.text if it.isalnum()} <= said
    assert "".join("".join(whole_sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "unit", ["hey ", "岚，", "Lan, ", "my dear ", "哈", "@", "昨天，", "yesterday? ", "“a。", "what did we, "]
)
def test_work_grows_with_the_text_alone(unit: str) -> None:
    """A pasted page of one word stops the turn of everybody in the process; the words are still told apart."""
    assert asked_in((unit * 2_000)[:2_000], NOW, NAMES)
    assert isinstance(without_courtesy(unit * 20_000, NAMES), str)
