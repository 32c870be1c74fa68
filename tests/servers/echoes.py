"""Every way in which a model's endpoint fails while it quotes what it was asked."""

import json
from collections.abc import Iterator

from tests.servers.model_scripts import Finish, Script

STATUSES = (400, 401, 402, 403, 404, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504, 529)
"""One for each thing that a status means, and some that mean nothing."""


def _bodies(said: str, status: int) -> Iterator[object]:
    """An error with ``said`` in every place that any known service has for words."""
    yield {"error": {"message": f"cannot read {said}", "type": "invalid_request_error", "param": said, "code": said}}
    yield {"error": {"message": said, "type": said, "code": None}}
    yield {"error": said}
    yield {"error": [{"message": said, "code": said}]}
    yield {"error": said, "error_type": said}
    yield {"error": {"code": status, "message": said, "status": said, "details": [{"fieldViolations": said}]}}
    yield {"detail": [{"loc": ["body", said], "msg": said, "type": said, "input": said}]}
    yield {"object": "error", "message": said, "type": said, "param": said, "code": status}
    yield {"error": {"message": f"maximum context length is 4096 tokens, your messages: {said}", "code": said}}
    yield {"error": {"message": f"Incorrect API key provided, insufficient_quota, model not found: {said}"}}
    yield said
    yield f"<html><title>{status}</title><body>{said}</body></html>"
    yield json.dumps({"error": {"message": said}})[:-3]


def refusals(said: str, statuses: tuple[int, ...] = STATUSES) -> Iterator[Script]:
    """Answers with an error status."""
    for status in statuses:
        for body in _bodies(said, status):
            yield Script(status=status, body=body, headers=_headers(said))


def broken(said: str) -> Iterator[Script]:
    """Answers that begin well, as a stream or as JSON, and end in an error."""
    for body in _bodies(said, 400):
        told = json.dumps(body, ensure_ascii=False).encode()
        for before in ([], ["Well"]):
            yield Script([*before, b"data: " + told + b"\n\n"], headers=_headers(said))
            yield Script([*before, b"event: error\ndata: " + told + b"\n\n"], done=False)
            yield Script([*before, b"event: error\ndata: " + said.encode() + b"\n\n"], done=False)
            yield Script([*before, b"error: " + told + b"\n\n"], done=False)
            yield Script([*before, b"data: {" + said.encode() + b"\n\n"], done=False)
        if isinstance(body, dict):
            yield Script(body=body)
    for reason in ("error", "abort", said):
        yield Script(["Well", {"choices": [{"delta": {}, "finish_reason": reason}], "error": {"message": said}}])
        yield Script([Finish(said)])
    yield Script(body=f"<html>{said}</html>", headers={"Content-Type": "text/html"})
    yield Script(body=said)


def _headers(said: str) -> dict[str, str]:
    shown = said.encode("ascii", "xmlcharrefreplace").decode()
    return {"X-Error": shown, "WWW-Authenticate": f'Bearer error_description="{shown}"', "Retry-After": shown}
