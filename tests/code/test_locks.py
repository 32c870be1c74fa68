"""What gets installed is pinned, hashed, complete, and says nothing of where it came from."""

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.code.sources import EVERYTHING, PRODUCT, ROOT, imports, sources, text_files

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_GROUPS = _PROJECT["dependency-groups"]
_RUNTIME = _PROJECT["project"]["dependencies"]
_LISTS = (_RUNTIME, _GROUPS["dev"], _GROUPS["demo"], _GROUPS["mutants"])
WANTED = {
    "requirements.lock": _RUNTIME,
    "requirements-dev.lock": [*_RUNTIME, *_GROUPS["dev"]],
    "requirements-demo.lock": _GROUPS["demo"],
    "requirements-mutants.lock": _GROUPS["mutants"],
    "requirements-supply.lock": _GROUPS["supply"],
}
_PIN = re.compile(r"^(\S+)==(\S+)(?: ; ([^\\]*))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
# The brackets keep this file from holding what it looks for.
_ADDRESSES = re.compile(
    r"pypi[.]org|python[h]osted|registry[.]npm|(?<!no-emit-)(?:index[-]url|find[-]links)|\"resolve[d]\": *\"",
    re.IGNORECASE,
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


@pytest.mark.parametrize(("packages", "lists"), [(PRODUCT, (_RUNTIME, _GROUPS["demo"])), (("tests",), _LISTS)])
def test_what_is_imported_is_asked_for(packages: tuple[str, ...], lists: tuple[list[str], ...]) -> None:
    """A package that only came along with another one is gone when the other one no longer needs it."""
    asked = {canonicalize_name(Requirement(text).name) for one in lists for text in one}
    brought = packages_distributions()
    ours = {*EVERYTHING, *sys.stdlib_module_names}
    imported = {name for source in sources(*packages) for name in imports(source.tree)} - ours
    borrowed = {name for name in imported if not asked & {canonicalize_name(d) for d in brought.get(name, [name])}}
    assert borrowed == set()


def test_no_file_names_a_registry() -> None:
    """An address of one machine's registry breaks the installation on every other machine."""
    assert [path for path, text in text_files() if _ADDRESSES.search(text)] == []


def _pins(lock: str) -> Iterator[tuple[str, str]]:
    for pin in _PIN.finditer((ROOT / lock).read_text("utf-8")):
        yield canonicalize_name(pin[1]), pin[2]
