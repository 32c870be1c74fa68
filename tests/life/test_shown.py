"""A circle as text."""

from datetime import UTC, datetime

import pytest

from tests.life.shown import SeenMessage, shown

NAMES = {"en": ("Lan", "Mo", "Ash"), "zh": ("阿澜", "小麦", "青禾")}
LOOKS = {
    "en": """
── Friday, 5 March 2027 ──

    09:41  Lan: A red glove lies on the quay.
           ❤ Mo, Ash
        09:52  Mo: @Lan Mine!
        Sat 10:05  Lan: @Mo Come and get it.

── Saturday, 6 March 2027 ──

    09:00  Mo: Rye.
""",
    "zh": """
── 2027年3月5日 星期五 ──

    09:41  阿澜：A red glove lies on the quay.
           ❤ 小麦、青禾
        09:52  小麦：@阿澜 Mine!
        周六 10:05  阿澜：@小麦 Come and get it.

── 2027年3月6日 星期六 ──

    09:00  小麦：Rye.
""",
}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_circle_reads_as_people_see_it(language: str) -> None:
    """Comments stand among other posts, nobody knows whose they are, and likes are not to be seen."""
    lan, mo, ash = NAMES[language]

    def at(day: int, hour: int, minute: int) -> datetime:
        return datetime(2027, 3, day, hour, minute, tzinfo=UTC)

    posts = [
        [SeenMessage(at(6, 9, 0), mo, "Rye.")],
        [
            SeenMessage(at(5, 9, 41), lan, "A red glove lies\non the quay.", (mo, ash)),
            SeenMessage(at(5, 9, 52), mo, f"@{lan} Mine!", depth=1),
            SeenMessage(at(6, 10, 5), lan, f"@{mo} Come and get it.", depth=2),
        ],
    ]
    assert "\n".join(shown(posts, UTC, language)) + "\n" == LOOKS[language]
