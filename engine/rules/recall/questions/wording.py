"""How a question is worded: what would answer it, who it is about, whether it asks for a time.

A question is nearer to other questions than to its answer. Names weigh more in an embedding than what was done, and who
said something is known anyway. So what is compared with messages is the question as somebody would say its answer: in
the first person, without the words that ask.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from engine.rules.recall.questions.topics import says_something
from engine.rules.recall.words.word_forms import PAST
from engine.rules.recall.words.words import is_chinese
from engine.rules.text.stops import cut_behind

LONGEST: Final = 600
"""Characters of a question that are turned round; a longer text is no question."""

_ASKING: Final = re.compile(
    r"^(?:what|which|who|whom|where|when|why|how(?: many| much| often| long| old| far)?)\b ?(.*)$", re.IGNORECASE
)
_HELPING: Final = re.compile(r"^(?:did|does|do|is|are|was|were|has|have|can|could|will|would) +(.*)$", re.IGNORECASE)
_DID: Final = re.compile(r"\b(did|does|do) (I|my(?: \w+){1,3}?|we|they) (\w+)")
_WAS: Final = re.compile(r"^(is|are|was|were|has|have|had|will|would|can|could|should) (I|my \w+|we|they)\b")
_CHINESE_ASKING: Final = re.compile(
    r"你?还?记得|记不记得|请问|对吗|是什么|有哪些|哪些|什么|哪|吗|呢|多少|几|怎么|怎样|如何|为什么|曾经|它的名字是|他们的名字是|[？?]"
)
_REMEMBERING: Final = re.compile(
    r"你?还?记得|记不记得|你知道|告诉我|提醒我"
    r"|\bdo you (?:remember|know|recall)\b|\b(?:can|could) you (?:tell|remind) me\b",
    re.IGNORECASE,
)
_TELLING: Final = re.compile(
    r"\b(?:did|do) i (?:ever )?(?:say|tell you|mention)(?: to you)?(?: that| about)?\b|\bagain\b(?=\s*\??$)",
    re.IGNORECASE,
)
_LEFT_OVER: Final = re.compile(r"^[，, ]+|[，, ]+(?=[?？]?$)")
_CLAUSE: Final = re.compile(r"[，,。；;]")
_PRONOUN: Final = re.compile(
    r"我们|咱们|我|你|您|\b(?:we|our|i|my|i['’]m|i['’]ve|you|your)\b"
    r"|(?<!tell )(?<!remind )(?<!show )(?<!give )(?<!help )(?<!let )\bme\b",
    re.IGNORECASE,
)
_WHO: Final = re.compile(
    r"\b(?:who|whose|whom|us|ours|he|him|his|she|her|hers|they|them|their|theirs|any(?:body|one)|every(?:body|one)"
    r"|some(?:body|one))\b|谁|大家|哪位|哪个人|有人|[他她它]|别人",
    re.IGNORECASE,
)
"""People who are neither who asks nor who is asked."""
_WHEN: Final = re.compile(
    r"\bwhen\b|\bwhat (?:date|year|month|day)\b|\bhow long\b|什么时候|何时|哪天|哪一天|哪年|日期|几号|几月|多久",
    re.IGNORECASE,
)
_TIME: Final = re.compile(
    r"\b(?:yesterday|today|tonight|last|ago|next|weeks?|weekends?|months?|years?|since|recently|soon|just|now|morning"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|\d{4}|summer|winter|spring|fall|autumn)\b"
    r"|昨天|今天|明天|前天|昨晚|上周|下周|上个|去年|今年|周末|月|星期|礼拜|小时|\d号",
    re.IGNORECASE,
)
_ONESELF: Final = re.compile(r"\b(?:i|my|i['’](?:m|ve|d|ll)|we|our)\b|我|咱", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(r"[!?。！？~]|\n|\.++")
_ASKS: Final = ("?", "？")
_SHORTEST: Final = 4


class QuestionSubject(StrEnum):
    """Whom a question is about, by its pronouns: who asks, or who is asked; nobody said whom."""

    ASKER = "asker"
    ASKED = "asked"
    UNSAID = "unsaid"


_SUBJECTS: Final = {
    **dict.fromkeys(("我", "i", "my", "me", "i'm", "i've"), QuestionSubject.ASKER),
    **dict.fromkeys(("你", "您", "you", "your"), QuestionSubject.ASKED),
}


def likely_answers(question: str, names: Iterable[str] = ()) -> list[str]:
    """Two texts that an answer is like: the question in the first person (``names`` become I), and as a statement."""
    plain = _first_person(question[:LONGEST], names)
    return [plain, _statement(plain)] if len(question) <= LONGEST else [question]


def without_remembering(question: str) -> str:
    """``question`` without that somebody is asked to remember; itself if nothing else is left."""
    rest = _LEFT_OVER.sub("", " ".join(_REMEMBERING.sub(" ", question).split()))
    return rest if says_something(rest) else question


def without_telling(question: str) -> str:
    """An English ``question`` without that it was told: "When did I say my birthday is?" asks when it is.

    Words that say so in Chinese stand before a question that is whole without them.
    """
    rest = " ".join(_TELLING.sub(" ", question).split())
    return rest if says_something(rest) else question


def without_names(text: str, names: Iterable[str]) -> str:
    """``text`` with a space for each Chinese name: no word begins within a name and ends behind it."""
    for name in sorted({it for it in names if is_chinese(it) and len(it) > 1}, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def subject_of(question: str) -> QuestionSubject | None:
    """Whom it is about: the first pronoun of its last clause that has one. "Do you remember …" is about nobody yet.

    None: several people, or somebody who is asked for ("who …").
    """
    for clause in reversed(_CLAUSE.split(_REMEMBERING.sub(" ", question))):
        if (found := _PRONOUN.search(clause)) is not None:
            return _SUBJECTS.get(found[0].lower().replace("’", "'"))
    return None if _WHO.search(question) else QuestionSubject.UNSAID


def asks_when(question: str) -> bool:
    """Whether it asks for a time."""
    return _WHEN.search(question) is not None


def tells_time(text: str) -> bool:
    """Whether ``text`` says when something is."""
    return _TIME.search(text) is not None


def of_oneself(text: str) -> bool:
    """Whether somebody speaks of themselves."""
    return _ONESELF.search(text) is not None


def sentences(text: str) -> list[str]:
    """The sentences of ``text`` that are longer than a sigh; the text itself when there are none.

    Vectors are stored of what these make, so they are not those of ``questions.sentences``, which keep quotations and
    end at semicolons: other cuts here would put new words beside old ones that mean the same and lie elsewhere.
    """
    found = [it.strip() for it in cut_behind(text, _SENTENCE_END)]
    return [it for it in found if len(it) >= _SHORTEST] or [text.strip()]


def is_question(sentence: str) -> bool:
    """Whether it ends as a question."""
    return sentence.rstrip().endswith(_ASKS)


def _first_person(question: str, names: Iterable[str]) -> str:
    for name in sorted({it for it in names if it.strip()}, key=len, reverse=True):
        if is_chinese(name):
            question = question.replace(name, "我")
            continue
        said = re.escape(name)
        question = re.sub(rf"\b{said}['’]s\b", "my", question, flags=re.IGNORECASE)
        question = re.sub(rf"\b{said}\b", "I", question, flags=re.IGNORECASE)
    return " ".join(question.split())


def _statement(question: str) -> str:
    """ "What did I read?" → "I read"; 我喜欢哪些乐队？ → 我喜欢乐队."""
    if any(map(is_chinese, question)):
        return _CHINESE_ASKING.sub("", question).strip("，, ") or question
    plain = question.strip().rstrip("?？ ").strip()
    asking = _ASKING.match(plain)
    if asking is None:
        helping = _HELPING.match(plain)
        return helping[1] if helping else plain
    told = _DID.sub(_told, asking[1].strip(), count=1)
    return _WAS.sub(r"\2 \1", told) or question


def _told(found: re.Match[str]) -> str:
    """ "did I read" → "I read", "did we walk" → "we walked", "does my cat eat" → "my cat eat"."""
    helping, who, verb = found.groups()
    regular = f"{verb}d" if verb.endswith("e") else f"{verb}ed"
    return f"{who} {PAST.get(verb, regular) if helping == 'did' else verb}"
