"""What lies on a branch, against lists that are simply copied at every fork."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.lines import cut, fork_point, forked, grown, lies_on, line_of, live, place_at
from engine.values.chats.entries import Branch, Line, Place, Segment
from tests import share
from tests.story.trees import Tree, trees


def line(tree: Tree, branch: int) -> Line:
    return line_of(tree.branches, branch, len(tree.paths[branch]))


def places(line: Line) -> list[Place]:
    """Every place of a line, read off its segments."""
    return [Place(it.branch, seq) for it in line for seq in range(it.after + 1, it.upto + 1)]


@settings(max_examples=share.examples(50), deadline=None)
@given(trees())
def test_a_line_is_1_to_head_without_a_gap(tree: Tree) -> None:
    """A message would be missing from a conversation, or appear twice in it."""
    for branch, path in tree.paths.items():
        there = line(tree, branch)
        assert places(there) == path
        assert [it.seq for it in places(there)] == list(range(1, there.head + 1))


@settings(max_examples=share.examples(50), deadline=None)
@given(trees(), st.data())
def test_a_line_up_to_an_earlier_head_is_its_beginning(tree: Tree, data: st.DataObject) -> None:
    """A savepoint would hold something else than what stood there when it was made."""
    branch = data.draw(st.sampled_from(sorted(tree.branches)))
    head = data.draw(st.integers(tree.branches[branch].forked_at, len(tree.paths[branch])))
    assert places(line_of(tree.branches, branch, head)) == tree.paths[branch][:head]


@settings(max_examples=share.examples(50), deadline=None)
@given(trees())
def test_every_entry_has_one_owner_and_nothing_lies_outside(tree: Tree) -> None:
    """A revision or a savepoint would name the message of another branch."""
    for branch, path in tree.paths.items():
        there = line(tree, branch)
        assert [place_at(there, seq) for seq in range(1, there.head + 1)] == path
        assert place_at(there, 0) is None
        assert place_at(there, there.head + 1) is None


@settings(max_examples=share.examples(50), deadline=None)
@given(trees())
def test_a_place_lies_on_a_branch_iff_it_is_in_its_list(tree: Tree) -> None:
    """What was said on an abandoned branch would come back, or what was kept would be forgotten."""
    for branch, path in tree.paths.items():
        there = line(tree, branch)
        assert {it for it in tree.entries if lies_on(there, it)} == set(path)
        assert not lies_on(there, Place(branch, len(path) + 1))


@settings(max_examples=share.examples(50), deadline=None)
@given(trees(), st.data())
def test_a_cut_is_a_slice(tree: Tree, data: st.DataObject) -> None:
    """A summary would be made from other messages than those it claims."""
    branch = data.draw(st.sampled_from(sorted(tree.branches)))
    path = tree.paths[branch]
    after = data.draw(st.integers(0, len(path) + 2))
    upto = data.draw(st.none() | st.integers(0, len(path) + 2))
    piece = cut(line(tree, branch), after=after, upto=upto)
    assert places(piece) == path[after : len(path) if upto is None else upto]
    assert all(it.after < it.upto for it in piece)


@settings(max_examples=share.examples(50), deadline=None)
@given(trees(), st.data())
def test_a_fork_goes_on_behind_the_entry_it_names(tree: Tree, data: st.DataObject) -> None:
    """Undo or a restore would lead to another place than the one that was asked for."""
    branch = data.draw(st.sampled_from(sorted(tree.branches)))
    seq = data.draw(st.integers(0, len(tree.paths[branch])))
    parent, forked_at = fork_point(line(tree, branch), seq)
    number = len(tree.branches) + 1
    branches = {**tree.branches, number: Branch(number, parent, forked_at)}
    assert places(line_of(branches, number, seq)) == tree.paths[branch][:seq]
    assert forked(line(tree, branch), seq, number) == line_of(branches, number, seq)
    assert grown(forked(line(tree, branch), seq, number), seq + 3) == line_of(branches, number, seq + 3)
    assert (parent is None) == (forked_at == 0)
    if parent is not None:
        assert Place(parent, forked_at) in tree.entries, "the parent owns the entry it is forked at"


@settings(max_examples=share.examples(50), deadline=None)
@given(trees())
def test_live_is_what_lies_there_and_has_not_ended_there(tree: Tree) -> None:
    """A character would remember what was undone, or forget because of something that happened on another branch."""
    for branch in tree.branches:
        assert live(tree.rows, tree.retirements, line(tree, branch)) == tree.live(branch)


def test_a_branch_of_a_branch_by_hand() -> None:
    """The smallest tree in which each of these could go wrong, written out."""
    tree = Tree()
    for _ in range(4):
        tree.say(1)
    again = tree.fork(1, 3)
    tree.say(again)
    restored = tree.fork(again, 2)
    tree.say(restored)
    from_nothing = tree.fork(restored, 0)
    assert line(tree, again).segments == (Segment(1, 0, 3), Segment(2, 3, 4))
    assert tree.branches[restored] == Branch(3, 1, 2)
    assert line(tree, restored).segments == (Segment(1, 0, 2), Segment(3, 2, 3))
    assert line(tree, from_nothing).head == 0
    assert fork_point(line(tree, restored), 3) == (3, 3)
    assert fork_point(line(tree, restored), 2) == (1, 2)
    assert fork_point(line(tree, from_nothing), 0) == (None, 0)
