"""An answer for one person alone where others read along: it is said in their private chat instead. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import about_and_line
from bot.commands.framework.offering import ability_in, offered_in
from bot.commands.framework.reply import Block, Confirm, Listing, Paragraph, Reply, ReplyChoice, told
from bot.commands.house.own_affairs import OWN
from bot.words.localise import Speaker

ANYWHERE: Final = OWN | {
    "chats move",
    "help",
    "me date add",
    "me fact add",
    "me link",
    "me persona edit",
    "me persona set",
    "me settle",
}
"""Abilities that do the same wherever they are used: what concerns oneself, and codes that are for another place."""
_OF_NO_CHAT: Final = frozenset({"admin", "fix", "me"})
"""Commands that are about the house or oneself; of a correction only what is about oneself is said in private."""
_FOR_ONE: Final = frozenset({"admin", "circle backstage", "export omoide", "me", "status", "why"})
"""Commands, with all their actions, and actions that tell of whoever asks, of the house or of its other spaces."""
_PLAIN: Final = frozenset(
    {"admin pause", "admin resume", "admin roles", "admin roles give", "admin roles take", "me language"}
)
"""Of these, what is about the chat itself, and says no more than everybody there notices anyway."""


@dataclass(frozen=True, slots=True)
class Confiding:
    """How an answer is moved. ``there``: the platform's name of the channel it is about; "" where no button acts in
    another channel. ``note`` says that its commands count there, ``about`` which chat it is about, "" for one without a
    name.
    """

    table: Table
    note: str
    there: str = ""
    about: str = ""

    def moved(self, reply: Reply) -> Reply:
        """``reply`` as it is said in a private chat: its buttons act where it was asked for, or are left out."""
        asked = self._asked(reply.confirm)
        words = (self._words(reply.confirm),) if reply.confirm is not None and asked is None else ()
        about = (Paragraph(self.about),) if self.about and reply.of_chat and reply.speaks else ()
        blocks = (*about, *(self._block(it) for it in reply.blocks), *words)
        if any(it not in ANYWHERE for text in _read(blocks) for it in offered_in(text, self.table)):
            blocks = (*blocks, Paragraph(self.note))
        choices = () if asked is None and _is_open(reply.confirm) else self._choices(reply.choices)
        form = reply.form if reply.form and ability_in(reply.form.line, self.table) in ANYWHERE else None
        here = Reply(blocks, asked, choices, reply.documents, form=form)
        return replace(here, language=reply.language, tongue=reply.tongue, secret=reply.secret)

    def beside(self, reply: Reply, line: str) -> Reply:
        """What is said of it where others read: ``line``, and what answers its question, if only that channel can."""
        said = replace(told(line), tongue=reply.tongue)
        if (question := reply.confirm) is not None and _is_open(question) and self._asked(question) is None:
            said = Reply(confirm=replace(question, question=line), choices=reply.choices, tongue=reply.tongue)
        form = reply.form if reply.form and ability_in(reply.form.line, self.table) not in ANYWHERE else None
        return replace(said, form=form, gone=reply.gone, owners=reply.owners, then=reply.then)

    def unsaid(self, reply: Reply, line: str) -> Reply:
        """What is said there where the private chat cannot be written to: ``line`` alone. What it did goes on."""
        return replace(told(line), tongue=reply.tongue, gone=reply.gone, owners=reply.owners, then=reply.then)

    def _asked(self, question: Confirm | None) -> Confirm | None:
        """A question that can be answered in private; None for none, and where it cannot."""
        if question is None or ability_in(question.command, self.table) in ANYWHERE:
            return question
        asked = replace(question, question=question.elsewhere or question.question, there=self.there)
        return asked if self.there and asked.fits and controls.fits(asked.no) else None

    def _words(self, question: Confirm) -> Paragraph:
        typed = "" if _is_open(question) else f"\n{question.typed or question.command}"
        return Paragraph(f"{question.elsewhere or question.question}{typed}")

    def _block(self, block: Block) -> Block:
        if not isinstance(block, Listing):
            return block
        return replace(block, items=tuple(replace(it, choices=self._choices(it.choices)) for it in block.items))

    def _choices(self, choices: tuple[ReplyChoice, ...]) -> tuple[ReplyChoice, ...]:
        return tuple(made for it in choices if (made := self._choice(it)) is not None)

    def _choice(self, choice: ReplyChoice) -> ReplyChoice | None:
        pressed = controls.pressed(choice.control)
        line = _line(choice.control)
        if pressed is None or not line:
            return None
        if ability_in(line, self.table) in ANYWHERE:
            return choice
        moved = controls.running(line, self.there)
        fits = self.there and pressed.name == controls.RUN and controls.fits(moved)
        return replace(choice, control=moved) if fits else None


def moving(table: Table, speak: Speaker, title: str, there: str = "") -> Confiding:
    """How answers that are about the chat in a place are moved; ``title`` is what people call that, if it is known."""
    about = speak.say("secret-about", title=title) if title else ""
    return Confiding(table, speak.say("secret-commands", named="yes" if title else "no", title=title), there, about)


def is_of_chat(ability: str) -> bool:
    """Whether what one person is told alone is about the chat where they ask, and not about them or the house."""
    return ability not in ANYWHERE and ability.partition(" ")[0] not in _OF_NO_CHAT


def is_for_one(ability: str) -> bool:
    """Whether an answer is for whoever asks alone, and not merely quiet as help and lists of the chat are."""
    return ability not in _PLAIN and not _FOR_ONE.isdisjoint((ability, ability.partition(" ")[0]))


def _line(control: str) -> str:
    """The command line behind a button; "" where there is none, or it is about one message."""
    pressed = controls.pressed(control)
    if pressed is None:
        return ""
    if pressed.name == controls.FORM:
        about, line = about_and_line(pressed.argument)
        return "" if about else line
    return pressed.argument if pressed.name == controls.RUN else ""


def _read(blocks: tuple[Block, ...]) -> Iterator[str]:
    """The texts that may say what to type."""
    for block in blocks:
        match block:
            case Paragraph(text):
                yield text
            case Listing(_, items, hint):
                yield from (hint, *(item.key for item in items))
            case _:
                pass


def _is_open(question: Confirm | None) -> bool:
    """Whether a question that was asked in private can be answered among others."""
    return question is not None and (question.own or question.marked) and question.fits
