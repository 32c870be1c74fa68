"""What holds in a story by the newest acts of its line, and the acts that say something else from here on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from engine.rules.macros.store import VariableStore
from engine.values.characters.casts import SceneCards, SceneStrategy, Ways
from engine.values.characters.lore_timers import LoreTimers
from engine.values.chats.bodies import (
    AnyBody,
    BackgroundBody,
    BooksBody,
    EntryBody,
    HideBody,
    ImportBody,
    InjectedText,
    InjectsBody,
    NoteBody,
    PlotBody,
    PresetBody,
    TimersBody,
    VariableChanges,
    VariablesBody,
)
from engine.values.chats.entries import Entry, EntryKind, Place, said_by
from engine.values.house.settings import Settings
from engine.values.models.prompts import Role
from engine.values.models.stage import Variables
from engine.values.story.director import Plot
from engine.values.story.notes import AuthorsNote, Inject, NotePosition

Acts = Mapping[EntryKind, EntryBody]
_PLAIN: Final = AuthorsNote("")
_Choice = TypeVar("_Choice", NotePosition, Role)


def newest(acts: Acts, what: type[AnyBody]) -> AnyBody:
    """What the newest act of a kind says; what one says that says nothing where there is none."""
    return next((it for it in acts.values() if isinstance(it, what)), what())


def note_body(note: AuthorsNote | None) -> NoteBody:
    """An author's note; nothing when there is none."""
    if note is None:
        return NoteBody()
    return NoteBody(
        text=note.text,
        position=int(note.position),
        depth=note.depth,
        role=note.role.value,
        interval=note.interval,
    )


def note_of(acts: Acts) -> AuthorsNote | None:
    """The author's note that holds."""
    it = newest(acts, NoteBody)
    if not it.text:
        return None
    position, role = _one_of(NotePosition, it.position, _PLAIN.position), _one_of(Role, it.role, _PLAIN.role)
    return AuthorsNote(it.text, position, it.depth, role, it.interval)


def variables_body(
    variables: Variables, changed: VariableChanges | None = None, changed_shared: VariableChanges | None = None
) -> VariablesBody:
    """What macros and quick replies have stored; the changes are those of a quick reply."""
    changed, changed_shared = changed or {}, changed_shared or {}
    return VariablesBody(local=variables.local, shared=variables.shared, changed=changed, changed_shared=changed_shared)


def variables_of(acts: Acts) -> Variables:
    """What macros and quick replies have stored."""
    it = newest(acts, VariablesBody)
    return Variables(it.local, it.shared)


def done_again(acts: Acts, body: EntryBody) -> EntryBody:
    """The body of an act that is done once more where ``acts`` hold: a quick reply changes what is stored there."""
    if isinstance(body, VariablesBody):
        store = VariableStore(variables_of(acts))
        store.change(body.changed, shared=False)
        store.change(body.changed_shared, shared=True)
        after = store.after()
        return replace(body, local=after.local, shared=after.shared)
    if isinstance(body, InjectsBody):
        now = {it.id: it for it in injects_of(acts)}
        now |= {key: _inject(it) for key, it in body.changed.items() if it is not None}
        gone = [key for key, it in body.changed.items() if it is None]
        return replace(body, placed=injects_body(acts, (it for key, it in now.items() if key not in gone)).placed)
    return body


def timers_of(acts: Acts) -> LoreTimers:
    """The timers of world entries."""
    return newest(acts, TimersBody).timers


def books_of(acts: Acts) -> list[int]:
    """The world books of the chat, in the order in which they were bound."""
    return [*newest(acts, BooksBody).books]


def preset_of(acts: Acts) -> tuple[int, int] | None:
    """The preset of the chat, by number and version; None: the built-in one."""
    it = newest(acts, PresetBody)
    return (it.preset, it.version) if it.preset else None


def background_of(acts: Acts) -> tuple[int, int] | None:
    """The background of the story, by number and version; None where it has none."""
    it = newest(acts, BackgroundBody)
    return (it.background, it.version) if it.background else None


