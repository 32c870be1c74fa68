"""Packages that only the benchmark uses, fetched into a place of their own, with checked hashes."""

import shutil
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).resolve().parents[2] / "requirements-bench.lock"


def install() -> Path:
    """The folder with the packages, which are fetched once and again when their lock changes."""
    place = Path(sys.prefix) / "bench-packages"
    done = place / LOCK.name
    if not done.exists() or done.read_bytes() != LOCK.read_bytes():
        shutil.rmtree(place, ignore_errors=True)
        options = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--target", str(place))
        subprocess.run([sys.executable, "-m", "pip", "install", *options, "-r", str(LOCK)], check=True)
        shutil.copy(LOCK, done)
    return place
