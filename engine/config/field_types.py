"""Types of fields that several sections have: web addresses, tokens, and JSON in a variable of the environment."""

import json
import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr


def address(value: str, *schemes: str) -> str:
    """``value`` without a slash at its end. Raises ValueError unless it is an address with one of ``schemes``."""
    parts = urlsplit(value)
    if parts.scheme not in schemes or not parts.hostname or re.search(r"\s", value):
        raise ValueError("not a web address")
    return value.rstrip("/")


def web_address(value: str) -> str:
    """The same, for http and https."""
    return address(value, "http", "https")


def _maybe_address(value: str) -> str:
    return web_address(value) if value else ""


def _token(value: SecretStr) -> SecretStr:
    plain = value.get_secret_value().strip()
    if not plain or re.search(r"\s", plain):
        raise ValueError("not a token")
    return SecretStr(plain)


def from_json(value: object) -> object:
    """What a variable of the environment holds as JSON; a value from TOML is no text, and stays as it is."""
    return json.loads(value) if isinstance(value, str) else value


WebAddress = Annotated[str, AfterValidator(web_address), Field(repr=False)]
Token = Annotated[SecretStr, AfterValidator(_token)]
MaybeAddress = Annotated[str, AfterValidator(_maybe_address), Field(repr=False)]
"""A web address, or empty: not configured."""
