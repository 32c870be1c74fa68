"""Regex scripts at work: they change what people read, what the model reads, or both.

The stored text stays as it is; each reading of it runs the scripts that are for that reading. A script that is for
neither changes the stored text in SillyTavern, once, when it is said. Here it runs on each reading of what was said
here, at any depth, and never on what was imported: that was said elsewhere. Macros are expanded in a script's own words
only: what it matched is inserted as it is.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from engine.errors import RegexRefused
from engine.rules.framework.scripts.kept_texts import KeptTexts
from engine.rules.framework.scripts.script_work import ScriptWork
from engine.rules.macros.calls import STOP
from engine.rules.regexes.js_regex import Compiled, RegexMatch, compile_js, parse_script
from engine.rules.regexes.search_time import SearchTime
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.chats.notices import Notice

MAX_GROWTH: Final = 200_000
"""Characters by which all scripts together may lengthen a text; a script that would go beyond does nothing."""

_MATCH: Final = re.compile(r"\{\{match\}\}", re.IGNORECASE)
_REFERENCE: Final = re.compile(r"\$(?:(\d+)|<([^>]+)>)", re.ASCII)
_MACRO: Final = re.compile(r"\{\{[^{}]*\}\}|<(?:user|bot|char|group|charifnotgroup)>", re.IGNORECASE)
_READ_BY_MACROS: Final = re.compile(r"(?<=[{}<\\:])")
_SIGNS: Final = re.compile(r"[.^$*+?{}\[\]\\/|()]")
_CONTROLS: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", "\f": "\\f", "\0": "\\0"}
_LITERAL: Final = re.compile(r"(?:(?:\\[^A-Za-z0-9\s]|[^\\.^$*+?{}\[\]()|])(?![*?{]))+")
_BRACKETS: Final = "<[{(`【《〈（［｛〔「『"
_RAW, _ESCAPED = 1, 2
_KEPT: Final = KeptTexts(2_000_000)
"""What scripts without macros have made that RE2 cannot run: their time is short."""

Expand = Callable[[str], str]


def at_work(scripts: Iterable[RegexScript], time: SearchTime | None = None) -> ScriptWork:
    """``scripts`` that run on the texts of one prompt, within one limit; within ``time`` those that RE2 cannot run."""
    return ScriptWork(scripts, _compiled, time or SearchTime())


def run_scripts(
    scripts: Iterable[RegexScript] | ScriptWork,
    text: str,
    placement: Placement,
    *,
    depth: int | None,
    for_display: bool,
    expand: Expand,
    said_here: bool = True,
) -> str:
    """``text`` as people (``for_display``) or the model read it. ``depth`` counts from the newest message, which is 0.

    Scripts that change the stored text run first, and only on what was ``said_here``. A script whose regex is refused
    or has taken too long does nothing, and so do all when they have made too much work. ``expand`` replaces macros.
    """
    if not text:
        return text
    work = scripts if isinstance(scripts, ScriptWork) else at_work(scripts)
    chosen = [it for it in work.scripts if _is_for(it, placement, depth) and _is_read(it, for_display, said_here)]
    limit = len(text) + MAX_GROWTH
    for script in sorted(chosen, key=lambda script: not changes_what_is_stored(script)):
        text = _run(script, text, expand, limit, work)
    return text


def block_scripts(scripts: Iterable[RegexScript], placement: Placement, *, depth: int) -> tuple[RegexScript, ...]:
    """The scripts for people's eyes that change what begins with a mark of its own, as ``<think>`` is one."""
    return tuple(
        script
        for script in scripts
        if _is_for(script, placement, depth)
        and _is_read(script, for_display=True, said_here=True)
        and _opening(script.find)
        and not isinstance(_compiled(script.find), RegexRefused)
    )


def without_open_block(text: str, scripts: Iterable[RegexScript]) -> str:
    """A growing text up to where one of ``scripts``, which have all run on it, may still change it once more is there.

    So nobody sees the inside of a block that is to be hidden.
    """
    folded = text.lower()
    ends = [len(text)]
    for script in scripts:
        mark = _opening(script.find).lower()
        whole = folded.find(mark)
        begun = next((n for n in range(len(mark) - 1, 0, -1) if folded.endswith(mark[:n])), 0)
        ends.append(whole if whole >= 0 else len(text) - begun)
    return text[: min(ends)] if len(folded) == len(text) else text


