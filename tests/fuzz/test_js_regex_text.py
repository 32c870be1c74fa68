"""Any text is a regex that runs, or is refused in our words."""

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RegexRefused
from engine.rules.regexes.js_regex import compile_js, parse_key, parse_script

from .budget import FUZZ

ATOMS = [
    "a",
    "b",
    ".",
    r"\d",
    r"\w",
    r"\s",
    r"\W",
    r"\S",
    r"\b",
    r"\B",
    "^",
    "$",
    "[ab]",
    "[^a]",
    "[^]",
    "[]",
    "龙",
    "é",
]
MARKS = [
    "(",
    "(?:",
    "(?<n>",
    "(?=",
    "(?!",
    "(?<=",
    "(?<!",
    "(?i:",
    "|",
    ")",
    "*",
    "+?",
    "{2}",
    "{1,3}",
    "{0,2000}",
    "[",
    "]",
    "-",
    "\\",
]
ESCAPES = [
    r"\x41",
    r"\u9f99",
    r"\u{1f600}",
    r"\ud83d",
    r"\cJ",
    r"\0",
    r"\1",
    r"\k<n>",
    r"\p{L}",
    r"\p{Emoji}",
    r"\P{Han}",
    r"\/",
    "\ud83d",
]
PATTERN = st.lists(st.sampled_from(ATOMS + MARKS + ESCAPES) | st.text(max_size=2), max_size=12).map("".join)
FLAGS = st.text(st.sampled_from("gimsuyvdx"), max_size=4)
TEXT = st.lists(st.sampled_from([*"abAB1 \n-龙凤é😀\u2028\ud83d"]), max_size=30).map("".join)


@FUZZ
@given(PATTERN, FLAGS, TEXT, st.text(st.sampled_from("$&`'1<n>x"), max_size=6))
def test_any_pattern_runs_or_is_refused(pattern: str, flags: str, text: str, replacement: str) -> None:
    """A broken regex would stop its character from answering."""
    try:
        compiled = compile_js(pattern, flags)
    except RegexRefused:
        return
    found = list(compiled.find(text))
    assert bool(found) == compiled.search(text)
    assert [it.start for it in found] == sorted({it.start for it in found})
    plain = text.encode(errors="replace").decode()
    assert compiled.sub(text, "$&") in (text, plain)
    assert isinstance(compiled.sub(text, replacement), str)


@FUZZ
@given(st.text(max_size=12) | PATTERN.map(lambda pattern: f"/{pattern}/gi"))
def test_any_key_and_any_script_is_read(text: str) -> None:
    """A strange key would stop its world book from being read."""
    key, script = parse_key(text), parse_script(text)
    assert key is None or text == f"/{key.pattern}/{key.flags}"
    assert script is None or script.pattern in text
