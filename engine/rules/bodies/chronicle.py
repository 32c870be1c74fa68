"""What rows of a chronicle say, as JSON and back. A prompt of a long story reads hundreds of them."""

from collections.abc import Mapping
from typing import Final

from engine.rules.bodies.fields import (
    Stored,
    filled,
    flag,
    maybe_flag,
    maybe_text,
    maybe_texts,
    maybe_whole,
    text,
    texts,
    texts_by_name,
    whole,
)
from engine.rules.bodies.row_marks import marks_of
from engine.values.chats.row_bodies import UNMARKED
from engine.values.documents import Json, JsonObject
from engine.values.story.chronicle import Level
from engine.values.story.chronicle_bodies import (
    IN_TURN,
    ChapterBody,
    DossierBody,
    EvolutionBody,
    ItemBody,
    JudgedBody,
    PageBody,
    PageOrigin,
    SummaryBody,
    TimelineBody,
)
from engine.values.story.director import Mark, PointStatus

_SUMMARY: Final = frozenset({"until"})
_CHAPTER: Final = frozenset({"chapter", "at", "title"})
_IN_TURN: Final = frozenset({"number", "level", "title", "when", "brief", "items", "figures"})
_PAGE: Final = _IN_TURN | {"setting", "missed", "room", "redone", "told"}
_TIMELINE: Final = frozenset({"when", "merged"})
_ITEM: Final = frozenset({"name"})
_DOSSIER: Final = _ITEM | {"aliases"}
_EVOLUTION: Final = frozenset({"number", "fields", "at", "auto", "hand", "kept", "same"})
_JUDGED: Final = frozenset({"reply", "point", "status"})
_LEVELS: Final[Mapping[Json, Level]] = {it.value: it for it in Level}
_STATUSES: Final[Mapping[str, PointStatus]] = {it.value: it for it in PointStatus}


def summary_of(raw: Stored) -> SummaryBody:
    """What a summary says."""
    return SummaryBody(until=maybe_text(raw, "until"), marks=marks_of(raw, _SUMMARY))


def summary_json(body: SummaryBody) -> JsonObject:
    """A summary's body."""
    return filled(until=body.until)


def chapter_of(raw: Stored) -> ChapterBody:
    """What a chapter says."""
    return ChapterBody(
        chapter=whole(raw, "chapter"), at=whole(raw, "at"), title=text(raw, "title"), marks=marks_of(raw, _CHAPTER)
    )


def chapter_json(body: ChapterBody) -> JsonObject:
    """A chapter's body."""
    return {"chapter": body.chapter, "at": body.at, "title": body.title}


def page_of(raw: Stored) -> PageBody:
    """What a page says."""
    usual = raw.keys() <= _IN_TURN  # nearly all are
    return PageBody(
        number=whole(raw, "number"),
        level=_LEVELS.get(whole(raw, "level"), Level.DETAILED),
        title=text(raw, "title"),
        when=text(raw, "when"),
        brief=text(raw, "brief"),
        items=maybe_texts(raw, "items"),
        figures=maybe_texts(raw, "figures"),
        origin=IN_TURN if usual else _page_origin(raw),
        marks=UNMARKED if usual else marks_of(raw, _PAGE),
    )


def page_json(body: PageBody) -> JsonObject:
    """A page's body."""
    said: JsonObject = {"number": body.number, "level": body.level.value, "title": body.title}
    said |= {"when": body.when, "brief": body.brief}
    for name, listed in (("items", body.items), ("figures", body.figures)):
        if listed is not None:
            said[name] = [*listed]
    it = body.origin
    made = filled(setting=it.setting or None, missed=it.missed or None, room=it.room or None)
    return said | made | filled(redone=it.redone or None, told=it.told)


def timeline_of(raw: Stored) -> TimelineBody:
    """What a line of the timeline says."""
    if len(raw) == 1 and "when" in raw:  # most say nothing else
        return TimelineBody(when=text(raw, "when"))
    return TimelineBody(when=text(raw, "when"), merged=flag(raw, "merged"), marks=marks_of(raw, _TIMELINE))


def timeline_json(body: TimelineBody) -> JsonObject:
    """The body of a line of the timeline."""
    return {"when": body.when, **filled(merged=body.merged or None)}


def item_of(raw: Stored) -> ItemBody:
    """What a thing is called."""
    return ItemBody(name=text(raw, "name"), marks=marks_of(raw, _ITEM))


def item_json(body: ItemBody) -> JsonObject:
    """A thing's body."""
    return {"name": body.name}


def dossier_of(raw: Stored) -> DossierBody:
    """What a figure is called."""
    return DossierBody(name=text(raw, "name"), aliases=texts(raw, "aliases"), marks=marks_of(raw, _DOSSIER))


def dossier_json(body: DossierBody) -> JsonObject:
    """A figure's body."""
    return {"name": body.name, "aliases": [*body.aliases]}


def evolution_of(raw: Stored) -> EvolutionBody:
    """What a version of a persona says."""
    return EvolutionBody(
        number=whole(raw, "number"),
        fields=texts_by_name(raw, "fields"),
        at=maybe_whole(raw, "at"),
        auto=maybe_flag(raw, "auto"),
        hand=flag(raw, "hand"),
        kept=maybe_texts(raw, "kept"),
        same=flag(raw, "same"),
        marks=marks_of(raw, _EVOLUTION),
    )


def evolution_json(body: EvolutionBody) -> JsonObject:
    """The body of a version of a persona."""
    said: JsonObject = {"number": body.number, "fields": {**body.fields}}
    said |= filled(at=body.at, auto=body.auto, hand=body.hand or None, same=body.same or None)
    return said if body.kept is None else {**said, "kept": [*body.kept]}


def judged_of(raw: Stored) -> JudgedBody:
    """What was judged of a reply."""
    point, status = maybe_whole(raw, "point"), _STATUSES.get(text(raw, "status"))
    mark = Mark(point, status) if point is not None and status is not None else None
    return JudgedBody(reply=whole(raw, "reply"), mark=mark, marks=marks_of(raw, _JUDGED))


def judged_json(body: JudgedBody) -> JsonObject:
    """The body of a judgement."""
    said: JsonObject = {"reply": body.reply}
    return {**said, "point": body.mark.point, "status": body.mark.status.value} if body.mark else said


def _page_origin(raw: Stored) -> PageOrigin:
    return PageOrigin(
        setting=flag(raw, "setting"),
        missed=whole(raw, "missed"),
        room=whole(raw, "room"),
        redone=flag(raw, "redone"),
        told=maybe_text(raw, "told"),
    )
