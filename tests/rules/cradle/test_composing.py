"""A card made of what a draft says."""

import json
from datetime import UTC, datetime
from typing import Any, Final

from engine.rules.cradle.composing import EXTENSION, blank, composed, lacking, stage
from engine.rules.formats.books.books import card_book
from engine.values.characters.cradles import (
    Cradle,
    CradlePiece,
    CradleStage,
    CradleStatement,
    DraftField,
    PieceKind,
    PieceState,
)

NOW: Final = datetime(2026, 3, 1, 22, tzinfo=UTC)
SECRET: Final = "Dear diary, nobody may read this."


def draft(*told: tuple[str, str] | CradleStatement) -> Cradle:
    statements = [it if isinstance(it, CradleStatement) else of(n, *it) for n, it in enumerate(told, 1)]
    piece = CradlePiece(1, PieceKind.TEXT, PieceState.READ, SECRET, "diary.txt", "", None, 1, NOW)
    return Cradle(1, "Mira", 1, NOW, None, "", (piece,), tuple(statements))


def of(number: int, field: str, text: str, **more: Any) -> CradleStatement:
    return CradleStatement(number, DraftField(field), text, NOW, **{"piece": 1, "quote": text, **more})


def test_each_sentence_stands_in_its_field() -> None:
    """What was fed does not reach the character that is played."""
    card = composed(
        blank("Mira"),
        draft(
            ("description", "Keeps a lamp."),
            ("personality", "Calm."),
            ("speech", "Says aye."),
            ("scenario", "A storm."),
            ("example", "Two miles."),
            ("greeting", "Sit down."),
            of(7, "world", "A rock with birds.", title="Gull Island", keys=("island", "gulls")),
            of(8, "description", "Is 30.", ended_by=9),
            of(9, "description", "Hates boats.", proposed=True),
        ),
    )
    assert card.description == "Keeps a lamp.\nWay of speaking: Says aye."
    assert (card.personality, card.scenario, card.first_greeting) == ("Calm.", "A storm.", "Sit down.")
    assert card.mes_example == "<START>\n{{char}}: Two miles."
    book = card_book(card)
    assert book is not None
    [entry] = book.entries
    assert (entry.content, entry.keys) == ("A rock with birds.", ("island", "gulls"))
    assert card.raw["spec"] == "chara_card_v3"


def test_a_card_says_where_its_sentences_come_from_and_not_what_was_fed() -> None:
    """Somebody gives the card away, and with it the diary that they fed it."""
    card = composed(blank("Mira"), draft(("description", "Keeps a lamp."), of(2, "personality", "Hums.", piece=None)))
    raw = json.dumps(card.raw)
    assert SECRET not in raw
    assert "diary.txt" not in raw
    told: Any = card.extensions[EXTENSION]
    assert told["pieces"] == [{"piece": 1, "kind": "text", "day": "2026-03-01"}]
    assert [(it["piece"], it["dreamed"]) for it in told["sentences"]] == [(1, False), (None, True)]


def test_made_anew_it_is_the_same_card() -> None:
    """Each look at a cradle would make a version, and what no longer holds would stay."""
    cradle = draft(("description", "Keeps a lamp."), ("world", "A rock."))
    once = composed(blank("Mira"), cradle)
    assert composed(once, cradle).raw == once.raw
    less = composed(once, draft(("description", "Keeps a lamp.")))
    assert "character_book" not in less.raw["data"]  # type: ignore[operator]


def test_chinese_reads_as_chinese() -> None:
    """A Chinese character has English words in its card."""
    assert composed(blank("米拉"), draft(("speech", "总说“嗯”。"))).description == "说话方式：总说“嗯”。"


def test_a_draft_grows_by_what_it_says() -> None:
    """People never learn that there is enough, or are told so of an empty card."""
    assert stage(draft()) is CradleStage.SEED
    assert stage(draft(("description", "x" * 200))) is CradleStage.SKETCH
    assert stage(draft(("description", "灯" * 220))) is CradleStage.SHAPE
    much = [(it, f"{it} " + "x" * 400) for it in ("description", "personality", "speech")]
    assert stage(draft(*much)) is CradleStage.SHAPE
    assert lacking(draft(*much)) == (DraftField.GREETING,)
    assert stage(draft(*much, ("greeting", "Hello."))) is CradleStage.READY
