"""JavaScript's regexes: what RE2 does."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RegexRefused
from engine.rules.regexes.js_regex import JsRegex, compile_js, parse_key, parse_script

SEARCHES = [
    # pattern, flags, text that matches, text that does not
    (r"\d\w", "", "1a", "１a"),
    (r"^\w+$", "", "abc_1", "é"),
    (r"^\s$", "", "\u3000", "\u200b"),
    (r"^\S$", "", "龙", "\ufeff"),
    (r"\bdragon\b", "", "a dragon!", "dragons"),
    (r"龙\b", "", "龙a", "龙。"),
    (r"\B-", "", " -", "a-"),
    ("dragon", "i", "DRAGON", "dragoon"),
    ("é|straße", "i", "É", "e"),
    (r"[\W]", "i", "-", "s"),
    ("^[^]$", "", "\n", ""),
    ("[]|x", "", "x", "y"),
    ("a.b", "", "a b", "a\u2028b"),
    ("a.b", "s", "a\nb", "ab"),
    ("^b$", "", "b", "a\nb"),
    ("^b$", "m", "a\nb\nc", "ab"),
    ("b$", "", "ab", "b\n"),
    (r"\x41\u9f99\cJ\0", "", "A龙\n\0", "A龙\n"),
    (r"^\u{3}$", "", "uuu", "\3"),
    (r"^\u{1F600}$", "u", "😀", "u"),
    (r"^\ud83d\ude00$", "", "😀", "😁"),
    (r"^[\ud800-\udbff][\udc00-\udfff]$", "", "😀", "é"),
    (r"^\ud83d[\ude00-\ude05]$", "", "😁", "😎"),
    (r"[\u0080-\uffff]", "", "😀", "e"),
    ("^[😀-😎]$", "u", "😁", "🎉"),
    (r"a\/b", "", "a/b", "ab"),
    ("a{,2}", "", "a{,2}", "aa"),
    ("^a{2}$", "", "aa", "a{2}"),
    ("x{", "", "x{", "x"),
    (r"^[\w-.]$", "", "-", "*"),
    (r"^[\b]$", "", "\b", "b"),
    (r"^\101\8$", "", "A8", "101"),
    ("(?<who>a)|b", "", "a", "c"),
    ("(?i:a)b", "", "Ab", "AB"),
    (r"^\p{Lu}\p{Script=Han}$", "u", "É龙", "é龙"),
    (r"^\P{L}$", "u", "1", "a"),
    (r"\p{L}", "", "p{L}", "é"),
    ("b", "y", "b", "ab"),
    (r"(?<!\w)elf(?!\w)", "i", "an Elf!", "self"),
    ("dragon(?!fly)", "", "dragonfl", "dragonfly"),
    (r"(?<=^|\s)x(?=\s|$)", "", "x", "xx"),
    ("(?<![龙凤])爪", "", "鹰爪", "龙爪"),
]


@pytest.mark.parametrize(("pattern", "flags", "yes", "no"), SEARCHES)
def test_patterns_find_what_they_find_in_javascript(pattern: str, flags: str, yes: str, no: str) -> None:
    """A world book's key would fire when it should not, or stay silent."""
    compiled = compile_js(pattern, flags)
    assert (compiled.search(yes), compiled.search(yes.encode())) == (True, True)
    assert not compiled.search(no)


@pytest.mark.parametrize(
    ("pattern", "flags", "text", "replacement", "expected"),
    [
        ("a", "", "aaa", "b", "baa"),
        ("a", "g", "aaa", "b", "bbb"),
        ("a", "gy", "aab a", "b", "bbb a"),
        ("", "g", "a龙", "-", "-a-龙-"),
        ("b*", "g", "abb龙", "-", "-a--龙-"),
        (r"\B", "g", "龙龙", "-", "-龙-龙-"),
        ("(a)(b)?", "g", "xab", "[$1|$2|$3|$&|$$|$`|$'|$0|$10]", "x[a|b|$3|ab|$|x||$0|a0]"),
        ("(?<n>a)", "", "a", "<$<n>|$<x>>", "<a|>"),
        ("a", "", "a", "$<n>", "$<n>"),
        ("(a)|(b)", "g", "ab", "<$1$2>", "<a><b>"),
        ("(?<=a)a", "g", "aaa", "-", "a--"),
        ("(?<!a)", "g", "aba", "-", "-ab-a"),
        ("(x)(?=(y))|(?=z)", "g", "xyz", "<$1$2>", "<xy>y<>z"),
        ("a(?=b)", "g", "abaab", "-", "-ba-b"),
        ("(?<!龙)凤", "g", "凤龙凤凤", "-", "-龙凤-"),
        (r"<think>[\s\S]*?<\/think>\s*", "gi", "<THINK>a\nb</think>\n\nHi", "", "Hi"),
    ],
)
def test_replacing_is_javascript_s(pattern: str, flags: str, text: str, replacement: str, expected: str) -> None:
    """A regex script would change other words than where it was made."""
    assert compile_js(pattern, flags).sub(text, replacement) == expected


