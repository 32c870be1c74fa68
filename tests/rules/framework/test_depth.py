"""Texts at a depth in the chat."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.framework.depth import AtDepth, DepthCount, above_the_newest_words, layers, place
from engine.rules.framework.pieces import PromptPiece, Scrap, block
from engine.values.house.setting_choices import DepthCounting
from engine.values.models.prompts import PromptSlot, Role

PIECE = PromptPiece(PromptSlot.DEPTH, "test")
ROLES = st.lists(st.sampled_from([Role.USER, Role.ASSISTANT]), max_size=12)
TEXTS = st.lists(
    st.tuples(
        st.integers(0, 15), st.sampled_from(Role), st.sampled_from([50, 100, 150]), st.sampled_from(["", "a", "b"])
    ),
    max_size=12,
)


def at(depth: int, role: Role, text: str, order: float = 100, name: str = "") -> AtDepth:
    return AtDepth(depth, role, (Scrap(PIECE, text),), order, name)


def woven(texts: list[AtDepth], count: DepthCount) -> list[str]:
    """The texts of the chat, its messages as their numbers."""
    placed = place(layers(texts), count)
    said = [*map(str, range(len(count.roles))), ""]
    return [
        text
        for index, message in enumerate(said)
        for text in (*(it.text for it in placed.get(index, ())), *([message] if message else []))
    ]


@given(ROLES, TEXTS, st.booleans())
def test_texts_stand_where_splicing_from_the_end_puts_them(
    roles: list[Role],
    drawn: list[tuple[int, Role, int, str]],
    going_on: bool,
) -> None:
    """Prompts of people who know SillyTavern would reach the model in another order."""
    texts = [at(depth, role, f"{index}!", order, name) for index, (depth, role, order, name) in enumerate(drawn)]
    spliced = [str(number) for number in reversed(range(len(roles)))]
    inserted = 0
    for depth in range(16):
        found: list[str] = []
        for order in (150, 100, 50):
            for role in (Role.SYSTEM, Role.USER, Role.ASSISTANT):
                group = [it for it in texts if (it.depth, it.order, it.role) == (depth, order, role)]
                if group:
                    found.append("\n".join(it.scraps[0].text for it in sorted(group, key=lambda it: it.id)))
        if found:
            index = (depth or int(going_on)) + inserted
            spliced[index:index] = found
            inserted += len(found)
    assert woven(texts, DepthCount(roles, going_on=going_on)) == spliced[::-1]


@given(ROLES, st.integers(0, 15))
def test_depths_by_people_count_their_messages_only(roles: list[Role], depth: int) -> None:
    """A text meant for the last words of a person would stand behind what the character said long before."""
    people = [index for index, role in enumerate(roles) if role is Role.USER]
    index = DepthCount(roles, DepthCounting.USER).index(depth)
    if people and depth == 0:
        assert index == people[-1] + 1
    elif people and depth <= len(people):
        assert people[index:].count(index) <= 1
        assert sum(at >= index for at in people) == depth
    elif people:
        assert index == 0


@given(ROLES, st.sampled_from(DepthCounting))
def test_what_changes_each_turn_stands_right_above_the_newest_words(roles: list[Role], counting: DepthCounting) -> None:
    """A memory would separate the character from what was just said, or stand inside somebody's words."""
    count = DepthCount(roles, counting)
    index = count.newest_words()
    if Role.USER in roles:
        assert roles[index] is Role.USER
        assert index == 0 or roles[index - 1] is Role.ASSISTANT
        assert Role.ASSISTANT not in roles[index : max(at for at, role in enumerate(roles) if role is Role.USER)]
    layer = above_the_newest_words(block(PIECE, "memory"), count)
    same = at(count.depth_of(index), Role.SYSTEM, "deep")
    placed = place((*layers([same]), layer), count)
    assert [it.text for it in placed[index]][:1] == ["memory"]


def test_a_text_counted_from_the_oldest_stays_there() -> None:
    """A text a writer pinned to the beginning would move with every message."""
    texts = [AtDepth(1, Role.SYSTEM, (Scrap(PIECE, "early"),), reverse=True), at(9, Role.SYSTEM, "deep")]
    assert woven(texts, DepthCount([Role.USER, Role.ASSISTANT])) == ["deep", "0", "early", "1"]
