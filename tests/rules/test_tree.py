"""A tree of branches, read a part at a time."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.tree import tree_of


@st.composite
def trees(draw: st.DrawFn) -> list[int | None]:
    """The parent of each branch, numbered from 1; sometimes more than one begins from nothing."""
    count = draw(st.integers(1, 30))
    return [draw(st.none() | st.integers(1, n)) if n else None for n in range(count)]


def read(parents: list[int | None]) -> list[tuple[int, int]]:
    """The whole tree, each branch with its depth: the plain way."""

    def below(parent: int | None, depth: int) -> list[tuple[int, int]]:
        return [
            it
            for number, its in enumerate(parents, 1)
            if its == parent
            for it in [(number, depth), *below(number, depth + 1)]
        ]

    return below(None, 0)


@given(trees(), st.integers(0, 35), st.integers(1, 9))
def test_a_part_is_the_same_as_in_the_whole(parents: list[int | None], start: int, size: int) -> None:
    """A page of a large tree would show branches at the wrong place, or skip some."""
    tree, whole = tree_of(range(1, len(parents) + 1), parents), read(parents)
    assert tree.total == len(whole)
    assert tree.part(start, size) == whole[start : start + size]


@given(trees())
def test_a_branch_is_found_where_it_is_read(parents: list[int | None]) -> None:
    """The tree would open at another page than the one with the branch that is played."""
    tree = tree_of(range(1, len(parents) + 1), parents)
    assert [tree.place(number) for number, _ in read(parents)] == list(range(len(parents)))


def test_a_deep_tree_is_walked_without_end_of_the_stack() -> None:
    """Ten thousand forks of forks would be shown as an error."""
    many = 10_000
    tree = tree_of(range(1, many + 1), [None, *range(1, many)])
    assert tree.part(many - 1, 8) == [(many, many - 1)]
    assert tree.place(many) == many - 1
