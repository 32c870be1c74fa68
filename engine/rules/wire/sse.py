"""Server-sent events: bytes cut anywhere in, events out (WHATWG HTML, 9.2.6), in bounded memory.

The result does not depend on where the bytes were cut. A line is decoded as a whole, so a character split between two
reads stays whole, and bytes that are no UTF-8 become U+FFFD.
"""

from dataclasses import dataclass

LINE_LIMIT = 1 << 20
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event: its type (``message`` when the server names none) and its data lines, joined."""

    data: str
    event: str = "message"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment line. It keeps a connection open and says nothing."""


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line, or the data of one event, beyond the limit; the event it belongs to is dropped."""


SseEvent = ServerEvent | Comment | TooLong


class SseDecoder:
    """Feed bytes, get events; ``flush`` at the end of the stream."""

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self._limit = limit
        self._tail = bytearray()  # the unfinished line
        self._tail_size = 0  # its size, which goes on growing when the line itself is dropped
        self._after_cr = False
        self._first = True
        self._data: list[str] = []
        self._size = 0
        self._event = ""
        self._broken = False

    def feed(self, data: bytes) -> list[SseEvent]:
        """The events that ``data`` completes."""
        events: list[SseEvent] = []
        if self._after_cr and data:
            self._after_cr = False
            if data[0] == 10:  # the second half of a CRLF
                data = data[1:]
        if not data:
            return events
        if data.startswith(b"data: ") and data.endswith(b"\n\n") and (whole := self._whole(data)):
            return whole
        pieces = data.splitlines(keepends=True)
        tail = b"" if pieces[-1][-1] in b"\r\n" else pieces.pop()
        for piece in pieces:
            self._end_line(piece.rstrip(b"\r\n"), events)
        self._after_cr = not tail and data[-1] == 13
        self._grow(tail, events)
        return events

    def flush(self) -> list[SseEvent]:
        """What an abrupt end leaves: an event whose closing blank line never came."""
        events: list[SseEvent] = []
        if self._tail_size:
            self._end_line(b"", events)
        self._dispatch(events)
        return events

    def _whole(self, data: bytes) -> list[SseEvent] | None:
        """The usual case at a third of the cost: whole events of one data line each, and nothing left from before."""
        lines = data[6:-2].split(b"\n\ndata: ")
        fresh = not (self._tail_size or self._size or self._event or self._broken)
        if not fresh or len(data) > self._limit or data.count(b"\n") != 2 * len(lines) or b"\r" in data:
            return None
        self._first = False
        return [ServerEvent(line.decode("utf-8", "replace")) for line in lines]

    def _grow(self, tail: bytes, events: list[SseEvent]) -> None:
        if not tail:
            return
        self._tail_size += len(tail)
        if self._tail_size <= self._limit:
            self._tail += tail
        elif self._tail_size - len(tail) <= self._limit:  # told once a line
            self._tail.clear()
            self._break(events)

    def _end_line(self, rest: bytes, events: list[SseEvent]) -> None:
        if self._tail_size:
            self._grow(rest, events)
            dropped = self._tail_size > self._limit
            line = bytes(self._tail)
            self._tail.clear()
            self._tail_size = 0
            if dropped:
                return
        elif len(rest) > self._limit:
            self._break(events)
            return
        else:
            line = rest
        if self._first:
            self._first = False
            line = line.removeprefix(_BOM)
        self._line(line, events)

    def _line(self, line: bytes, events: list[SseEvent]) -> None:
        if not line:
            self._dispatch(events)
        elif line.startswith(b"data:"):
            self._add(line[6:] if line[5:6] == b" " else line[5:], events)
        elif line[0] == 58:  # a colon
            events.append(Comment())
        else:
            self._field(line, events)

    def _field(self, line: bytes, events: list[SseEvent]) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._add(value, events)
        elif name == b"event":
            self._event = value.decode("utf-8", "replace")
        elif name == b"error":  # llama.cpp writes errors into a field of this name
            self._event = "error"
            self._add(value, events)

    def _add(self, value: bytes, events: list[SseEvent]) -> None:
        self._size += len(value) + 1
        if self._broken:
            return
        if self._size > self._limit:
            self._break(events)
            return
        self._data.append(value.decode("utf-8", "replace"))

    def _break(self, events: list[SseEvent]) -> None:
        self._first = False
        self._broken = True
        self._data.clear()
        events.append(TooLong())

    def _dispatch(self, events: list[SseEvent]) -> None:
        if self._data and not self._broken:
            text = self._data[0] if len(self._data) == 1 else "\n".join(self._data)
            events.append(ServerEvent(text, self._event or "message"))
        self._data.clear()
        self._size = 0
        self._event = ""
        self._broken = False
