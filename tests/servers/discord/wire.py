"""Transport compression of the gateway: zlib-stream and zstd-stream, both from the standard library."""

import struct
import zlib
from collections.abc import Callable

_ZSTD_FRAME = struct.pack("<IBB", 0xFD2FB528, 0x00, 0x38)  # magic, no checksum, a window of 128 KiB
_ZSTD_BLOCK = 1 << 17


def compressor(name: str) -> Callable[[bytes], bytes] | None:
    """A function that packs one message after the other into the stream of this name; None when there is none."""
    if name == "zlib-stream":
        return _zlib()
    if name == "zstd-stream":
        return _zstd()
    return None


def _zlib() -> Callable[[bytes], bytes]:
    stream = zlib.compressobj(1)
    return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Callable[[bytes], bytes]:
    """A valid frame whose blocks are stored as they are: any decoder reads it, and no library is needed."""
    begun = False

    def pack(data: bytes) -> bytes:
        nonlocal begun
        out = [] if begun else [_ZSTD_FRAME]
        begun = True
        for start in range(0, len(data), _ZSTD_BLOCK):
            piece = data[start : start + _ZSTD_BLOCK]
            out += [struct.pack("<I", len(piece) << 3)[:3], piece]
        return b"".join(out)

    return pack
