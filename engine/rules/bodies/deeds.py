"""What acts say that somebody did to messages, memories and the story, as JSON and back."""

from typing import Final

from engine.rules.bodies.fields import (
    Stored,
    filled,
    flag,
    maybe_text,
    maybe_whole,
    objects,
    origin,
    rest,
    text,
    texts,
    whole,
    wholes,
)
from engine.values.chats.bodies import (
    BackstageBody,
    BackstageReply,
    CardBody,
    ChronicleBody,
    GardenBody,
    HideBody,
    OccasionBody,
    PersonaBody,
    ReactionBody,
)
from engine.values.chats.occasions import OccasionKind
from engine.values.documents import JsonObject

_OCCASIONS: Final = frozenset(it.value for it in OccasionKind)


def card_of(raw: Stored) -> CardBody:
    """An act about a card."""
    return CardBody(origin=origin(raw), more=rest(raw, ()))


def card_json(_: CardBody) -> JsonObject:
    """A card act's body."""
    return {}


def hide_of(raw: Stored) -> HideBody:
    """What is kept from the model."""
    hidden, upto = flag(raw, "hidden"), maybe_whole(raw, "upto")
    known = ("hidden", "upto", "gone")
    return HideBody(hidden=hidden, upto=upto, gone=flag(raw, "gone"), origin=origin(raw), more=rest(raw, known))


def hide_json(body: HideBody) -> JsonObject:
    """The body of what is kept from the model."""
    return filled(hidden=body.hidden, upto=body.upto, gone=body.gone or None)


def persona_of(raw: Stored) -> PersonaBody:
    """What somebody did with a grown persona."""
    return PersonaBody(
        act=text(raw, "act"),
        to=maybe_whole(raw, "to"),
        field=maybe_text(raw, "field"),
        origin=origin(raw),
        more=rest(raw, ("act", "to", "field")),
    )


def persona_json(body: PersonaBody) -> JsonObject:
    """The body of what somebody did with a grown persona."""
    return filled(act=body.act or None, to=body.to, field=body.field)


def garden_of(raw: Stored) -> GardenBody:
    """What somebody did with memories."""
    return GardenBody(
        act=text(raw, "act"),
        id=maybe_whole(raw, "id"),
        ids=wholes(raw, "ids") if "ids" in raw else None,
        store=maybe_text(raw, "store"),
        on=flag(raw, "on") if "on" in raw else None,
        origin=origin(raw),
        more=rest(raw, ("act", "id", "ids", "store", "on")),
    )


def garden_json(body: GardenBody) -> JsonObject:
    """The body of what somebody did with memories."""
    said = filled(act=body.act or None, id=body.id, store=body.store, on=body.on)
    return said if body.ids is None else {**said, "ids": [*body.ids]}


def chronicle_of(raw: Stored) -> ChronicleBody:
    """What somebody did with the story."""
    return ChronicleBody(
        act=text(raw, "act"),
        id=maybe_whole(raw, "id"),
        number=maybe_whole(raw, "number"),
        title=maybe_text(raw, "title"),
        upto=maybe_whole(raw, "upto"),
        total=maybe_whole(raw, "total"),
        origin=origin(raw),
        more=rest(raw, ("act", "id", "number", "title", "upto", "total")),
    )


def chronicle_json(body: ChronicleBody) -> JsonObject:
    """The body of what somebody did with the story."""
    numbers = filled(id=body.id, number=body.number, upto=body.upto, total=body.total)
    return filled(act=body.act or None, title=body.title) | numbers


def reaction_of(raw: Stored) -> ReactionBody:
    """Which reactions somebody has on a message."""
    return ReactionBody(emojis=texts(raw, "emojis"), origin=origin(raw), more=rest(raw, ("emojis",)))


def reaction_json(body: ReactionBody) -> JsonObject:
    """The body of which reactions somebody has on a message."""
    return {"emojis": [*body.emojis]}


def occasion_of(raw: Stored) -> OccasionBody:
    """Why a character writes by itself. Of a kind that is not known here nothing is told."""
    why = text(raw, "why")
    known = why in _OCCASIONS
    return OccasionBody(
        why=OccasionKind(why) if known else None,
        about=text(raw, "about"),
        behind=whole(raw, "behind"),
        target=whole(raw, "target"),
        subject=text(raw, "subject"),
        memories=wholes(raw, "memories"),
        origin=origin(raw),
        more=rest(raw, (*(("why",) if known else ()), "about", "behind", "target", "subject", "memories")),
    )


def occasion_json(body: OccasionBody) -> JsonObject:
    """The body of why a character writes by itself."""
    why = body.why.value if body.why else None
    numbers = filled(behind=body.behind or None, target=body.target or None, memories=[*body.memories] or None)
    return filled(why=why, about=body.about or None, subject=body.subject or None) | numbers


def backstage_of(raw: Stored) -> BackstageBody:
    """A post that the characters of a circle alone see."""
    replies = tuple(BackstageReply(whole(it, "character"), text(it, "text")) for it in objects(raw, "replies"))
    known = ("circle", "text", "replies")
    return BackstageBody(
        circle=whole(raw, "circle"),
        text=text(raw, "text"),
        replies=replies,
        origin=origin(raw),
        more=rest(raw, known),
    )


def backstage_json(body: BackstageBody) -> JsonObject:
    """The body of such a post."""
    said = filled(circle=body.circle or None, text=body.text or None)
    if body.replies:
        said["replies"] = [{"character": it.character, **filled(text=it.text or None)} for it in body.replies]
    return said
