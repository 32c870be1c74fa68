"""How questions are turned into what would answer them, and what of a message is embedded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.questions.wording import (
    QuestionSubject,
    asks_when,
    is_question,
    likely_answers,
    of_oneself,
    sentences,
    subject_of,
    tells_time,
    without_names,
    without_remembering,
    without_telling,
)
from engine.rules.recall.remembering.meaning import meaning_text


@pytest.mark.parametrize(
    ("question", "first_person", "statement"),
    [
        ("What did Mina read?", "What did I read?", "I read"),
        ("Where does Mina's brother live?", "Where does my brother live?", "my brother live"),
        ("What did mina buy in June?", "What did I buy in June?", "I bought in June"),
        ("When did they walk home?", "When did they walk home?", "they walked home"),
        ("How long have we known each other?", "How long have we known each other?", "we have known each other"),
        ("Is Mina afraid of dogs", "Is I afraid of dogs", "I afraid of dogs"),
        ("林夏喜欢哪些乐队？", "我喜欢哪些乐队？", "我喜欢乐队"),
        ("你还记得林夏的猫叫什么名字吗？", "你还记得我的猫叫什么名字吗？", "我的猫叫名字"),
        ("The harbour is quiet.", "The harbour is quiet.", "The harbour is quiet."),
    ],
)
def test_a_question_becomes_its_answer(question: str, first_person: str, statement: str) -> None:
    """A question finds other questions, and everything with the name in it, instead of what answers it."""
    assert likely_answers(question, ["Mina", "林夏"]) == [first_person, statement]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Do you remember which food I cannot eat?", "which food I cannot eat?"),
        ("What frightens me, do you remember?", "What frightens me?"),
        ("你还记得我不能吃什么吗？", "我不能吃什么吗？"),
        ("Do you remember?", "Do you remember?"),
        ("还记得吗？", "还记得吗？"),
    ],
)
def test_who_asks_to_remember_asks_for_something(question: str, meant: str) -> None:
    """Whoever asks whether one remembers finds where others asked that, or what shares a bare word."""
    assert without_remembering(question) == meant


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Which food did I tell you I cannot eat?", "Which food I cannot eat?"),
        ("When did I say my birthday is?", "When my birthday is?"),
        ("What is my sister called again?", "What is my sister called ?"),
        ("Did I say?", "Did I say?"),
        ("我说过我不能吃什么？", "我说过我不能吃什么？"),
    ],
)
def test_who_told_it_asks_for_what_was_told(question: str, meant: str) -> None:
    """Whoever asks what they told finds where others told something."""
    assert without_telling(question) == meant


def test_no_word_begins_within_a_name() -> None:
    """周敏修吊灯 holds 敏修, which nobody ever said, and is doubted for it."""
    assert without_names("周敏修吊灯", ["周敏", "Ann", "修"]) == " 修吊灯"


def test_a_name_inside_a_word_stays() -> None:
    """Somebody called Ann makes "announce" unfindable."""
    assert likely_answers("Who will announce it, Ann?", ["Ann"])[0] == "Who will announce it, I?"


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("What did I say about boats?", QuestionSubject.ASKER),
        ("Do you remember where I live?", QuestionSubject.ASKER),
        ("What would you recommend?", QuestionSubject.ASKED),
        ("What did we decide?", None),
        ("Where is the harbour?", QuestionSubject.UNSAID),
        ("Name of the cat again?", QuestionSubject.UNSAID),
        ("生日是哪天来着", QuestionSubject.UNSAID),
        ("Who has the keys?", None),
        ("她什么时候来", None),
        ("你还记得我妹妹的名字吗", QuestionSubject.ASKER),
        ("我昨天问过你，你推荐了什么？", QuestionSubject.ASKED),
        ("你推荐了什么，我记下来了吗？", QuestionSubject.ASKER),
        ("我们约了几点", None),
        ("I’ve lost it, haven't I?", QuestionSubject.ASKER),
        ("Who visited me?", QuestionSubject.ASKER),
        ("Tell me about the harbour.", QuestionSubject.UNSAID),
    ],
)
def test_whom_a_question_is_about(question: str, subject: QuestionSubject | None) -> None:
    """ "What did I say?" is answered with what the character said, or with what somebody else did."""
    assert subject_of(question) is subject


def test_what_asks_for_a_time_and_what_tells_one() -> None:
    """ "When was that?" brings what was said about it without the day."""
    assert asks_when("When did we leave?")
    assert asks_when("我们什么时候出发的？")
    assert not asks_when("Who came whenever?")
    assert tells_time("We left last Friday.")
    assert tells_time("昨天出发的")
    assert not tells_time("We left.")


def test_people_speaking_of_themselves() -> None:
    """What somebody says of themselves is taken for what they say of others."""
    assert of_oneself("I'm cold")
    assert of_oneself("我冷")
    assert not of_oneself("It is cold")


def test_what_is_embedded_is_what_is_stated() -> None:
    """ "How was yours?" at the end of a message pulls it to every question; an answer alone says too little."""
    assert meaning_text("I moved to Bergen in June. And you?") == "I moved to Bergen in June."
    assert meaning_text("And you?") == "And you?"
    assert meaning_text("In June, by boat.", "Nice. When did you move?") == "When did you move? In June, by boat."
    assert meaning_text("六月搬的。你呢？", "挺好。什么时候搬的家？") == "什么时候搬的家？ 六月搬的。"
    assert meaning_text("Look! [photo: a red boat]", "") == "Look! a red boat"


@given(st.text(max_size=300), st.text(max_size=100), st.lists(st.text(max_size=8), max_size=3))
def test_any_text_can_be_asked_and_embedded(text: str, before: str, names: list[str]) -> None:
    """Some odd message ends the turn, or the work that embeds what was said."""
    assert all(isinstance(it, str) for it in likely_answers(text, names))
    assert isinstance(meaning_text(text, before), str)
    assert sentences(text)
    assert subject_of(text) in (*QuestionSubject, None)
    assert is_question(text) in (True, False)


def test_a_long_paste_is_no_question() -> None:
    """Turning a pasted novel round takes the time in which a reply could have begun."""
    assert likely_answers("What? " * 500) == ["What? " * 500]
