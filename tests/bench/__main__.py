"""The benchmark: ``python -m tests.bench [--quick] [--only PART …] [--json FILE]``. It measures; it judges nothing."""

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.bench.figures import table
from tests.bench.machine import machine
from tests.bench.parts import PARTS, run_apart


def main() -> None:
    """Run every part, one after another, and print its table."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="omoide-bench-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o711)  # the database may run as another user
        parts = [machine(folder)]
        print(table(parts), flush=True)  # noqa: T201 — its output
        for name in arguments.only or PARTS:
            parts.append(run_apart(name, folder / name, quick=arguments.quick))
            print(table(parts[-1:]), flush=True)  # noqa: T201 — its output
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(it) for it in parts], indent=2) + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=main.__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run with rougher figures")
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="PART", help=f"of: {', '.join(PARTS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    return parser.parse_args()


if __name__ == "__main__":
    main()
