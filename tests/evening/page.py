"""The pages: one evening each, as people saw it, and an index."""

import base64
import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Final

from tests.evening.tape import Face, File, Kind, Look, Shot

_STYLE: Final = """
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0 auto;max-width:52rem;padding:1rem;font:15px/1.45 system-ui,"Noto Sans CJK SC",sans-serif;
background:#f4f4f2;
color:#222}
a{color:#2a62a8}
h1{font-size:1.3rem} h2{font-size:1.05rem;margin:2.2rem 0 .4rem;border-top:2px solid #999;padding-top:.6rem}
h3{font-size:.85rem;margin:1rem 0 .3rem;color:#666;font-weight:600}
.row{display:flex;gap:.6rem;margin:.5rem 0;align-items:flex-start}
.row.mine{flex-direction:row-reverse}
.face{width:2.2rem;height:2.2rem;border-radius:50%;flex:none;background:#8aa;color:#fff;display:grid;
place-items:center;
font-weight:600;overflow:hidden} .face img{width:100%;height:100%;object-fit:cover}
.bubble{background:#fff;border-radius:.7rem;padding:.45rem .7rem;max-width:40rem;box-shadow:0 1px 1px #0002;
overflow-wrap:anywhere}
.mine .bubble{background:#d9ecd3}
.text{white-space:pre-wrap}
.who{font-size:.8rem;color:#666;margin-bottom:.1rem} .who b{color:#333}
.tag{font-size:.72rem;border:1px solid #aaa;border-radius:.4rem;padding:0 .3rem;margin-left:.35rem;color:#666}
.only{border-left:3px solid #b58900} .gone{opacity:.5} .gone .text{text-decoration:line-through}
.quote{font-size:.85rem;color:#666;border-left:3px solid #bbb;padding-left:.5rem;margin-bottom:.2rem;
white-space:pre-wrap;
max-height:3.2rem;overflow:hidden}
.buttons{margin-top:.35rem;display:flex;flex-wrap:wrap;gap:.3rem}
.buttons span,kbd{background:#e7e9ec;border-radius:.4rem;padding:.12rem .55rem;font:inherit;font-size:.88rem;
color:#222}
.act,.toast,.form,.broken{margin:.45rem 0 .45rem 2.8rem;font-size:.9rem;color:#444}
.toast span,.form{border:1px solid #b58900;border-radius:.5rem;padding:.2rem .6rem;display:inline-block}
.form label{display:block} .form label span{display:block;border:1px solid #bbb;padding:.1rem .4rem;min-height:1.6rem;
white-space:pre-wrap}
.broken{color:#b00020;font-weight:600}
img.pic{max-width:100%;border-radius:.4rem;margin-top:.3rem;display:block}
pre,code{font:13px/1.4 ui-monospace,"Noto Sans Mono CJK SC",monospace} code{background:#0001;padding:0 .2rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0}
pre.screen{background:#1d1f21;color:#ddd;padding:.7rem;border-radius:.5rem} pre.screen u{color:#8fce7a;
text-decoration:none}
q{quotes:none;border-left:3px solid #bbb;padding-left:.5rem;display:block}
.spoiler{background:#999;color:#999} small{color:#666}
@media(prefers-color-scheme:dark){body{background:#17181a;
color:#ddd}.bubble{background:#26282b}.mine .bubble{background:
#26402a}.who,.who b,h3,.act,.toast,.form,.quote,.tag{color:#aaa}.buttons span,kbd{background:#3a3d41;color:#eee}}
"""
_LANGUAGES: Final = {"en": "English", "zh": "中文"}


@dataclass(frozen=True, slots=True)
class Played:
    """One evening that was played; ``rows`` are what was seen, ``broken`` the scenes that did not come to their end."""

    platform: str
    language: str
    rows: Sequence[Shot]
    broken: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return f"{self.platform}-{self.language}.html"

    @property
    def title(self) -> str:
        return f"{self.platform.title()} · {_LANGUAGES[self.language]}"


def write(folder: Path, played: Sequence[Played]) -> None:
    """A page for each evening, and ``index.html``."""
    folder.mkdir(parents=True, exist_ok=True)
    for it in played:
        (folder / it.file).write_text(page(it), encoding="utf-8")
    listed = "".join(f'<li><a href="{it.file}">{html.escape(it.title)}</a>{_broken(it)}</li>' for it in played)
    about = "<p>Played on the test servers with a scripted model. Read it as somebody who has never seen Omoide.</p>"
    (folder / "index.html").write_text(_document("A first evening", f"{about}<ul>{listed}</ul>", "en"), "utf-8")


