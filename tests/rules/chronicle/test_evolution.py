"""Who a character has become: what may change at once, when it grows, how it is told."""

from collections.abc import Mapping
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.bodies.rows import read_row
from engine.rules.chronicle.evolution import (
    FIELDS,
    LONGEST_FIELD,
    allowance,
    as_text,
    differences,
    distance,
    fields_of,
    grown,
    locked_fields,
    tidy,
)
from engine.rules.chronicle.growing import (
    MOST_WEIGHT,
    Outlook,
    before,
    favoured,
    last_turns,
    next_number,
    outlook,
    shared_out,
    weights,
)
from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.chats.bodies import PersonaBody
from engine.values.chats.entries import Derived, Entry, Place
from engine.values.chats.row_bodies import NOTHING_SAID
from engine.values.house.setting_choices import Language
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import EvolutionBody

AT = datetime(2026, 3, 1, tzinfo=UTC)
_texts = st.lists(st.sampled_from(["calm", "angry", "of", "Ann", "冷", "静", "。", "Victor"]), max_size=60).map(
    " ".join
)
_personas = st.dictionaries(st.sampled_from(FIELDS), _texts).map(tidy)
_locked = st.sets(st.sampled_from(FIELDS))


@given(_personas, _personas, _locked, st.integers(5, 100))
def test_locked_fields_never_change(
    old: Mapping[str, str], new: Mapping[str, str], locked: set[str], percent: int
) -> None:
    """Somebody locks how a character speaks, and it speaks like everybody after fifty turns."""
    found = grown(old, new, locked, percent).fields
    assert {it: found.get(it, "") for it in locked} == {it: old.get(it, "") for it in locked}


@given(_personas.filter(any), _personas, _locked, st.integers(5, 99))
def test_no_more_changes_than_the_cap_says(
    old: Mapping[str, str], new: Mapping[str, str], locked: set[str], percent: int
) -> None:
    """One strange evening makes somebody else of a character."""
    found = grown(old, new, locked, percent)
    changed = sum(distance(old.get(it, ""), found.fields.get(it, "")) for it in FIELDS)
    assert changed <= allowance(old, percent)
    for name in FIELDS:
        assert found.fields.get(name, "") in (old.get(name, ""), new.get(name, ""))
        assert name not in found.kept or found.fields.get(name, "") == old.get(name, "")
        if name not in found.kept and name not in locked:
            assert found.fields.get(name, "") == new.get(name, "")


def test_the_largest_change_stays_out_first() -> None:
    """A small change is lost because of a large one beside it."""
    old = {"personality": "calm " * 50, "speech": "short words " * 25}
    new = {"personality": "furious " * 50, "speech": "short words " * 24 + "hoarse words "}
    found = grown(old, new, (), 30)
    assert found.kept == ("personality",)
    assert found.fields == {"personality": old["personality"], "speech": new["speech"]}


def test_a_first_version_is_free_and_so_is_everything_at_a_hundred_percent() -> None:
    """A character could never begin to grow, or somebody's own setting is not kept."""
    new = {"feelings": "She trusts Ann. " * 20}
    assert grown({}, new, (), 5).fields == new
    assert grown({"goals": "Rest. " * 80}, new, (), 100).fields == new


def test_chinese_counts_by_characters() -> None:
    """A whole Chinese sentence would count as one word, and the cap would hold nothing back."""
    assert distance("她很冷静", "她很愤怒") == 2
    assert distance("she is calm", "she is angry") == 1
    assert distance("", "她很冷静。") == 5


@given(st.dictionaries(st.sampled_from([*FIELDS, "system", "x"]), st.text(max_size=900)))
def test_fields_are_tidy(told: Mapping[str, str]) -> None:
    """A model's answer puts a page, or lines of its own, into every prompt."""
    found = tidy(told)
    assert tidy(found) == found
    assert set(found) <= set(FIELDS)
    assert all(0 < len(it) <= LONGEST_FIELD and len(it.splitlines()) == 1 for it in found.values())
    assert len(as_text(found, Language.EN).splitlines()) == len(found)


def test_it_is_told_in_the_language_of_the_chat() -> None:
    """A Chinese prompt has English labels in it."""
    fields = {"speech": "话很少。", "personality": "多疑。"}
    assert as_text(fields, Language.ZH) == "性格：多疑。\n说话方式：话很少。"
    assert differences({"speech": "话很少。"}, {"speech": "不说话。", "goals": "复仇。"}, Language.ZH) == (
        "+ 目标：复仇。",
        "- 说话方式：话很少。",
        "+ 说话方式：不说话。",
    )


def test_locked_fields_are_named_in_either_language() -> None:
    """What somebody has locked is not locked."""
    assert locked_fields("Personality, 说话方式；goals  nonsense") == {"personality", "speech", "goals"}
    assert locked_fields("") == frozenset()


def _act(seq: int, act: str) -> Entry:
    return Entry(Place(1, seq), PersonaBody(act=act), AT, "")


def _version(number: int, seq: int, *, ended: int | None = None, reason: str = "", at: int | None = None) -> Recorded:
    body = EvolutionBody(number=number, fields={"goals": str(number)}, at=at)
    row = Derived(number, ChronicleKind.EVOLUTION, Place(1, seq), 7, str(number), body, 1, seq)
    return Recorded(row, ended, reason)


