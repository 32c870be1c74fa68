"""What a command answers, before any platform gives it a form. All texts are in the person's language."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from bot.commands.framework import controls
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.places import Address
from engine.values.house.panels import Panel
from engine.values.transfers.transfers import Document

PAGE_SIZE: Final = 8

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One text of its own."""

    text: str


@dataclass(frozen=True, slots=True)
class ListItem:
    """One line of a list. ``key`` is what people type to mean it, ``current`` marks what is in use.

    ``choices`` are buttons for it alone; where there are none, the list's hint says what to type. ``opens`` is what its
    typed number does, where that is not its first button.
    """

    text: str
    detail: str = ""
    key: str = ""
    current: bool = False
    choices: "tuple[ReplyChoice, ...]" = ()
    opens: "ReplyChoice | None" = None

    @property
    def chosen(self) -> "ReplyChoice":
        """What its number does."""
        return self.opens or self.choices[0]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of at most ``PAGE_SIZE`` items; ``hint`` says what to type next."""

    title: str
    items: tuple[ListItem, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Retelling:
    """The last messages of a conversation, repeated; ``last`` is how many."""

    view: View
    last: int = 2


@dataclass(frozen=True, slots=True)
class QuotedText:
    """Words of a person or a model, whole: their emphasis looks as it does where they were said."""

    text: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """A question. Yes runs ``command``, a whole command line, and no ``refusal``; anything else does nothing.

    ``label`` is what the button for yes says, where "yes" says too little. ``own``: it waits for whoever was asked
    alone; another's yes does nothing, nor do the choices beside it. ``marked``: a token in the command names what it is
    about, and tells nothing of it. ``there``: the platform's name of the channel in which the answers are run, where
    that is another than the one in which they are read; ``elsewhere`` is how it is asked then, where that differs.
    ``typed`` is as with choices.
    """

    question: str
    command: str
    refusal: str = ""
    label: str = ""
    own: bool = False
    marked: bool = False
    typed: str = ""
    there: str = ""
    elsewhere: str = ""

    @property
    def fits(self) -> bool:
        """Whether a button can carry the yes."""
        return controls.fits(self.yes)

    @property
    def yes(self) -> str:
        """The control of the button for yes."""
        return self._control(self.command)

    @property
    def no(self) -> str:
        """The control of the button for no."""
        return self._control(self.refusal) if self.refusal else controls.control(controls.NO)

    def _control(self, line: str) -> str:
        return controls.running(line, self.there)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form. ``param`` is the parameter of the form's command that it fills, ``value`` what stands there.

    ``long``: several lines may be written. ``required``: it may not be left empty. ``forwards``: where a message fills
    it, one that passes on another's words will do.
    """

    param: str
    label: str
    value: str = ""
    long: bool = False
    required: bool = True
    forwards: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A window to write in, at most five fields. Filled in, it runs ``line`` with its fields as arguments.

    ``line`` is a command line without what the fields give: "/memory edit 12". Where a platform has no windows the
    fields are asked for one after another. ``about``: what the use that asked for it replied to, kept for its answer.
    ``behind``: what it comes with is said first. ``stood``: the marks of what stood where it writes when it was asked,
    by parameter, which somebody else may change before it is filled in; none where that is not known.
    """

    line: str
    title: str
    fields: tuple[Field, ...]
    about: str = ""
    behind: bool = False
    stood: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ReplyChoice:
    """Something to do next, as a button: ``control`` comes back when it is pressed.

    ``beside``: it stands in one row with the one before it. ``typed`` is the line by which people do the same, where
    that is another one: they type a number, and the button names a row. ``key`` is the number of what it is about,
    where people are shown one: typed alone, it does the same. ``alone`` is what it is called in a line of its own,
    where the label says too little without its neighbours.
    """

    control: str
    label: str
    beside: bool = False
    typed: str = ""
    key: str = ""
    alone: str = ""


Block = Paragraph | QuotedText | Listing | Retelling


@dataclass(frozen=True, slots=True)
class PanelSource:
    """What makes an answer a panel: the command line that shows it anew, and a hash of what it shows.

    ``kind`` is of which a person has one in a place, "" for the command's.
    """

    line: str
    digest: str
    kind: str = ""

    @property
    def is_of(self) -> str:
        """The kind, by name."""
        return self.kind or self.line.removeprefix("/").split()[0]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A message that is to look like ``reply`` from now on; of another place than the answer where that is ``at``."""

    message: str
    reply: "Reply"
    at: Address | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer. ``language`` is set when the person's language changed, ``leave`` when they want to go.

    ``documents`` are files that come with it.
    ``private``: for the person who asked alone, where the platform can. ``secret``: for nobody else in any case; where
    others would read it, it is said in a private place instead, without its buttons, which belong to this one.
    ``gone`` are the platform's messages that are to be removed from the channel. ``spent``: the message whose button
    was pressed needs its buttons no more. ``owners`` is told to every owner of the house in a private place, besides or
    instead of the answer, once ``then`` is done. ``tongue`` is the language that the texts are in. ``unstored``: the
    database did not take what arrived, so a platform that can is to bring it again, and says the rest only where it
    cannot. ``form`` is opened instead of an answer, or behind it. ``aloud``: for everybody in the place, whoever asked.
    ``address``: what a pressed button opens instead, where the platform can. ``refused``: who asked may not do it.
    ``panel``: it shows what holds, and follows it. ``back``: the line of the panel that shows what was changed.
    ``instead``: it takes the place of the message whose button was pressed. ``kept`` is what the house remembers of the
    message that it becomes, ``redrawn`` are other messages that change with it.
    ``under`` are rows of buttons in the place of those that were pressed, instead of a message, where a platform shows
    answers to everybody; ``closes``: beside a message, since what was chosen from these is done; where they stand under
    a message of their own, that goes.
    ``of_chat``: it is about the chat in which it was asked for, and says so where it is said elsewhere.
    ``at``: of what ``owners`` are told, the channel in which it is said instead, while that can be written to.
    ``bare``: it lists the words that are covered elsewhere.
    ``then`` is done once it has been said, so that what it shows stands below.
    """

    blocks: tuple[Block, ...] = ()
    confirm: Confirm | None = None
    choices: tuple[ReplyChoice, ...] = ()
    documents: tuple[Document, ...] = ()
    language: str | None = None
    leave: bool = False
    private: bool = False
    secret: bool = False
    gone: tuple[str, ...] = ()
    spent: bool = False
    owners: "Reply | None" = None
    tongue: str = "en"
    unstored: bool = False
    form: Form | None = None
    aloud: bool = False
    address: str = ""
    refused: bool = False
    panel: PanelSource | None = None
    back: str = ""
    instead: bool = False
    kept: tuple[Here, Panel] | None = None
    redrawn: tuple[Redrawn, ...] = ()
    under: tuple[tuple[ReplyChoice, ...], ...] = ()
    closes: bool = False
    of_chat: bool = False
    bare: bool = False
    at: Address | None = None
    then: Callable[[], Awaitable[object]] | None = field(default=None, compare=False)

    @property
    def speaks(self) -> bool:
        """Whether there is anything to read."""
        return bool(self.blocks or self.confirm or self.choices or self.documents)


SILENT: Final = Reply()


def confidential(reply: Reply) -> Reply:
    """For whoever asked alone: what is remembered is nobody else's business."""
    return replace(reply, private=True, secret=True)


def told(*texts: str) -> Reply:
    """An answer of plain paragraphs."""
    return Reply(tuple(Paragraph(text) for text in texts))


def page_of(things: Sequence[T], page: int) -> tuple[tuple[T, ...], int, int]:
    """The things of ``page`` (from 1, held to what there is), that page's number, and how many pages there are."""
    pages = max(1, -(-len(things) // PAGE_SIZE))
    number = min(max(page, 1), pages)
    return tuple(things[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]), number, pages
