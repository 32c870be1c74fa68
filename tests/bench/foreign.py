"""Packages that only the benchmark or the mutants use, fetched into a place of their own, with checked hashes."""

import shutil
import subprocess
import sys
from pathlib import Path


def install(use: str = "bench") -> Path:
    """The folder with the packages for this use, which are fetched once and again when their lock changes."""
    lock = Path(__file__).resolve().parents[2] / f"requirements-{use}.lock"
    place = Path(sys.prefix) / f"{use}-packages"
    done = place / lock.name
    if not done.exists() or done.read_bytes() != lock.read_bytes():
        shutil.rmtree(place, ignore_errors=True)
        options = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--target", str(place))
        subprocess.run([sys.executable, "-m", "pip", "install", *options, "-r", str(lock)], check=True)
        shutil.copy(lock, done)
    return place
