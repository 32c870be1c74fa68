"""Unicode properties as JavaScript names them, ``\\p{Letter}`` or ``\\p{Script=Han}``, and as RE2 does.

A few that RE2 does not know are the second engine's.
"""

import re
from collections.abc import Mapping
from typing import Final

from engine.errors import RegexRefused
from engine.rules.regexes.js_chars import LAST, SPACES, Chars, Ranges, complement

_NAME: Final = re.compile(r"(?:(\w+)=)?(\w+)", re.ASCII)


def _pairs(text: str) -> Mapping[str, str]:
    """``A=B`` pairs, a blank between them."""
    return dict(pair.split("=") for pair in text.split())


def _names(text: str) -> frozenset[str]:
    """Names with a blank between them."""
    return frozenset(text.split())


_CATEGORIES: Final[Mapping[str, str]] = _pairs(
    """
    Letter=L Cased_Letter=LC Uppercase_Letter=Lu Lowercase_Letter=Ll Titlecase_Letter=Lt Modifier_Letter=Lm
    Other_Letter=Lo Mark=M Combining_Mark=M Nonspacing_Mark=Mn Spacing_Mark=Mc Enclosing_Mark=Me Number=N
    Decimal_Number=Nd digit=Nd Letter_Number=Nl Other_Number=No Punctuation=P punct=P Connector_Punctuation=Pc
    Dash_Punctuation=Pd Open_Punctuation=Ps Close_Punctuation=Pe Initial_Punctuation=Pi Final_Punctuation=Pf
    Other_Punctuation=Po Symbol=S Math_Symbol=Sm Currency_Symbol=Sc Modifier_Symbol=Sk Other_Symbol=So
    Separator=Z Space_Separator=Zs Line_Separator=Zl Paragraph_Separator=Zp Control=Cc cntrl=Cc Format=Cf
    Private_Use=Co Surrogate=Cs Unassigned=Cn Other=C
    """
)
_SHORT: Final = frozenset(_CATEGORIES.values())
_SCRIPTS: Final[Mapping[str, str]] = _pairs(
    """
    Hani=Han Hira=Hiragana Kana=Katakana Hang=Hangul Bopo=Bopomofo Latn=Latin Grek=Greek Cyrl=Cyrillic
    Arab=Arabic Hebr=Hebrew Thai=Thai Deva=Devanagari Zyyy=Common
    """
)
_BINARY: Final[Mapping[str, Ranges]] = {
    "Any": ((0, LAST),),
    "ASCII": ((0, 0x7F),),
    "ASCII_Hex_Digit": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
    "AHex": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
    "White_Space": (SPACES[0], SPACES[1], (0x85, 0x85), *SPACES[2:-1]),
    "space": (SPACES[0], SPACES[1], (0x85, 0x85), *SPACES[2:-1]),
}
_FURTHER: Final = _names(
    """
    Alphabetic Alpha Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF
    Changes_When_Casemapped CWCM Changes_When_Lowercased CWL Changes_When_Titlecased CWT Changes_When_Uppercased CWU
    Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier
    EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base
    Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C
    Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS
    Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation
    Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS XID_Continue XIDC XID_Start XIDS
    """
)
_BEYOND: Final = _FURTHER | {"LC", "C", "Cn", "Cs"} | {f"scx={it}" for it in _SCRIPTS.values()}
"""What RE2 does not know."""


def beyond_re2(chars: Chars) -> bool:
    """Whether RE2 does not know a property of these."""
    return any(it[3:-1] in _BEYOND for it in chars.properties)


def property_chars(name: str, *, negated: bool) -> Chars:
    """The characters with the property that is written in the braces of ``\\p{…}``. Raises ``RegexRefused``."""
    match = _NAME.fullmatch(name)
    kind, value = match.groups() if match else ("", "")
    if kind is None and value in _BINARY:
        return Chars(complement(_BINARY[value]) if negated else _BINARY[value])
    known: str | None = None
    if kind in (None, "General_Category", "gc"):
        known = value if value in _SHORT else _CATEGORIES.get(value)
    elif kind in ("Script", "sc"):
        known = _SCRIPTS.get(value, value if value[1:] else None)
    elif kind in ("Script_Extensions", "scx"):
        known = f"scx={_SCRIPTS.get(value, value)}"
        known = known if known in _BEYOND else None
    if kind is None and value in _FURTHER:
        known = value
    if known is None:
        raise RegexRefused(reason="property", detail=name[:40])
    return Chars((), (f"\\{'P' if negated else 'p'}{{{known}}}",))
