"""A card made of the statements of a draft, and how far it has grown."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.rules.formats.cards.cards import card_from_json, edit_card, new_card
from engine.rules.formats.json_fields import as_object
from engine.values.characters.characters import Card
from engine.values.characters.cradles import Cradle, CradlePiece, CradleStage, CradleStatement, DraftField
from engine.values.documents import Json, JsonObject
from engine.values.house.setting_choices import Language

EXTENSION: Final = "omoide/cradle"
"""Where a card says which of its sentences comes from which piece."""
_SPEECH: Final = {Language.EN: "Way of speaking: ", Language.ZH: "说话方式："}
_TEXTS: Final = ("description", "personality", "scenario", "first_greeting", "mes_example")
_STAGES: Final = ((CradleStage.SHAPE, 600), (CradleStage.SKETCH, 150))
_READY: Final = 1_200
_CHINESE: Final = 3
"""A Chinese character says about as much as so many letters."""
_NEEDED: Final = frozenset({DraftField.DESCRIPTION, DraftField.PERSONALITY, DraftField.SPEECH, DraftField.GREETING})


def composed(card: Card, cradle: Cradle) -> Card:
    """``card`` as the draft has it: its texts, its world book, and where each sentence comes from."""
    told = cradle.holding
    texts = {
        "description": "\n".join([*_of(told, DraftField.DESCRIPTION), *_speech(told)]),
        "personality": " ".join(_of(told, DraftField.PERSONALITY)),
        "scenario": " ".join(_of(told, DraftField.SCENARIO)[-1:]),
        "first_greeting": "".join(_of(told, DraftField.GREETING)[-1:]),
        "mes_example": "\n".join(f"<START>\n{{{{char}}}}: {it}" for it in _of(told, DraftField.EXAMPLE)),
    }
    return _with_book(edit_card(card, texts), told, cradle.pieces)


def blank(name: str) -> Card:
    """The card of a character of whom nothing is known but the name. Raises NotACard without one, FieldTooLong."""
    return new_card(name, dict.fromkeys(_TEXTS, ""))


def stage(cradle: Cradle) -> CradleStage:
    """How far a draft has grown: by how much it says, and at the end by what it still lacks."""
    told = cradle.holding
    amount = sum(_weight(it.text) for it in told)
    if amount >= _READY and not lacking(cradle):
        return CradleStage.READY
    return next((name for name, least in _STAGES if amount >= least), CradleStage.SEED)


def lacking(cradle: Cradle) -> tuple[DraftField, ...]:
    """What a character of the field has and the draft does not say yet."""
    told = {it.field for it in cradle.holding}
    return tuple(it for it in DraftField if it in _NEEDED and it not in told)


def _weight(text: str) -> int:
    return sum(1 if it < "\u2e80" else _CHINESE for it in text)


def _of(told: Iterable[CradleStatement], field: DraftField) -> list[str]:
    return [it.text for it in told if it.field is field]


def _speech(told: Iterable[CradleStatement]) -> list[str]:
    speech = _of(told, DraftField.SPEECH)
    language = Language.ZH if any("\u4e00" <= it <= "\u9fff" for it in "".join(speech)) else Language.EN
    return [_SPEECH[language] + " ".join(speech)] if speech else []


def _with_book(card: Card, told: Sequence[CradleStatement], pieces: Sequence[CradlePiece]) -> Card:
    raw: JsonObject = dict(card.raw)
    data: JsonObject = dict(as_object(raw.get("data")))
    entries = _entries(told)
    data.pop("character_book", None)
    if entries:
        data["character_book"] = {"name": card.name, "extensions": {}, "entries": entries}
    extensions: JsonObject = dict(as_object(data.get("extensions")))
    data["extensions"] = {**extensions, EXTENSION: _provenance(told, pieces)}
    return card_from_json({**raw, "data": data})


def _entries(told: Sequence[CradleStatement]) -> list[Json]:
    """The entries of the world book, one a title."""
    titled: dict[str, list[CradleStatement]] = {}
    for it in told:
        if it.field is DraftField.WORLD:
            titled.setdefault(it.title or it.text[:40], []).append(it)
    return [_entry(number, title, found) for number, (title, found) in enumerate(titled.items())]


def _entry(number: int, title: str, found: Sequence[CradleStatement]) -> Json:
    keys: list[Json] = [*dict.fromkeys(key for it in found for key in (it.keys or (title,)))]
    return {
        "id": number,
        "name": title,
        "comment": title,
        "keys": keys,
        "content": "\n".join(it.text for it in found),
        "enabled": True,
        "insertion_order": 100,
        "extensions": {},
    }


def _provenance(told: Sequence[CradleStatement], pieces: Sequence[CradlePiece]) -> Json:
    """Which piece each sentence comes from, and the day of each piece.

    Never the words of a piece: they were not written for whoever gets the card.
    """
    used = {it.piece for it in told}
    fed = [it for it in pieces if it.number in used]
    days: list[Json] = [{"piece": it.number, "kind": it.kind.value, "day": f"{it.fed_at:%Y-%m-%d}"} for it in fed]
    sentences: list[Json] = [
        {
            "field": statement.field.value,
            "text": statement.text,
            "piece": statement.piece,
            "dreamed": statement.piece is None,
        }
        for statement in told
    ]
    return {"pieces": days, "sentences": sentences}
