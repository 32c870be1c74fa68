"""Whatever a model answers behind the turns is held to every limit of the schema that it was asked with."""

import ast
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from engine.actions.memory import corrections
from engine.actions.story import background_drafts, recaps
from engine.errors import AnswerUnusable
from engine.jobs.memory import diary
from engine.jobs.story import judge, remake, summing
from engine.rules.chronicle import chapters, choosing, evolution, initiation, pages, timeline
from engine.rules.circle import backstage, rounds
from engine.rules.cradle import reading
from engine.rules.recall.remembering import extraction
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.search import queries
from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_limits import KEYWORDS
from engine.turns.load import settings_here
from engine.utility.asking import Errand, ask
from engine.values.chats.entries import Place
from engine.values.ids import SessionKey
from engine.values.models.prompts import PromptMessage, Role
from engine.values.story.chronicle import Chronicle, Dossier, Level, StoryPage
from tests.servers.model import Script, Seen, say
from tests.turns.chronicled import NOON
from tests.turns.room import Room

GOLDEN = Path(__file__).parents[1] / "golden" / "answer_schemas.json"

Way = tuple[str | int, ...]
Schema = Mapping[str, Any]

SAID = tuple(BatchMessage(it, 1, Place(1, it), NOON, "Hello.", "Ann", person=1) for it in (1, 2))
OFFERED = Chronicle(
    pages=(StoryPage(1, 1, "text", Level.DETAILED, 1, 2, Place(1, 2)),),
    dossiers=(Dossier(2, "Mara", "known", Place(1, 2), ("captain",)),),
)


@dataclass(frozen=True)
class Call:
    """What one place of the engine asks a model for."""

    name: str
    shape: type[BaseModel]
    asked: Schema | None = None
    """Where the limits of this call are not those of every one of its kind."""

    @property
    def schema(self) -> Schema:
        return answer_schema(self.shape) if self.asked is None else self.asked


CALLS = (
    Call("extract", extraction.ExtractionAnswer, extraction.schema(SAID, ["F1"])),
    Call("diary", diary.DiaryAnswer),
    Call("pages", pages.ToldPage),
    Call("initiation", initiation.ToldBatch, initiation.batch_schema(2)),
    Call("initiation", pages.ToldPage),
    Call("remake", remake.Restated),
    Call("remake", timeline.MergedLines, timeline.lines_schema(3, 1)),
    Call("merge", timeline.MergedLines, timeline.lines_schema(5, 2)),
    Call("evolve", evolution.ToldPersona),
    Call("chapters", chapters.Events),
    Call("judge", judge.PlotVerdict),
    Call("summing", summing.Summed),
    Call("recaps", recaps.RecapAnswer),
    Call("corrections", corrections.Corrected, answer_schema(corrections.Corrected, {"id": ["m1"]})),
    Call("background_drafts", background_drafts.DraftAnswer),
    Call("choosing", choosing.NamedPages, choosing.schema(OFFERED)),
    Call("reading", reading.PieceAnswer),
    Call("searching", queries.ProposedQueries),
    Call("circle_rounds", rounds.RoundAnswer, rounds.schema(3, 3)),
    Call("circle_backstage", backstage.BackstageAnswer, backstage.schema(3)),
)


def _worded(shape: type[BaseModel], way: Way = ()) -> Iterator[Way]:
    """Where an answer of this shape has to have words."""
    for name, field in shape.model_fields.items():
        of = [it for it in getattr(field.annotation, "__args__", ()) if isinstance(it, type)]
        if any(getattr(it, "min_length", 0) for it in field.metadata):
            yield (*way, name)
        for it in of:
            if issubclass(it, BaseModel):
                yield from _worded(it, (*way, name, 0))


@pytest.mark.share(3)
def test_no_call_is_forgotten() -> None:
    """A new errand of the model is held to nothing, and its schema is a wish."""
    found = [
        (path.stem, call.args[3].id if isinstance(call.args[3], ast.Name) else ast.unparse(call.args[3]))
        for path in Path("engine").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "ask"
        if len(call.args) in (5, 6)
    ]
    assert sorted({*found}) == sorted((it.name, it.shape.__name__) for it in CALLS)


def test_what_a_model_is_asked_for_is_what_was_approved() -> None:
    """A field that is renamed or reworded in the code asks models for another answer, and nobody has looked at it."""
    found = {f"{it.name} {it.shape.__name__}": it.schema for it in CALLS}
    text = json.dumps(found, indent=1) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.share(3)
@pytest.mark.parametrize("call", CALLS, ids=lambda it: f"{it.name}-{it.shape.__name__}")
async def test_every_limit_holds(room: Room, call: Call) -> None:
    """A model's empty, endless or made-up answer is stored as if it told something."""
    good = _sample(call.schema)
    room.model.notes = lambda _: say(json.dumps(good))
    assert _plain(await _asked(room, call)) == good, "what keeps to the limits is taken as it is"
    asked = len(room.model.errands)
    assert room.model.errands[-1].schema == call.schema
    broken = list(_broken(good, call.schema))
    assert {keyword for keyword, _, _ in broken} >= _keywords(call.schema) & (KEYWORDS - {"properties", "items"})
    for keyword, way, answer in broken:
        room.model.notes = lambda _, answer=answer: say(json.dumps(answer))
        try:
            taken = _plain(await _asked(room, call))
        except AnswerUnusable:
            taken = None
        again = len(room.model.errands) - asked
        asked = len(room.model.errands)
        assert taken is None or not list(_faults(taken, call.schema)), f"{keyword} at {way}: {taken}"
        assert taken != answer, f"{keyword} at {way} was accepted"
        assert again == (1 if keyword == "additionalProperties" else 2), f"{keyword} at {way} was not asked for again"


