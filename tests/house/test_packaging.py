"""The files around the code fit the code: verbs, image, compose file, continuous integration."""

import os
import re
import subprocess
from typing import Any

import pytest
import yaml

from tests.house.sources import ROOT

VERBS = ("run", "setup", "doctor", "demo", "test", "check", "quick", "bench", "chaos", "fuzz", "lock", "clean")


def _text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def _compose() -> dict[str, Any]:
    return yaml.safe_load(_text("compose.yaml"))


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_is_there(verb: str) -> None:
    """The README and CONTRIBUTING name commands that would not work."""
    # `clean` would be harmless here too: -n prints the commands and runs none.
    done = subprocess.run(["make", "-n", verb], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_the_image_copies_is_there() -> None:
    """The image cannot be built, or starts without its prompts and migrations."""
    copies = re.findall(r"^COPY (?!--from)(?:--\S+ )*(.+) \S+$", _text("Dockerfile"), re.MULTILINE)
    places = [place for copy in copies for place in copy.split()]
    assert places
    assert [place for place in places if not (ROOT / place).exists()] == []
    assert {"engine", "bot", "config", "migrations", "requirements.lock"} <= set(places)


def test_the_image_is_installed_by_hash_and_runs_without_root() -> None:
    """A container that runs as root turns a hole in a library into a hole in the host."""
    text = _text("Dockerfile")
    assert "--require-hashes" in text
    user = re.findall(r"^USER (\S+)$", text, re.MULTILINE)
    assert user
    assert user[-1] not in {"root", "0"}


def test_compose_opens_no_port_to_the_world_and_holds_no_secret() -> None:
    """A database or a token would be readable for everybody on the network, or in the repository."""
    services = _compose()["services"]
    ports = [str(port) for service in services.values() for port in service.get("ports", [])]
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []
    values = [str(v) for service in services.values() for v in service.get("environment", {}).values()]
    secret = re.compile(r"://[^@$\s]+:[^@$\s]+@")
    assert [value for value in values if secret.search(value)] == []


def test_volumes_and_dependencies_of_compose_are_declared() -> None:
    """`docker compose up` stops with an error, or loses the data with the container."""
    compose = _compose()
    services = compose["services"]
    named = {v.split(":")[0] for s in services.values() for v in s.get("volumes", []) if not v.startswith((".", "/"))}
    assert named == set(compose["volumes"])
    assert {d for s in services.values() for d in s.get("depends_on", {})} <= set(services)


def test_ci_can_be_run() -> None:
    """Nobody sees that a change broke the tests."""
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
