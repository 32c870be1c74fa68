"""An author's evening as it is typed: a preset and a world are made, tried, seen in the next reply and taken back."""

from pathlib import Path
from typing import Final

import pytest

from tests.bot.at_terminal import Terminals
from tests.servers.model import say
from tests.turns.files import PRESET, as_json

EVENINGS: Final = {
    "en": {
        "import": ("/import Mine.json", "yes"),
        "use": ("/scene preset use Mine",),
        "off": ("/scene preset switch Last", "/scene preset switch Main"),
        "order": ("/scene preset move charDescription 1",),
        "world": (
            "/scene world new Harbour",
            *("/scene world add 1", "Tide", "tide", "", "The tide turns at noon."),
            *("/scene world add 1", "Moon", "moon", "", "The moon pulls the tide."),
            *("/scene world add 1", "Whale", "whale", "", "The whale sleeps."),
            *("/scene world switch 1 Whale off", "/scene world bind Harbour chat"),
        ),
        "try": ("/scene world test Is the moon out?",),
        "edit": ("/edit other 1 It is low.",),
        "why": ("/why full", "/why full 2"),
        "back": ("/scene preset revert 1", "/scene world unbind Harbour", "/again back"),
    },
    "zh": {
        "import": ("/导入 Mine.json", "是"),
        "use": ("/场景 预设 使用 Mine",),
        "off": ("/场景 预设 开关 Last", "/场景 预设 开关 Main"),
        "order": ("/场景 预设 移动 charDescription 1",),
        "world": (
            "/场景 世界书 新建 Harbour",
            *("/场景 世界书 添加 1", "Tide", "tide", "", "The tide turns at noon."),
            *("/场景 世界书 添加 1", "Moon", "moon", "", "The moon pulls the tide."),
            *("/场景 世界书 添加 1", "Whale", "whale", "", "The whale sleeps."),
            *("/场景 世界书 开关 1 Whale 关", "/场景 世界书 绑定 Harbour 会话"),
        ),
        "try": ("/场景 世界书 测试 Is the moon out?",),
        "edit": ("/改写 别的 1 It is low.",),
        "why": ("/为什么 全部", "/为什么 全部 2"),
        "back": ("/场景 预设 恢复版本 1", "/场景 世界书 解绑 Harbour", "/重来 上一条"),
    },
}


@pytest.mark.parametrize("language", EVENINGS)
async def test_an_evening(terminals: Terminals, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes for others needs other programs beside this one, or cannot take back what they tried."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Mine.json").write_bytes(as_json(PRESET))
    mo, lines = await terminals.somebody(language=language), EVENINGS[language]
    mo.model.answer = lambda _: say("It is high.")

    async def told(words: str) -> str:
        await mo.types(words)
        return mo.model.generations[-1].prompt

    await mo.types("Hello.", *lines["import"], *lines["use"])
    before = await told("What do you see?")
    assert "PRESET-LAST" in before
    for step in ("off", "order", "world"):
        await mo.types(*lines[step])
    tried = await mo.types(*lines["try"])
    assert "Moon" in tried
    assert "Whale" not in tried
    after = await told("Is the moon out?")
    assert "PRESET-LAST" not in after
    assert "PRESET-MAIN" not in after
    assert "The moon pulls the tide." in after
    assert "The tide turns at noon." in after, "an entry calls another"
    assert "The whale sleeps." not in after
    await mo.types(*lines["edit"])
    why = await mo.types(*lines["why"])
    assert "Harbour" in why
    assert "It is low." in await told("Really?")
    await mo.types(*lines["back"])
    restored = await told("And now?")
    assert "PRESET-LAST" in restored
    assert "The moon pulls the tide." not in restored
