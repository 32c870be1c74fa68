"""What comes with the product from elsewhere: known holes in it, and a list of it as CycloneDX.

``python -m tests.supply audit`` asks the packages' registry; where that cannot be reached, or says nothing of one, it
says so and ends well. ``python -m tests.supply sbom TO`` writes the list. Both tools lie in a place of their own.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from os import environ, pathsep
from pathlib import Path
from typing import Any, Final

from tests.bench.foreign import install

ROOT: Final = Path(__file__).resolve().parents[2]
LOCKS: Final = ("requirements-dev.lock", "requirements-demo.lock")
"""What runs on somebody's machine; the first has the product's own packages too."""
LONGEST: Final = 120.0
"""Seconds until the registry is given up."""
_ONE: Final = "4"
"""Seconds for one question to it."""


def main(arguments: Sequence[str]) -> int:
    """Do what is asked: 0, or 1 where a hole is known."""
    match arguments:
        case ["audit"]:
            return audit()
        case ["sbom", to]:
            return sbom(ROOT / to)
        case _:
            _say(f"{__doc__}")
            return 2


def audit() -> int:
    """Look for known holes in what the locks name."""
    with tempfile.TemporaryDirectory(prefix="omoide-audit-") as made:
        found = Path(made) / "found.json"
        locks = [word for lock in LOCKS for word in ("-r", str(ROOT / lock))]
        options = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--timeout", _ONE)
        with suppress(subprocess.SubprocessError, OSError):
            _run("pip_audit", *locks, *options, "--format", "json", "--output", str(found))
        if not found.exists():
            _say("AUDIT SKIPPED: the registry could not be asked about known holes.")
            return 0
        lines, holes = told(json.loads(found.read_text("utf-8")))
    for line in lines:
        _say(line)
    return 1 if holes else 0


def told(found: dict[str, Any]) -> tuple[list[str], int]:
    """What pip-audit has found, a line for each hole and one for the whole; and how many holes."""
    every: list[dict[str, Any]] = found["dependencies"]
    asked = [it for it in every if "skip_reason" not in it]
    holes = [
        f"{it['name']} {it['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version'}"
        for it in asked
        for hole in it["vulns"]
    ]
    rest = len(every) - len(asked)
    skipped = f" AUDIT SKIPPED for {rest}: the registry says nothing of them." if rest else ""
    return [*holes, f"{len(asked)} packages asked about, {len(holes)} known holes.{skipped}"], len(holes)


def sbom(to: Path) -> int:
    """Write what the product is made of, as CycloneDX JSON; the same lock gives the same file."""
    to.parent.mkdir(parents=True, exist_ok=True)
    project = ("--pyproject", str(ROOT / "pyproject.toml"), "--mc-type", "application", "--output-reproducible")
    written = ("--of", "JSON", "--output-file", str(to))
    _run("cyclonedx_py", "requirements", str(ROOT / "requirements.lock"), *project, *written, check=True)
    _say(str(to))
    return 0


def _run(module: str, *arguments: str, check: bool = False) -> None:
    """Run one of the tools, with the packages that it brings in front of ours."""
    path = pathsep.join((str(install("supply", quick=True)), environ.get("PYTHONPATH", ""))).rstrip(pathsep)
    command = (sys.executable, "-W", "ignore", "-m", module, *arguments)
    quiet = None if check else subprocess.DEVNULL
    subprocess.run(
        command, check=check, timeout=LONGEST, stderr=quiet, stdout=quiet, env={**environ, "PYTHONPATH": path}
    )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
