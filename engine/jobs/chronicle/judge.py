"""Whether a reply that bore no mark has reached a point of the outline: the utility model judges from the talk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pydantic import BaseModel

from engine.db import chronicle, log, plots
from engine.jobs.chronicle.steps import Made, Step
from engine.jobs.ground import Ground
from engine.jobs.reading import Reading, said_in
from engine.rules.director.outline import outline_text
from engine.rules.director.plot import as_seen, judged_body, judged_of, moves_on, plot_of
from engine.rules.lines import cut
from engine.rules.recall.batches import Spoken, as_lines, between, condensed, place_of, ranges
from engine.rules.recall.quoting import harmless
from engine.turns.directing import outline_of
from engine.turns.load import background_in
from engine.turns.needs import Needs
from engine.turns.utility import ask, data_prompt, words_for
from engine.values.chronicle import ChronicleKind, Recorded
from engine.values.director import Judged, Mark, Plot, PointStatus
from engine.values.documents import JsonObject
from engine.values.entries import Entry, EntryKind, Line, NewDerived
from engine.values.prompts import Message

LOOKED_BACK: Final = 120
"""Entries: what was said further back is not judged any more where checks were switched on late."""
MESSAGES: Final = 8
_AMONG: Final = 60
TALK_CHARACTERS: Final = 6_000
LONGEST_ANSWER: Final = 300
MADE_AGAIN: Final = frozenset({"revised", "corrected"})
SCHEMA: Final = {
    "type": "object",
    "properties": {
        "why": {"type": "string"},
        "point": {"type": "integer"},
        "status": {"type": "string", "enum": [it.value for it in PointStatus]},
        "sure": {"type": "boolean"},
    },
    "required": ["why", "point", "status", "sure"],
    "additionalProperties": False,
}


class Verdict(BaseModel):
    """What the model answers."""

    point: int
    status: PointStatus
    sure: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Case:
    """A reply without a mark: the act behind it, how far the story had come, and the talk that led there."""

    act: Entry
    plot: Plot
    outline: tuple[str, ...]
    batch: tuple[Spoken, ...]

    def row(self, ground: Ground, body: JsonObject) -> NewDerived:
        """Where its messages hold as they were read: at the act, or where one of them got another text later."""
        read = place_of(self.batch)
        later = read.seq > self.act.place.seq
        place, n = (read, read.seq) if later else (self.act.place, self.plot.replies)
        return NewDerived(ChronicleKind.JUDGED, place, ground.character, ranges(self.batch), body=body, n=n)


async def judge(needs: Needs, ground: Ground, _: Sequence[Recorded]) -> Step | None:
    """The first reply that nobody has judged."""
    if not (ground.settings.director and ground.settings.director_checks):
        return None
    case = await _next_case(needs, ground)
    if case is None:
        return None
    nothing = _nothing(ground, case)
    reading = Reading(ground, case.batch, ((case.batch[0].seq, case.batch[-1].seq),))
    make = partial(_made, needs, ground, case)
    return Step("judge", nothing.place, reading, make, passed=Made(rows=(nothing,)))


async def _next_case(needs: Needs, ground: Ground) -> _Case | None:
    newest = await log.newest_acts(needs.db, ground.key, ground.line)
    outline = outline_of(ground.settings, await background_in(needs, needs.db, newest))
    if not outline:
        return None
    judged = await chronicle.history(needs.db, ground.key, _lately(ground), [ChronicleKind.JUDGED])
    before = await plots.newest_judged(needs.db, ground.key, ground.line, _begin(ground))
    known = {it.row.body["reply"] for it in judged if it.ended_at is None or it.reason not in MADE_AGAIN}
    for act in await _acts(needs, ground):
        plot = plot_of(act.body)
        if not plot.silent or plot.replies in known:
            continue
        seen = as_seen(plot, _newest(judged, act.place.seq) or before, len(outline))
        batch = () if seen.ended else await _talk(needs, ground, act.place.seq)
        if batch and batch[-1].character is not None:
            return _Case(act, seen, outline, batch)
    return None


async def _acts(needs: Needs, ground: Ground) -> list[Entry]:
    """What became of the plot lately, under the background that is played."""
    acts = await log.acts(needs.db, ground.key, _lately(ground), [EntryKind.PLOT, EntryKind.BACKGROUND])
    chosen = max((it.place.seq for it in acts if it.kind is EntryKind.BACKGROUND), default=0)
    return [it for it in acts if it.kind is EntryKind.PLOT and it.place.seq > chosen]


def _lately(ground: Ground) -> Line:
    return cut(ground.line, after=_begin(ground))


def _begin(ground: Ground) -> int:
    return max(0, ground.line.head - LOOKED_BACK)


def _newest(judged: Iterable[Recorded], seq: int) -> Judged | None:
    """The newest judgement that says something, as things lay at ``seq``."""
    lay = (it.row for it in judged if it.row.place.seq <= seq and (it.ended_at is None or it.ended_at > seq))
    return max((judged_of(it.body) for it in lay if "point" in it.body), key=lambda it: it.reply, default=None)


async def _talk(needs: Needs, ground: Ground, upto: int) -> tuple[Spoken, ...]:
    said = await said_in(needs.db, ground, ((max(1, upto - _AMONG), upto),))
    return tuple(said[-MESSAGES:])


async def _made(needs: Needs, ground: Ground, case: _Case) -> Made:
    told = await ask(needs, ground.errand.to("judge"), _prompt(needs, ground, case), Verdict, SCHEMA, LONGEST_ANSWER)
    mark = Mark(told.point, told.status)
    counts = told.sure and _comes_next(case, mark)
    row = case.row(ground, judged_body(Judged(case.plot.replies, mark))) if counts else _nothing(ground, case)
    return Made(rows=(row,))


def _nothing(ground: Ground, case: _Case) -> NewDerived:
    """It was judged that nothing has happened, or nobody could say."""
    return case.row(ground, {"reply": case.plot.replies})


def _comes_next(case: _Case, mark: Mark) -> bool:
    """A judgement moves a story no further than to the next point."""
    furthest = min(case.plot.point + 1, len(case.outline))
    return mark.status is not PointStatus.PENDING and mark.point <= furthest and moves_on(case.plot, mark)


def _prompt(needs: Needs, ground: Ground, case: _Case) -> tuple[Message, ...]:
    language, mark = ground.settings.language, ground.mark
    outline = "\n".join(harmless(it, mark) for it in outline_text(case.outline, case.plot).splitlines())
    talk = as_lines(case.batch, mark, ground.zone, condensed(case.batch, TALK_CHARACTERS))
    blocks = [
        between(mark, words_for(language, "The outline", "故事大纲"), outline),
        between(mark, words_for(language, "The latest talk", "最近的对话"), talk),
    ]
    return data_prompt(needs.texts[language].judge.replace("{mark}", mark), blocks)
