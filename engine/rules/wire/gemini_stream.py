"""The stream of Gemini's ``:streamGenerateContent?alt=sse``. It has no end mark: the connection ends."""

from typing import Any

from engine.rules.wire.chunks import ChunkDecoder, a_call, a_count, a_list, a_text, an_object
from engine.values.models.models import Delta, Finish, Finished, Life, Reasoning, ToolCall, Usage, WireEvent

_FINISH = {
    "STOP": Finish.STOP,
    "MAX_TOKENS": Finish.LENGTH,
    "SAFETY": Finish.CONTENT_FILTER,
    "RECITATION": Finish.CONTENT_FILTER,
    "LANGUAGE": Finish.CONTENT_FILTER,
    "BLOCKLIST": Finish.CONTENT_FILTER,
    "PROHIBITED_CONTENT": Finish.CONTENT_FILTER,
    "SPII": Finish.CONTENT_FILTER,
    "IMAGE_SAFETY": Finish.CONTENT_FILTER,
    "MALFORMED_FUNCTION_CALL": Finish.TOOLS,
}
_NO_REASON = {"", "FINISH_REASON_UNSPECIFIED"}
_NO_BLOCK = {"", "BLOCK_REASON_UNSPECIFIED", "BLOCKED_REASON_UNSPECIFIED"}


class GeminiDecoder(ChunkDecoder):
    """Thought parts are reasoning; a blocked prompt ends as filtered content."""

    def chunk(self, chunk: dict[str, Any], out: list[WireEvent]) -> None:
        before = len(out)
        candidates = a_list(chunk.get("candidates"))
        if candidates:
            self._candidate(an_object(candidates[0]), out)
        if a_text(an_object(chunk.get("promptFeedback")).get("blockReason")) not in _NO_BLOCK:
            out.append(Finished(Finish.CONTENT_FILTER))
        if usage := an_object(chunk.get("usageMetadata")):
            written = a_count(usage.get("candidatesTokenCount")) + a_count(usage.get("thoughtsTokenCount"))
            read, cached = a_count(usage.get("promptTokenCount")), usage.get("cachedContentTokenCount")
            out.append(Usage(read, written, None if cached is None else min(a_count(cached), read)))
        if len(out) == before:
            out.append(Life())

    def _candidate(self, candidate: dict[str, Any], out: list[WireEvent]) -> None:
        called = False
        for value in a_list(an_object(candidate.get("content")).get("parts")):
            part = an_object(value)
            text = a_text(part.get("text"))
            if text:
                out.append(Reasoning(text) if part.get("thought") else Delta(text))
            if call := an_object(part.get("functionCall")):
                called = True
                signed = a_text(part.get("thoughtSignature"))
                out.append(a_call(a_text(call.get("name")), call.get("args", {}), a_text(call.get("id")), signed))
        reason = a_text(candidate.get("finishReason"))
        if reason in _NO_REASON:
            return
        if reason == "MALFORMED_FUNCTION_CALL":
            out.append(ToolCall("", None))
        finish = _FINISH.get(reason, Finish.UNKNOWN)
        out.append(Finished(Finish.TOOLS if called and finish is Finish.STOP else finish))