def changes_what_is_stored(script: RegexScript) -> bool:
    """Whether it is for what is said itself, not for a reading of it."""
    return not (script.display_only or script.prompt_only)


def scripts_refused(scripts: Iterable[RegexScript]) -> tuple[tuple[RegexScript, Notice], ...]:
    """The scripts that can do nothing, each with the reason for the person who brings it."""
    found: list[tuple[RegexScript, Notice]] = []
    for script in scripts:
        compiled = _compiled(script.find)
        if isinstance(compiled, RegexRefused):
            found.append((script, Notice(compiled.message, compiled.data)))
    return tuple(found)


def _is_for(script: RegexScript, placement: Placement, depth: int | None) -> bool:
    if not script.enabled or placement not in script.placements:
        return False
    if depth is None or changes_what_is_stored(script):
        return True
    low, high = script.min_depth, script.max_depth
    return (low is None or depth >= low) and (high is None or depth <= high)


def _is_read(script: RegexScript, for_display: bool, said_here: bool) -> bool:
    if changes_what_is_stored(script):
        return said_here
    return script.display_only if for_display else script.prompt_only


def _run(script: RegexScript, text: str, expand: Expand, limit: int, work: ScriptWork) -> str:
    compiled = work.ready(_find(script, expand)) if work.begins(script, text) else None
    if compiled is None or isinstance(compiled, RegexRefused) or not work.searches(compiled, len(text)):
        return text
    template = _MATCH.sub("$0", script.replace)
    trims = [trim for trim in map(expand, script.trim) if trim]
    has_macros = bool(_MACRO.search(template)) or "\\{" in template
    references = len(_REFERENCE.findall(template))
    name = (compiled.source, template, tuple(trims), limit, text)
    kept = _KEPT.get(name) if compiled.takes_time else None
    if kept is not None:
        return kept

    def value(found: RegexMatch) -> str | None:
        more = work.goes_on(compiled, len(found.text) - found.end)
        if not (more and work.finds(references, len(trims), expands=has_macros)):
            return None
        filled = _REFERENCE.sub(lambda reference: _matched(reference, found, trims, quoted=has_macros), template)
        return expand(filled).replace(STOP, "") if has_macros else filled

    changed = compiled.replace(text, value, limit, work.time)
    if compiled.late(work.time):
        work.time.late[script.name or script.find] = None
    elif compiled.takes_time and not has_macros and changed != text:
        _KEPT.keep(name, changed, len(text))
    return changed


def _matched(reference: re.Match[str], found: RegexMatch, trims: list[str], *, quoted: bool) -> str:
    """What ``$1`` or ``$<name>`` matched, without what is trimmed; ``quoted`` so that macros do not read it."""
    number = int(reference[1][:9]) if reference[1] else found.names.get(reference[2], len(found.groups))
    matched = (found.groups[number] if number < len(found.groups) else None) or ""
    for trim in trims:
        matched = matched.replace(trim, "")
    return f"{STOP}{_READ_BY_MACROS.sub(STOP, matched)}{STOP}" if quoted and matched else matched


def _find(script: RegexScript, expand: Expand) -> str:
    if script.substitute == _RAW:
        return expand(script.find)
    if script.substitute == _ESCAPED:
        return _MACRO.sub(lambda match: _escaped(match[0], expand), script.find)
    return script.find


def _escaped(macro: str, expand: Expand) -> str:
    """What the macro stands for, every sign in it standing for itself; an unknown macro stays."""
    value = expand(macro)
    if value == macro:
        return macro
    return "".join(_CONTROLS.get(char) or (f"\\{char}" if _SIGNS.match(char) else char) for char in value)


@lru_cache(maxsize=256)
def _opening(find: str) -> str:
    """The mark that every match begins with: a bracket or backticks, and what is sure to follow; else nothing."""
    regex = parse_script(find)
    found = _LITERAL.match(regex.pattern) if regex else None
    mark = re.sub(r"\\(.)", r"\1", found[0]) if found else ""
    return mark if len(mark) > 1 and mark[0] in _BRACKETS else ""


@lru_cache(maxsize=256)
def _compiled(find: str) -> Compiled | RegexRefused:
    regex = parse_script(find)
    try:
        return compile_js(regex.pattern, regex.flags) if regex else RegexRefused(reason="syntax", detail=find[:20])
    except RegexRefused as refused:
        return refused.with_traceback(None)
