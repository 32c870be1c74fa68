"""The picture of the layers in ARCHITECTURE.md, made from the contracts in pyproject.toml.

``python -m tests.code.layers`` writes it anew.
"""

import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
ARCHITECTURE: Final = ROOT / "ARCHITECTURE.md"
BEGIN: Final = "```mermaid\n"
END: Final = "```\n"

_SEEN: Final = {"app", "service", "actions", "values", "errors", "config", "wiring"}
"""What the picture shows of the ways from the bot into the engine; whether they are open the contracts say."""


def picture(contracts: list[dict[str, Any]]) -> str:
    """A flowchart of every layer of every side, top to bottom; the arrows are the imports that are allowed."""
    lines = ["flowchart TB"]
    sides: dict[str, list[list[str]]] = {}
    for contract in contracts:
        if contract["type"] == "layers":
            [side] = contract["containers"]
            sides[side] = [[it.strip(" ()") for it in layer.split("|")] for layer in contract["layers"]]
    for side, layers in reversed(sides.items()):
        lines.append(f'  subgraph {side}["{side}/"]')
        for number, layer in enumerate(layers):
            lines.append(f'    {side}{number}["{" · ".join(layer)}"]')
        lines.append("    " + " --> ".join(f"{side}{number}" for number in range(len(layers))))
        lines.append("  end")
    (doors,) = [it for it in contracts if it["id"] == "bot-door"]
    closed = {it.partition(".")[2] for it in doors["forbidden_modules"] if it.startswith("engine.")}
    for number, layer in enumerate(sides["engine"]):
        lines += [f"  bot -.->|{it}| engine{number}" for it in layer if it in _SEEN and it not in closed]
    return "\n".join(lines) + "\n"


def contracts() -> list[dict[str, Any]]:
    """As pyproject.toml has them."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]


def shown(text: str) -> str:
    """The first picture of a page."""
    return text.partition(BEGIN)[2].partition(END)[0]


def main() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    ARCHITECTURE.write_text(text.replace(shown(text), picture(contracts())), "utf-8")


if __name__ == "__main__":
    main()
