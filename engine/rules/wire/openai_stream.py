"""The stream of an OpenAI-compatible ``/chat/completions``, as OpenAI, vLLM, SGLang, llama.cpp, Ollama, OpenRouter,
DeepSeek and Mistral send it.
"""

from typing import Any, cast

from engine.rules.wire.chunks import ChunkDecoder, a_call, a_count, a_list, a_text, an_object, error_of
from engine.values.models.models import Delta, Finish, Finished, Life, Reasoning, Usage, WireError, WireEvent

_FINISH = {
    "stop": Finish.STOP,
    "end_turn": Finish.STOP,
    "eos": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "content_filter": Finish.CONTENT_FILTER,
    "tool_calls": Finish.TOOLS,
    "function_call": Finish.TOOLS,
}
_BROKEN = {"error", "abort", "insufficient_system_resource"}
_TOOL_LIMIT = 64
_ARGUMENTS_LIMIT = 1 << 20


class OpenAIDecoder(ChunkDecoder):
    """Tool calls come in pieces; each is told once, whole, when the model ends.

    Pieces belong together by their index. Some servers give all calls the same one: an id and a name begin them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._calls: list[list[str]] = []  # [id, name, piece of arguments, …]
        self._open: dict[int, list[str]] = {}  # index → the call that its pieces belong to
        self._written = 0

    def chunk(self, chunk: dict[str, Any], out: list[WireEvent]) -> None:
        before = len(out)
        choices = chunk.get("choices")
        if choices and isinstance(choices, list):
            choice = an_object(cast("list[Any]", choices)[0])
            if not choice.get("index"):  # only the first of several answers
                self._choice(choice, chunk, out)
        if usage := an_object(chunk.get("usage")):
            read, written = a_count(usage.get("prompt_tokens")), a_count(usage.get("completion_tokens"))
            out.append(Usage(read, written, _cached(usage, read)))
        if len(out) == before:
            out.append(Life())

    def end_mark(self, out: list[WireEvent]) -> None:
        self._end_calls(out)
        super().end_mark(out)

    def _choice(self, choice: dict[str, Any], chunk: dict[str, Any], out: list[WireEvent]) -> None:
        delta = an_object(choice.get("delta") or choice.get("message"))
        reasoning = delta.get("reasoning_content") or delta.get("reasoning")
        if reasoning and isinstance(reasoning, str):
            out.append(Reasoning(reasoning))
        if content := delta.get("content") or delta.get("refusal") or choice.get("text"):
            if isinstance(content, str):
                out.append(Delta(content))
            else:
                _parts(content, out)
        if calls := delta.get("tool_calls"):
            self._collect(a_list(calls), out)
        if (reason := choice.get("finish_reason")) and isinstance(reason, str):
            self._finish(reason, chunk, out)

    def _finish(self, reason: str, chunk: dict[str, Any], out: list[WireEvent]) -> None:
        if reason in _BROKEN:
            known = error_of(chunk)
            out.append(WireError(known.status, known.code or reason, known.message))
            return
        self._end_calls(out)
        out.append(Finished(_FINISH.get(reason.lower(), Finish.UNKNOWN)))

    def _collect(self, calls: list[Any], out: list[WireEvent]) -> None:
        for position, value in enumerate(calls):
            call = an_object(value)
            index = call.get("index", position)
            function = an_object(call.get("function"))
            name, piece = a_text(function.get("name")), a_text(function.get("arguments"))
            self._written += len(piece)
            if isinstance(index, int) and self._written <= _ARGUMENTS_LIMIT:
                self._piece(index, a_text(call.get("id")), name, piece)
        out.append(Life())

    def _piece(self, index: int, given: str, name: str, piece: str) -> None:
        known = self._open.get(index)
        if known is not None and not (name and known[0] and given not in ("", known[0])):
            known[1] = known[1] or name
            known.append(piece)
        elif len(self._calls) < _TOOL_LIMIT:
            self._open[index] = [given, name, piece]
            self._calls.append(self._open[index])

    def _end_calls(self, out: list[WireEvent]) -> None:
        for given, name, *pieces in self._calls:
            out.append(a_call(name, "".join(pieces), given))
        self._calls.clear()
        self._open.clear()


def _cached(usage: dict[str, Any], read: int) -> int | None:
    """What of the prompt came out of the service's cache, as OpenAI says it or as DeepSeek does."""
    told = an_object(usage.get("prompt_tokens_details")).get("cached_tokens", usage.get("prompt_cache_hit_tokens"))
    return None if told is None else min(a_count(told), read)


def _parts(content: object, out: list[WireEvent]) -> None:
    """Content as a list of parts (Mistral): text is shown, thinking is not."""
    for value in a_list(content):
        part = an_object(value)
        if text := a_text(part.get("text")):
            out.append(Delta(text))
        thoughts = "".join(a_text(an_object(thought).get("text")) for thought in a_list(part.get("thinking")))
        if thoughts:
            out.append(Reasoning(thoughts))
