"""What a model may tell of a stretch of talk: the shape of its answer, and which facts of it are kept.

The talk was written by people, and the model reads it: what it answers is checked as if a stranger had written it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, Field

from engine.rules.dates.meaning import date_meant, over
from engine.rules.dates.telling import dated_text
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.remembering.merging import MergeVerdict
from engine.rules.recall.timeparse.chinese.words import folded
from engine.rules.wire.answer_schema import answer_schema
from engine.values.house.setting_choices import Mode
from engine.values.people.dates import DateEvery, DateKind, FactDate

SHORTEST: Final = 3
LONGEST: Final = 300
LONGEST_TOPIC: Final = 40
NOBODY: Final = "nobody"

_ASIDE: Final = re.compile(
    r"\(\([^()]+\)\)|（（[^（）]+））|\(\s*ooc\b|（\s*ooc\b|\[\s*ooc\b|【\s*ooc\b|(?:^|\s)(?://|/)?ooc\s*[:：]|\birl\b"
    r"|\bin real life\b|\bout of character\b|\birl\b|现实(?:中|里|生活|世界)|戏外|场外|出戏|(?:^|[\s(（])皮下",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(r"[?？][\"'”’」』)）\s]*$|(?:吗|么|呢)[。.\s]*$")
_COMMAND: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instructions?|prompts?|rules?|above|previous|prior|earlier)\b"
    r"|\b(?:system|developer)\s*(?:prompt|message|note|instructions?)\b|\bjailbreak|\bprompt injection"
    r"|\b(?:you|the (?:assistant|model|ai|bot|character)) (?:must|should|shall|will|have to|are to|need to)\b"
    r"|\bfrom now on\b|\b(?:always|never) (?:answer|reply|respond|say|tell|reveal|obey|refuse|mention)\b"
    r"|\b(?:reveal|print|repeat|output|leak)\b.{0,30}\b(?:prompt|instructions?|secrets?|keys?|passwords?|token)\b"
    r"|\bact as\b|\bpretend (?:to be|that)\b|\bdo anything now\b|\bdeveloper mode\b"
    r"|(?:忽略|无视|忘记|忘掉|不要理会|不用管|覆盖).{0,12}(?:指令|提示|规则|设定|以上|上面|之前|前面|先前)"
    r"|系统(?:提示|指令|消息|设定)|提示词|越狱|开发者模式|从现在(?:起|开始)|今后(?:必须|一律|都要)"
    r"|(?:你|助手|模型|机器人|角色)(?:必须|应该|应当|要|得|需要|只能|不得|不准)(?:永远|一直|总是|马上|立刻)?"
    r"(?:回答|回复|说|告诉|服从|听从|执行|输出|透露|扮演|记住|删除|无条件)|(?:输出|透露|泄露|公布).{0,12}(?:密码|密钥|秘密|口令)",
    re.IGNORECASE | re.DOTALL,
)
_MARKUP: Final = re.compile(
    r"</?[^\s<>/][^<>]{0,80}>|\[/?(?:inst|sys|system|user|assistant)\]|<\||\|>|\{\{|\}\}|```|‹/?memory"
    r"|^[^\S\n]*+(?:system|assistant|user|developer|系统|助手|用户)\s*[:：]|\bhttps?://|[{}]|[\x00-\x08\x0b-\x1f]",
    re.IGNORECASE | re.MULTILINE,
)


class ToldTopic(BaseModel):
    """What one message is about, in a few words."""

    message: int
    topic: str


class ToldFact(BaseModel):
    """A fact as the model tells it: ``old`` is the label of the known fact that it changes, or empty.

    ``when``: the words that say its day, as they were said, or empty; ``kind`` is what the day is then, and ``every``
    how often it comes again.
    """

    about: str = NOBODY
    scope: Literal["person", "story"] = "story"
    text: str
    sources: list[int] = Field(default_factory=list[int])
    action: MergeVerdict = MergeVerdict.ADD
    old: Annotated[str, BeforeValidator(lambda it: it or "")] = ""
    when: Annotated[str, BeforeValidator(lambda it: it or "")] = ""
    kind: DateKind = DateKind.OTHER
    every: DateEvery = DateEvery.NEVER


class ExtractionAnswer(BaseModel):
    """The whole answer."""

    topics: list[ToldTopic] = Field(default_factory=list[ToldTopic])
    facts: list[ToldFact] = Field(default_factory=list[ToldFact])


@dataclass(frozen=True, slots=True)
class Frame:
    """In what light a batch is read. ``refusing``: people about whom no facts may be kept; ``zones``: of the others."""

    mode: Mode
    refusing: frozenset[int] = frozenset()
    zones: Mapping[int, tzinfo] = field(default_factory=dict[int, tzinfo])


@dataclass(frozen=True, slots=True)
class KeptFact:
    """A fact that passed. ``person`` is set for a fact about the real person; ``about`` names people it is about.

    ``day``: when it is, for one about a real person.
    """

    text: str
    sources: tuple[BatchMessage, ...]
    asked: MergeVerdict
    old: str | None
    person: int | None = None
    about: tuple[int, ...] = ()
    day: FactDate | None = None

    @property
    def dated(self) -> str:
        """What it says, with its day."""
        return dated_text(self.text, self.day)


def schema(batch: Sequence[BatchMessage], known: Iterable[str]) -> Mapping[str, Any]:
    """The JSON schema of an answer about ``batch``; ``known`` are the labels of the facts that it may change."""
    numbers = range(1, len(batch) + 1)
    among: dict[str, Sequence[object]] = {
        "topics.message": numbers,
        "facts.about": [*sorted({it.speaker for it in batch if it.speaker}), NOBODY],
        "facts.sources": numbers,
        "facts.old": ["", *known],
    }
    return answer_schema(ExtractionAnswer, among)


def topics(told: ExtractionAnswer, batch: Sequence[BatchMessage]) -> list[tuple[BatchMessage, str]]:
    """What the messages are about: each one's first tag, in order."""
    found: dict[int, str] = {}
    for topic in told.topics:
        text = " ".join(topic.topic.split())
        if 0 < topic.message <= len(batch) and 0 < len(text) <= LONGEST_TOPIC and not unfit(text):
            found.setdefault(topic.message, text)
    return [(batch[number - 1], text) for number, text in sorted(found.items())]


