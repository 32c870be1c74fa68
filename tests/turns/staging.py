"""What prompts are built from, seen where a turn builds one."""

from typing import Any

import pytest

from engine.turns import prepare
from engine.values.models.stage import Built, PromptStage


def staged(monkeypatch: pytest.MonkeyPatch) -> list[PromptStage]:
    """Every stage that a prompt is built from."""
    seen: list[PromptStage] = []
    real = prepare.assemble

    def assemble(stage: PromptStage, *more: Any) -> Built:
        seen.append(stage)
        return real(stage, *more)

    monkeypatch.setattr(prepare, "assemble", assemble)
    return seen
