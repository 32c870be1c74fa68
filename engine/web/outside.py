"""Which addresses a page may be read from: those of the public internet, and no others.

A link may lead anywhere: to the router, to another service on this machine, to where a cloud keeps its keys. So a name
is looked up once, every address that it has is checked, and one of these is connected to, never the name again; and the
socket is only made for an address that passes the same check.
"""

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, Protocol

from yarl import URL

PORTS: Final = frozenset({80, 443})
_SCHEMES: Final = frozenset({"http", "https"})
_PUBLIC_6: Final = IPv6Network("2000::/3")
_BARRED_6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocols, among them Teredo, which wraps IPv4 addresses
        "2001:db8::/32",  # for documents
        "2002::/16",  # 6to4, which wraps IPv4 addresses
        "3fff::/20",  # for documents
    )
)
"""The public part of IPv6 lacks what wraps IPv4 otherwise (``::ffff:0:0/96``, NAT64 ``64:ff9b::/96``), loopback, link
and house; these lie in it. IANA, IPv6 Special-Purpose Address Registry."""
_BARRED_4: Final = (int(IPv4Address("192.0.0.0")) >> 8, int(IPv4Address("192.88.99.0")) >> 8)
"""For protocols, and 6to4's relays: of some versions of Python they are global."""


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the public internet, and of one machine there."""
    try:
        known = ip_address(address)
    except ValueError:
        return False
    if isinstance(known, IPv6Address):
        return known.scope_id is None and known in _PUBLIC_6 and not any(known in it for it in _BARRED_6)
    return known.is_global and not known.is_multicast and not known.is_reserved and int(known) >> 8 not in _BARRED_4


class NotAllowedOutside(Exception):
    """A link leads where nothing is read."""


class Resolver(Protocol):
    """Looks names up."""

    async def resolve(self, host: str) -> Sequence[str]:
        """The numeric addresses of ``host``, in the order in which to try them. Raises OSError."""
        ...


class SystemResolver:
    """The resolver of this machine. It knows the other ways to write IPv4 addresses too (``127.1``, ``0x7f000001``)."""

    async def resolve(self, host: str) -> Sequence[str]:
        """The addresses of ``host``. Raises OSError, UnicodeError."""
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(it[4][0]) for it in found))


@dataclass(frozen=True, slots=True)
class Outside:
    """Where pages may be read from. ``also``: addresses with their ports that may be read besides; tests say some."""

    resolver: Resolver = field(default_factory=SystemResolver)
    also: frozenset[tuple[str, int]] = frozenset()

    async def address(self, url: URL) -> str:
        """The address to connect to for ``url``. Raises NotAllowedOutside, OSError, UnicodeError."""
        host, port = url.raw_host, url.port
        if url.scheme not in _SCHEMES or not host or port is None or url.user is not None or url.password is not None:
            raise NotAllowedOutside
        found = [host] if _is_numeric(host) else await self.resolver.resolve(host)
        if not found or not all(self._allows(it, port) for it in found):
            raise NotAllowedOutside  # a name with a private address beside a public one is a trap
        return found[0]

    def socket(self, info: tuple[Any, ...]) -> socket.socket:
        """A socket to connect to the address in ``info``, as ``getaddrinfo`` tells one. Raises OSError."""
        family, kind, protocol, _, peer = info
        if not self._allows(str(peer[0]), int(peer[1])):
            raise PermissionError
        return socket.socket(family, kind, protocol)

    def _allows(self, address: str, port: int) -> bool:
        return (is_public(address) and port in PORTS) or (address, port) in self.also


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
