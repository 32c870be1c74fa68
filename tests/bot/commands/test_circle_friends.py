"""Who is close to whom, as a command."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from bot.pictures.canvas import WIDTH
from engine.db.chats import log, sessions
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from tests.bot.at_terminal import AtTerminal
from tests.servers.model import say


@pytest.mark.parametrize(
    ("lines", "nobody", "listed"),
    [
        (
            ("/circle friends", "/circle friends 1 light"),
            "Nobody has commented",
            "Mo and Lan · 15 % · Mo to Lan 1, back 0 · just now · about lanterns",
        ),
        (
            ("/圈子 关系", "/圈子 关系 1 浅色"),
            "还没有人评论或点赞",
            "Mo 和 Lan · 亲近 15% · Mo 对 Lan 1 次，回应 0 次 · 刚刚 · 聊到 lanterns",
        ),
    ],
)
async def test_friends_come_as_a_list_and_a_picture(
    mo: AtTerminal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lines: Sequence[str],
    nobody: str,
    listed: str,
) -> None:
    """Who cannot see pictures would know nothing, or there would be no picture."""
    monkeypatch.chdir(tmp_path)  # files land where one sits
    mo.model.answer = lambda _: say("The harbour is full.")
    empty, _, *shown = await mo.answers(lines[0], "@Lan Which lanterns?", *lines)
    assert nobody in empty
    assert [it for it in shown if listed not in it] == []
    files = [Path(it.split()[-1].rstrip(".。").removeprefix("已保存到")) for it in shown]
    pictures = [Image.open(it).convert("L") for it in files]
    assert [it.getpixel((2, 2)) > 128 for it in pictures] == [False, True]  # type: ignore[operator]
    assert {it.width for it in pictures} == {WIDTH}


async def test_many_pairs_are_pages(mo: AtTerminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty pairs would fill a phone, or all but the first eight be lost."""
    monkeypatch.chdir(tmp_path)
    mo.model.answer = lambda _: say("The harbour is full.")
    await mo.types("Hello.")
    people = await mo.room.sql(
        "INSERT INTO person (platform, external, name) SELECT $1, 'p' || n, 'P' || n FROM generate_series(1, 20) AS n "
        "RETURNING id",
        mo.here.platform,
    )
    async with mo.room.db.transaction() as on:
        head = await sessions.current(on, mo.here.key)
        assert head is not None
        now = mo.room.ctx.clock.now()
        at = await log.head(on, head.session_key, head.branch)
        said = [NewEntry(MessageBody(), now, "@Lan Yes.", person=it["id"]) for it in people]
        await log.append(on, head.session_key, head.branch, at, said)
    first, last, beyond = await mo.answers("/circle friends", "/circle friends 3", "/circle friends 9")
    assert "(1/3)" in first
    assert first.count(" and Lan") == 8
    assert last.count(" and Lan") == beyond.count(" and Lan") == 4
    assert ".png" in first
    assert ".png" not in last, "the picture is the same on every page"
