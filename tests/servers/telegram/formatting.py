"""Formatted texts as entities: Telegram's HTML, and its Markdown in both versions."""

import re
from html.parser import HTMLParser
from typing import Any

from tests.servers.telegram.faults import bad_request
from tests.servers.telegram.texts import Entities, units

TAGS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "a": "text_link", "tg-spoiler": "spoiler", "blockquote": "blockquote",
}  # fmt: skip
MARKS = {"*": "bold", "_": "italic", "__": "underline", "~": "strikethrough", "||": "spoiler", "`": "code"}
OLD_MARKS = {"*": "bold", "_": "italic", "`": "code"}
RESERVED = frozenset("_*[]()~`>#+-=|{}.!")
PIECE = re.compile(
    r"```(?:(?P<lang>\w+)?\n)?(?P<pre>.*?)```|`(?P<code>[^`]*)`|\[(?P<label>[^\]]*)\]\((?P<url>[^)]*)\)", re.S
)


def parsed(text: str, mode: str) -> tuple[str, Entities]:
    """Plain text and entities of a formatted text. Raises "can't parse entities"."""
    if mode.lower() == "html":
        return _Html().read(text)
    if mode.lower() in {"markdown", "markdownv2"}:
        return _markdown(text, new=mode.lower() == "markdownv2")
    raise bad_request("unsupported parse_mode")


class _Html(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.entities: Entities = []
        self.open: list[tuple[str, int, dict[str, Any]]] = []

    def read(self, text: str) -> tuple[str, Entities]:
        self.feed(text)
        self.close()
        if self.open:
            raise bad_request(
                f"can't parse entities: Can't find end tag corresponding to start tag \"{self.open[-1][0]}\""
            )
        return self.text, self.entities

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS and tag != "span":
            raise bad_request(f'can\'t parse entities: Unsupported start tag "{tag}" at byte offset {len(self.text)}')
        url = dict(attrs).get("href")
        self.open.append((tag, units(self.text), {"url": url} if url else {}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            raise bad_request(f'can\'t parse entities: Unexpected end tag "{tag}"')
        tag, start, more = self.open.pop()
        entity = {"type": TAGS.get(tag, "spoiler"), "offset": start, "length": units(self.text) - start, **more}
        self.entities.append(entity)

    def handle_data(self, data: str) -> None:
        self.text += data


def _markdown(text: str, *, new: bool) -> tuple[str, Entities]:
    marks = MARKS if new else OLD_MARKS
    out, entities, started = "", [], dict[str, int]()
    place = 0
    while place < len(text):
        if text[place] == "\\" and place + 1 < len(text):
            out, place = out + text[place + 1], place + 2
        elif piece := PIECE.match(text, place):
            label, entity = _piece(piece)
            entities.append({**entity, "offset": units(out), "length": units(label)})
            out, place = out + label, piece.end()
        elif mark := next((one for one in sorted(marks, key=len, reverse=True) if text.startswith(one, place)), ""):
            if mark in started:
                start = started.pop(mark)
                entities.append({"type": marks[mark], "offset": start, "length": units(out) - start})
            else:
                started[mark] = units(out)
            place += len(mark)
        elif new and text[place] in RESERVED and not (text[place] == ">" and out[-1:] in {"", "\n"}):
            problem = f"Character '{text[place]}' is reserved and must be escaped with the preceding '\\'"
            raise bad_request(f"can't parse entities: {problem}")
        else:
            out, place = out + text[place], place + 1
    if started:
        raise bad_request(
            f"can't parse entities: Can't find end of the entity starting at byte offset {min(started.values())}"
        )
    return out, entities


def _piece(piece: re.Match[str]) -> tuple[str, dict[str, Any]]:
    if piece["pre"] is not None:
        return piece["pre"], {"type": "pre", **({"language": piece["lang"]} if piece["lang"] else {})}
    if piece["code"] is not None:
        return piece["code"], {"type": "code"}
    return piece["label"], {"type": "text_link", "url": piece["url"]}
