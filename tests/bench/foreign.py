"""Packages that only the benchmark, the mutants or the audit use, fetched apart, with checked hashes."""

import shutil
import subprocess
import sys
from pathlib import Path


def install(use: str = "bench", *, quick: bool = False) -> Path:
    """The folder with the packages for this use, which are fetched once and again when their lock changes.

    ``quick``: a registry that does not answer is given up at once. Raises CalledProcessError.
    """
    lock = Path(__file__).resolve().parents[2] / f"requirements-{use}.lock"
    place = Path(sys.prefix) / f"{use}-packages"
    done = place / lock.name
    if not done.exists() or done.read_bytes() != lock.read_bytes():
        shutil.rmtree(place, ignore_errors=True)
        options = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--target", str(place))
        errors = subprocess.DEVNULL if quick else None
        patience = ("--retries", "0", "--timeout", "4") if quick else ()
        subprocess.run(
            [sys.executable, "-m", "pip", "install", *options, *patience, "-r", str(lock)], check=True, stderr=errors
        )
        shutil.copy(lock, done)
    return place
