"""Texts as apps draw them: Discord's Markdown and Telegram's entities as HTML."""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

_SPANS: Final = (
    (re.compile(r"\*\*\*(?=\S)(.+?)(?<=\S)\*\*\*", re.S), r"<b><i>\1</i></b>"),
    (re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", re.S), r"<b>\1</b>"),
    (re.compile(r"__(?=\S)(.+?)(?<=\S)__", re.S), r"<u>\1</u>"),
    (re.compile(r"~~(?=\S)(.+?)(?<=\S)~~", re.S), r"<s>\1</s>"),
    (re.compile(r"\|\|(.+?)\|\|", re.S), r'<span class="spoiler">\1</span>'),
    (re.compile(r"\*(?=\S)([^*\n]+?)(?<=\S)\*"), r"<i>\1</i>"),
    (re.compile(r"(?<!\w)_(?=\S)([^_\n]+?)(?<=\S)_(?!\w)"), r"<i>\1</i>"),
)
_LINES: Final = (
    (re.compile(r"(?m)^-# (.+)$"), r"<small>\1</small>"),
    (re.compile(r"(?m)^#{1,3} (.+)$"), r'<b class="head">\1</b>'),
    (re.compile(r"(?m)^&gt; (.*)$"), r"<q>\1</q>"),
)
_KEPT: Final = re.compile(
    r"```(?:\w+\n)?(?P<block>.+?)```|`(?P<code>[^`\n]+)`|\\(?P<sign>[^A-Za-z0-9\s])"
    r"|<(?P<thing>[@#/:][^>\s]*(?: [^>]*)?:?\d+)>"
    r"|(?P<link>https?://[^\s<]+)",
    re.S,
)
_TAGS: Final[Mapping[str, str]] = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "code": "code",
    "pre": "pre",
    "text_link": "u",
    "url": "u",
    "mention": "b",
    "bot_command": "b",
    "blockquote": "q",
    "expandable_blockquote": "q",
    "spoiler": 'span class="spoiler"',
}


def discord(text: str, named: Callable[[str], str] = str) -> str:
    """Discord's Markdown. ``named`` gives the name of a thing that is mentioned (``@12``, ``#12``, ``/save:12``)."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(_kept(found, named))
        return f"\0{len(kept) - 1}\0"

    shown = html.escape(_KEPT.sub(keep, text), quote=False)
    for pattern, form in (*_SPANS, *_LINES):
        shown = pattern.sub(form, shown)
    return re.sub("\0(\\d+)\0", lambda it: kept[int(it[1])], shown)


def _kept(found: re.Match[str], named: Callable[[str], str]) -> str:
    if found["block"] is not None:
        return f"<pre>{html.escape(found['block'], quote=False)}</pre>"
    if found["code"] is not None:
        return f"<code>{html.escape(found['code'], quote=False)}</code>"
    if found["thing"] is not None:
        return f"<b>{html.escape(named(found['thing']), quote=False)}</b>"
    if found["link"] is not None:
        return f"<u>{html.escape(found['link'], quote=False)}</u>"
    return html.escape(found["sign"], quote=False)


def telegram(text: str, entities: Sequence[Mapping[str, Any]]) -> str:
    """A text with Telegram's entities, which count in UTF-16 units."""
    opens: dict[int, list[str]] = {}
    closes: dict[int, list[str]] = {}
    for it in sorted(entities, key=lambda one: (one["offset"], -one["length"])):
        tag = _TAGS.get(it["type"])
        if tag:
            opens.setdefault(it["offset"], []).append(f"<{tag}>")
            closes.setdefault(it["offset"] + it["length"], []).insert(0, f"</{tag.split()[0]}>")
    shown, place = "", 0
    for letter in text:
        shown += "".join(closes.pop(place, ())) + "".join(opens.pop(place, ())) + html.escape(letter, quote=False)
        place += 2 if letter > "\uffff" else 1
    return shown + "".join(closes.pop(place, ()))


def plain(text: str) -> str:
    """A text in which nothing is a mark."""
    return html.escape(text, quote=False)
