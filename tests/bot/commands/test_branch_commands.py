"""Saves in the trash, branches with names, what parts them, their tree, and what happened before, as commands."""

import io

from PIL import Image

from bot.commands.framework.paging import both_pages
from bot.pictures.boughs import rows_of
from bot.pictures.canvas import HEIGHT, WIDTH, Theme
from bot.pictures.tree import Bough, TreeWords, draw
from bot.words.localise import Speech
from tests.bot.conftest import Type
from tests.bot.fakes import FakeEngine

WORDS = TreeWords("港口的夜晚", "60 branches", "+n: this many more", "◀ here")


async def test_branches_are_named_compared_and_put_away(piped: Type) -> None:
    """Among many branches nobody would know which is which, or what they would lose by going there."""
    engine = FakeEngine()
    said = await piped(
        engine, "/chats branches rename 5 The pier", "/会话 分支 归档 5", "/chats diff 5", "/chats diff save harbour"
    )
    assert engine.branching.calls == [("rename", 5, "The pier"), ("put_away", 5, True)]
    assert "Branch 5 is now called The pier." in said
    assert "Messages: 1 here, 1 there" in said
    assert "‹ I stay." in said
    assert "› I go." in said
    assert "Author’s note: rain → none" in said


async def test_the_tree_marks_where_people_stand(piped: Type) -> None:
    """Somebody would be lost among their branches."""
    said = await piped(FakeEngine(), "/chats tree")
    assert "Tree: 2 branches" in said
    assert "› 4  the first line · 3 messages" in said
    assert "5  ┊ another line · one message" in said


async def test_a_deleted_save_is_taken_back(piped: Type) -> None:
    """What was deleted by mistake would be gone."""
    engine = FakeEngine()
    said = await piped(engine, "/save delete 1", "yes", "/save undelete 1", "/save deleted")
    assert "Delete the save “Harbour”?" in said
    assert engine.story.calls == [("delete_save", 1), ("undelete_save", 1)]
    assert "Harbour is back." in said
    assert "No save was deleted in the last 30 days." in said


async def test_a_terminal_has_one_place_and_says_so(piped: Type) -> None:
    """Somebody would wait for a thread that never comes."""
    engine = FakeEngine()
    assert "The terminal has no threads" in await piped(engine, "/chats fork")
    assert engine.branching.calls == []


async def test_what_happened_before_is_told(piped: Type) -> None:
    """Whoever comes back would have to read everything."""
    said = await piped(FakeEngine(), "/recap")
    assert "Previously – 3 messages since you last wrote" in said
    assert "Aki: Somebody knocked." in said
    assert "前情提要" in await piped(FakeEngine(language="zh"), "/前情")


def test_pages_go_both_ways() -> None:
    """Who went a page too far could not go back; or a button would be more than a platform carries."""
    speak = Speech().speaker("en")
    assert [it.control for it in both_pages(speak, "/load list", 2, 3)] == ["run:/load list 1", "run:/load list 3"]
    assert [it.label for it in both_pages(speak, "/load list", 1, 2)] == ["Page 2 ›"]
    assert both_pages(speak, "/load list", 1, 1) == ()
    assert both_pages(speak, "/load search " + "长" * 30, 1, 2) == ()


def grown(count: int) -> list[Bough]:
    """So many branches: long ways and short ones, names far too long for the picture."""
    step = {0: 1, 1: 1, 2: 7}
    return [
        Bough(n, None if n == 1 else max(1, n - step[n % 3]), "长句子 and more " * 30, n, n % 9 == 0)
        for n in range(1, count + 1)
    ]


def test_a_tree_is_read_from_its_root() -> None:
    """A branch would stand below one that it does not come from."""
    rows = rows_of([Bough(1, None, "", 0), Bough(2, 1, "", 0), Bough(3, 1, "", 0), Bough(4, 2, "", 0)])
    assert [(it.node.id, it.depth, it.below) for it in rows] == [(1, 0, 3), (2, 1, 1), (4, 2, 0), (3, 1, 0)]
    assert len(rows_of(grown(500))) == 500


def test_trees_of_any_size_are_drawn() -> None:
    """A story with many branches would have no picture, or one without the branch that is played."""
    seen: set[bytes] = set()
    for count, theme in ((1, Theme.DARK), (5, Theme.LIGHT), (60, Theme.DARK), (500, Theme.LIGHT)):
        made = draw(grown(count), count, WORDS, theme)
        with Image.open(io.BytesIO(made)) as picture:
            assert picture.size == (WIDTH, {1: 540, 5: 980}.get(count, HEIGHT)), "two branches need no tall picture"
        seen.add(made)
        assert draw(grown(count), 1, WORDS, theme) != made or count == 1, "where people stand is marked"
    assert len(seen) == 4
