"""Why the character said what it said: the last prompt, part by part."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import next_page
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of, told
from bot.commands.memory.recalling import brief, group_title
from bot.commands.story.story import shortened
from bot.words.localise import Speaker
from engine.actions.characters import worlds as worlds_actions
from engine.actions.chats import inspections, sessions
from engine.values.models.inspection import Inspection
from engine.values.models.prompts import LedgerLine, PartVerdict, Reason
from engine.values.transfers.transfers import Document

MISSED: Final = (PartVerdict.OUT, PartVerdict.TRIMMED, PartVerdict.LATE, PartVerdict.FAILED)
_WORLD: Final = "world:"
_FIRED: Final = re.compile(r"^(.+) @ (\d+)$", re.DOTALL)
_OF_SEVERAL: Final = re.compile(r"(\d+)/(\d+)")
_REFERENCES: Final = re.compile(r"\w+:\d+(?: \d?\.\d+)?(?:, \w+:\d+(?: \d?\.\d+)?)*")
"""How the record names what was recalled: "said:4 .91, said:1 .84"."""
_MESSAGES: Final = ("history", "current")
_BY_MEANING: Final = "meaning "
_QUOTED: Final = 40
_IN_BRIEF: Final = 3
NAMED: Final = frozenset(
    {"card", "persona", "evolution", "note", "background", "director", "reminder", "reactions", "story", "inject"}
)
"""Where parts come from that are told by their names alone; what was recalled is told line by line."""
_UNASKED: Final = frozenset(
    {
        *(Reason.SHOWN, Reason.SUMMARISED, Reason.PAGED, Reason.SELECTION),
        *(Reason.NO_TEXT, Reason.NOT_SPOKEN, Reason.HIDDEN, Reason.DISABLED, Reason.OVERRIDDEN),
        *(
            Reason.NOT_IN_ORDER,
            Reason.ADDED_TO_ORDER,
            Reason.NOT_SCHEDULED,
            Reason.TRIGGER,
            Reason.NO_NOTE,
            Reason.UNSENT,
        ),
    }
)
"""Reasons for which nobody misses anything: it is told by something else, or was not to be told."""


async def why(call: CommandCall) -> Reply:
    """In words: what was recalled for the reply, what else was in use, and what was left out though it was meant."""
    found = await inspections.last(call.ctx, call.here, call.replied)
    if found is None:
        return told(call.speak.say("why-nothing"))
    further = ReplyChoice(_about(call, "/why full"), call.speak.say("why-further"))
    if not found.lines:
        return replace(told(call.speak.say("why-unbuilt")), choices=(further,) if found.ms else ())
    reader = await _reader(call)
    told_of = await brief(call, found)
    above = Paragraph(call.speak.say("why-above" if told_of.blocks else "why-above-nothing"))
    blocks = (above, *told_of.blocks, *reader.lists(found), *reader.remarks(found))
    return replace(told_of, blocks=blocks, choices=(*told_of.choices, further))


async def full(call: CommandCall) -> Reply:
    """Every part of the last prompt, and what was left out."""
    found = await inspections.last(call.ctx, call.here, call.replied)
    if found is None:
        return told(call.speak.say("why-nothing"))
    reader = await _reader(call)
    items = tuple(reader.item(it) for it in found.lines)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("why-page", title=reader.title(found), page=page, pages=pages)
    as_file = ReplyChoice(_about(call, "/why file"), call.speak.say("why-as-file"))
    more = next_page(call.speak, "/why full", page, pages)
    return Reply((Listing(title, shown, reader.path(found) if page == pages else ""),), choices=(*more, as_file))


async def file(call: CommandCall) -> Reply:
    """The same as a file, in one piece, with the ledger's own names."""
    found = await inspections.last(call.ctx, call.here, call.replied)
    if found is None:
        return told(call.speak.say("why-nothing"))
    name = f"prompt-{call.now:%Y-%m-%d-%H%M}.txt"
    document = Document(name, "text/plain", "\n".join(_Reader(call.speak).lines(found)).encode("utf-8", "replace"))
    return replace(told(call.speak.say("export-done", name=name)), documents=(document,))


async def entries_in_words(
    call: CommandCall, lines: Iterable[LedgerLine], said: Mapping[int, str]
) -> tuple[tuple[ListItem, ...], tuple[ListItem, ...]]:
    """Entries of world books in words, by the ``lines`` about them: those that are told, those that are not, and why.

    ``said`` is what was said besides what the chat shows, by its place.
    """
    reader = await _reader(call)
    reader = replace(reader, said={**reader.said, **said})
    every = [*lines]
    used = (it for it in every if it.verdict is PartVerdict.IN)
    told_of = tuple(ListItem(reader.origin(it.origin), reader.because(it.detail)) for it in used)
    return told_of, tuple(reader.loss(it) for it in every if it.verdict in MISSED)


