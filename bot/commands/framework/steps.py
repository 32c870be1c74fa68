"""A form filled in one field after another, where a platform has no windows. Pure.

It is kept as JSON between two answers, so that it outlives the process.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from bot.commands.framework.declared import Table
from bot.commands.framework.reply import Field, Form
from bot.routing import Typed, route
from engine.values.house.asking import AskedForm

CANCEL: Final = ("cancel", "取消")


@dataclass(frozen=True, slots=True)
class Steps:
    """How far somebody is in a form, which is asked in ``tongue``.

    ``answers`` are by parameter; ``cut``: the last one was longer than a message.
    """

    form: Form
    answers: Mapping[str, str] = field(default_factory=dict[str, str])
    cut: bool = False
    tongue: str = "en"

    @property
    def current(self) -> Field | None:
        """What is asked for now; None when everything is answered."""
        return next((it for it in self.form.fields if it.param not in self.answers), None)

    @property
    def number(self) -> int:
        """Which step this is, from 1."""
        return min(len(self.answers) + 1, len(self.form.fields))

    @property
    def may_keep(self) -> bool:
        """Whether the present step needs no words: something stands there, or nothing has to."""
        it = self.current
        return it is not None and (bool(it.value) or not it.required)

    def answered(self, words: str) -> "Steps":
        """The next step."""
        return replace(self, answers={**self.answers, **({it.param: words} if (it := self.current) else {})}, cut=False)

    def kept(self) -> "Steps":
        """The next step, with what stands there left as it is."""
        it = self.current
        return self.answered(it.value) if it else self

    def refuses(self, words: str) -> bool:
        """Whether these words are none, where some are needed."""
        it = self.current
        return it is not None and it.required and not words.strip()


def cancels(text: str) -> bool:
    """Whether a text leaves the form that is being filled in."""
    typed = route(text)
    return isinstance(typed, Typed) and typed.name in CANCEL and not typed.rest


def commands(table: Table, text: str) -> bool:
    """Whether a text is a command and no answer. Words may begin with a slash too."""
    typed = route(text)
    return isinstance(typed, Typed) and table.find(typed.name) is not None


def packed(steps: Steps, message: str = "") -> AskedForm:
    """As it is kept; ``message`` is the platform's that asks."""
    form = steps.form
    given: dict[str, Any] = {
        "title": form.title,
        "about": form.about,
        "stood": dict(form.stood),
        "fields": [asdict(it) for it in form.fields],
        "answers": dict(steps.answers),
        "cut": steps.cut,
        "tongue": steps.tongue,
    }
    return AskedForm(form.line, it.param if (it := steps.current) else "", given, message)


def unpacked(asked: AskedForm) -> Steps:
    """The same from what was kept."""
    given = asked.given
    fields = tuple(Field(**it) for it in given["fields"])
    form = Form(asked.line, given["title"], fields, given["about"], stood=given.get("stood", {}))
    return Steps(form, given["answers"], given["cut"], given["tongue"])
