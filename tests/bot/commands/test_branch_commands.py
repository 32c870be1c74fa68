"""Saves in the trash, branches with names, what parts them, their tree, and what happened before, as commands."""

import io

import pytest
from PIL import Image

from bot.commands.framework.paging import both_pages
from bot.pictures.boughs import rows_of
from bot.pictures.canvas import HEIGHT, WIDTH, Theme
from bot.pictures.tree import Bough, TreeWords, draw
from bot.words.localise import Speech
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.servers.model import say

WORDS = TreeWords("港口的夜晚", "60 branches", "+n: this many more", "◀ here")


@pytest.fixture
async def branched(mo: AtTerminal) -> AtTerminal:
    """Somebody whose newest message has two answers, each on its branch, and a save on the first."""
    mo.model.script(say("I go."), say("I stay."))
    await mo.types("Stay with me.", "/save Harbour", "/again")
    return mo


async def test_branches_are_named_compared_and_put_away(branched: AtTerminal) -> None:
    """Among many branches nobody would know which is which, or what they would lose by going there."""
    renamed, listed, apart, _, save, _, left, away = await branched.answers(
        "/chats branches rename 1 The pier",
        "/chats branches",
        "/chats diff 1",
        "/scene note set rain",
        "/chats diff save harbour",
        "/chats branches archive 1",
        "/chats branches",
        "/chats branches archived",
    )
    assert renamed == "Branch 1 is now called “The pier”.\n"
    assert "[1] The pier · the beginning, 3 messages" in listed
    assert "Messages: 1 here, 1 there\n  ‹ I stay.\n  › I go.\n" in apart
    assert "Author's note: rain → none" in save
    assert "The pier" not in left
    assert "[1] The pier" in away


async def test_branches_are_put_away_in_chinese(branched: AtTerminal) -> None:
    """Somebody who types Chinese could name no branch, or put none away."""
    renamed, _, left = await branched.answers("/会话 分支 改名 1 码头", "/会话 分支 归档 1", "/会话 分支")
    assert "码头" in renamed
    assert "码头" not in left


async def test_the_tree_marks_where_people_stand(branched: AtTerminal) -> None:
    """Somebody would be lost among their branches."""
    said = await branched.types("/chats tree")
    assert "Tree: 2 branches" in said
    assert "  1  I go. · 3 messages" in said
    assert "› 2  ┊ I stay. · one message" in said


async def test_a_deleted_save_is_taken_back(branched: AtTerminal) -> None:
    """What was deleted by mistake would be gone."""
    asked, _, none, deleted, back, empty, saves = await branched.answers(
        "/save delete 1", "yes", "/load", "/save deleted", "/save undelete 1", "/save deleted", "/load"
    )
    assert "Delete the save “Harbour”?" in asked
    assert "No saves yet." in none
    assert "[1] Harbour · deleted for good" in deleted
    assert "“Harbour” is back." in back
    assert "No save was deleted in the last 30 days." in empty
    assert "[1] Harbour" in saves


async def test_a_terminal_has_one_place_and_says_so(mo: AtTerminal) -> None:
    """Somebody would wait for a thread that never comes."""
    said = await mo.types("/chats fork", "/chats branches")
    assert "The terminal has no threads" in said
    assert "Branches of this chat: 1\n" in said


@pytest.mark.parametrize(
    ("language", "line", "title"),
    [("en", "/recap", "Previously – 3 messages since you last wrote"), ("zh", "/前情", "前情提要")],
)
async def test_what_happened_before_is_told(terminals: Terminals, language: str, line: str, title: str) -> None:
    """Whoever comes back would have to read everything."""
    them = await terminals.somebody(language=language)
    other = await terminals.beside(them, "Ann")
    them.model.script(say("Who is there?"), say("Somebody knocked."))
    await them.types("Hello.")
    await other.types("It is me.")
    said = await them.types(line)
    assert title in said
    assert "Somebody knocked." in said


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
