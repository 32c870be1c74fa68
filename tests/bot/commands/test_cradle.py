"""Raising a character by command, in both languages, at a terminal."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from tests.bot.at_terminal import AtTerminal, terminals_at
from tests.servers.model import say
from tests.servers.raising import QUESTION, raises

STORY: Final = {
    "en": (
        "/char cradle Nela",
        "/cradle feed Nela mends nets. She is 30 years old. speech: She never says please.",
        "/cradle feed She is 34 years old.",
        "/cradle older 4",
        "/cradle show",
        "/cradle pieces",
        "/cradle unfeed 2",
        "/cradle dream",
        "/cradle try",
        "/cradle born",
        "/char show Nela",
    ),
    "zh": (
        "/角色 摇篮 奈拉",
        "/摇篮 投喂 奈拉会补渔网。她30岁。speech: 她从不说请。",
        "/摇篮 投喂 她34岁。",
        "/摇篮 用旧的 4",
        "/摇篮 查看",
        "/摇篮 材料",
        "/摇篮 收回 2",
        "/摇篮 想象",
        "/摇篮 试聊",
        "/摇篮 诞生",
        "/角色 查看 奈拉",
    ),
}
TOLD: Final = {
    "en": (
        "in the cradle now",
        "She never says please. · Way of speaking – “She never says please.”",
        "Contradicts piece 1: “She is 30 years old.”",
        "It holds: “She is 30 years old.”",
        "Nela mends nets. · Description · piece 1",
        "words · 1 sentence",
        "Removed: piece 2, with its words. 1 sentence that came of it is gone too.",
        "Hums when nobody listens.",
        "A new chat with Nela",
        "Nela is born",
        "She is 30 years old. Way of speaking: She never says please.",
    ),
    "zh": (
        "已经躺进摇篮",
        "她从不说请。 · 说话方式——“她从不说请。”",
        "与之矛盾：材料 1 的“她30岁。”",
        "现在以这句为准：“她30岁。”",
        "奈拉会补渔网。 · 描述 · 材料 1",
        "文字 · 1 句",
        "材料 2 已经收回，原文也删掉了。由它得来的 1 句也一起去掉了。",
        "Hums when nobody listens.",
        "奈拉",
        "奈拉诞生了",
        "她30岁。 说话方式：她从不说请。",
    ),
}


@pytest.fixture
async def ann(database_url: str, tmp_path: Path) -> AsyncIterator[AtTerminal]:
    async with terminals_at(database_url, tmp_path) as sits:
        it = await sits.somebody()
        it.model.answer, it.model.notes = lambda _: say("Aye."), raises
        yield it


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_character_is_raised_by_command(ann: AtTerminal, language: str) -> None:
    """Somebody cannot do by typing what the actions can, or reads another language in between."""
    if language == "zh":
        await ann.speaks_chinese()
    answers = await ann.answers(*STORY[language])
    for line, answer, words in zip(STORY[language], answers, TOLD[language], strict=True):
        assert words in " ".join(answer.split()) or words in answer, (line, answer)
    assert QUESTION in answers[1]


async def test_wrong_words_are_told_what_to_do(ann: AtTerminal) -> None:
    """Somebody who mistypes learns nothing, or feeds the wrong character."""
    none, unnamed, *_ = await ann.answers("/cradle feed hello", "/cradle new")
    assert "/cradle new" in none
    assert unnamed
    answers = await ann.answers(
        "/cancel",
        "/char cradle Nela",
        "/char cradle Orso",
        '/cradle feed "Nobody" She sings.',
        "/cradle feed Nela sings.",
        "/cradle strike 7",
        "/cradle unfeed 3",
        "/cradle older 1 Nela",
        "/cradle born Orso",
        "/cradle feed file:///etc/passwd",
        "/char show Nela",
    )
    assert "no growing character “Nobody”" in answers[3]
    assert "Nela · a seed" in answers[4], "the words begin with whose they are"
    assert all("/cradle" in it for it in answers[5:8]), answers[5:8]
    assert "/cradle feed" in answers[8]
    assert "There is no character “Nela”" in answers[10]


async def test_words_are_asked_for_where_none_are_given(ann: AtTerminal) -> None:
    """Whoever types the command alone reads how it is used, and has to type it again."""
    answers = await ann.answers("/cradle new **Nela**", "/cradle feed", "She mends nets.")
    assert "**" not in answers[0]
    assert "Nela" in answers[1]
    assert "She mends nets. · Description" in answers[2]


async def test_a_file_is_fed_from_the_disk(ann: AtTerminal, tmp_path: Path) -> None:
    """At a terminal nothing can come along."""
    letter = tmp_path / "letter.txt"
    letter.write_text("She writes every Sunday.", "utf-8")
    answers = await ann.answers("/char cradle Nela", f"/cradle file 3 {letter}")
    number = re.search(r"number (\d+)", answers[0])
    assert number is not None
    assert number[1] == "3"
    assert "She writes every Sunday. · Description" in answers[1]