@pytest.mark.parametrize(
    "call", [it for it in CALLS if list(_worded(it.shape))], ids=lambda it: f"{it.name}-{it.shape.__name__}"
)
async def test_an_answer_without_words_is_none(room: Room, call: Call) -> None:
    """A page, a summary or a recap without a word counts as told, and nobody tells it again."""
    good = _sample(call.schema)
    for way in _worded(call.shape):
        answer = json.loads(json.dumps(good))
        _put(answer, way, " \n ")
        room.model.notes = lambda _, answer=answer: say(json.dumps(answer))
        try:
            taken = _plain(await _asked(room, call))
        except AnswerUnusable:
            continue
        assert len(way) > 1, f"a blank {way} was accepted"
        assert len(_at(taken, way[:1])) < len(_at(good, way[:1])), f"a blank {way} was accepted"


async def test_the_fault_is_told_to_the_model(room: Room) -> None:
    """The model is asked the same question again and makes the same mistake."""
    answers = [{"pages": [], "items": [], "figures": []}, _sample(initiation.batch_schema(2))]

    def notes(seen: Seen) -> Script:
        return say(json.dumps(answers[1] if "at least 1 elements" in seen.prompt else answers[0]))

    room.model.notes = notes
    call = next(it for it in CALLS if it.shape is initiation.ToldBatch)
    assert _plain(await _asked(room, call)) == answers[1]


async def _asked(room: Room, call: Call) -> BaseModel:
    settings = await settings_here(room.db, room.ctx.defaults, room.here)
    errand = Errand(SessionKey(room.here.space, 1), 0, settings, waited_for=True, kind="recap")
    return await ask(room.ctx, errand, (PromptMessage(Role.USER, "?"),), call.shape, 500, call.asked)


def _plain(answer: BaseModel) -> Any:
    return answer.model_dump(mode="json", exclude_unset=True)


def _sample(schema: Schema) -> Any:
    """The least answer that keeps to a schema and has one element in each list."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema["type"]:
        case "object":
            return {name: _sample(it) for name, it in schema["properties"].items()}
        case "array":
            return [_sample(schema["items"]) for _ in range(max(1, schema.get("minItems", 1)))]
        case "boolean":
            return True
        case "integer":
            return 1
        case _:
            return "some words"


def _schemas(value: Any, schema: Schema, way: Way = ()) -> Iterator[tuple[Way, Any, Schema]]:
    """Every value of an answer, where it lies, and the schema that it has to keep to."""
    yield way, value, schema
    if isinstance(value, dict):
        for name, it in value.items():
            yield from _schemas(it, schema["properties"][name], (*way, name))
    elif isinstance(value, list):
        yield from _schemas(value[0], schema["items"], (*way, 0))


def _keywords(schema: Schema) -> set[str]:
    return {keyword for _, _, one in _schemas(_sample(schema), schema) for keyword in one}


def _broken(good: Any, schema: Schema) -> Iterator[tuple[str, Way, Any]]:
    """For each keyword at each place of a schema an answer that breaks it and nothing around it."""
    for way, value, one in _schemas(good, schema):
        for keyword, limit in one.items():
            for wrong in _wrong(keyword, limit, value):
                answer = json.loads(json.dumps(good))
                yield keyword, way, _put(answer, way, wrong)


def _wrong(keyword: str, limit: Any, value: Any) -> Iterator[Any]:
    match keyword:
        case "type":
            yield {"nothing": "of the kind"} if limit != "object" else ["nothing of the kind"]
        case "enum":
            yield 1_000_003 if isinstance(value, int) else "made up"
        case "required":
            yield from ({name: it for name, it in value.items() if name != gone} for gone in limit)
        case "additionalProperties":
            yield {**value, "made_up": "words"}
        case "minItems":
            yield value[: limit - 1]
        case "maxItems":
            yield value[:1] * (limit + 1)
        case "maxLength":
            yield "x" * (limit + 1)
        case _:
            assert keyword in {"properties", "items"}, f"no answer is made that breaks {keyword}"


def _faults(value: Any, schema: Schema) -> Iterator[str]:
    """What the reader's own checks would have to find, said once more and apart from them."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    if not isinstance(value, kinds[schema["type"]]) or ("enum" in schema and value not in schema["enum"]):
        yield f"{value} is none of {schema}"
    elif isinstance(value, dict):
        yield from value.keys() ^ set(schema["required"])
        for name, it in value.items():
            yield from _faults(it, schema["properties"].get(name, schema))
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 1_000):
            yield f"{len(value)} elements"
        for it in value:
            yield from _faults(it, schema["items"])


def _put(answer: Any, way: Way, value: Any) -> Any:
    if not way:
        return value
    _at(answer, way[:-1])[way[-1]] = value
    return answer


def _at(answer: Any, way: Way) -> Any:
    for step in way:
        answer = answer[step]
    return answer
