"""How the code stands to the aims on size: ``python -m tests.code.report``. The limits are tests of this folder."""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.code.sources import PRODUCT, ROOT, functions, public_methods, sources

MODULE_AIM = 250
FUNCTION_AIM = 25
COMPLEXITY_AIM = 8
PARAMETERS_AIM = 6
METHODS_AIM = 12


def main() -> None:
    """Print one line an aim: the figure, and what is over it."""
    for line in _report():
        sys.stdout.write(f"{line}\n")


def _report() -> Iterator[str]:
    modules = sources(*PRODUCT)
    every = [function for source in modules for function in functions(source)]
    lengths = sorted(function.lines for function in every)
    p90 = lengths[len(lengths) * 9 // 10] if lengths else 0
    total = sum(source.lines for source in modules)
    yield f"{len(modules)} modules, {total} lines, {len(every)} functions; function p90 {p90} (aim {FUNCTION_AIM})"
    yield _aim(f"modules over {MODULE_AIM} lines", (f"{s.path} {s.lines}" for s in modules if s.lines > MODULE_AIM))
    yield _aim(f"functions over {FUNCTION_AIM} lines", (f"{f.key} {f.lines}" for f in every if f.lines > FUNCTION_AIM))
    yield _aim(f"complexity over {COMPLEXITY_AIM}", _complex())
    over = (f"{f.key} {f.parameters}" for f in every if f.parameters > PARAMETERS_AIM)
    yield _aim(f"over {PARAMETERS_AIM} parameters", over)
    classes = (one for source in modules for one in public_methods(source))
    yield _aim(f"over {METHODS_AIM} public methods", (f"{name} {n}" for name, n in classes if n > METHODS_AIM))
    yield _aim("statements that nothing names", _unused_statements())


def _aim(title: str, over: Iterable[str]) -> str:
    names = sorted(over)
    return "\n    ".join([f"{title}: {len(names)}", *names])


def _complex() -> Iterator[str]:
    ruff = Path(sys.executable).with_name("ruff")
    aim = f"lint.mccabe.max-complexity={COMPLEXITY_AIM}"
    command = [ruff, "check", "--isolated", "--select", "C901", "--config", aim, "--output-format", "json", *PRODUCT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    for finding in json.loads(done.stdout):
        yield f"{Path(finding['filename']).relative_to(ROOT)}:{finding['location']['row']} {finding['message']}"


def _unused_statements() -> Iterator[str]:
    code = "\n".join(source.text for source in sources(*PRODUCT))
    for file in sorted((ROOT / "engine/db/sql").glob("*.sql")):
        for name in re.findall(r"^-- name: (\w+)$", file.read_text("utf-8"), re.MULTILINE):
            if f'"{name}"' not in code:
                yield f"{file.name}:{name}"


if __name__ == "__main__":
    main()
