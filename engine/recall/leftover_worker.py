"""The process that reads Chinese words of time with jionlp. Run as a file, never imported.

It answers JSON lines: ``{"id", "text", "bases": [ISO, local]}`` with ``{"id", "found": [start, last]}``: seen from each
base, the newest range that had begun by the first of them; ``null`` when there is none. The package talks on stdout and
would load 250 MB of models for other things; neither happens here. Ends when its stdin does.
"""

import importlib
import importlib.util
import json
import logging
import os
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from types import ModuleType
from typing import Any, cast

Parse = Callable[..., dict[str, Any]]


def main() -> None:
    """Read until nobody asks any more."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        parse = _parser()
        _found(parse, "去年五月", [datetime.fromisoformat("2020-01-01")])  # it compiles its patterns
        print(json.dumps({"id": 0}), file=answers, flush=True)
        for line in sys.stdin:
            asked = json.loads(line)
            found = _found(parse, asked["text"], [datetime.fromisoformat(it) for it in asked["bases"]])
            print(json.dumps({"id": asked["id"], "found": found}), file=answers, flush=True)


def _parser() -> Parse:
    """The parser alone: the packages around it are there by name, but nothing of theirs is run."""
    spec = importlib.util.find_spec("jionlp")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(3)
    home = next(iter(spec.submodule_search_locations))
    for name, folder in (("jionlp", home), ("jionlp.gadget", f"{home}/gadget")):
        package = ModuleType(name)
        package.__path__ = [folder]
        sys.modules[name] = package
    vars(sys.modules["jionlp"])["logging"] = logging
    return cast("Parse", importlib.import_module("jionlp.gadget.time_parser").TimeParser())


def _found(parse: Parse, text: str, bases: Sequence[datetime]) -> list[str] | None:
    ranges: list[list[datetime]] = []
    for base in bases:
        try:
            answer = parse(text, time_base=base)
            times = [datetime.fromisoformat(it) for it in answer["time"]]
        except Exception:  # noqa: BLE001, S112 — the edge of a process: it raises of everything that it cannot read
            continue
        if answer["type"] in ("time_point", "time_span") and times[0] <= bases[0]:
            ranges.append(times)
    return [str(it) for it in max(ranges)] if ranges else None


if __name__ == "__main__":
    main()
