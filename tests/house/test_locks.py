"""What gets installed is pinned, hashed, complete, and says nothing of where it came from."""

import re
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.sources import ROOT, text_files

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_GROUPS = _PROJECT["dependency-groups"]
WANTED = {
    "requirements.lock": _PROJECT["project"]["dependencies"],
    "requirements-dev.lock": [*_PROJECT["project"]["dependencies"], *_GROUPS["dev"]],
    "requirements-demo.lock": _GROUPS["demo"],
}
_PIN = re.compile(r"^(\S+)==(\S+)(?: ; ([^\\]*))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
# The brackets keep this file from holding what it looks for.
_ADDRESSES = re.compile(
    r"pypi[.]org|python[h]osted|registry[.]npm|(?<!no-emit-)(?:index[-]url|find[-]links)|\"resolve[d]\"", re.IGNORECASE
)


@pytest.mark.parametrize("lock", WANTED)
def test_a_lock_covers_what_the_project_asks_for(lock: str) -> None:
    """A dependency that is not in the lock is missing on every fresh machine; `make lock` adds it."""
    pins = list(_pins(lock))
    wanted = [Requirement(text) for text in WANTED[lock]]
    missing = [
        str(one)
        for one in wanted
        if not any(name == canonicalize_name(one.name) and one.specifier.contains(version) for name, version in pins)
    ]
    assert missing == []


@pytest.mark.parametrize("lock", WANTED)
def test_a_lock_holds_pins_with_hashes_and_nothing_else(lock: str) -> None:
    """Without a hash, or with an address of one machine, the installation takes what somebody put there."""
    text = (ROOT / lock).read_text("utf-8")
    rest = [line for line in _PIN.sub("", text).splitlines() if line and not line.startswith("    # via ")]
    assert rest == []


def test_tools_and_product_use_the_same_versions() -> None:
    """The tests would pass with packages that nobody runs."""
    assert set(_pins("requirements.lock")) <= set(_pins("requirements-dev.lock"))


def test_no_file_names_a_registry() -> None:
    """An address of one machine's registry breaks the installation on every other machine."""
    assert [path for path, text in text_files() if _ADDRESSES.search(text)] == []


def _pins(lock: str) -> Iterator[tuple[str, str]]:
    for pin in _PIN.finditer((ROOT / lock).read_text("utf-8")):
        yield canonicalize_name(pin[1]), pin[2]
