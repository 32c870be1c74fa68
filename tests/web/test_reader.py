"""The text of pages, and the process that takes it out."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog

from engine.processes import MOST_FAILURES, launch
from engine.web.extracting import IDLE_SECONDS, WORKER, TextExtractor
from engine.web.outside import Outside
from engine.web.pages import MOST_BYTES, PageFetcher, WebPage
from engine.web.reader import PageReader
from engine.work.clock import HandClock, SystemClock
from engine.work.tasks import Tasks
from tests.servers.pages import CHINESE, SENTENCES, PageServer, article, html

At = Callable[[str], str]
META = '<meta charset="{}">'
TOLD = '<meta http-equiv="Content-Type" content="text/html; charset={}">'


def page(body: str | bytes, charset: str = "", *, plain: bool = False) -> WebPage:
    return WebPage(body.encode() if isinstance(body, str) else body, charset, plain)


@pytest.mark.parametrize("sentences", [SENTENCES, CHINESE])
async def test_the_text_of_a_page_is_read(
    site: PageServer, reader: PageReader, at: At, sentences: tuple[str, ...]
) -> None:
    """A character would know the excerpt of a page alone, or read its menu."""
    site.pages["/"] = html(article(sentences))
    text = await reader.read(at("/"))
    assert all(it in text for it in sentences)
    assert not any(it in text for it in ("Menu 3", "tracking", "color", "<p>"))


@pytest.mark.parametrize(
    ("encoding", "header", "head", "sentences"),
    [
        ("gbk", "gbk", "", CHINESE),
        ("gbk", "GB2312", "", CHINESE),
        ("gb18030", "", META.format("gb2312"), CHINESE),
        ("gbk", "", TOLD.format("GBK"), CHINESE),
        ("gbk", "", "", CHINESE),
        ("gbk", "nonsense", META.format("gbk"), CHINESE),
        ("utf-8", "", "", CHINESE),
        ("utf-8-sig", "gbk", "", CHINESE),
        ("utf-16", "", "", CHINESE),
        ("hz", "hz-gb-2312", "", CHINESE),
        ("big5", "big5", "", ("燈塔的看守人每天傍晚都會爬上樓梯，村子裡沒有人記得哪個夜晚沒有燈光。",) * 4),
        (
            "cp1252",
            "iso-8859-1",
            "",
            ("“The lamp” — à côté de la forêt, it says, and nobody knows why it says so.",) * 4,
        ),
        ("shift_jis", "shift_jis", "", ("灯台守は毎晩階段を上がり、村では明かりのない夜を誰も覚えていない。",) * 4),
        (
            "koi8-r",
            "koi8-r",
            "",
            ("Смотритель маяка каждый вечер поднимается по лестнице, и никто не помнит тёмной ночи.",) * 4,
        ),
    ],
)
async def test_pages_of_all_encodings_are_read(
    extractor: TextExtractor, encoding: str, header: str, head: str, sentences: tuple[str, ...]
) -> None:
    """Chinese pages would be noise; many sites there still write GBK, and some name it wrongly or not at all."""
    body = article(sentences, head).encode(encoding)
    text = await extractor.text(page(body, header))
    assert all(it in text for it in sentences)


async def test_a_cut_character_does_not_hide_what_a_page_is_written_in(extractor: TextExtractor) -> None:
    """A long page is cut after so many bytes, and would be taken for another encoding."""
    body = article(CHINESE).encode()
    cut = body[: body.rindex("带来的".encode()) + 1]
    assert CHINESE[0] in await extractor.text(page(cut))


async def test_plain_text_is_text(extractor: TextExtractor) -> None:
    """A text without markup would be taken apart as if it had any, and be gone."""
    text = await extractor.text(page("One  line.\x07\n\n\n\n<b> is a tag.\n", plain=True))
    assert text == "One line.\n\n<b> is a tag."


@pytest.mark.parametrize(
    "body", [b"", b"\0" * 99, b"<" * 99_999, b"<p>" * 30_000, "é<!--".encode() * 9_999, b"\xff\xfe"]
)
async def test_a_page_without_text_has_none(extractor: TextExtractor, body: bytes) -> None:
    """Noise would stand in a prompt, or the next page would not be read."""
    assert not (await extractor.text(page(body))).strip("<é!-")
    assert SENTENCES[0] in await extractor.text(page(article()))


async def test_no_answer_is_longer_than_it_may_be(extractor: TextExtractor) -> None:
    """A book in a page would fill the prompt, or the pipe."""
    for word in ('"\\\n', "灯", "\U0001f4a1", "word "):
        text = await extractor.text(page((word * MOST_BYTES)[: MOST_BYTES // 4], plain=True))
        assert 2000 < len(text) <= 8000


def _seen_from_outside(pid: int | None) -> tuple[dict[str, str], bytes]:
    """The limits of a process, and its environment."""
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return {it[:26].strip(): it[26:].split()[0] for it in lines}, Path(f"/proc/{pid}/environ").read_bytes()


async def test_the_process_has_no_files_of_its_own_and_little_memory(extractor: TextExtractor) -> None:
    """A page that gets hold of the parser would read the data folder, call home, or take all the memory."""
    await extractor.text(page(article()))
    limits, environment = _seen_from_outside(extractor.pid)
    assert limits["Max address space"] == str(256 << 20)
    assert int(limits["Max open files"]) <= 5
    assert int(limits["Max cpu time"]) <= 4
    assert (limits["Max file size"], limits["Max core file size"], limits["Max processes"]) == ("0", "0", "0")
    assert b"OMOIDE" not in environment


# What a broken worker does with its first page, after it has said that it is ready.
BROKEN = {
    "crashes": "os.kill(os.getpid(), 11)",
    "ends": "sys.exit(3)",
    "is silent": "time.sleep(999)",
    "spins": "while True: pass",
    "says nonsense": "print('nonsense', flush=True)",
    "says too much": "print('x' * 1000000, flush=True)",
    "answers another": 'print(\'{"id": 99, "text": "Of somebody else."}\', flush=True)',
    "answers a number": 'print(\'{"id": 1, "text": 1}\', flush=True)',
    "answers nothing": "print('{}', flush=True)",
    "takes no input": "os.close(0); time.sleep(999)",
}


@pytest.mark.parametrize("fault", BROKEN)
async def test_a_page_that_the_process_does_not_survive_has_no_text(tasks: Tasks, tmp_path: Path, fault: str) -> None:
    """One bad page would be an error, or take the text of all that come after it."""
    (tmp_path / "tried").mkdir()
    text = f"""import json, os, pathlib, sys, time