def plot_in(acts: Acts) -> Plot:
    """How far the story has come, as the last reply left it."""
    return newest(acts, PlotBody).plot


def injected(injects: Iterable[Inject]) -> tuple[InjectedText, ...]:
    """Texts that scripts placed, as acts say them."""
    return tuple(
        InjectedText(
            it.id, it.text, int(it.position), it.depth, it.role.value, scan=it.scan, once=it.once, filled=it.filled
        )
        for it in injects
    )


def injects_of(acts: Acts) -> tuple[Inject, ...]:
    """Texts that scripts placed in a chat: before it was imported, and quick replies since."""
    placed = {it.id: it for it in newest(acts, ImportBody).injects}
    placed |= {key: it for key, it in newest(acts, InjectsBody).placed.items() if it is not None}
    gone = [key for key, it in newest(acts, InjectsBody).placed.items() if it is None]
    return tuple(_inject(it) for key, it in placed.items() if key not in gone)


def injects_body(acts: Acts, after: Iterable[Inject]) -> InjectsBody:
    """What holds where these texts are placed, and no others. Those of the import are not said again."""
    came, now = {it.id: it for it in newest(acts, ImportBody).injects}, {it.id: it for it in injected(after)}
    placed: dict[str, InjectedText | None] = {key: it for key, it in now.items() if came.get(key) != it}
    return InjectsBody(placed=placed | {key: None for key in came if key not in now})


def injects_pressed(acts: Acts, after: Iterable[Inject]) -> InjectsBody:
    """The same where a quick reply brought it about, with what it changed."""
    before, now = {it.id: it for it in injected(injects_of(acts))}, {it.id: it for it in injected(after)}
    changed: dict[str, InjectedText | None] = {key: it for key, it in now.items() if before.get(key) != it}
    changed |= {key: None for key in before if key not in now}
    return replace(injects_body(acts, (_inject(it) for it in now.values())), changed=changed)


def _inject(it: InjectedText) -> Inject:
    position, role = _one_of(NotePosition, it.position, _PLAIN.position), _one_of(Role, it.role, _PLAIN.role)
    return Inject(it.id, it.text, position, it.depth, role, scan=it.scan, once=it.once, filled=it.filled)


def scenario_of(acts: Acts) -> str:
    """The scenario that an imported chat has instead of the card's."""
    return newest(acts, ImportBody).scenario


def ways_of(acts: Acts, settings: Settings) -> Ways:
    """How several characters are played: as the settings say, and where they leave it open as the story came."""
    own = newest(acts, ImportBody).group or Ways()
    strategy, cards = settings.scene_strategy, settings.scene_cards
    return replace(
        own,
        strategy=own.strategy if strategy is SceneStrategy.AUTO else strategy,
        cards=own.cards if cards is SceneCards.AUTO else cards,
    )


def is_hidden(acts: Sequence[Entry], seq: int) -> bool:
    """Whether a message is kept from the model, by the newest of ``acts`` that is about it."""
    about = [what for it, what in said_by(acts, HideBody) if seq in hidden_span(it, what)]
    return bool(about) and about[-1].hidden


def deleted_by(acts: Sequence[Entry]) -> dict[int, Place]:
    """By which of ``acts``, given by its place, people have deleted each seq that is deleted: the first of several.

    The pure twin of ``deleted`` in ``engine/db/sql/line.sql``.
    """
    found: dict[int, Place] = {}
    for it, what in said_by(acts, HideBody):
        for seq in hidden_span(it, what):
            if what.gone:
                found.setdefault(seq, it.place)
            else:
                found.pop(seq, None)
    return found


def hidden_span(act: Entry, what: HideBody) -> range:
    """The seqs that an act hides or shows; none where it names none."""
    first = act.target_seq
    if first is None:
        return range(0)
    return range(first, (first if what.upto is None else what.upto) + 1)


def _one_of(choices: type[_Choice], stored: object, default: _Choice) -> _Choice:
    return next((it for it in choices if it.value == stored), default)