def kept(told: ExtractionAnswer, batch: Sequence[BatchMessage], frame: Frame) -> list[KeptFact]:
    """The facts that may be kept, in order."""
    found = (_kept(it, batch, frame) for it in told.facts)
    return [it for it in found if it is not None]


def still_allowed(found: Iterable[KeptFact], frame: Frame) -> list[KeptFact]:
    """Those facts that may be kept in the light of ``frame``, which may be another one by now."""
    return [it for it in found if not _refused(next(iter(it.about), None), it.sources, frame)]


def unfit(text: str) -> bool:
    """Whether a text is no plain statement: a question, an order, markup."""
    return bool(_QUESTION.search(text) or _COMMAND.search(text) or _MARKUP.search(text))


def unfit_markup(text: str) -> bool:
    """Whether a text has markup that a model or a platform might take for more than words."""
    return bool(_MARKUP.search(text))


def out_of_character(text: str) -> bool:
    """Whether a person says, or marks, that they speak of their own life and not of the story."""
    return bool(_ASIDE.search(text))


def _kept(fact: ToldFact, batch: Sequence[BatchMessage], frame: Frame) -> KeptFact | None:
    text = " ".join(fact.text.split())
    numbers = sorted(set(fact.sources))
    if not numbers or not all(0 < it <= len(batch) for it in numbers):
        return None
    sources = tuple(batch[it - 1] for it in numbers)
    if not SHORTEST <= len(text) <= LONGEST or unfit(text) or not any(it.tells for it in sources):
        return None
    if any(it.forwarded for it in sources):  # it may be remembered as what was passed on, and is nobody's fact
        return None
    about = next((it.person for it in batch if it.speaker == fact.about and it.person is not None), None)
    if _refused(about, sources, frame):
        return None
    person = about if _of_the_person(fact, about, sources, frame) else None
    day = _told_day(fact, sources, frame.zones.get(person)) if person is not None else None
    when = " ".join(fact.when.split())
    if when and day is None and when not in text and len(text) + len(when) < LONGEST and not unfit(when):
        text = f"{text} ({when})"  # the statement leaves it out
    return KeptFact(
        text,
        sources,
        fact.action,
        fact.old or None,
        person=person,
        about=(about,) if about is not None else (),
        day=day,
    )


def _told_day(fact: ToldFact, sources: Sequence[BatchMessage], zone: tzinfo | None) -> FactDate | None:
    """The day of a fact, by the words that a source says it with and the clock of the person when it was said.

    None where no source has these words, nobody can say which day they mean, or it was over then.
    """
    quote = _plain(fact.when)
    said = next((it for it in sources if quote and quote in _plain(it.text)), None)
    if said is None or zone is None:
        return None
    then = said.at.astimezone(zone)
    again = None if fact.every is DateEvery.NEVER else fact.every
    day = date_meant(fact.when, then, fact.kind, again)
    return day if day is not None and not over(day, then) else None


def _plain(text: str) -> str:
    return " ".join(folded(text).casefold().split())


def _of_the_person(fact: ToldFact, about: int | None, sources: Sequence[BatchMessage], frame: Frame) -> bool:
    """Only what people say of themselves is theirs; in a story only what they say out of character."""
    own = [it for it in sources if it.author == about]
    if fact.kind is DateKind.PROMISED and fact.when and fact.scope == "person" and frame.mode is not Mode.STORY:
        # What a character promises somebody is theirs to be reminded of: it needs no words of theirs.
        return about is not None and all(it.person in (None, about) for it in sources)
    if fact.scope != "person" or about is None or len(own) < len([it for it in sources if it.person is not None]):
        return False
    return bool(own) and (frame.mode is not Mode.STORY or any(out_of_character(it.text) for it in own))


def _refused(about: int | None, sources: Sequence[BatchMessage], frame: Frame) -> bool:
    """Of who wants no facts kept nothing is kept but what happens in a story."""
    if frame.mode is Mode.STORY and not any(out_of_character(it.text) for it in sources):
        return False
    return about in frame.refusing or any(it.person in frame.refusing for it in sources)
