"""The files around the code fit the code: verbs, image, compose file, continuous integration."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.code.sources import ROOT

VERBS = ("run", "setup", "doctor", "demo", "test", "check", "quick", "bench", "chaos", "fuzz", "lock", "clean")


def _text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def _copied() -> list[str]:
    copies = re.findall(r"^COPY (?!--from)(?:--\S+ )*(.+) \S+$", _text("Dockerfile"), re.MULTILINE)
    return [place for copy in copies for place in copy.split()]


def _compose() -> dict[str, Any]:
    return yaml.safe_load(_text("compose.yaml"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the Makefile and the locks, and an environment whose Python only writes down how it is called."""
    for name in ("Makefile", "requirements.lock", "requirements-dev.lock", "requirements-demo.lock"):
        shutil.copy(ROOT / name, tmp_path)
    programs = tmp_path / ".venv/bin"
    programs.mkdir(parents=True)
    (programs / "pip").touch()
    (programs / "python").write_text(
        '#!/bin/sh\necho "$@" >> calls\ncase "$*" in *" pip "*) [ ! -e offline ];; esac\n', "utf-8"
    )
    (programs / "python").chmod(0o755)
    return tmp_path


def _make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make there, as if no make had started this test."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name != "VENV"}
    command = ["make", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def _calls(checkout: Path) -> list[str]:
    return (checkout / "calls").read_text("utf-8").splitlines()


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_is_there(verb: str) -> None:
    """The README and CONTRIBUTING name commands that would not work."""
    # `clean` would be harmless here too: -n prints the commands and runs none.
    done = _make(ROOT, "-n", verb)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_second_start_installs_nothing(checkout: Path) -> None:
    """Every start would spend seconds in pip."""
    for _ in range(2):
        assert _make(checkout, "run", "ARGS=--once").returncode == 0
    pip, *starts = _calls(checkout)
    assert "--require-hashes" in pip
    assert starts == ["-m bot chat --once"] * 2


def test_a_changed_lock_is_installed(checkout: Path) -> None:
    """After an update the program would start with packages it does not fit."""
    _make(checkout, "run")
    with (checkout / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    _make(checkout, "run")
    assert [call.split()[1] for call in _calls(checkout)] == ["pip", "bot", "pip", "bot"]


def test_an_installation_that_failed_is_tried_again(checkout: Path) -> None:
    """One lost connection on the first start would leave a program that never starts."""
    (checkout / "offline").touch()
    assert _make(checkout, "run").returncode != 0
    (checkout / "offline").unlink()
    assert _make(checkout, "run").returncode == 0
    assert [call.split()[1] for call in _calls(checkout)] == ["pip", "pip", "bot"]


def test_what_the_image_copies_is_there() -> None:
    """The image cannot be built, or starts without its prompts and migrations."""
    assert _copied()
    assert [place for place in _copied() if not (ROOT / place).exists()] == []
    assert {"engine", "bot", "config", "migrations", "requirements.lock"} <= set(_copied())


def test_the_image_is_given_what_it_copies() -> None:
    """A place that .dockerignore holds back makes the build fail; one it lets through by mistake may hold secrets."""
    rules = [line for line in _text(".dockerignore").splitlines() if line and not line.startswith("#")]
    let_through = {rule[1:] for rule in rules if rule.startswith("!")}
    assert rules[0] == "*"
    assert let_through == set(_copied())


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
