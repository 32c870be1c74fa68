"""Lines of recalled memory: told once, within their room, not where the prompt says the same anyway."""

from itertools import takewhile

from engine.rules.framework.build import build
from engine.values.models.prompts import PartVerdict, PromptLimits, PromptPart, PromptSlot, Quote, QuoteFrame, Reason
from engine.values.models.stage import Built, PromptStage
from tests.rules.framework.table import reply, stage, talk, user

LONG = talk(*((user if seq % 2 else reply)(seq, f"Line {seq}. " + "word " * 40) for seq in range(1, 42)))


def recalled(*quotes: Quote, items: int = 0, tokens: int = 0, origin: str = "episodic") -> PromptPart:
    frame = QuoteFrame("<memory-1>", "</memory-1>", items, tokens)
    return PromptPart(PromptSlot.RECALLED, origin, (), heading="From memory:", quotes=quotes, frame=frame)


def quote(number: int, text: str, *seqs: int, place: float | None = None, likeness: float = 0.5) -> Quote:
    at = float(number) if place is None else place
    return Quote(text, frozenset(seqs), "said", number, at, (14.2, likeness, 3.1))


def texts(built: Built) -> str:
    return "\n".join(message.text for message in built.prompt.messages)


def with_parts(*parts: PromptPart, limits: PromptLimits | None = None) -> PromptStage:
    return stage(talk=LONG, parts=parts, limits=limits or PromptLimits(budget_tokens=1_500, reply_max_tokens=100))


def test_what_the_history_shows_is_not_told_again() -> None:
    """The character reads its last messages twice, and something older is left out for it."""
    part = recalled(quote(1, "Old gold.", 1), quote(40, "New noise.", 40), items=1)
    built = build(with_parts(part))
    assert "Old gold." in texts(built)
    assert "New noise." not in texts(built)
    out = next(it for it in built.prompt.ledger if it.reason == Reason.SHOWN)
    assert out.detail == "said:40 .50"
    assert [it.id for it in built.prompt.quotes] == [1]


def test_lines_of_another_session_are_told_wherever_they_stood() -> None:
    """A memory of another chat is left out because a message of this one happens to have its number."""
    built = build(with_parts(recalled(quote(7, "Elsewhere."))))
    assert "Elsewhere." in texts(built)


def test_the_best_lines_are_told_in_the_order_of_time() -> None:
    """The character gets the story backwards, or the least fitting lines of it."""
    part = recalled(
        quote(3, "Third.", place=3, likeness=0.9), quote(1, "First.", place=1), quote(2, "Second.", place=2), items=2
    )
    built = build(with_parts(part))
    block = next(it.text for it in built.prompt.messages if "memory-1" in it.text)
    assert block == "From memory:\n<memory-1>\nFirst.\nThird.\n</memory-1>"
    line = next(it for it in built.prompt.ledger if it.origin == "episodic")
    assert line.detail == "said:1 .50, said:3 .90"


def test_a_part_keeps_to_its_room() -> None:
    """Memories crowd the talk out of a small prompt; one long memory must not crowd out the short ones either."""
    part = recalled(quote(1, "word " * 400), quote(2, "Short."), tokens=50)
    built = build(with_parts(part))
    assert "Short." in texts(built)
    assert built.prompt.tokens <= 1_500


def test_the_least_good_line_goes_first_when_there_is_no_room() -> None:
    """A tight prompt loses everything that was recalled, or the best of it."""
    quotes = [quote(number, f"Memory {number}. " + "word " * 60) for number in range(1, 9)]
    built = build(with_parts(recalled(*quotes), limits=PromptLimits(budget_tokens=600, reply_max_tokens=100)))
    told = [it.id for it in built.prompt.quotes]
    assert told == list(range(1, len(told) + 1))
    assert 0 < len(told) < 8
    assert any(it.verdict is PartVerdict.TRIMMED and it.origin == "episodic" for it in built.prompt.ledger)
    assert built.prompt.tokens <= 600


def test_no_memory_is_told_twice() -> None:
    """Two searches find the same memory and the character reads it twice."""
    built = build(with_parts(recalled(quote(1, "Once.")), recalled(quote(1, "Once."), origin="diary")))
    assert texts(built).count("Once.") == 1


def test_nothing_recalled_leaves_no_heading() -> None:
    """An empty frame tells the character that there is nothing, which it then talks about."""
    built = build(with_parts(recalled(quote(40, "New noise.", 40))))
    assert "From memory" not in texts(built)
    assert [it.verdict for it in built.prompt.ledger if it.origin == "episodic"] == [PartVerdict.OUT]


def test_the_history_before_recalled_lines_stays_the_same() -> None:
    """What is recalled changes with every question; if it moved the front, all of the prompt is paid for again."""
    fronts = [
        [it.text for it in takewhile(lambda it: "memory-1" not in it.text, build(stage).prompt.messages)]
        for stage in (
            with_parts(recalled(quote(1, "One."))),
            with_parts(recalled(quote(2, "Two, and a little more."), quote(3, "Three."))),
        )
    ]
    assert fronts[0] == fronts[1]
    assert len(fronts[0]) > 8
