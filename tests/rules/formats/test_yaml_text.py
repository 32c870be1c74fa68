"""YAML as a JSON value: what people mean is read, what is made to harm is refused."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import FileNotUtf8, FileTooBig, JsonTooDeep, JsonTooMany, YamlBroken
from engine.rules.formats.yaml_text import MAX_BYTES, MAX_VALUES, read_yaml
from tests.rules.memory import at_most

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff\ufeff"), max_size=20
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
EXTRA_MEMORY = 64 << 20


@given(VALUES, st.booleans())
def test_reads_what_other_programs_write(value, flow):
    """A file that a program wrote must come in as it was."""
    text = yaml.safe_dump(value, allow_unicode=True, default_flow_style=flow)
    assert read_yaml(text.encode()) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("a: yes\nno: on\n", {"a": "yes", "no": "on"}),
        ("a: true\nb: Null\nc: ~\nd:\n", {"a": True, "b": None, "c": None, "d": None}),
        ("[1, -2, 0x1f, 0o17, 1_000, 010, 1e3, 1.5e3, .5, 1.]", [1, -2, 31, 15, "1_000", 10, "1e3", 1500.0, 0.5, 1.0]),
        ("[.nan, -.inf, 1e999, 2024-01-01, 12:30]", [None, None, "1e999", "2024-01-01", "12:30"]),
        ("{1: a, null: b, 1.5: c}", {"1": "a", "null": "b", "1.5": "c"}),
        ("['1', \"true\", !!str 3, !!int '4']", ["1", "true", "3", "4"]),
        ("a: &x [1, &y b]\n*y : *x\n", {"a": [1, "b"], "b": [1, "b"]}),
        ("a: !!python/object/apply:os.system [x]\n", {"a": ["x"]}),
        ("a: 1\n---\nb: 2\n", {"a": 1}),
        ("a: 1\na: 2\n", {"a": 2}),
        ("\ufeffa: b\r\nc: d\r\n", {"a": "b", "c": "d"}),
        ("a: x\0\x07y\n", {"a": "xy"}),
    ],
)
def test_values(text, value):
    """A keyword such as “no” is a word, and nothing in a file may run."""
    assert read_yaml(text.encode()) == value


def test_utf16():
    """A file saved by a plain editor on Windows must come in."""
    assert read_yaml("名: 思い".encode("utf-16")) == {"名": "思い"}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b: c", 1, 5),
        ("a: 1\nb: [1\n", 3, 1),
        ("a: *x", 1, 4),
        ("a: &x [*x]", 1, 8),
        ("a: 1\n? [a]\n: b", 2, 3),
        ("ok: 1\n\ufffe: b", 1, 1),
    ],
)
def test_a_fault_is_shown_where_it_is(text, line, column):
    """Someone who wrote a file by hand must find the place to correct."""
    with pytest.raises(YamlBroken) as caught:
        read_yaml(text.encode())
    if "\ufffe" not in text:
        assert caught.value.data == {"line": line, "column": column}


BOMBS = [
    pytest.param(lambda: b"a" * (MAX_BYTES + 1), FileTooBig, id="too many bytes"),
    pytest.param(lambda: b"a: " + b"[" * 100_000, JsonTooDeep, id="100,000 levels"),
    pytest.param(lambda: b"- " * 100_000, JsonTooDeep, id="100,000 levels of lines"),
    pytest.param(lambda: b"- a\n" * 300_000, JsonTooMany, id="many values"),
    pytest.param(lambda: b"a: 1\n" * MAX_VALUES, JsonTooMany, id="many keys"),
    pytest.param(
        lambda: b"a0: &a0 [x]\n" + b"".join(b"a%d: &a%d [*a%d,*a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, 60)),
        JsonTooMany,
        id="a billion laughs",
    ),
    pytest.param(lambda: b"a: &a " + b"x" * 1_000_000 + b"\nb: [*a, *a]\n", FileTooBig, id="a long text many times"),
    pytest.param(lambda: b"\xff" * 1_000, FileNotUtf8, id="no text"),
]


@pytest.mark.parametrize(("make", "error"), BOMBS)
def test_bombs_are_refused_within_bounds(make, error):
    """One hostile file must not stop the house for everyone."""
    data = make()
    with at_most(EXTRA_MEMORY), pytest.raises(error):
        read_yaml(data)
