"""The parameters of a call, however they came: query, form, multipart or JSON."""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.servers.telegram.faults import bad_request


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a call."""

    data: bytes = field(repr=False)
    name: str
    mime: str


@dataclass(frozen=True, slots=True)
class Params:
    """``values`` as they came: strings from forms, anything from JSON."""

    values: dict[str, Any]
    uploads: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A string; missing is empty."""
        value = self.values.get(name)
        return "" if value is None else str(value)

    def whole(self, name: str) -> int | None:
        """A whole number; None where there is none."""
        try:
            return int(self.text(name)) if self.text(name) else None
        except ValueError:
            raise bad_request(f"invalid {name} specified: expected a number") from None

    def flag(self, name: str) -> bool:
        """A yes or no; missing is no."""
        return self.text(name).lower() in {"true", "1", "yes", "t"}

    def data(self, name: str) -> Any:
        """An object or a list, which forms carry as JSON; None where there is none."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise bad_request(f"can't parse {name} JSON object") from None

    def upload(self, name: str) -> Upload | None:
        """A file sent in the field itself or attached under another name."""
        value = self.text(name)
        return self.uploads.get(value.removeprefix("attach://") if value.startswith("attach://") else name)


async def read(request: web.Request) -> Params:
    """Take the parameters out of a request."""
    values: dict[str, Any] = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.content_type == "application/json":
        raw = await request.read()
        values |= _object(raw) if raw else {}
    elif request.can_read_body:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                uploads[name] = Upload(value.file.read(), value.filename, value.content_type)
            else:
                values[name] = value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")
    return Params(values, uploads)


def _object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw)
    except ValueError:
        raise bad_request("can't parse request body as JSON object") from None
    return value if isinstance(value, dict) else {}
