"""Pages as bytes: whatever a site sends, it takes little time and memory."""

import asyncio
import socket
import struct
import zlib
from collections.abc import Callable

import pytest

from engine.web.outside import Outside
from engine.web.pages import MOST_BYTES, PageFetcher, PageUnread
from tests.servers.pages import NamedResolver, PageServer, article, gzip_bomb, html, leads, packed

At = Callable[[str], str]


@pytest.fixture
def fetcher(outside: Outside) -> PageFetcher:
    return PageFetcher(outside, seconds=30.0)


async def test_a_page_is_fetched_as_nobody(site: PageServer, fetcher: PageFetcher, at: At) -> None:
    """A site would know this machine again by a cookie, or be told where somebody came from."""
    site.pages["/"] = html(article(), Set_Cookie="who=you; Path=/")
    for _ in range(2):
        page = await fetcher.fetch(at("/"))
        assert (page.charset, page.plain) == ("utf-8", False)
    for seen in site.asked:
        assert not {"Cookie", "Referer", "Authorization"} & set(seen.headers)


@pytest.mark.parametrize(
    "kind", ["application/pdf", "image/png", "application/json", "text/css", "application/xml", "x", None]
)
async def test_only_text_is_fetched(site: PageServer, fetcher: PageFetcher, at: At, kind: str | None) -> None:
    """A video or an archive would be loaded to be thrown away."""
    site.pages["/"] = html(b"x" * 64, kind)
    with pytest.raises(PageUnread, match="kind"):
        await fetcher.fetch(at("/"))


@pytest.mark.parametrize("status", [204, 206, 304, 401, 403, 404, 429, 500, 503])
async def test_a_page_that_is_not_there_is_none(site: PageServer, fetcher: PageFetcher, at: At, status: int) -> None:
    """A character would tell what an error page says."""
    site.pages["/"] = leads("/", status)
    with pytest.raises(PageUnread, match="status"):
        await fetcher.fetch(at("/"))


async def test_plain_text_is_fetched(site: PageServer, fetcher: PageFetcher, at: At) -> None:
    """Notes and licences would not be read."""
    site.pages["/"] = html("Plain.", "Text/Plain; Charset=GBK")
    page = await fetcher.fetch(at("/"))
    assert (page.body, page.charset.lower(), page.plain) == (b"Plain.", "gbk", True)


async def test_of_a_huge_page_the_beginning_is_read(site: PageServer, fetcher: PageFetcher, at: At) -> None:
    """A page without end would fill the memory of this machine."""
    site.pages["/"] = html(article().encode() + b" " * (8 << 20))
    page = await fetcher.fetch(at("/"))
    assert len(page.body) == MOST_BYTES
    assert b"keeper" in page.body


def _raw(text: str) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush()


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", packed),
        ("x-gzip", packed),
        ("GZIP", packed),
        ("deflate", lambda text: zlib.compress(text.encode())),
        ("deflate", _raw),
        ("identity", str.encode),
    ],
)
async def test_packed_pages_are_unpacked(
    site: PageServer, fetcher: PageFetcher, at: At, encoding: str, pack: Callable[[str], bytes]
) -> None:
    """Most sites pack their pages."""
    site.pages["/"] = html(pack(article()), Content_Encoding=encoding)
    assert (await fetcher.fetch(at("/"))).body.decode() == article()


async def test_a_bomb_is_unpacked_no_further_than_a_page(site: PageServer, fetcher: PageFetcher, at: At) -> None:
    """200 KB would become 200 MB in the memory of this machine."""
    bomb = gzip_bomb(200)
    assert len(bomb) < 1 << 18
    site.pages["/"] = html(bomb, Content_Encoding="gzip")
    page = await fetcher.fetch(at("/"))
    assert len(page.body) == MOST_BYTES
    assert b"keeper" in page.body


@pytest.mark.parametrize(
    ("encoding", "body", "why"),
    [("br", b"x", "encoding"), ("zstd", b"x", "encoding"), ("gzip, gzip", b"x", "encoding"), ("gzip", b"no", "broken")],
)
async def test_what_cannot_be_unpacked_is_no_page(
    site: PageServer, fetcher: PageFetcher, at: At, encoding: str, body: bytes, why: str
) -> None:
    """Garbage would stand in a prompt."""
    site.pages["/"] = html(body, Content_Encoding=encoding)
    with pytest.raises(PageUnread, match=why):
        await fetcher.fetch(at("/"))


async def test_a_silent_site_is_left(site: PageServer, outside: Outside, at: At) -> None:
    """Somebody would wait for a reply as long as a site likes."""
    site.gate = asyncio.Event()
    with pytest.raises(PageUnread, match="late"):
        await PageFetcher(outside, seconds=0.05).fetch(at("/"))


async def test_a_name_that_is_never_found_is_left(at: At) -> None:
    """The same, by a name server that does not answer."""

    class Silent:
        async def resolve(self, host: str) -> list[str]:
            await asyncio.Event().wait()
            return []

    with pytest.raises(PageUnread, match="late"):
        await PageFetcher(Outside(Silent()), seconds=0.05).fetch(at("/"))


DRIP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n<p>One."
FAULTS = {
    "drip": (DRIP, False, "late"),
    "cut": (DRIP, True, "broken"),
    "headers": (b"HTTP/1.1 200 OK\r\n" + b"X-A: b\r\n" * 100_000, True, "broken"),
    "header": (b"HTTP/1.1 200 OK\r\nX-A: " + b"b" * 4_000_000, True, "broken"),
    "noise": (b"\x16\x03\x01 no web\r\n\r\n", True, "broken"),
    "nothing": (b"", True, "broken"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_sites_that_speak_no_http_are_left(fault: str) -> None:
    """A site that answers in pieces, or never ends, keeps a reply waiting or fills the memory."""
    sent, ends, why = FAULTS[fault]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(sent)
            await writer.drain()
            if not ends:
                await reader.read()
        except OSError:
            pass  # it was left, as it should be
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    outside = Outside(NamedResolver(page_example=[["127.0.0.1"]]), frozenset({("127.0.0.1", port)}))
    async with server:
        with pytest.raises(PageUnread, match=why):
            await PageFetcher(outside, seconds=0.2 if why == "late" else 30.0).fetch(f"http://page.example:{port}/")


async def test_a_site_that_is_away_is_no_page(outside: Outside, site: PageServer) -> None:
    """A link to nothing would end the search."""
    with pytest.raises(PageUnread, match="broken"):
        await PageFetcher(outside).fetch(f"http://nobody.example:{site.port}/")
    with socket.socket() as held:  # a port that nothing listens on
        held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        away = Outside(NamedResolver(page_example=[["127.0.0.1"]]), frozenset({("127.0.0.1", port)}))
        with pytest.raises(PageUnread, match="broken"):
            await PageFetcher(away).fetch(f"http://page.example:{port}/")