@pytest.mark.parametrize(
    ("pattern", "flags", "reason"),
    [
        (r"\p{scx=Klingon}", "u", "property"),
        (r"\p{Klingon}", "u", "property"),
        ("[a&&b]", "v", "sets"),
        ("a{100001}", "", "repeat"),
        ("a{9999999999}", "", "repeat"),
        ("a{6000}", "", "size"),
        ("(?:a{1001}){1001}", "", "size"),
        ("(?:a{100}){100}", "", "size"),
        (r"(?:\p{L}{50}){20}", "u", "size"),
        ("a" * 20_001, "", "long"),
        ("(" * 61 + ")" * 61, "", "deep"),
        *((pattern, "", "syntax") for pattern in ("(", "a)", "[", "*", "a**", "a{2}{2}", "a{2,1}", "[b-a]", "\\")),
        *((pattern, "", "syntax") for pattern in ("(?i)a", "(?<1>a)", "(?<n>a)(?<n>b)", "^*", "(?P<n>a)", "(?>a)")),
        *((pattern, "u", "syntax") for pattern in ("{", "]", r"\-", r"\u{110000}", r"[\d-x]", r"\c")),
        ("a", "gg", "flags"),
        ("a", "x", "flags"),
        ("a", "uv", "flags"),
    ],
)
def test_what_cannot_be_run_is_refused_with_its_reason(pattern: str, flags: str, reason: str) -> None:
    """Somebody would wait for a key or a script that never works, and not know why."""
    with pytest.raises(RegexRefused) as refused:
        compile_js(pattern, flags)
    assert refused.value.data["reason"] == reason


@pytest.mark.parametrize(
    ("key", "regex"),
    [
        ("/a b/i", JsRegex("a b", "i")),
        (r"/a\/b/", JsRegex(r"a\/b")),
        ("/a(?=b)c/", JsRegex("a(?=b)c")),
        *((key, None) for key in ("dragon", "/a/b/", "//", "/(/", "/a/gg", "/a/x", "a/b/", "/a", "/[/]/")),
    ],
)
def test_a_key_is_a_regex_only_where_it_is_one_elsewhere(key: str, regex: JsRegex | None) -> None:
    """A key such as "and/or" would be read as a regex, or a wrong regex never match as the text that it is."""
    assert parse_key(key) == regex


@pytest.mark.parametrize(
    ("find", "regex"),
    [
        ("/a/gi", JsRegex("a", "gi")),
        ("/a/b/g", JsRegex("a/b", "g")),
        ("a/b", JsRegex("a/b")),
        ("plain", JsRegex("plain")),
        ("/a/y", JsRegex("/a/y")),
        ("/a\nb/g", JsRegex("/a")),
        ("", None),
    ],
)
def test_a_script_s_regex_is_read_as_elsewhere(find: str, regex: JsRegex | None) -> None:
    """A script would look for something else than where it was made."""
    assert parse_script(find) == regex


@given(st.text(max_size=60), st.text(max_size=60))
def test_an_escaped_text_finds_itself(text: str, around: str) -> None:
    """A key with signs in it would be read as something else than written."""
    escaped = "".join(f"\\u{{{ord(char):x}}}" for char in text)
    assert compile_js(escaped, "u").search(around + text + around)
    assert compile_js(escaped, "gu").sub(around, "") == (around.replace(text, "") if text else around)


CALM = st.text(st.sampled_from("ab .-"), max_size=12)
CALM_PATTERN = st.lists(st.sampled_from(["a", "b", ".", "[ab]", "[^a]", "a*?", "(a|b)", "b+", "-?", r"\b"]), max_size=6)


@given(CALM_PATTERN.map("".join), CALM)
def test_patterns_of_both_languages_agree(pattern: str, text: str) -> None:
    """The simplest patterns would find other places than anywhere else."""
    expected, found = re.search(pattern, text), next(compile_js(pattern, "").find(text), None)
    assert (found and (found.start, found.groups[0])) == (expected and (expected.start(), expected.group()))
