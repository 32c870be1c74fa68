"""Reading a story in: how it stands by the acts of people, which messages are read next, what a model tells of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from engine.rules.chronicle.pages import (
    MOST_THINGS,
    Gap,
    Hidings,
    PageMessages,
    ToldFigure,
    ToldItem,
    ToldPage,
    gaps,
)
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_reader import Worded
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import Derived, Entry, row_says, said_by
from engine.values.story.chronicle import Recorded
from engine.values.story.chronicle_bodies import PageBody

INIT: Final = "init"
PAUSE: Final = "init_pause"
RESUME: Final = "init_resume"
ANSWER_A_PAGE: Final = 700
ANSWER_BESIDES: Final = 1_500
"""How long an answer may be, in tokens: for each page, and for things and figures."""
_PROMPT_BESIDES: Final = 1_500
_SETTING: Final = 6_000
_USUAL_PAGE: Final = 250
_USUAL_BESIDES: Final = 400
"""What calls usually take in tokens besides the talk: instruction and what is known; books and card; the answers."""


@dataclass(frozen=True, slots=True)
class InitiationRequest:
    """Reading in was asked for at seq ``at`` by ``person``: everything up to seq ``upto``, ``total`` messages."""

    at: int
    upto: int
    total: int
    person: int
    paused: bool = False

    @property
    def subject(self) -> str:
        """By what its progress is known from that of others."""
        return f"{INIT}:{self.at}"


class WrittenPage(ToldPage):
    """One of several pages: a batch has no page that tells nothing, but fewer pages, and things of its own."""

    page: Worded = Field(...)
    items: SkipJsonSchema[list[ToldItem]] = Field(default_factory=list[ToldItem])
    figures: SkipJsonSchema[list[ToldFigure]] = Field(default_factory=list[ToldFigure])


class ToldBatch(BaseModel):
    """What a model tells of several pages' messages, things and figures together."""

    pages: list[WrittenPage] = Field(default_factory=list[WrittenPage], json_schema_extra={"minItems": 1})
    items: list[ToldItem] = Field(default_factory=list[ToldItem], json_schema_extra={"maxItems": MOST_THINGS * 2})
    figures: list[ToldFigure] = Field(default_factory=list[ToldFigure], json_schema_extra={"maxItems": MOST_THINGS * 2})


def initiation_of(acts: Iterable[Entry]) -> InitiationRequest | None:
    """The newest time that reading in was asked for on the line of these acts; None for never."""
    found: InitiationRequest | None = None
    for act, what in said_by(acts, ChronicleBody):
        if what.act == INIT:
            found = InitiationRequest(act.place.seq, what.upto or 0, what.total or 0, act.person or 0)
        elif found is not None and what.act in (PAUSE, RESUME):
            found = replace(found, paused=what.act == PAUSE)
    return found


def init_body(upto: int, total: int) -> ChronicleBody:
    """What the act says by which reading in is asked for."""
    return ChronicleBody(act=INIT, upto=upto, total=total)


def is_setting(row: Derived) -> bool:
    """Whether a row says that world books and card were read."""
    return row_says(row, PageBody).origin.setting


def setting_read(rows: Iterable[Recorded]) -> bool:
    """Whether world books and card were read."""
    return any(is_setting(it.row) for it in rows)


def missed(rows: Iterable[Recorded]) -> list[Recorded]:
    """The pages that no model told, time and again, and that stand empty."""
    return [it for it in rows if it.ended_at is None and row_says(it.row, PageBody).origin.missed]


def messages_missed(rows: Iterable[Recorded]) -> int:
    """Of how many messages they are."""
    return sum(row_says(it.row, PageBody).origin.missed for it in missed(rows))


def unread(rows: Iterable[Recorded], upto: int) -> list[Gap]:
    """The stretches up to seq ``upto`` that nobody has read, first to last."""
    found = (it for it in gaps(rows, upto, upto) if not it.closed or it.unread)
    return [replace(it, last=min(it.last, upto)) for it in found if it.first <= upto]


def chunks(said: Sequence[BatchMessage], hidings: Hidings, gap: Gap, every: int, upto: int) -> list[PageMessages]:
    """The pages that a batch is told on: ``every`` messages each, more where so many pages have no numbers left."""
    every = max(every, -(-(gap.last - gap.first + 1) // gap.room) if gap.room else every)
    count = max(1, len(said) // every)
    cut = [tuple(said[at * len(said) // count : (at + 1) * len(said) // count]) for at in range(count)]
    return [PageMessages(part, gap.number + at, _from_where(part, hidings, upto)) for at, part in enumerate(cut)]


def fewer(found: Sequence[PageMessages], told: int) -> list[PageMessages]:
    """The same where only so many pages were told: the last one tells the rest too."""
    if not 0 < told < len(found):
        return list(found)
    rest = found[told - 1 :]
    said = tuple(it for one in rest for it in one.said)
    return [*found[: told - 1], PageMessages(said, rest[0].number, max(it.at for it in rest))]


def batch_schema(pages: int) -> dict[str, Any]:
    """The JSON schema of an answer that tells ``pages`` pages."""
    return answer_schema(ToldBatch, most={"pages": pages})


def calls(messages: int, batch: int) -> int:
    """How many batches messages make."""
    return -(-messages // batch)


def estimated(said: int, asked: int, pages: int, *, setting: bool) -> tuple[int, int]:
    """The tokens of the prompts and of the answers of so many calls, where ``said`` tokens are read."""
    prompt = said + asked * _PROMPT_BESIDES + (_SETTING if setting else 0)
    return prompt, pages * _USUAL_PAGE + asked * _USUAL_BESIDES


def _from_where(said: Iterable[BatchMessage], hidings: Hidings, upto: int) -> int:
    return max(max(it.place.seq, hide.seq if (hide := hidings.of(it.seq, upto)) else 0) for it in said)
