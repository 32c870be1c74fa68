"""Where a page may be read from: an address that leads into the house is never connected to."""

import socket
from collections.abc import Callable

import pytest
from yarl import URL

from engine.web.outside import NotAllowedOutside, Outside, SystemResolver, is_public
from engine.web.pages import PageFetcher, PageUnread
from tests.servers.pages import NamedResolver, PageServer, SecurePageServer, article, html, leads

At = Callable[[str], str]

PRIVATE = [
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
    *("169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1"),
    *("198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808"),
    *("64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1"),
    *("fd12:3456::1", "fe80::1", "fe80::1%eth0", "2606:4700::1111%eth0", "fec0::1", "ff02::1", "ff0e::1"),
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "93.184.216.34", "100.63.255.255", "100.128.0.1", "172.32.0.1", "2606:4700::1111"]

LITERALS = [
    *("http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/"),
    *("http://0x7f.0.0.1/", "http://017700000001/", "http://１２７.0.0.1/", "http://0/"),
    *("http://[::1]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://localhost/"),
    *(
        "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://[fe80::1%25lo]/",
        "http://[0:0:0:0:0:0:0:1]/",
    ),
    *("http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://100.64.0.1/", "http://10.1/"),
    *("http://192.168.0.1/", "http://[fd00:ec2::254]/", "http://[2002:7f00:1::]/", "https://127.0.0.1/"),
]
SHAPES = [
    *("http://user:secret@93.184.216.34/", "http://user@93.184.216.34/", "http://:secret@93.184.216.34/"),
    *(
        "http://93.184.216.34:22/",
        "http://93.184.216.34:8080/",
        "http://93.184.216.34:6379/",
        "https://93.184.216.34:80443/",
    ),
    *(
        "ftp://93.184.216.34/",
        "file:///etc/passwd",
        "gopher://93.184.216.34/",
        "javascript:alert(1)",
        "data:text/html,a",
    ),
    *(
        "//93.184.216.34/",
        "93.184.216.34",
        "",
        "http://",
        "http:///",
        "http://[",
        "http://a b/",
        "http://\0/",
        "http://x:y/",
    ),
    *(
        "http://127.0.0.1./",
        "http://" + "a" * 5000,
        "http://" + "é" * 300 + "/",
        "\ud800",
        "http://\ud800/",
        "http://a.example\r\nHost: b/",
    ),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_of_the_house_are_not_public(address: str) -> None:
    """A link shows a character what the router or another service of the house says to this machine alone."""
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_others_are_public(address: str) -> None:
    """No page could be read."""
    assert is_public(address)


@pytest.mark.parametrize("url", LITERALS)
async def test_every_way_to_write_an_address_of_the_house_is_seen(url: str) -> None:
    """The same, by an address that does not look like one; the resolver is the machine's own."""
    with pytest.raises(PageUnread, match="address"):
        await PageFetcher(Outside(SystemResolver())).fetch(url)


@pytest.mark.parametrize("url", SHAPES)
async def test_only_plain_web_addresses_are_read(url: str) -> None:
    """A link makes this machine talk to a mail server, read its own files, or send a password along."""
    with pytest.raises(PageUnread, match=r"address|url|broken"):
        await PageFetcher(Outside(NamedResolver())).fetch(url)


@pytest.mark.parametrize("address", PRIVATE)
async def test_a_name_that_leads_into_the_house_is_refused(address: str) -> None:
    """Anybody can have a name that leads to 127.0.0.1."""
    resolver = NamedResolver(trap_example=[[address]], mixed_example=[["93.184.216.34", address]])
    for host in ("trap.example", "mixed.example"):
        with pytest.raises(NotAllowedOutside):
            await Outside(resolver).address(URL(f"http://{host}/"))


async def test_a_name_is_looked_up_once(site: PageServer, at: At) -> None:
    """The name would lead outside when it is checked, and into the house when it is connected to."""
    async with PageServer() as inside:  # on another port, which nothing may be read from
        resolver = NamedResolver(page_example=[["127.0.0.1"], ["127.0.0.2"]])
        outside = Outside(resolver, frozenset({("127.0.0.1", site.port)}))
        page = await PageFetcher(outside).fetch(at("/"))
        assert b"keeper" in page.body
        assert resolver.asked == ["page.example"]
        with pytest.raises(PageUnread, match="address"):  # the second time it has moved
            await PageFetcher(outside).fetch(at("/"))
        assert (len(site.asked), inside.asked) == (1, [])
    assert site.asked[0].host == f"page.example:{site.port}"


async def test_a_certificate_is_for_the_name_and_not_for_the_address() -> None:
    """Pinned to an address, every secure page is refused; or whoever holds that address can pretend to be the page."""
    async with SecurePageServer() as site:
        resolver = NamedResolver(page_example=[["127.0.0.1"]], other_example=[["127.0.0.1"]])
        fetcher = PageFetcher(Outside(resolver, frozenset({("127.0.0.1", site.port)})), 30.0, site.believed)
        page = await fetcher.fetch(f"https://page.example:{site.port}/")
        assert b"keeper" in page.body
        assert site.named == ["page.example"], "a machine with many sites would show another one"
        for host in ("other.example", "127.0.0.1"):
            with pytest.raises(PageUnread, match="broken"):
                await fetcher.fetch(f"https://{host}:{site.port}/")
        assert len(site.asked) == 1, "nothing was asked of whom nobody vouches for"


async def test_who_signs_for_themselves_is_not_believed() -> None:
    """Anybody on the way could give other pages to read."""
    async with SecurePageServer() as site:
        outside = Outside(NamedResolver(page_example=[["127.0.0.1"]]), frozenset({("127.0.0.1", site.port)}))
        with pytest.raises(PageUnread, match="broken"):
            await PageFetcher(outside, 30.0).fetch(f"https://page.example:{site.port}/")
        assert site.asked == []


class Blind(Outside):
    """Checks nothing before it connects."""

    async def address(self, url: URL) -> str:
        return "127.0.0.1"


async def test_the_socket_is_checked_too(site: PageServer, at: At) -> None:
    """A mistake in reading an address would be enough to reach the house."""
    for url in (at("/"), f"http://127.0.0.1:{site.port}/"):
        with pytest.raises(PageUnread, match="broken"):
            await PageFetcher(Blind(NamedResolver())).fetch(url)
    assert site.asked == []
    with pytest.raises(PermissionError):
        Outside().socket((socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", 80, 0, 0)))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "to", ["http://127.0.0.2:{port}/", "//[::1]:{port}/", "http://trap.example:{port}/", "http://10.0.0.1/"]
)
async def test_a_redirect_is_checked_like_a_link(site: PageServer, at: At, status: int, to: str) -> None:
    """A page of the internet sends this machine into the house."""
    site.pages["/trap"] = leads(to.format(port=site.port), status)
    resolver = NamedResolver(page_example=[["127.0.0.1"]], trap_example=[["192.168.1.1"]])
    with pytest.raises(PageUnread, match="address"):
        await PageFetcher(Outside(resolver, frozenset({("127.0.0.1", site.port)}))).fetch(at("/trap"))
    assert len(site.asked) == 1


async def test_redirects_are_followed_three_times(site: PageServer, outside: Outside, at: At) -> None:
    """Links of most sites lead on once; a loop would never end."""
    site.pages |= {"/1": leads("2"), "/2": leads(at("/3"), 301), "/3": leads(f"//page.example:{site.port}/4", 308)}
    site.pages |= {"/4": html(article()), "/0": leads("/1"), "/loop": leads("/loop"), "/nowhere": leads("")}
    assert b"keeper" in (await PageFetcher(outside).fetch(at("/1"))).body
    for path in ("/0", "/loop", "/nowhere"):
        with pytest.raises(PageUnread, match="redirects"):
            await PageFetcher(outside).fetch(at(path))
