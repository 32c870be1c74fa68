"""The process that takes the text out of pages with trafilatura. Run as a file, never imported.

It is asked with a line of JSON, ``{"id", "size", "charset", "plain"}``, and the ``size`` bytes of the page, and answers
with a line, ``{"id", "text"}``. Pages are written by strangers, and the parser below is written in C: so it runs here,
with little memory, a limit of processor time for each page, and, once it has started, no file or connection of its own.
Ends when its stdin does, and by that limit even in the middle of a page.
"""

import codecs
import importlib
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, cast

try:
    import resource
except ImportError:  # not on Windows
    resource = None

MOST_TEXT: Final = 8000
"""Characters of an answer. Escaped they fit into one line of the pipe, which holds 64 KiB."""
MOST_HTML: Final = 1 << 18
"""Characters that are taken apart, once scripts and the like are gone. 1 MiB of text takes a quarter of a second."""
_MEMORY: Final = 256 << 20
_CPU_SECONDS: Final = 2
_SNIFFED: Final = 2048
_META: Final = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.-]{1,40})""", re.IGNORECASE)
_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WIDER: Final = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
}
"""What pages call by the name of a smaller set; as browsers read them (WHATWG, Encoding)."""
_READ: Final = frozenset(
    {"utf-8", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "hz", "big5hkscs", "euc_jp", "cp932", "iso2022_jp"}
    | {"cp949", "koi8-r", "koi8-u", "cp874", "tis-620", "iso8859-2", "iso8859-5", "iso8859-7", "iso8859-15"}
    | {f"cp{number}" for number in range(1250, 1259)}
)
_UNTOLD: Final = re.compile(r"<(?:(script|style|svg|template|noscript|iframe)\b|!--)", re.IGNORECASE)
_SPACE: Final = re.compile(r"[^\S\n]+")
_LINES: Final = re.compile(r"\n\s*\n+")

_Extract = Callable[..., str | None]
_Guess = Callable[[bytes], list[str]]


def main() -> None:
    """Read until nobody asks any more."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        extract = cast("_Extract", importlib.import_module("trafilatura").extract)
        guess = cast("_Guess", importlib.import_module("trafilatura.utils").detect_encoding)
        _warm(extract, guess)
        _confine()
        print(json.dumps({"id": 0}), file=answers, flush=True)
        while line := sys.stdin.buffer.readline():
            asked = json.loads(line)
            raw = sys.stdin.buffer.read(asked["size"])
            _allow_time()
            try:
                html = _decoded(raw, asked["charset"], guess)
                text = html if asked["plain"] else extract(_slim(html), fast=True, include_comments=False) or ""
            except Exception:  # noqa: BLE001 — the edge of a process: the library raises of everything that it cannot read
                text = ""
            told = {"id": asked["id"], "text": _tidy(text)}
            print(json.dumps(told, ensure_ascii=False), file=answers, flush=True)


def _warm(extract: _Extract, guess: _Guess) -> None:
    """Have everything loaded that is loaded when it is first needed: later no file can be opened."""
    for name in _READ:
        codecs.lookup(name)
    guess("Fenêtre ouverte, garçon, à côté de la forêt".encode("cp1252"))
    paragraph = "<p>A sentence of a page that is long enough to be taken for one, with a comma, and more.</p>"
    for html in (
        f"<html><body><article>{paragraph * 9}</article></body></html>",
        "<html><body><p>Short.</p></body></html>",
    ):
        extract(html, fast=True, include_comments=False)


def _confine() -> None:
    """Little memory, no files, no connections and no processes from here on."""
    if resource is None:
        return
    opened = max(3, *(it for it in range(64) if _is_open(it))) + 1
    limits = {"RLIMIT_AS": _MEMORY, "RLIMIT_FSIZE": 0, "RLIMIT_CORE": 0, "RLIMIT_NOFILE": opened, "RLIMIT_NPROC": 0}
    for name, most in limits.items():
        if (limit := getattr(resource, name, None)) is not None:
            with suppress(OSError, ValueError):  # some systems know a limit and do not set it
                resource.setrlimit(limit, (most, most))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _allow_time() -> None:
    """So much processor time from now; who takes more is ended by the system."""
    if resource is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime) + 1 + _CPU_SECONDS
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _decoded(raw: bytes, charset: str, guess: _Guess) -> str:
    """What the bytes say: as their mark, their header or their head says, else as UTF-8, else as they look."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(encoding, "replace")
    head = _META.search(raw[:_SNIFFED])
    for said in (charset, head[1].decode() if head else ""):
        if encoding := _known(said):
            return raw.decode(encoding, "replace")
    try:
        return codecs.getincrementaldecoder("utf-8")().decode(raw)  # its last character may be cut off
    except UnicodeDecodeError:
        looks = next((it for it in map(_known, guess(raw)) if it), "cp1252")
        return raw.decode(looks, "replace")


def _known(charset: str) -> str:
    """The encoding that is meant by the name, "" where it is none that pages are written in."""
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError, OSError):
        return ""
    name = _WIDER.get(name, name)
    return name if name in _READ else ""


def _slim(html: str) -> str:
    """The page without what nobody reads, which is most of many, and no longer than is taken apart."""
    kept: list[str] = []
    length = begin = 0
    endless: set[str] = set()
    for found in _UNTOLD.finditer(html):
        kind = (found[1] or "").lower()
        if found.start() < begin or kind in endless:
            continue
        close = re.compile(rf"</{kind}[^>]{{0,99}}>" if kind else "-->", re.IGNORECASE).search(html, found.end())
        if close is None:
            endless.add(kind)
            continue
        kept.append(html[begin : found.start()])
        length += found.start() - begin
        begin = close.end()
        if length > MOST_HTML:
            break
    kept.append(html[begin : begin + MOST_HTML])
    return "".join(kept)[:MOST_HTML]


def _tidy(text: str) -> str:
    """The beginning of a text, with its paragraphs, as one answer carries it."""
    shown = "".join(it for it in text[: 4 * MOST_TEXT] if it == "\n" or it.isprintable() or it.isspace())
    return _LINES.sub("\n\n", _SPACE.sub(" ", shown)).strip()[:MOST_TEXT]


if __name__ == "__main__":
    main()
