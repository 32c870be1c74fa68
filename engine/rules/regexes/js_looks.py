"""Looking ahead and behind without RE2's help, where it can be done exactly: at the ends of a pattern.

``X(?=Y)`` is ``(X)Y`` of which the group is the match. ``(?<=Y)X`` is ``Y(X)``, searched from as far back as Y is wide.
``X(?!ab)`` is X and then the end, or no a, or an a and then the end or no b. Looking behind for what is not there asks
for one other character, or for the beginning of the text, which a pattern of its own tries first.
"""

from dataclasses import dataclass
from typing import Final, NoReturn

from engine.errors import RegexRefused
from engine.rules.regexes.js_syntax import LookAround, PatternTerm, Read, plain

_NEVER: Final = "[^\\x{0}-\\x{10FFFF}]"
_BEGINNING: Final = "\\A"
_LINE_BEGINNING: Final = "(?m:^)"


@dataclass(frozen=True, slots=True)
class RegexProgram:
    """A pattern for RE2. ``first`` is tried before it at the beginning of the text, and only there.

    A search for ``later`` begins ``behind`` characters before the place where the match may begin. ``groups`` are
    RE2's numbers of the pattern's own groups; the match is whichever group of ``wholes`` took part.
    """

    later: str
    first: str | None = None
    behind: int = 0
    groups: tuple[int, ...] = ()
    wholes: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class _Behind:
    """What is looked for behind: ``text``, which is ``width`` wide, or, ``at_start``, the beginning."""

    text: str = ""
    width: int = 0
    at_start: bool = False


def program_of(read: Read) -> RegexProgram:
    """The pattern for RE2. Raises ``RegexRefused`` where it looks around in a way that cannot be had exactly."""
    if not any(piece.look for pieces in read.alternatives for piece in pieces):
        return RegexProgram(plain(read.alternatives), groups=tuple(range(1, sum(read.groups) + 1)))
    ends = [_ends(pieces) for pieces in read.alternatives]
    widths = {behind.width for behind, _, _ in ends}
    if len(widths) > 1:
        _refuse()
    later = "|".join(f"{behind.text}({body}){ahead}" for behind, body, ahead in ends)
    starts = "|".join(f"{'' if behind.at_start else _NEVER}({body}){ahead}" for behind, body, ahead in ends)
    groups, wholes = _numbers(read)
    first = f"\\A(?:{starts})" if any(behind.at_start for behind, _, _ in ends) else None
    return RegexProgram(later, first, widths.pop(), groups, wholes)


def _refuse() -> NoReturn:
    raise RegexRefused(reason="lookaround", detail="")


def _numbers(read: Read) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """RE2's numbers of the pattern's groups, and of the groups that are put around each alternative."""
    groups: list[int] = []
    wholes: list[int] = []
    number = 0
    for count in read.groups:
        wholes.append(number + 1)
        groups.extend(range(number + 2, number + 2 + count))
        number += 1 + count
    return tuple(groups), tuple(wholes)


def _ends(pieces: list[PatternTerm]) -> tuple[_Behind, str, str]:
    behind, ahead = _Behind(), ""
    if pieces and (look := pieces[0].look) and not look.ahead:
        behind, pieces = _behind(look), pieces[1:]
    if pieces and (look := pieces[-1].look) and look.ahead:
        ahead, pieces = _ahead(look), pieces[:-1]
    return behind, plain([pieces]), ahead


def _ahead(look: LookAround) -> str:
    if not look.negative:
        return f"(?:{plain(look.body)})"
    if len(look.body) > 1:
        _refuse()
    text = ""
    for piece in reversed(look.body[0]):
        if not piece.opposite:
            _refuse()
        text = f"(?:\\z|{piece.opposite}{f'|{piece.text}{text}' if text else ''})"
    return text or _NEVER


def _behind(look: LookAround) -> _Behind:
    if look.groups:
        _refuse()
    if look.negative:
        if len(look.body) > 1 or len(look.body[0]) != 1 or not look.body[0][0].opposite:
            _refuse()
        return _Behind(look.body[0][0].opposite, 1, at_start=True)
    beginnings = [pieces for pieces in look.body if _is_beginning(pieces)]
    others = [pieces for pieces in look.body if not _is_beginning(pieces)]
    texts = [plain(others)] if others else []
    widths = {_width(pieces) for pieces in others}
    if any(pieces[0].text == _LINE_BEGINNING for pieces in beginnings):
        texts.append("\\n")
        widths.add(1)
    width = widths.pop() if len(widths) == 1 else 0
    if not width:
        _refuse()
    return _Behind(f"(?:{'|'.join(texts)})", width, at_start=bool(beginnings))


def _is_beginning(pieces: list[PatternTerm]) -> bool:
    return len(pieces) == 1 and pieces[0].text in (_BEGINNING, _LINE_BEGINNING)


def _width(pieces: list[PatternTerm]) -> int:
    """In characters; 0 where it varies."""
    widths = [piece.width for piece in pieces]
    return sum(width for width in widths if width is not None) if None not in widths else 0
