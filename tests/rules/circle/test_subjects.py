"""What a character posts about: out of what there is, spread, and nothing where nothing is worth telling."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.circle.rounds import addressed
from engine.rules.circle.subjects import (
    BETWEEN_READ,
    LATELY,
    MOST_TOLD,
    PICTURES_LATELY,
    CircleLife,
    about_of,
    beginning_of,
    festival,
    sought_for,
    subject_of,
)
from engine.rules.recall.remembering.batches import BatchMessage
from engine.values.characters.circle_members import CircleMember, PostFrequency
from engine.values.characters.circle_subjects import LivedMemory, PostSubject, SubjectKind, TakenSubject
from engine.values.chats.entries import Place
from engine.values.house.setting_choices import Language
from engine.values.ids import ChannelKey
from engine.values.memory.memories import MemoryKind

NOON = datetime(2027, 3, 3, 12, tzinfo=UTC)
LAN, MO = 1, 2
languages = pytest.mark.parametrize("language", Language)


def member(interests: str = "", number: int = LAN) -> CircleMember:
    return CircleMember(ChannelKey(1, 2), number, f"C{number}", PostFrequency.DAILY, interests)


def posted(seq: int, who: int, text: str, ago: timedelta = timedelta(hours=1)) -> BatchMessage:
    """Who wrote something in the circle; 0: a person."""
    person, character = (None, who) if who else (7, None)
    name = f"C{who}" if who else "Ann"
    return BatchMessage(seq, 1, Place(1, seq), NOON - ago, text, name, person=person, character=character)


def lived(number: int, kind: MemoryKind = MemoryKind.SAID, *, elsewhere: bool = False, picture: int = 0) -> LivedMemory:
    return LivedMemory(number, kind, 9, NOON - timedelta(hours=2), elsewhere, picture)


def kinds_of(who: CircleMember, life: CircleLife, many: int) -> list[SubjectKind]:
    """Of which kinds so many posts would be, one after another at the same hour."""
    found: list[SubjectKind] = []
    for number in range(many):
        if (it := subject_of(who, life, NOON, Language.EN, number)) is not None:
            found.append(it.kind)
            life = replace(life, taken=[TakenSubject(who.character, it.name, NOON), *life.taken])
    return found


@pytest.mark.parametrize(
    ("day", "language", "name"),
    [
        (date(2026, 9, 25), Language.ZH, "中秋"),
        (date(2027, 2, 5), Language.ZH, "除夕"),
        (date(2026, 6, 19), Language.ZH, "端午"),
        (date(2031, 12, 25), Language.EN, "Christmas"),
        (date(2028, 11, 23), Language.EN, "Thanksgiving"),
        (date(2027, 3, 2), Language.EN, ""),
    ],
)
def test_festivals_are_known(day: date, language: Language, name: str) -> None:
    """A character posts about Christmas in May, or never of the Mid-Autumn Festival."""
    assert festival(day, language).startswith(name) if name else festival(day, language) == ""


@languages
def test_what_it_posts_about_changes(language: Language) -> None:
    """A character posts about the same every day."""
    who, life, told = member("tea, the sea、gulls，stars"), CircleLife(), list[str]()
    for number in range(12):
        found = subject_of(who, life, NOON, language, number)
        assert found is not None
        assert found.kind is SubjectKind.LIKES
        assert about_of(who, found, NOON, language).endswith(found.words)
        told.append(found.words)
        life = replace(life, taken=[TakenSubject(LAN, found.name, NOON), *life.taken])
    assert [told[at : at + 4] for at in (4, 8)] == [told[:4]] * 2, "each in its turn"
    assert len(set(told)) == 4


def test_all_that_a_life_has_is_told() -> None:
    """Whatever comes first is told for ever; or one half of a circle talks about the other half."""
    life = CircleLife(
        said=[posted(seq, MO if seq % 2 else 0, f"The gulls stole loaf number {seq}") for seq in range(1, 9)],
        lived=[
            *(lived(it, picture=77) for it in range(20, 23)),
            *(lived(it, elsewhere=True) for it in range(30, 34)),
            *(lived(it, MemoryKind.DIARY) for it in range(40, 43)),
        ],
    )
    kinds = kinds_of(member("tea, the sea"), life, 10)
    assert set(kinds[:5]) == {*SubjectKind} - {SubjectKind.FESTIVAL, SubjectKind.SEASON}
    read = [at for at, it in enumerate(kinds) if it is SubjectKind.READ]
    assert all(after - before > BETWEEN_READ for before, after in pairwise(read))
    counts = Counter(kinds)
    assert counts[SubjectKind.STORY] == 1, "nothing has happened in it since"


@pytest.mark.parametrize("interests", ["", "tea"])
def test_who_has_nothing_to_tell_is_silent(interests: str) -> None:
    """A character says every noon that it is noon, or drinks the same tea."""
    many = 1 + bool(interests)
    once = [*([SubjectKind.LIKES] if interests else []), SubjectKind.SEASON]
    assert kinds_of(member(interests), CircleLife(), many) == once
    told = subject_of(member(), CircleLife(), NOON, Language.EN)
    assert told is not None
    before = CircleLife(taken=[TakenSubject(LAN, told.name, NOON - timedelta(days=1))])
    assert subject_of(member(), before, NOON, Language.EN) is None
    assert subject_of(member(), before, NOON.replace(hour=19), Language.EN) is not None, "an evening is something else"


@pytest.mark.parametrize("kind", [SubjectKind.PICTURE, SubjectKind.STORY, SubjectKind.DIARY, SubjectKind.READ])
def test_what_happened_is_told_once_in_a_circle(kind: SubjectKind) -> None:
    """All characters of a circle tell of one picture, or take up one post."""
    lives = {
        SubjectKind.PICTURE: CircleLife(lived=[lived(5, picture=77)]),
        SubjectKind.STORY: CircleLife(lived=[lived(5, elsewhere=True)]),
        SubjectKind.DIARY: CircleLife(lived=[lived(5, MemoryKind.DIARY)]),
        SubjectKind.READ: CircleLife(said=[posted(5, 0, "The gulls stole my bread")]),
    }
    first = subject_of(member(), lives[kind], NOON, Language.EN)
    assert first is not None
    seen = ((), 5) if kind is SubjectKind.READ else ((5,), 0)
    assert (first.kind, (first.memories, first.target)) == (kind, seen)
    taken = [TakenSubject(MO, first.name, NOON - timedelta(days=2))]
    second = subject_of(member(), replace(lives[kind], taken=taken), NOON, Language.EN)
    assert second is not None
    assert second.kind is SubjectKind.SEASON
    late = NOON + max(LATELY, PICTURES_LATELY)
    third = subject_of(member(), lives[kind], late, Language.EN)
    assert third is not None
    assert third.kind is SubjectKind.SEASON, "that is no news any more"


def test_a_story_is_told_in_its_order() -> None:
    """The end of a story is told first, or all of it."""
    life = CircleLife(lived=[lived(it, elsewhere=True) for it in range(50, 30, -1)])
    found = subject_of(member(), life, NOON, Language.EN)
    assert found is not None
    assert found.memories == tuple(range(51 - MOST_TOLD, 51))


@pytest.mark.parametrize(
    ("said", "taken_up"),
    [
        ([posted(1, LAN, "My own")], 0),
        ([posted(1, MO, "Of last week", timedelta(days=5))], 0),
        ([posted(1, MO, "The gulls"), posted(2, LAN, addressed("C2", "Poor you"))], 0),
        ([posted(1, MO, "The gulls"), posted(2, 0, addressed("C2", "Mine too!"))], 1),
        ([posted(1, LAN, "My own"), posted(2, MO, addressed("C1", "Yours?"))], 0),
        ([posted(1, LAN, "My own"), posted(2, MO, addressed("C1", "x")), posted(3, 0, addressed("C2", "Gulls!"))], 3),
    ],
)
def test_what_of_others_is_taken_up(said: list[BatchMessage], taken_up: int) -> None:
    """A character answers itself, or says in a post what it has said in a comment."""
    found = subject_of(member(), CircleLife(said=said), NOON, Language.EN)
    assert found is not None
    assert found.target == taken_up


def test_a_picture_is_no_message_besides() -> None:
    """What somebody sent with a picture is told twice: as the picture, and as what they wrote."""
    life = CircleLife(said=[posted(4, 0, "My new bike!")], lived=[lived(9, picture=4)])
    kinds = kinds_of(member("tea"), life, 3)
    assert set(kinds) == {SubjectKind.LIKES, SubjectKind.PICTURE}


def test_others_do_not_talk_about_the_same() -> None:
    """Two who like tea talk about tea on the same day."""
    taken = [TakenSubject(MO, PostSubject(SubjectKind.LIKES, "tea").name, NOON - timedelta(hours=2))]
    for number in range(9):
        found = subject_of(member("Tea, gulls"), CircleLife(taken=taken), NOON, Language.EN, number)
        assert found is not None
        assert found.words == "gulls"


def test_a_festival_comes_first_and_once() -> None:
    """Nobody says a word of Christmas, or somebody does three times."""
    christmas = datetime(2031, 12, 25, 10, tzinfo=UTC)
    first = subject_of(member("tea"), CircleLife(), christmas, Language.EN)
    assert first is not None
    assert first.kind is SubjectKind.FESTIVAL
    taken = [TakenSubject(LAN, "likes:tea", christmas), TakenSubject(LAN, first.name, christmas)]
    second = subject_of(member("tea"), CircleLife(taken=taken), christmas, Language.EN)
    assert second is not None
    assert second.kind is SubjectKind.SEASON


@languages
def test_words_of_others_are_not_kept_with_the_plan(language: Language) -> None:
    """What somebody wrote is kept beside the message, and stays when they are forgotten."""
    subject = PostSubject(SubjectKind.READ, "5", target=5)
    about = about_of(member(), subject, NOON, language)
    assert len(about.splitlines()) == 1, "the time"
    assert sought_for(subject.name, about) == "", "nobody asks what was on Wednesday noon"
    assert beginning_of(subject.name, language)
    likes = PostSubject(SubjectKind.LIKES, "tea", "Tea")
    assert "Tea" in sought_for(likes.name, about_of(member(), likes, NOON, language))
    assert beginning_of(likes.name, language) == ""


@given(st.integers(0, 50), st.integers(0, 23), st.sampled_from(["", "tea", "tea, sea"]))
def test_nothing_is_told_twice_in_a_row(day: int, hour: int, interests: str) -> None:
    """A character has two things in its life and tells one."""
    life = CircleLife(lived=[lived(5, elsewhere=True)], said=[posted(5, MO, "The gulls stole my bread")])
    names: list[str] = []
    for number in range(8):
        at = NOON.replace(hour=hour) + timedelta(days=day)
        found = subject_of(member(interests), life, at, Language.ZH, number)
        assert found == subject_of(member(interests), life, at, Language.ZH, number)
        if found is not None:
            names.append(found.name)
            life = replace(life, taken=[TakenSubject(LAN, found.name, at), *life.taken])
    assert all(one != other for one, other in pairwise(names))
