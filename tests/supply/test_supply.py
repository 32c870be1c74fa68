"""Known holes in what comes from elsewhere are told, and what nobody could be asked about is too."""

import os
import subprocess
import sys

import pytest

from tests.supply import __main__ as supply

HOLE = {"id": "CVE-2026-1", "fix_versions": ["1.1"], "aliases": [], "description": ""}


def test_a_known_hole_is_told_with_what_mends_it() -> None:
    """A hole that everybody knows of stays in, because the check reads past it."""
    found = {
        "dependencies": [
            {"name": "sound", "version": "2.0", "vulns": []},
            {"name": "holed", "version": "1.0", "vulns": [HOLE]},
        ],
        "fixes": [],
    }
    lines, holes = supply.told(found)
    assert lines == ["holed 1.0: CVE-2026-1, mended in 1.1", "2 packages asked about, 1 known holes."]
    assert holes == 1


def test_what_nobody_was_asked_about_is_said_aloud() -> None:
    """A registry that knows nothing of any package looks as if there were no holes."""
    found = {"dependencies": [{"name": "sound", "skip_reason": "not found"}], "fixes": []}
    lines, holes = supply.told(found)
    assert lines == ["0 packages asked about, 0 known holes. AUDIT SKIPPED for 1: the registry says nothing of them."]
    assert holes == 0


@pytest.mark.slow
def test_without_a_network_the_audit_is_skipped_aloud() -> None:
    """Somebody on a train cannot run the checks, or is told that all is well."""
    away = {**os.environ, "HTTPS_PROXY": "http://127.0.0.1:9", "PIP_PROXY": "http://127.0.0.1:9"}
    asked = subprocess.run(
        (sys.executable, "-m", "tests.supply", "audit"),
        env=away, cwd=supply.ROOT, capture_output=True, text=True, timeout=supply.LONGEST, check=False,
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    assert "AUDIT SKIPPED" in asked.stdout
