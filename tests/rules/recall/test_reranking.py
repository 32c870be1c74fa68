"""The second look at the best finds."""

from dataclasses import replace
from datetime import UTC, datetime

from engine.rules.recall.ranking.rank import Ranked
from engine.rules.recall.ranking.rerank import Sought, rerank
from engine.values.memory.memories import MemoryCandidate, Tag

NOW = datetime(2026, 3, 5, tzinfo=UTC)


def first(question: str, *texts: str, phrases: tuple[str, ...] = ()) -> str:
    """The text that comes first of some that were alike so far."""
    rows = [
        Ranked(MemoryCandidate(at, 1, Tag.USER_INPUT, at, None, None, NOW, 5), -0.01 * at) for at, _ in enumerate(texts)
    ]
    best = rerank(Sought(question, phrases=phrases), rows, dict(enumerate(texts)))
    return texts[best[0].candidate.id]


def test_an_answer_goes_before_a_question() -> None:
    """Who asks is answered with who asked the same before."""
    assert first("where is the boat", "Where is the boat?", "The boat is gone") == "The boat is gone"


def test_when_is_answered_with_a_time() -> None:
    """ "When did we leave?" brings "we left", without the day."""
    assert first("When did we leave?", "We left the harbour", "We left on Friday") == "We left on Friday"


def test_words_in_their_order_tell_more() -> None:
    """ "Salt lake" finds every lake with salt somewhere."""
    assert first("the salt lake", "salt for the frozen lake", "a lake of salt, the salt lake").endswith("salt lake")


def test_what_the_talk_was_about_is_found_to_the_letter() -> None:
    """Somebody asks what was said about one thing and gets its relatives."""
    assert first("supporting", "I support you", "fully  Supported", phrases=("fully supported",)) == "fully  Supported"


def test_what_has_no_text_any_more_keeps_its_place() -> None:
    """A memory that is erased meanwhile breaks the recall."""
    row = Ranked(MemoryCandidate(1, 1, Tag.USER_INPUT, 1, None, None, NOW, 5), 1.0)
    other = Ranked(replace(row.candidate, id=2), 0.5)
    assert [it.candidate.id for it in rerank(Sought("boat"), [row, other], {2: "no boat"})] == [1, 2]
