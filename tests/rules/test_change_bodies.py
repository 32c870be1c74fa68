"""What the audit says of changes, as the database stores it: of each act all there is, and what is broken."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.bodies.changes import READERS, read_change
from engine.rules.bodies.fields import Stored
from engine.rules.bodies.sendings import notice_json, notice_of
from engine.values.chats.notices import Notice
from engine.values.house.allowances import AllowanceUnit
from engine.values.house.changes import (
    AdultChange,
    AllowanceChange,
    BlockChange,
    Change,
    GrantChange,
    OwnerCodeUse,
    Removal,
    Report,
    ReportsChange,
    SettingChange,
    SilenceChange,
    UntoldChange,
    WordChange,
)
from engine.values.house.setting_scopes import SettingScope

SILENCE: Final = (SilenceChange(scope="channel", scope_id=3), {"scope": "channel", "scope_id": 3})
GRANT: Final = (GrantChange(role="77", may="talk"), {"role": "77", "may": "talk"})
BLOCK: Final = (
    BlockChange(scope="person", scope_id=9, everywhere=True),
    {"scope": "person", "scope_id": 9, "everywhere": True},
)
WHOLE: Final[Mapping[str, tuple[Change, Mapping[str, Any]]]] = {
    "setting": (
        SettingChange(scope=SettingScope.CHANNEL, scope_id=3, name="live", before=True, after=0.5),
        {"scope": "channel", "scope_id": 3, "name": "live", "before": True, "after": 0.5},
    ),
    "allowance": (
        AllowanceChange(scope="person", scope_id="9", unit=AllowanceUnit.CENTS, before=10, after=20),
        {"scope": "person", "scope_id": 9, "unit": "cents", "before": 10, "after": 20},
    ),
    "pause": SILENCE,
    "resume": SILENCE,
    "grant": GRANT,
    "revoke": GRANT,
    "block": BLOCK,
    "unblock": BLOCK,
    "word": (WordChange(everywhere=True, blocked=False), {"everywhere": True, "blocked": False}),
    "report": (Report(session=3, branch=1, seq=7), {"session": 3, "branch": 1, "seq": 7}),
    "reports": (ReportsChange(channel=3), {"channel": 3}),
    "adult": (AdultChange(character=3, adult=False), {"character": 3, "adult": False}),
    "claim": (OwnerCodeUse(platform="discord"), {"platform": "discord"}),
    "open": (UntoldChange(), {}),
    "close": (UntoldChange(), {}),
    "delete": (Removal(kind="chat", count=2), {"kind": "chat", "count": 2}),
    "forget": (Removal(kind="words", count=5), {"kind": "words", "count": 5}),
}
"""Of each act a change that says all it may, and how it is stored."""
JSON: Final = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.lists(st.text(max_size=2))


def test_every_act_is_tried() -> None:
    """What a new act was about is stored, and nobody reads it."""
    assert list(WHOLE) == list(READERS)


@pytest.mark.parametrize("act", WHOLE)
def test_all_that_a_change_says_is_read(act: str) -> None:
    """Whoever looks after a server reads that somebody changed something, and not what."""
    change, stored = WHOLE[act]
    for field in fields(change):
        assert getattr(change, field.name) not in (MISSING, field.default), f"{field.name} is not tried"
    assert read_change(act, json.loads(json.dumps(stored))) == change


@given(st.data(), st.sampled_from([*WHOLE, "of another version"]))
def test_any_change_is_read(data: st.DataObject, act: str) -> None:
    """One broken row hides everything that was changed in a server."""
    keys = [*WHOLE[act][1], "x"] if act in WHOLE else ["x"]
    raw: dict[str, Any] = data.draw(st.dictionaries(st.sampled_from(keys), JSON))
    read_change(act, raw)


def _in_words(raw: Stored) -> Stored:
    return {("after" if name == "now" else name): it for name, it in raw.items()}


def test_a_change_of_any_version_is_brought_up_to_the_newest() -> None:
    """After an update of the shape nobody can see what was changed before it."""
    upgrades = {"setting": (_in_words,)}
    for stored in ({"name": "live", "now": 2}, {"name": "live", "after": 2, "v": 2}):
        assert read_change("setting", stored, upgrades) == SettingChange(name="live", after=2)


@pytest.mark.parametrize(
    ("notice", "of", "stored"),
    [
        (Notice("turn-stopped"), None, {"message": "turn-stopped", "data": {}}),
        (Notice("begins", {"total": 40}), "init:1", {"message": "begins", "data": {"total": 40}, "of": "init:1"}),
        (None, None, {}),
    ],
)
def test_what_is_to_be_sent_is_read_as_it_was_stored(
    notice: Notice | None, of: str | None, stored: Mapping[str, Any]
) -> None:
    """After a restart what was still to be told is told as something else, or never."""
    assert notice_json(notice, of) == stored
    assert notice_of(json.loads(json.dumps(stored))) == notice


@given(st.dictionaries(st.sampled_from(["message", "data", "of", "x"]), JSON))
def test_any_notice_is_read(raw: dict[str, Any]) -> None:
    """One broken row keeps everything behind it from being delivered after a start."""
    notice_of(raw)