def _broken(it: Played) -> str:
    return f' <span class="broken">{len(it.broken)} broken off</span>' if it.broken else ""


def page(played: Played) -> str:
    """The page of an evening, with all that it shows in it."""
    body = "".join(_sections(played.rows))
    links = " · ".join(f'<a href="#s{n}">{_scene(it)}</a>' for n, it in enumerate(_scenes(played.rows)))
    return _document(played.title, f'<p><a href="index.html">↑</a> {links}</p>{body}', played.language)


def _document(title: str, body: str, language: str) -> str:
    shown = html.escape(title)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{shown}</title>'
    return (
        f'<!doctype html><html lang="{language}"><head>{head}<style>{_STYLE}</style></head>'
        f"<body><h1>{shown}</h1>{body}</body></html>\n"
    )


def _scenes(rows: Sequence[Shot]) -> list[Shot]:
    return [it for it in rows if it.kind is Kind.SCENE]


def _scene(it: Shot) -> str:
    return html.escape(it.look.body)


def _sections(rows: Sequence[Shot]) -> Iterator[str]:
    """The rows in their order; a change of place is named."""
    number, place, began = 0, "", rows[0].at if rows else 0.0
    for printed, group in groupby(rows, key=lambda it: it.kind in (Kind.PRINTED, Kind.TYPED) and it.place):
        for it in _joined(group) if printed else group:
            if it.kind is Kind.SCENE:
                yield f'<h2 id="s{number}">{_scene(it)}</h2>'
                number, place = number + 1, ""
                continue
            if it.place and it.place != place:
                place = it.place
                yield f"<h3>{html.escape(place)}</h3>"
            yield _row(it, began)


def _joined(group: Iterator[Shot]) -> Iterator[Shot]:
    """What was printed and typed in a row, as one screen."""
    every = list(group)
    lines = [f"<u>{it.look.body}</u>\n" if it.kind is Kind.TYPED else it.look.body for it in every]
    yield Shot(Kind.PRINTED, every[0].at, 0, every[0].place, look=Look("".join(lines)))


def _row(it: Shot, began: float) -> str:
    match it.kind:
        case Kind.PRINTED:
            return f'<pre class="screen">{it.look.body}</pre>'
        case Kind.ACT:
            return f'<div class="act"><b>{html.escape(it.who.name)}</b> {it.look.body}</div>'
        case Kind.TOAST:
            return f'<div class="toast"><span>{it.look.body}</span> <i class="tag">{_only(it.who.name)}</i></div>'
        case Kind.FORM:
            return f'<div class="form">{it.look.body}</div>'
        case Kind.BROKEN:
            return f'<div class="broken">✗ {html.escape(it.look.body)}</div>'
        case _:
            return _message(it, began)


def _message(it: Shot, began: float) -> str:
    tags = [
        datetime.fromtimestamp(it.at, UTC).strftime("%H:%M:%S"),
        *(["edited"] if it.changed else []),
        *(["deleted"] if it.gone else []),
        *(["silent"] if it.silent and it.who.bot and not it.changed and not it.only else []),
        *([_only(it.only)] if it.only else []),
    ]
    told = "".join(f'<span class="tag">{html.escape(one)}</span>' for one in tags)
    marks = ["row", *(["mine"] if not it.who.bot else []), *(["gone"] if it.gone else [])]
    quote = f'<div class="quote">{it.look.quote}</div>' if it.look.quote else ""
    rows = "".join(
        f'<div class="buttons">{"".join(f"<span>{html.escape(label)}</span>" for label in row)}</div>'
        for row in it.look.buttons
    )
    return (
        f'<div class="{" ".join(marks)}">{_face(it.who)}<div class="bubble{" only" if it.only else ""}">'
        f'<div class="who"><b>{html.escape(it.who.name)}</b>{told}</div>{quote}'
        f'<div class="text">{it.look.body}</div>{"".join(map(_file, it.look.files))}{rows}</div></div>'
    )


def _only(name: str) -> str:
    return f"only {name} sees this"


def _face(who: Face) -> str:
    if who.picture:
        return f'<div class="face"><img alt="" src="{_data("image/png", who.picture)}"></div>'
    return f'<div class="face">{html.escape(who.name[:1])}</div>'


def _file(it: File) -> str:
    if it.kind.startswith("image/"):
        return f'<img class="pic" alt="{html.escape(it.name)}" src="{_data(it.kind, it.data)}">'
    return f'<div class="act">📎 {html.escape(it.name)} ({len(it.data)} B)</div>'


def _data(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