def _about(call: CommandCall, line: str) -> str:
    """The control of a line that is about the same reply."""
    if call.replied:
        return controls.control(controls.FORM, f"{call.replied}{line}")
    return controls.control(controls.RUN, line)


async def _reader(call: CommandCall) -> "_Reader":
    """Somebody who knows the books by name, and what was said lately."""
    books = {f"book:{it.id}": it.name for it in await worlds_actions.listed(call.ctx, call.here)}
    view = await sessions.open_here(call.ctx, call.here, call.name)
    return _Reader(call.speak, books, {it.seq: it.text for it in view.spoken}, plain=False)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Puts a prompt's record into words. ``said`` is what was said lately by seq; ``plain``: names stay as they are."""

    speak: Speaker
    books: Mapping[str, str] = field(default_factory=dict[str, str])
    said: Mapping[int, str] = field(default_factory=dict[int, str])
    plain: bool = True

    def title(self, found: Inspection) -> str:
        if not found.lines:
            return self.speak.say("why-unbuilt")
        return self.speak.say(
            "why-title",
            tokens=found.estimated,
            counted="yes" if found.reported is not None else "no",
            reported=found.reported or 0,
            model=found.model or "?",
        )

    def lists(self, found: Inspection) -> Iterator[Listing]:
        """The entries of world books that were in use, and what was left out, in words."""
        worlds = [it for it in found.lines if it.origin.startswith(_WORLD) and it.verdict is PartVerdict.IN]
        yield from self._list("world", (ListItem(self.origin(it.origin), self.because(it.detail)) for it in worlds))
        missed = [it for it in found.lines if it.verdict in MISSED and it.reason not in _UNASKED]
        missed.sort(key=lambda it: not it.origin.startswith(_WORLD))
        yield from self._list("missed", map(self.loss, missed))

    def remarks(self, found: Inspection) -> Iterator[Paragraph]:
        """What else the reply was written with, by name; and what there is to say of a prompt like this."""
        used: dict[str, LedgerLine] = {}
        for line in found.lines:
            if line.verdict is PartVerdict.IN:
                used.setdefault(line.origin.partition(":")[0], line)
        names = [self.speak.say("why-named", part=it) for it in used if it in NAMED]
        names += [self._since(used["history"])] if "history" in used else []
        if names:
            yield Paragraph(self.speak.say("why-used", parts=self.speak.say("list-comma").join(names)))
        yield from (Paragraph(it) for it in self.web(found) if found.web and found.web["wanted"])
        yield from (Paragraph(self.warning(it)) for it in found.warnings[:1])

    def _list(self, group: str, items: Iterable[ListItem]) -> Iterator[Listing]:
        every = tuple(dict.fromkeys(items))
        if every:
            yield Listing(group_title(self.speak, group, len(every), _IN_BRIEF), every[:_IN_BRIEF])

    def loss(self, line: LedgerLine) -> ListItem:
        """What was left out, and why; a run of messages like any other."""
        origin = "" if line.origin.startswith("history:") else self.origin(line.origin)
        name = origin if line.origin.startswith(_WORLD) else " · ".join(filter(None, (self._slot(line), origin)))
        fate = self.speak.say("why-loss", verdict=line.verdict.value)
        return ListItem(name, self.speak.say("why-reason", reason=_plain(line.reason)) if line.reason else fate)

    def _since(self, line: LedgerLine) -> str:
        words = self._words(line.origin)
        return self.speak.say("why-since", known="yes" if words else "no", words=shortened(words, _QUOTED))

    def _first(self, origin: str) -> str:
        """Which messages they are, by how the first of them begins; "" where nobody would know it."""
        words = self._words(origin)
        run = "yes" if "-" in origin else "no"
        return self.speak.say("why-messages", words=shortened(words, _QUOTED), run=run) if words else ""

    def _words(self, origin: str) -> str:
        """What the first message of a run says, where it was said lately: "history:17-42"."""
        first = origin.partition(":")[2].partition("-")[0]
        return self.said.get(int(first), "") if first.isdecimal() else ""

    def because(self, detail: str) -> str:
        """Why an entry of a world book was told: its key and where it stood, or how else it came."""
        key, elsewhere, entry = detail.partition(" < ")
        if elsewhere:
            return self.speak.say("why-fired-by", key=key, entry=entry)
        if _FIRED.match(detail):
            return self._detail(detail)
        return self.speak.say("why-told", why=detail.partition(" ")[0])

    def item(self, line: LedgerLine) -> ListItem:
        source = line.origin.partition(":")[0]
        name = self._first(line.origin) if source in _MESSAGES else self.origin(line.origin)
        return ListItem(" · ".join(dict.fromkeys(filter(None, (self._slot(line), name)))), self._fate(line))

    def lines(self, found: Inspection) -> Iterator[str]:
        """Everything, a line for each part."""
        yield from (self.title(found), "")
        for line in found.lines:
            yield f"{line.tokens:>7}  {self._slot(line)} · {line.origin} · {self._fate(line)}"
        yield from ("", self.path(found), "")

    def steps(self, found: Inspection) -> str:
        return self.speak.say("list-comma").join(
            self.speak.say("why-step", step=str(step), ms=round(ms)) for step, ms in found.ms.items()
        )

    def path(self, found: Inspection) -> str:
        """What else is known about how the prompt came about."""
        known = [
            self.speak.say("why-path", fact=name, value=_valued(value))
            for name, value in found.path.items()
            if value not in (None, "")
        ]
        steps = (
            [self.speak.say("with-colon", before=self.speak.say("why-steps"), behind=self.steps(found))]
            if found.ms
            else []
        )
        return "\n".join((*known, *self.web(found), *steps, *(self.warning(it) for it in found.warnings)))

    def web(self, found: Inspection) -> Iterator[str]:
        """What was done about the web, where the chat searches; by its own names only in a file."""
        if (did := found.web) is None:
            return
        failed = self.speak.say("list-comma").join(name for name, _ in did.get("failures", ()))
        failing = "crowded" if did.get("crowded") else "failed"
        state = "looked" if did.get("hits") else failing if "hits" in did else "wanted" if did["wanted"] else "no"
        yield self.speak.say(
            "why-web",
            state=state,
            score=float(did["score"]),
            by=did.get("by", ""),
            provider=did.get("provider") or failed or "?",
            hits=did.get("hits", 0),
            ms=float(did.get("ms", 0.0)),
            cached="yes" if did.get("cached") else "no",
        )
        if found.searched:
            yield self.speak.say("why-web-words", words=self.speak.say("list-comma").join(found.searched))
        if self.plain:
            yield " ".join(did["reasons"])

    def warning(self, kind: str) -> str:
        return self.speak.say("why-warning", kind=kind)

    def _slot(self, line: LedgerLine) -> str:
        return self.speak.say("why-slot", slot=line.slot.name.lower().replace("_", "-"))

    def origin(self, origin: str) -> str:
        """Which text it is, in words; a world's entry by its book's name: "The town / Dragon"."""
        book, slash, entry = origin.removeprefix(_WORLD).partition("/")
        if not origin.startswith(_WORLD) or not slash:
            source, _, part = origin.partition(":")
            return self.speak.say("why-origin", **{"from": source, "part": part.replace("_", "-")})
        name = self.books.get(book) or (self.speak.say("why-book-of-card") if book.startswith("card:") else book)
        return f"{name} / {entry}"

    def _fate(self, line: LedgerLine) -> str:
        """How large it is, whether it is in, and why not; what fired, and in which message."""
        said = self.speak.say("why-fate", verdict=line.verdict.value, tokens=line.tokens)
        if line.reason:
            reason = self.speak.say("why-reason", reason=_plain(line.reason))
            said = self.speak.say("why-because", fate=said, reason=reason)
        return " · ".join(filter(None, (said, line.detail if self.plain else self._more(line))))

    def _more(self, line: LedgerLine) -> str:
        """What more there is to say of a part, without the names that only the record needs."""
        told = line.verdict is PartVerdict.IN
        if line.origin.startswith(_WORLD):
            known = told or line.detail.startswith(_BY_MEANING)
            return self.because(line.detail) if line.detail and known else line.detail
        if (example := _OF_SEVERAL.fullmatch(line.detail)) is not None:
            return self.speak.say("why-example", number=example[1], count=example[2])
        if _REFERENCES.fullmatch(line.detail):
            return self.speak.say("why-lines", count=line.detail.count(",") + 1) if told else ""
        return line.detail

    def _detail(self, detail: str) -> str:
        fired = _FIRED.match(detail)
        if fired is None:
            return detail
        words = self.said.get(int(fired[2]), "")
        return self.speak.say(
            "why-fired", key=fired[1], known="yes" if words else "no", words=shortened(words, _QUOTED)
        )


def _valued(value: object) -> str | int:
    """A fact of a prompt's record, as messages choose by it or show it."""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, int) else str(value)


def _plain(kind: str) -> str:
    """A kind as messages choose by it."""
    return kind.replace("_", "-")
