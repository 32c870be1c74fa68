"""A site on loopback with pages of all kinds, and a resolver that leads names to it."""

import gzip
import zlib
from collections.abc import Callable, Sequence
from socket import gaierror
from ssl import PROTOCOL_TLS_CLIENT, PROTOCOL_TLS_SERVER, SSLContext

import trustme
from aiohttp import web

from tests.servers.search import LoopbackSite

SENTENCES = (
    "The keeper of the lamp climbs the stairs every evening, and nobody in the village remembers a dark night.",
    "In the spring of the year before, a storm took the roof of the old house, and the boats stayed in the harbour.",
    "They say that the lamp was brought from the mainland by a woman who never told anybody her name.",
)
CHINESE = (
    "灯塔的看守人每天傍晚都会爬上楼梯，村子里没有人记得哪个夜晚没有灯光。",
    "去年春天的一场暴风雨掀走了老房子的屋顶，所有的船都留在港口里。",
    "据说那盏灯是一位从来没有说过自己名字的女人从大陆带来的。",
)


def article(sentences: tuple[str, ...] = SENTENCES, head: str = "", times: int = 3) -> str:
    """A page as sites make them: a menu, a text, a footer."""
    menu = "".join(f'<li><a href="/{number}">Menu {number}</a></li>' for number in range(20))
    text = "".join(f"<p>{it}</p>" for it in sentences * times)
    return (
        f"<!DOCTYPE html><html><head>{head}<title>The lamp</title><style>p {{ color: red }}</style></head>"
        f"<body><nav><ul>{menu}</ul></nav><main><article><h1>The lamp</h1>{text}</article></main>"
        "<script>var tracking = 'of everybody';</script><footer>All rights reserved</footer></body></html>"
    )


Serve = Callable[[web.Request], web.StreamResponse]


def html(body: bytes | str, content_type: str | None = "text/html; charset=utf-8", **headers: str) -> Serve:
    """A page."""
    told = {"Content-Type": content_type} if content_type else {}
    raw = body.encode() if isinstance(body, str) else body
    return lambda _: web.Response(body=raw, headers={**told, **{it.replace("_", "-"): headers[it] for it in headers}})


def leads(to: str, status: int = 302) -> Serve:
    """A redirect."""
    return lambda _: web.Response(status=status, headers={"Location": to})


def gzip_bomb(megabytes: int) -> bytes:
    """A page that is small while it is packed."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    begin = article()[:-14].encode()
    return (
        packer.compress(begin) + b"".join(packer.compress(b" " * (1 << 20)) for _ in range(megabytes)) + packer.flush()
    )


def packed(text: str) -> bytes:
    return gzip.compress(text.encode())


class PageServer(LoopbackSite):
    """``pages`` by their paths; another one is a 404."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[str, Serve] = {"/": html(article())}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        serve = self.pages.get(request.path)
        return serve(request) if serve is not None else web.Response(status=404, text="nothing here")


class SecurePageServer(PageServer):
    """The same by TLS, with a certificate for ``page.example`` alone that ``authority`` has signed.

    ``named`` is whom each handshake asks for.
    """

    def __init__(self) -> None:
        super().__init__()
        self.authority = trustme.CA()
        self.named: list[str] = []

    def believed(self) -> SSLContext:
        """What whoever believes the authority, and nobody else, connects with."""
        trusting = SSLContext(PROTOCOL_TLS_CLIENT)
        self.authority.configure_trust(trusting)
        return trusting

    async def start(self, host: str = "127.0.0.1", port: int = 0, ssl: SSLContext | None = None) -> None:
        own = ssl or SSLContext(PROTOCOL_TLS_SERVER)
        self.authority.issue_cert("page.example").configure_cert(own)
        own.sni_callback = lambda _, name, __: self.named.append(name or "")
        await super().start(host, port, own)


class NamedResolver:
    """Knows the names it is told; each look-up takes the next of a name's answers, the last one stays."""

    def __init__(self, **names: Sequence[Sequence[str]]) -> None:
        self.names = {it.replace("_", "."): list(names[it]) for it in names}
        self.asked: list[str] = []

    async def resolve(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        answers = self.names.get(host)
        if not answers:
            raise gaierror(-2, "Name or service not known")
        return answers.pop(0) if len(answers) > 1 else answers[0]
