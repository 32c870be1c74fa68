"""A script's steps in the wire formats."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.servers.model_scripts import Call, Finish, Step, Think, Tokens


class OpenAIWire:
    """Steps as the chunks of an OpenAI-compatible stream."""

    end = b"data: [DONE]\n\n"

    def __init__(self, model: str) -> None:
        self._head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model}
        self._called = 0

    def chunk(self, step: Any) -> bytes:
        """One event with its blank line."""
        return b"data: " + json.dumps(self._object(step), ensure_ascii=False).encode() + b"\n\n"

    def _object(self, step: Any) -> Mapping[str, Any]:
        match step:
            case str():
                return self._choice({"content": step})
            case Think(text):
                return self._choice({"reasoning_content": text})
            case Call(name, arguments):
                function = {"name": name, "arguments": arguments}
                self._called += 1
                call = {"index": self._called - 1, "id": f"c{self._called}", "type": "function", "function": function}
                return self._choice({"tool_calls": [call]})
            case Finish(reason):
                return self._choice({}, reason)
            case Tokens(prompt, completion, cached):
                usage = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
                told = {} if cached is None else {"prompt_tokens_details": {"cached_tokens": cached}}
                return {**self._head, "choices": [], "usage": usage | told}
            case _:
                return step

    def _choice(self, delta: Mapping[str, Any], finish: str | None = None) -> Mapping[str, Any]:
        return {**self._head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    def whole(self, steps: Iterable[Step]) -> Mapping[str, Any]:
        """The same reply, not streamed."""
        steps = list(steps)
        text = "".join(step for step in steps if isinstance(step, str))
        finish = next((step.reason for step in steps if isinstance(step, Finish)), "stop")
        message = {"role": "assistant", "content": text}
        return {
            **self._head,
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        }


_GEMINI_FINISH = {"stop": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY", "tool_calls": "STOP"}


class GeminiWire:
    """Steps as the chunks of a Gemini stream."""

    end = b""

    def chunk(self, step: Any) -> bytes:
        """One event with its blank line."""
        return b"data: " + json.dumps(self._object(step), ensure_ascii=False).encode() + b"\r\n\r\n"

    def _object(self, step: Any) -> Mapping[str, Any]:
        match step:
            case str():
                return self._parts({"text": step})
            case Think(text):
                return self._parts({"text": text, "thought": True})
            case Call(name, arguments):
                return self._parts({"functionCall": {"name": name, "args": json.loads(arguments)}})
            case Finish(reason):
                reason = _GEMINI_FINISH.get(reason, reason)
                return {"candidates": [{"content": {"role": "model"}, "finishReason": reason, "index": 0}]}
            case Tokens(prompt, completion, cached):
                told = {} if cached is None else {"cachedContentTokenCount": cached}
                return {"usageMetadata": {"promptTokenCount": prompt, "candidatesTokenCount": completion, **told}}
            case _:
                return step

    def _parts(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}]}
