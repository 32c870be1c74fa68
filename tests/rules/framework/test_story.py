"""What tells a long story in a prompt: what has room, what goes first, what recalled lines may still say."""

from dataclasses import replace
from itertools import pairwise

from engine.rules.framework.build import build
from engine.values.chats.entries import Place
from engine.values.house.setting_choices import SummaryMode
from engine.values.models.prompts import PartVerdict, PromptLimits, PromptPart, PromptSlot, Quote, QuoteFrame
from engine.values.models.stage import Built
from engine.values.story.chronicle import Chronicle, Lately, TimelineLine
from tests.rules.framework.story_stages import PAGED, item, line, story, summary
from tests.rules.framework.table import LIMITS, preset


def texts(built: Built) -> str:
    return "\n".join(message.text for message in built.prompt.messages)


def details(built: Built, origin: str, verdict: PartVerdict) -> list[str]:
    return [it.detail for it in built.prompt.ledger if it.origin == origin and it.verdict is verdict]


def test_a_message_that_left_may_be_recalled() -> None:
    """What a page stands for can never be quoted again, and what the prompt shows is told twice."""
    quotes = tuple(Quote(f"Said {seq}.", frozenset({seq}), "said", seq, float(seq), (0.5,)) for seq in (3, 50))
    part = PromptPart(PromptSlot.RECALLED, "episodic", (), quotes=quotes, frame=QuoteFrame("<m>", "</m>"))
    built = build(replace(story(51, PAGED), parts=(part,)))
    assert [it.id for it in built.prompt.quotes] == [3]
    classic = story(21, Chronicle((summary(4, 14),)), summary=SummaryMode.CLASSIC)
    assert [it.id for it in build(replace(classic, parts=(part,))).prompt.quotes] == [50]


def test_the_oldest_chapters_make_room() -> None:
    """After twenty chapters their summaries are all that a prompt holds, or the newest one is missing."""
    chapters = tuple(
        summary(10 * n - 9, 10 * n - 1, f"Chapter {n}. " + "word " * 300, chapter=n, at=10 * n) for n in range(1, 6)
    )
    stage = story(61, Chronicle(chapters))
    assert len(details(build(stage), "story:chapter", PartVerdict.IN)) == 5
    built = build(replace(stage, limits=replace(LIMITS, budget_tokens=3_000)))
    assert details(built, "story:chapter", PartVerdict.TRIMMED) == ["1–9", "11–19", "21–29"]
    assert details(built, "story:chapter", PartVerdict.IN) == ["31–39", "41–49"]
    least = build(replace(stage, limits=replace(LIMITS, budget_tokens=1_000)))
    assert details(least, "story:chapter", PartVerdict.IN) == ["41–49"]


def test_a_tight_prompt_keeps_the_newest_words() -> None:
    """A small model gets the story's beginning and nothing of what was just said."""
    stage = story(21, Chronicle((summary(4, 14, "word " * 200),)), summary=SummaryMode.CLASSIC)
    built = build(replace(stage, limits=PromptLimits(budget_tokens=120, reply_max_tokens=50)))
    assert "Line 21." in texts(built)
    assert "Line 20." in texts(built)
    assert details(built, "story:summary", PartVerdict.TRIMMED) == ["4–14"]
    assert built.prompt.tokens <= 120


def test_the_whole_history_is_loaded_over_summaries_and_pages() -> None:
    """Somebody asks for the whole history, and gets a summary of it."""
    limits = replace(LIMITS, history_load_all=True)
    built = build(replace(story(51, replace(PAGED, summaries=(summary(1, 30),))), limits=limits))
    assert "Line 1." in texts(built)
    assert "Of 1 to 30." not in texts(built)


def test_a_chat_that_is_switched_off_is_not_summed_up() -> None:
    """A preset without the chat tells it all the same."""
    stage = story(21, Chronicle((summary(4, 14),)), summary=SummaryMode.CLASSIC)
    built = build(replace(stage, preset=preset(off=("chatHistory",))))
    assert "Of 4 to 14." not in texts(built)
    assert "Line 1." not in texts(built)


def test_the_index_changes_when_the_talk_is_cut() -> None:
    """Every page changes the front of the prompt, and all of it is paid for again."""
    seen: list[tuple[str, str]] = []
    for count in range(101, 181, 2):
        made = count // 5 - 1
        timeline = tuple(line(number, 5 * number - 4, 5 * number) for number in range(1, made + 1))
        built = build(story(count, Chronicle(timeline=timeline, processed=5 * made), index_tokens=2_000))
        said = [it.text for it in built.prompt.messages]
        seen.append((next(it for it in said if "Timeline:" in it), next(it for it in said if it.startswith("Line "))))
        first = int(seen[-1][1][5:-1])
        assert all(f"Line {5 * n - 4} to" in seen[-1][0] for n in range(1, made + 1) if 5 * n < first)
    assert all(before[0] == now[0] for before, now in pairwise(seen) if before[1] == now[1])
    assert 4 <= len(set(seen)) <= 10


def test_what_changed_lately_is_told_as_it_was() -> None:
    """Each thing that changes hands costs the whole prompt, or what somebody has put right goes on being told wrong."""
    place = Place(1, 50)
    old, new = item(9, "with Ann"), replace(item(9, "with Bob"), id=8, place=place, first=49, last=50)
    lately = Lately(1, (replace(line(1, 1, 5), until=50), replace(line(2, 6, 10), until=50)), (replace(old, until=50),))
    whole = TimelineLine(3, "Both.", place, "D1–D2", merged=True, first=1, last=10)
    chronicle = Chronicle(timeline=(whole,), items=(new,), processed=50, lately=lately)
    told = texts(build(story(61, chronicle)))
    assert ("with Ann" in told, "Line 1 to 5" in told, "Line 6 to 10" in told) == (True, True, True)
    assert ("with Bob" in told, "Both." in told) == (False, False)
    later = texts(build(story(101, replace(chronicle, processed=90))))
    assert ("with Bob" in later, "Both." in later, "with Ann" in later, "Line 1 to 5" in later) == (
        True,
        True,
        False,
        False,
    )
    mended = texts(build(story(61, replace(chronicle, lately=replace(lately, mended=55)))))
    assert ("with Bob" in mended, "with Ann" in mended) == (True, False)
    by_hand = replace(chronicle, items=(replace(new, first=52, last=51, place=Place(1, 52)),), lately=Lately(1))
    assert "with Bob" in texts(build(story(61, by_hand)))


def test_things_have_half_of_the_index() -> None:
    """A long list of things leaves no room for what happened."""
    things = tuple(item(n, "word " * 20) for n in range(1, 30))
    built = build(story(5, Chronicle(timeline=(line(1, 1, 2, "They met."),), items=things), index_tokens=200))
    assert "They met." in texts(built)
    assert "Thing 29" in texts(built)
    assert "Thing 1:" not in texts(built)
    (left,) = details(built, "story:index", PartVerdict.TRIMMED)
    assert left.startswith("item:1, item:2")
