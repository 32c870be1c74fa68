"""What RE2 cannot do: referring back and looking around, as JavaScript does, and never for long."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RegexRefused
from engine.rules.regexes.js_backtracking import Backtracking
from engine.rules.regexes.js_linear import Found, Linear, linear, next_character
from engine.rules.regexes.js_regex import compile_js
from engine.rules.regexes.js_syntax import read_pattern
from engine.rules.regexes.search_time import EACH, TOGETHER, SearchTime

_Found = TypeVar("_Found")
SHOWN = "[$&|$1|$2]"

AS_IN_JAVASCRIPT = [
    # pattern, flags, text, what becomes of it with each match shown with its first two groups, as node 20 has it
    (r"(\w)\1", "g", "aabbc", "[aa|a|$2][bb|b|$2]c"),
    (r"(?<q>['\"])(.*?)\k<q>", "g", "say \"it's\" or 'no'", "say [\"it's\"|\"|it's] or ['no'|'|no]"),
    (r"(a)|b\1", "g", "ba", "[b||$2][a|a|$2]"),
    (r"\1(a)", "g", "aa", "[a|a|$2][a|a|$2]"),
    (r"(a\1)b", "", "ab", "[ab|a|$2]"),
    (r"\k<n>(?<n>a)", "", "a", "[a|a|$2]"),
    (r"(a)(?:\1|b){2}", "", "aab", "[aab|a|$2]"),
    (r"(A)\1", "i", "aAb", "[aA|a|$2]b"),
    (r"(a)\1{2}", "", "aaa", "[aaa|a|$2]"),
    (r"(?:(x)|y)\1z", "", "yz xxz", "[yz||$2] xxz"),
    (r"a(?=b)c?", "g", "ab ac", "[a|$1|$2]b ac"),
    (r"^(?!.*no).*$", "gm", "yes\nno\nwell", "[yes|$1|$2]\nno\n[well|$1|$2]"),
    (r"^(?!x)a", "", "ab", "[a|$1|$2]b"),
    (r"(?:(?<!a)b)", "g", "ab bb", "ab [b|$1|$2][b|$1|$2]"),
    (r"(?<=a+)b", "g", "aab b", "aa[b|$1|$2] b"),
    (r"(?<!ab)c", "g", "abc ac c", "abc a[c|$1|$2] [c|$1|$2]"),
    (r"(?<!a)b|c", "g", "ab b c", "ab [b|$1|$2] [c|$1|$2]"),
    (r"a(?!b+)", "g", "abb ac", "abb [a|$1|$2]c"),
    (r"(?<=(\d+)(\d+))$", "", "1053", "1053[|1|053]"),
    (r"(?<=\1(a))b", "", "aab", "aa[b|a|$2]"),
    (r"(?<=(a)\1)b", "", "ab", "a[b|a|$2]"),
    (r"(?=(a+))a*b\1", "", "baaabac", "baa[aba|a|$2]c"),
    (r"(?!(a))\1b", "", "b", "[b||$2]"),
    (r"(?=a)*b", "", "ab", "a[b|$1|$2]"),
    (r"(?=(a))?b", "", "b", "[b||$2]"),
    (r"(?=(a))+\1", "", "ab", "[a|a|$2]b"),
    (r"(.*?)a(?!(a+)b\2c)\2(.*)", "", "baaabaac", "[baaabaac|ba|]"),
    (r"(?<=^|\n\n?)> ?(?!>)", "g", "> a\n>> b", "[> |$1|$2]a\n>> b"),
    (r"(?<=\n|^)(-)\1$", "m", "a\r\n--\r\nb", "a\r\n[--|-|$2]\r\nb"),
    (r"\b(\w+) \1\b", "gi", "the The é é end", "[the The|the|$2] é é end"),
    (r"(.)(?=\1)", "gu", "😀😀龙龙a", "[😀|😀|$2]😀[龙|龙|$2]龙a"),
    (r"(?<![龙a]|龙 )凤(?!。)", "g", "龙凤 凤。 凤", "龙凤 凤。 [凤|$1|$2]"),
    (r"(a)\1", "y", "baa", "baa"),
    (r"(a)\1", "gy", "aaaabaa", "[aa|a|$2][aa|a|$2]baa"),
    (r"\p{Emoji_Presentation}+", "gu", "a😀😎 ☂ 1", "a[😀😎|$1|$2] ☂ 1"),
    (r"[^\p{Extended_Pictographic}a]", "gu", "a😀b", "a😀[b|$1|$2]"),
    (r"\P{Alphabetic}", "gu", "a1龙。", "a[1|$1|$2]龙[。|$1|$2]"),
    (r"(?<!\p{scx=Han})\p{LC}", "gu", "龙a bC", "龙a [b|$1|$2][C|$1|$2]"),
    (r"\p{C}", "gu", "a\u200bb\x07", "a[\u200b|$1|$2]b[\x07|$1|$2]"),
    (r"(?!\p{Emoji})[^a]", "gu", "a1b😀", "a1[b|$1|$2]😀"),
    (r"^(a{0,2000})b{1001,}?$", "", "aa" + "b" * 1001, "[aa" + "b" * 1001 + "|aa|$2]"),
    (r"^[^]{0,1500}!", "", "ab!c!d", "[ab!c!|$1|$2]d"),
    (r"x*(?=(y)|z)(?=.)", "g", "xyz", "[x|y|$2][|y|$2]y[||$2]z"),
    (r"(?=(龙))(?!龙龙)", "g", "龙a龙", "[|龙|$2]龙a[|龙|$2]龙"),
    (r"[^<](?=<\/b>(?!n))", "g", "<b>on</b>", "<b>o[n|$1|$2]</b>"),
]


@pytest.mark.parametrize(("pattern", "flags", "text", "expected"), AS_IN_JAVASCRIPT)
def test_it_finds_what_javascript_finds(pattern: str, flags: str, text: str, expected: str) -> None:
    """A script of a card that plays everywhere else would cut the wrong words, or none."""
    compiled = compile_js(pattern, flags)
    assert compiled.sub(text, SHOWN) == expected
    assert compiled.search(text) is (expected != text)
    assert compiled.takes_time


@pytest.mark.parametrize(
    ("pattern", "flags", "text", "replacement", "expected"),
    [
        (r"<(\w+)>[\s\S]*?<\/\1>\s*", "g", "<Update>\n_.set('hp', 3);\n</Update>\nHi <b>there", "", "Hi <b>there"),
        (r"<(?<tag>status|log)\b[^>]*>[\s\S]*?<\/\k<tag>>", "gi", "a<log x=1>b</LOG>c", "", "ac"),
        (r"<think>(?:(?!<\/think>)[\s\S])*(?:<\/think>|$)", "g", "<think>a</think>b<think>c", "", "b"),
        (r"(?<!\*)\*(?!\*)(.+?)(?<!\*)\*(?!\*)", "g", "*nods* **no** *yes*", "_$1_", "_nods_ **no** _yes_"),
        (r"(?<=「)[^「」]*(?=」)", "g", "她说「好」和「不」", "…", "她说「…」和「…」"),
        (r"\n(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", "g", 'a\n"b\nc"\nd', " ", 'a "b\nc" d'),
        (r"^(?!```)(.*)(?<!```)$", "gm", "a\n```\nb", "> $1", "> a\n```\n> b"),
        (r"(^|\n)(.+)(?:\n\2)+(?=\n|$)", "g", "a\na\na\nb", "$1$2", "a\nb"),
        (r"(?<h>\d\d):(?<m>\d\d)(?!:\d)", "g", "12:30, 12:30:15", "$<h>h$<m>", "12h30, 12:30h15"),
    ],
)
def test_scripts_in_use_work(pattern: str, flags: str, text: str, replacement: str, expected: str) -> None:
    """Hidden blocks would be shown, or be told to the model again with every message."""
    assert compile_js(pattern, flags).sub(text, replacement) == expected


HOSTILE = {
    "back": (r"(x+x+)+y\1$", "x" * 5_000 + "y!"),
    "ahead": (r"(?=(x+x+)+!)[^]*z", "x" * 5_000 + "z!"),
    "behind": (r"(?<=^(?:x+x+)+)(?=y)[^]", "z" + "x" * 5_000 + "y"),
    "each letter": (r".(?=[^]*z[^x])(?!q)", "xz" * 40_000),
    "each match": (r"(.)(?=\1)", "x" * 200_000),
    "copies": (r"^(x{900})(?:.*?\1)*b?$", "x" * 100_000 + "b\n"),
    "unclosed": (r"<(\w+)>[^]*?<\/\1>", "<a>" * 20_000 + "</b>"),
}


@pytest.mark.parametrize("flags", ["g", "giu"])
@pytest.mark.parametrize(("pattern", "text"), HOSTILE.values(), ids=HOSTILE)
def test_what_takes_too_long_is_stopped_and_changes_nothing(pattern: str, text: str, flags: str) -> None:
    """One card would hold up everybody for minutes, or its script leave half of a message changed."""
    compiled, time = compile_js(pattern, flags), SearchTime(0.004)
    assert compiled.replace(text, lambda _: "-", time=time) == text
    assert compiled.late(time)
    assert not compile_js(r"(a)\1", "g").late(time)


class CountedTime(SearchTime):
    """Counts how often somebody looked."""

    looks = 0

    def spent(self, regex: tuple[str, str], look: Callable[[float], _Found]) -> _Found | None:
        def counted(seconds: float) -> _Found:
            self.looks += 1
            return look(seconds)

        return super().spent(regex, counted)


def test_all_regexes_of_a_prompt_share_one_time() -> None:
    """A book of a thousand such keys would take a thousand times as long as one."""
    time = CountedTime()
    hostile = [compile_js(rf"(x+x+)+y\1(?:{number})") for number in range(100, 300)]
    for regex in hostile:
        assert not regex.search("x" * 5_000 + "y" + "".join(map(str, range(100, 300))), time)
    assert 0 < time.looks <= TOGETHER / EACH
    assert all(it.late(time) for it in hostile)


def test_a_regex_that_was_stopped_is_not_tried_again() -> None:
    """Each of a hundred messages would take as long as the first."""
    time, (pattern, text) = CountedTime(), HOSTILE["back"]
    for _ in range(100):
        compile_js(pattern).search(text, time)
    assert time.looks == 1


def test_where_nothing_of_the_kind_is_no_time_is_taken() -> None:
    """A hundred messages without a block would take the time of those that have one."""
    time = CountedTime()
    for pattern, text in ((r"<(\w+)>[^]*?<\/\1>", "<a> <b> " * 5_000), (r"(x+x+)+y\1", "x" * 5_000)):
        assert not compile_js(pattern).search(text, time)
    assert time.looks == 0


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        (f"{'(?:' * 8}a{'){50}' * 8}" r"(b)\1", "size"),
        (f"{'(?:a|(?=b' * 20}a{'))+' * 20}", "size"),
        (f"{'(?:' * 30}a{')+' * 30}" r"(b)\1", "size"),
        (r"(a)\1" + "[" + "".join(chr(0x4E00 + 2 * it) for it in range(6_000)) + "]", "size"),
        (r"(a)(?=b" + "(" * 60 + ")" * 60 + ")", "deep"),
        (r"\k<m>(?<n>a)", "syntax"),
        (r"(?<n>a)\k<n", "syntax"),
        (r"(?<=a)*b", "syntax"),
        (r"(?=a)**", "syntax"),
        (r"(?=a){2,1}", "syntax"),
    ],
)
def test_what_no_engine_can_do_is_refused_with_its_reason(pattern: str, reason: str) -> None:
    """To make such a pattern ready would take all memory, or a wrong one would look as if it worked."""
    with pytest.raises(RegexRefused) as refused:
        compile_js(pattern)
    assert refused.value.data["reason"] == reason


@pytest.mark.parametrize("pattern", [r"(a)\2", r"(?=a)*", r"\k<n>", r"(?<=a)?"])
def test_with_the_flag_u_javascript_is_strict(pattern: str) -> None:
    """A pattern that is wrong elsewhere would do something here."""
    with pytest.raises(RegexRefused) as refused:
        compile_js(pattern, "u")
    assert refused.value.data["reason"] == "syntax"


TEXT = st.text(st.sampled_from("aabAB- \n龙😀é1"), max_size=16)
ATOMS = [
    "a",
    "b",
    ".",
    "[ab]",
    "[^a]",
    "a*?",
    "(a|b)",
    "b+",
    "-?",
    r"\b",
    r"\B",
    r"\w",
    r"\S",
    "^",
    "$",
    "龙",
    "(?:ab)?",
]
LOOKS = ["(?=a)", "(?!b)", "(?<=a)", "(?<![a龙])", r"(?=(\w+))", "(?=a.*b)", r"\1", r"(.)\2", "(?:(?!a).)+", "|"]
FLAGS = st.text(st.sampled_from("gims"), max_size=3).map(lambda it: "".join(sorted(set(it))))


def found_by(engine: Linear | Backtracking, text: str) -> list[Found]:
    """All matches, each behind the one before."""
    data = text.encode()
    find, at = engine.finder(data, SearchTime(60)), 0
    found: list[Found] = []
    while at <= len(data) and (match := find(at)):
        found.append(match)
        at = match[1] if match[1] > match[0] else next_character(data, match[1])
    return found


@given(st.lists(st.sampled_from(ATOMS), min_size=1, max_size=6).map("".join), FLAGS, TEXT)
def test_both_engines_find_the_same(pattern: str, flags: str, text: str) -> None:
    """A pattern would mean something else once it refers back."""
    read = read_pattern(pattern, flags)
    assert found_by(Backtracking(read, pattern, flags), text) == found_by(Linear(read, flags), text)


@given(st.lists(st.sampled_from(ATOMS + LOOKS), min_size=1, max_size=8).map("".join), FLAGS, TEXT)
def test_what_re2_rules_out_is_not_there(pattern: str, flags: str, text: str) -> None:
    """A script would stay silent at what it is for."""
    pattern = f"(a?)(b?){pattern}"
    read = read_pattern(pattern, flags)
    engine = Backtracking(read, pattern, flags)
    found = found_by(engine, text)
    setattr(engine, "_loose", linear("", ""))  # noqa: B010 - nobody else may
    assert found_by(engine, text) == found