again = len(list(pathlib.Path({str(tmp_path / "tried")!r}).iterdir()))
print('{{"id": 0}}', flush=True)
while line := sys.stdin.buffer.readline():
    asked = json.loads(line)
    if not again:
        pathlib.Path({str(tmp_path / "tried")!r}, "once").touch()
        {BROKEN[fault]}
    sys.stdin.buffer.read(asked["size"])
    print(json.dumps({{"id": asked["id"], "text": "The lamp."}}), flush=True)
"""
    worker = tmp_path / "worker.py"
    worker.write_text(text)
    seconds = 0.5 if fault in ("is silent", "spins", "takes no input", "says too much") else 30.0
    extractor = TextExtractor(tasks, SystemClock(), seconds=seconds, worker=worker)
    with structlog.testing.capture_logs() as lines:
        assert await extractor.text(page("x" * 500_000)) == ""
    assert [(it["event"], it["log_level"]) for it in lines] == [("no answer of a process", "info")]
    slow = TextExtractor(tasks, SystemClock(), seconds=30.0, worker=worker)
    assert await slow.text(page("x")) == "The lamp."


async def test_a_killed_process_is_replaced(extractor: TextExtractor) -> None:
    """After the system killed it for want of memory no page would be read until the next start."""
    await extractor.text(page(article()))
    first = extractor.pid
    assert first
    os.kill(first, signal.SIGKILL)
    await extractor.text(page(article()))  # this one may be lost
    assert SENTENCES[0] in await extractor.text(page(article()))
    assert extractor.pid != first


async def test_who_is_stopped_leaves_no_page_behind(extractor: TextExtractor) -> None:
    """The next page would wait for the text of this one, or be told it."""
    await extractor.text(page(article()))
    first = extractor.pid
    for steps in range(5):  # of the loop, so that it is stopped at each place where it waits
        reading = asyncio.ensure_future(extractor.text(page(article(times=3000))))
        for _ in range(steps):
            await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    assert CHINESE[0] in await extractor.text(page(article(CHINESE)))
    assert extractor.pid != first


async def test_a_process_that_cannot_start_is_not_started_for_ever(tasks: Tasks, tmp_path: Path) -> None:
    """Where the package is missing, every search would start a program in vain."""
    starts = tmp_path / "starts"
    worker = tmp_path / "worker.py"
    worker.write_text(f"open({str(starts)!r}, 'a').write('x')")
    extractor = TextExtractor(tasks, SystemClock(), worker=worker)
    with structlog.testing.capture_logs() as lines:
        for _ in range(MOST_FAILURES + 2):
            assert await extractor.text(page(article())) == ""
    assert starts.read_text() == "x" * MOST_FAILURES
    assert {it["event"] for it in lines} == {"no process"}


async def test_the_process_ends_when_nobody_asks_it(tasks: Tasks) -> None:
    """40 MB would lie there all day for one search in the morning."""
    clock = HandClock(datetime(2026, 1, 1, tzinfo=UTC))
    extractor = TextExtractor(tasks, clock, seconds=30.0)
    await extractor.text(page(article()))
    pid = extractor.pid
    assert pid
    clock.advance(IDLE_SECONDS / 2)
    await extractor.text(page(article()))
    assert extractor.pid == pid
    for _ in range(9):  # of the loop, in which it wakes, looks at the clock and waits again
        clock.advance(IDLE_SECONDS)
        await asyncio.sleep(0)
    assert extractor.pid is None
    assert SENTENCES[0] in await extractor.text(page(article()))


async def test_the_process_ends_with_the_daemon() -> None:
    """Each restart would leave one behind."""
    tasks = Tasks()
    extractor = TextExtractor(tasks, SystemClock(), seconds=30.0)
    await extractor.text(page(article()))
    pid = extractor.pid
    assert pid
    await tasks.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_the_process_ends_when_the_daemon_is_killed() -> None:
    """The same, without a chance to say so: its input ends."""
    read, write = os.pipe()
    program = launch((sys.executable, "-P", str(WORKER)), stdin=read)
    os.close(read)
    assert program.poll() is None
    os.close(write)
    assert await asyncio.to_thread(program.wait) == 0


async def test_a_page_that_is_not_fetched_has_no_text(outside: Outside, extractor: TextExtractor, at: At) -> None:
    """A dead link would end the search; and a log would tell what somebody looks for."""
    with structlog.testing.capture_logs() as lines:
        assert await PageReader(PageFetcher(outside), extractor).read(at("/secret")) == ""
    assert [(it["event"], it["why"]) for it in lines] == [("page not fetched", "status")]
    assert "secret" not in str(lines)