def test_replies_count_from_the_newest_version_or_act() -> None:
    """A version that somebody took back grows again at once."""
    assert outlook([], []) == Outlook(0)
    assert outlook([], [_version(1, 50)]) == Outlook(50)
    back = [_act(120, "rollback")]
    assert outlook(back, [_version(1, 50), _version(2, 100, ended=120, reason="rolled back")]) == Outlook(120)


def test_what_is_asked_for_is_made_once() -> None:
    """Somebody asks for a version and gets none, or one after the other."""
    acts = [_act(60, "grow"), _act(70, "edit"), _act(80, "grow")]
    assert outlook(acts, [_version(1, 50)]) == Outlook(50, asked=60)
    assert outlook(acts, [_version(1, 50), _version(2, 60, at=60)]) == Outlook(70, asked=80)
    assert outlook(acts, [_version(2, 60, at=60), _version(3, 80, at=80)]) == Outlook(80)


def test_a_version_that_read_a_mended_message_is_made_again_once() -> None:
    """Somebody mends a typo, and a character forgets who it has become."""
    gone = _version(2, 100, ended=130, reason="revised")
    rows = [_version(1, 50), gone]
    assert outlook([], rows) == Outlook(50, stale=130)
    assert before(rows, 130, stale=True) == gone.row
    again = [*rows, _version(3, 130)]
    assert outlook([], again).stale == 0
    assert outlook([_act(140, "delete")], rows).stale == 0
    assert next_number(again) == 4


def test_the_next_grows_from_what_held_there() -> None:
    """A version that was put away comes back through the next one."""
    rows = [_version(1, 50), _version(2, 100, ended=120, reason="deleted")]
    assert before(rows, 110, stale=False) == rows[1].row
    assert before(rows, 130, stale=False) == rows[0].row
    assert before(rows, 20, stale=False) is None


@given(st.lists(st.booleans(), max_size=40), st.integers(1, 10))
def test_it_grows_from_so_many_turns(replies: list[bool], turns: int) -> None:
    """A character grows from its first day again and again, or from answers without what they answer."""
    said = [
        BatchMessage(seq, 1, Place(1, seq), AT, "x", character=7 if reply else None, person=None if reply else 3)
        for seq, reply in enumerate(replies, 1)
    ]
    found = last_turns(said, turns)
    assert found == said[len(said) - len(found) :]
    assert sum(it.character is not None for it in found) == min(turns, sum(replies))
    if len(found) < len(said):
        assert said[len(said) - len(found) - 1].character is not None


def test_a_row_of_another_hand_is_read() -> None:
    """A version from a file that somebody wrote themselves breaks the reply."""
    body = read_row(ChronicleKind.EVOLUTION, {"fields": {"goals": "", "hat": "red", "habits": 3}})
    assert fields_of(Derived(1, ChronicleKind.EVOLUTION, Place(1, 5), 7, "", body, 1, 5)) == {"habits": "3"}
    assert fields_of(Derived(1, ChronicleKind.EVOLUTION, Place(1, 5), 7, "", NOTHING_SAID, 1, 5)) == {}


def _talk(many: int, length: int = 400) -> list[BatchMessage]:
    """So many messages: what people say, and every other one a reply of character 7."""
    return [
        BatchMessage(n, 1, Place(1, n), AT, "x" * length, character=None if n % 2 else 7, person=3 if n % 2 else None)
        for n in range(1, many + 1)
    ]


def test_a_liked_reply_counts_more_of_what_a_persona_is_made_of() -> None:
    """People like how a character is, and it becomes what nobody asked for."""
    said = _talk(6)
    weight = weights(said, 7, {1: 5, 2: 1, 4: 9, 5: 2})
    assert weight == {1: 1, 2: 2, 3: 1, 4: MOST_WEIGHT, 5: 1, 6: 1}, "only replies of the character itself"
    assert set(weights(said, 8, {2: 1}).values()) == {1}
    shown = shared_out(said, 1_000, weight)
    assert shown == {1: 100, 2: 200, 3: 100, 4: 400, 5: 100, 6: 100}
    assert shared_out(said, 10_000, weight) == dict.fromkeys(range(1, 7), 400), "what fits is shown whole"


def test_liked_replies_stay_when_not_all_are_read() -> None:
    """A long evening is thinned out, and what people loved most falls out."""
    said = _talk(1000)
    weight = weights(said, 7, {14: 1, 500: 2, 998: 1})
    kept = favoured(said, 100, weight)
    seqs = [it.seq for it in kept]
    assert {14, 500, 998} <= set(seqs)
    assert (len(seqs), seqs) == (100, sorted(set(seqs)))
    assert not {14, 998} <= {it.seq for it in favoured(said, 100, weights(said, 7, {}))}
    everything = weights(said, 7, {it.seq: 1 for it in said})
    assert sum(it.character is None for it in favoured(said, 100, everything)) >= 20, "what they answer stays, too"


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 5)), min_size=1, max_size=40), st.integers(1, 4_000))
def test_the_room_is_shared_without_going_beyond_it(talk: list[tuple[int, int]], budget: int) -> None:
    """Likes would make a prompt longer than the model may be sent."""
    said = [BatchMessage(n, 1, Place(1, n), AT, "x" * length, character=7) for n, (length, _) in enumerate(talk, 1)]
    shown = shared_out(said, budget, weights(said, 7, {n: likes for n, (_, likes) in enumerate(talk, 1)}))
    lengths = {n: min(length, shown[n]) for n, (length, _) in enumerate(talk, 1)}
    assert sum(lengths.values()) <= budget + 40 * len(said)
