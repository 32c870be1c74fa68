"""Any text of a card gives a bounded text, and leaves bounded state."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import MAX_PRODUCED, Expander
from engine.rules.macros.reading import MacroReader, raw
from engine.rules.macros.store import MAX_NAMES, MAX_VALUE
from engine.rules.macros.table import MACROS

from .budget import FUZZ

CONTEXT = MacroContext(
    user="A::n}}", char="{{char}}", description="d" * 2_000, persona="<user>", last_message="\\{\\{x", seed="s"
)
PIECES = st.lists(
    st.sampled_from([*MACROS, "if", "unknown", "time_UTC+2"]).map(lambda name: "{{" + name)
    | st.sampled_from(
        ["::", ":", "}}", "{{", "{", "}", " ", "\n", "{{/if}}", "{{/setvar}}", "{{else}}", "{{//", "{{///}}"]
    )
    | st.sampled_from(
        [
            "a",
            "0",
            "-1",
            "1d6",
            "[]",
            "YYYY",
            "2026-01-01",
            "#",
            "!",
            "/",
            ".v",
            "$v",
            "++",
            "??=",
            "==",
            "<user>",
            "\\{\\{",
        ]
    )
    | st.text(max_size=3),
    max_size=40,
).map("".join)


@FUZZ
@given(PIECES)
def test_any_text_is_expanded_within_bounds(text: str) -> None:
    """A hostile card could stop its character from answering, or fill the log."""
    expander = Expander(CONTEXT)
    first = expander.expand(text, "main")
    assert len(first) <= len(text) + MAX_PRODUCED
    assert first == Expander(CONTEXT).expand(text, "main")
    for values in (expander.variables.local, expander.variables.shared):
        assert len(values) <= MAX_NAMES
        assert all(len(value) <= MAX_VALUE for value in values.values())


@FUZZ
@given(PIECES)
def test_reading_loses_nothing(text: str) -> None:
    """What is no macro would be damaged."""
    names = ("<user>", "<bot>", "<char>", "<group>", "<charifnotgroup>", "\\{", "\\}")
    if not any(name in text.lower() for name in names):
        assert "".join(map(raw, MacroReader(text).read())) == text
