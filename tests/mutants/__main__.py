"""Changes some places of the code, one at a time, and counts what the tests that guard them notice.

``python -m tests.mutants -n 60 --seed 1 [--at COMMIT]``. It works on a copy of a commit, never on the files here. The
same seed chooses the same places of the same commit. A mutant is killed when a test fails that passes without it, or
when the tests do not come to an end; the others survive. Nothing runs beside anything else.
"""

import argparse
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from os import environ
from pathlib import Path
from typing import Final

from tests.mutants.choosing import Mutant, chosen
from tests.mutants.guards import guards

LONGEST: Final = 300
"""Seconds for the tests of one mutant; one that takes more is counted as killed, because it does not end."""

KILLED, ENDLESS, SURVIVED, UNGUARDED = "killed", "killed: it does not end", "survived", "survived: no test is near"
_ROOT: Final = Path(__file__).resolve().parents[2]


def main() -> None:
    """Try each mutant, tell its fate, and the share of those that were noticed."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="omoide-mutants-") as made:
        tree = Path(made)
        tree.chmod(0o755)  # the database may run as another user
        packed = subprocess.run(["git", "archive", arguments.at], cwd=_ROOT, check=True, stdout=subprocess.PIPE).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(tree, filter="data")
        mutants = list(chosen(tree, arguments.n, arguments.seed))
        tests = guards(tree, (_module(it) for it in mutants))
        fates: Counter[str] = Counter()
        for number, it in enumerate(mutants, 1):
            fate, by = _fate(tree, it, tests[_module(it)])
            fates[fate] += 1
            _say(f"{number:3} {fate}: {it.path}:{it.line} {it.operator}{by}")
            if fate in (SURVIVED, UNGUARDED):
                _say(f"      - {it.before}\n      + {it.after}\n      {' '.join(tests[_module(it)])}")
    killed = fates[KILLED] + fates[ENDLESS]
    _say(f"{killed} of {len(mutants)} mutants of {arguments.at} were noticed, {killed / len(mutants):.0%}.")


def _fate(tree: Path, mutant: Mutant, tests: list[str]) -> tuple[str, str]:
    """What becomes of a mutant, and by which test."""
    if not tests:
        return UNGUARDED, ""
    path = tree / mutant.path
    source = path.read_text()
    _write(path, mutant.code)
    try:
        failed = _failed(tree, tests)
    except subprocess.TimeoutExpired:
        return ENDLESS, ""
    finally:
        _write(path, source)
    if failed is None:
        return SURVIVED, ""
    if failed and _failed(tree, [failed]) is not None:
        return _fate(tree, mutant, [it for it in tests if it != failed.partition("::")[0]])
    return KILLED, f" by {failed}" if failed else ""


def _failed(tree: Path, tests: list[str]) -> str | None:
    """The first test that fails, "" where they cannot even begin; None when none does. Raises TimeoutExpired."""
    options = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-m", "not slow", "-rfE")
    command = [sys.executable, "-m", "pytest", *options, *tests]
    done = subprocess.run(
        command, check=False, cwd=tree, env=environ | {"PYTHONPATH": str(tree)}, capture_output=True, timeout=LONGEST
    )
    if done.returncode in (0, 5):  # 5: all of them are slow
        return None
    found = re.search(r"^(?:FAILED|ERROR) (\S+::[^\n]*?)(?: - |$)", done.stdout.decode(errors="replace"), re.MULTILINE)
    return found[1] if found else ""


def _write(path: Path, code: str) -> None:
    """Compiled code goes too: it is told from what is newer by the second and the length alone."""
    path.write_text(code)
    for it in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        it.unlink()


def _module(mutant: Mutant) -> str:
    return mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - its output


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    parser.add_argument("-n", type=int, default=60, help="so many mutants")
    parser.add_argument("--seed", type=int, default=1, help="others with another number")
    parser.add_argument("--at", default="HEAD", help="the commit whose code and tests are tried")
    return parser.parse_args()


if __name__ == "__main__":
    main()
