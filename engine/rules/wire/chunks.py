"""What the model wire formats share: JSON chunks inside server-sent events, cleaned and joined."""

import json
from abc import ABC, abstractmethod
from typing import Any, cast

from engine.rules.wire.sse import ServerEvent, SseDecoder, TooLong
from engine.values.models.models import Delta, EndMark, Life, Reasoning, Tool, ToolCall, WireError, WireEvent

_TEXTS = (Delta, Reasoning)

# json.loads without its wrapping: a good part of the cost of a chunk. Gives the value and where it ends.
_scan = json.JSONDecoder().raw_decode


def _plain(text: str) -> bool:
    return text.isascii() and "\0" not in text


def an_object(value: object) -> dict[str, Any]:
    """``value`` if it is a JSON object, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def a_list(value: object) -> list[Any]:
    """``value`` if it is a JSON array, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def a_text(value: object) -> str:
    """``value`` if it is a string, else nothing."""
    return value if isinstance(value, str) else ""


def a_count(value: object) -> int:
    """``value`` if it is a sensible number of tokens, else 0."""
    return value if isinstance(value, int) and 0 <= value < 1 << 31 else 0


def a_call(name: str, arguments: object, given: str = "", signature: str = "") -> ToolCall:
    """A tool call from arguments written as JSON text or sent as an object."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except (ValueError, RecursionError):
            arguments = None
    known = cast("dict[str, Any]", arguments) if isinstance(arguments, dict) else None
    return ToolCall(name, known, given, signature)


def tool_schema(tool: Tool) -> dict[str, Any]:
    """How both formats describe a tool."""
    return {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}


def error_of(value: object, status: int = 0) -> WireError:
    """An error object of any known shape: OpenAI, vLLM (old and new), SGLang, Ollama, Gemini, FastAPI, plain text."""
    outer = an_object(value)
    body: object = outer.get("error") or outer.get("detail") or outer
    if several := a_list(body):
        body = several[0]
    fields = an_object(body)
    if not fields:
        return WireError(status, a_text(outer.get("error_type")), a_text(body) or a_text(value))
    number = fields.get("code", fields.get("status"))
    if not status and isinstance(number, int) and not isinstance(number, bool) and 400 <= number < 600:
        status = number
    codes = [a_text(fields.get(name)) for name in ("code", "type", "status")]
    message = a_text(fields.get("message")) or a_text(fields.get("msg"))
    return WireError(status, " ".join(code for code in codes if code), message)


class ChunkDecoder(ABC):
    """Bytes of one streamed reply in, wire events out. All text of one kind in a feed comes as one event.

    Total: any bytes give events, never an exception. Text is valid Unicode without NUL; a surrogate pair that is
    split between two chunks is put together again.
    """

    def __init__(self) -> None:
        self._sse = SseDecoder()
        self._half = ""  # a high surrogate that waits for its second half

    def feed(self, data: bytes) -> list[WireEvent]:
        """The events that ``data`` completes."""
        out: list[WireEvent] = []
        for event in self._sse.feed(data):
            if isinstance(event, ServerEvent):
                self._take(event, out, last=False)
            elif isinstance(event, TooLong):
                out.append(WireError(0, "line_too_long", ""))
        return self._joined(out)

    def flush(self) -> list[WireEvent]:
        """What an end without a last blank line leaves. A chunk cut in half is no error here, it is just not there."""
        out: list[WireEvent] = []
        for event in self._sse.flush():
            if isinstance(event, ServerEvent):
                self._take(event, out, last=True)
        if self._half:
            self._half = ""
            out.append(Delta("\N{REPLACEMENT CHARACTER}"))
        return self._joined(out)

    @abstractmethod
    def chunk(self, chunk: dict[str, Any], out: list[WireEvent]) -> None:
        """Read one JSON object that is no error."""

    def end_mark(self, out: list[WireEvent]) -> None:
        """Read ``[DONE]``."""
        out.append(EndMark())

    def _take(self, event: ServerEvent, out: list[WireEvent], *, last: bool) -> None:
        data = event.data.strip()
        if not data.startswith("{"):
            if data == "[DONE]":
                self.end_mark(out)
            elif event.event == "error":
                out.append(error_of(data))
            return
        chunk: dict[str, Any] = {}
        try:
            chunk, end = _scan(data)
        except (ValueError, RecursionError):
            end = -1
        if end != len(data):
            if not last:
                out.append(WireError(0, "garbled", ""))
        elif event.event == "error" or chunk.get("error") or chunk.get("object") == "error":
            out.append(error_of(chunk))
        else:
            self.chunk(chunk, out)

    def _joined(self, events: list[WireEvent]) -> list[WireEvent]:
        """Neighbours of one kind made one, text cleaned. A lone plain text, the usual case, is handed through."""
        if len(events) == 1 and type(only := events[0]) is Delta and not self._half and _plain(only.text):
            return events
        out: list[WireEvent] = []
        texts: list[str] = []
        kind: type[Delta] | type[Reasoning] = Delta
        for event in events:
            if isinstance(event, _TEXTS):
                if type(event) is not kind:
                    self._close(kind, texts, out)
                    kind = type(event)
                texts.append(event.text)
            elif not (isinstance(event, Life) and out and isinstance(out[-1], Life)):
                self._close(kind, texts, out)
                out.append(event)
        self._close(kind, texts, out)
        return out

    def _close(self, kind: type[Delta] | type[Reasoning], texts: list[str], out: list[WireEvent]) -> None:
        if not texts:
            return
        text = "".join(texts)
        texts.clear()
        if kind is Delta and self._half:
            text, self._half = self._half + text, ""
        if not _plain(text):
            text = self._clean(text, hold=kind is Delta)
        if text:
            out.append(kind(text))

    def _clean(self, text: str, *, hold: bool) -> str:
        text = text.replace("\0", "")
        if hold and "\ud800" <= text[-1:] <= "\udbff":
            self._half, text = text[-1], text[:-1]
        try:
            text.encode()
        except UnicodeEncodeError:
            return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return text
