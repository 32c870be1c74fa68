"""No key of anybody lies in the repository."""

import re

import pytest

from tests.code.sources import text_files

_KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    r"|\b\d{8,12}:AA[A-Za-z0-9_-]{32,}"  # Telegram
    r"|\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}"  # Discord
    r"|\bsk-(?:proj-|ant-|or-)?[A-Za-z0-9_-]{32,}"
    r"|\bAIza[A-Za-z0-9_-]{35}"
    r"|\b(?:ghp|gho|ghs)_[A-Za-z0-9]{36}|\bgithub_pat_[A-Za-z0-9_]{60,}"
    r"|\bAKIA[A-Z0-9]{16}\b|\bxox[abp]-[A-Za-z0-9-]{20,}|\b(?:gsk|hf)_[A-Za-z0-9]{30,}"
)
"""What the services that people connect give out, by its shape."""
_SHOWN = re.compile(r"canary|test|example|x{8}", re.IGNORECASE)


def _leaked(text: str) -> list[str]:
    return [it[0][:12] for it in _KEYS.finditer(text) if not _SHOWN.search(it[0])]


def test_no_key_is_published() -> None:
    """Somebody commits the key that they tried something with, and everybody can spend their money."""
    found = {path: keys for path, text in text_files() if (keys := _leaked(text))}
    assert found == {}


@pytest.mark.parametrize(
    "parts",
    [
        ("-----BEGIN RSA ", "PRIVATE KEY-----"),
        ("1234567890:AA", "Hk3mZ9qW2eR7tY1uI5oP8aS4dF6gJ0kLz"),
        ("sk-proj-", "Hk3mZ9qW2eR7tY1uI5oP8aS4dF6gJ0kLz"),
        ("AIza", "SyHk3mZ9qW2eR7tY1uI5oP8aS4dF6gJ0kLz"),
        ("ghp_", "Hk3mZ9qW2eR7tY1uI5oP8aS4dF6gJ0kLzab1"),
        ("AKIA", "Q3EGR7TY1UI5OP8A"),
    ],
)
def test_such_keys_are_found(parts: tuple[str, str]) -> None:
    """The check would pass because it sees nothing."""
    assert _leaked(f'KEY = "{"".join(parts)}"')
    assert not _leaked(f'KEY = "{parts[0]}canary"')
