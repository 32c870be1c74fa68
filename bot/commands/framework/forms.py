"""Forms for words: which use of a command lacks some, what is asked then, and what stands there now.

A form is made of the command's own parameters. Its line is typed again with the fields as arguments, never as text
that is read once more: so any words come out as they went in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import Args, Wrong, as_typed, bind, localised
from bot.commands.framework.declared import (
    Action,
    ArgValue,
    Command,
    CommandCall,
    OverlongText,
    Param,
    Present,
    Table,
    TextPrompt,
)
from bot.commands.framework.numbering import as_said
from bot.commands.framework.reply import Field, Form, Paragraph, QuotedText, Reply, ReplyChoice
from bot.routing import Typed, route
from bot.words.localise import Speaker, Speech
from engine.errors import DatabaseError
from engine.values.transfers.transfers import Document

_LONG: Final = 3_000
_WORTH_A_FILE: Final = 200


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a command, with what was given of its arguments.

    ``about``: the message that is pointed at, "" for none; None where only the database knows which it is.
    """

    command: Command
    action: Action | None
    args: Mapping[str, ArgValue] = field(default_factory=Args)
    about: str | None = ""

    @property
    def params(self) -> tuple[Param, ...]:
        return (self.action or self.command).params

    @property
    def present(self) -> Present | None:
        """Reads what stands now where it writes."""
        return (self.action or self.command).form

    @property
    def lacking(self) -> tuple[Param, ...]:
        """The words that a form asks for; none where it can be done as it is."""
        missing = tuple(it for it in self.params if it.asked and it.name not in self.args)
        return missing if self.present or any(it.required for it in missing) else ()

    @property
    def line(self) -> str:
        """The command line that means it."""
        return " ".join(it for it in _line(self, self.args) if it)

    @property
    def opens(self) -> bool:
        """Whether its answer may be a form."""
        return bool(self.lacking) or (self.action or self.command).opens

    @property
    def label(self) -> str:
        """The Fluent id of what it does."""
        return self.command.action_label(self.action) if self.action else self.command.label


def use_of(table: Table, line: str) -> Use | None:
    """What a command line means; None where it cannot be done as it was typed."""
    typed = route(line)
    command = table.find(typed.name) if isinstance(typed, Typed) else None
    if not isinstance(typed, Typed) or command is None:
        return None
    action, left = command.split(command.called(typed.name, typed.rest))
    args = bind(action.params if action else command.params, left, asking=True)
    return None if isinstance(args, Wrong) else Use(command, action, args)


def blank(use: Use, speak: Speaker) -> Form | None:
    """The form of a use that lacks words, with nothing in its fields; None where it lacks none.

    Nor is there one of a message that nobody knows yet: what is written there would go to another one.
    """
    lacking = use.lacking
    if not lacking or use.about is None:
        return None
    line = _line(use, use.args)
    if bind(use.params, line[1], asking=True) != dict(use.args):  # words that no quotes hold are asked for again
        lacking = tuple(it for it in use.params if it.asked)
        line = _line(use, {name: it for name, it in use.args.items() if name not in {one.name for one in lacking}})
    label = _label(use, speak)
    fields = tuple(_field(label, use, it, speak) for it in lacking)
    return Form(" ".join(it for it in line if it), titled(speak.say(label)), fields, use.about)


async def asked_for(call: CommandCall, use: Use) -> Reply | None:
    """The form that a use of a command needs before it is done, and the same in words; None where it needs none.

    Raises what reading the present words raises, unless the database is at fault: then the form comes empty.
    """
    use = replace(use, about=call.replied)
    form = blank(use, call.speak)
    if form is None:
        return None
    shows = use.present is not None
    try:
        present = await use.present(replace(call, args=use.args)) if use.present else {}
    except DatabaseError:
        shows, present = False, {}
    fields = tuple(replace(it, value=it.value or _fitting(present.get(it.param, ""))) for it in form.fields)
    stood = {it.param: mark(_whole(present.get(it.param, ""))) for it in fields} if shows else {}
    form = replace(form, fields=fields, stood=stood)
    said = blank(replace(use, args=await as_said(call, use.params, use.args)), call.speak) or form
    typed = use.action.typed if use.action else ""
    how = _how(call, replace(said, line=typed) if typed else said)
    blocks = (*(Paragraph(it.value[:_LONG]) for it in fields if it.value), Paragraph(how))
    return Reply(blocks, form=form, private=True, secret=any(it.value for it in fields))


def titled(said: str) -> str:
    """What a command does, as the title of a window: lists of commands have it in small letters."""
    return said[:1].upper() + said[1:]


def in_words(reply: Reply, speech: Speech) -> Reply:
    """``reply`` where no form can be opened: its words, and a button that opens it."""
    if reply.form is None:
        return reply
    write = _opens(reply.form, speech.speaker(reply.tongue))
    return replace(reply, form=None, choices=(*reply.choices, *([write] if controls.fits(write.control) else [])))


def _opens(form: Form, speak: Speaker) -> ReplyChoice:
    """The button that opens a form."""
    control = controls.control(controls.FORM, f"{form.about}{form.line}")
    return ReplyChoice(control, speak.say("button-write"), typed=form.line)


def opening(table: Table, line: str, about: str | None = "") -> Use | None:
    """A command line that may be answered by a form; ``about`` as a ``Use`` has it."""
    use = use_of(table, line)
    return replace(use, about=about) if use and use.opens else None


def pressed_opens(table: Table, control: str) -> Use | None:
    """The same for a button."""
    pressed = controls.pressed(control)
    if pressed is None:
        return None
    match pressed.name:
        case controls.RUN:
            return opening(table, pressed.argument)
        case controls.AT:
            return opening(table, pressed.line, None)
        case controls.FORM:
            about, line = about_and_line(pressed.argument)
            use = use_of(table, line)
            return replace(use, about=about) if use else None
        case _:
            return None


def about_and_line(text: str) -> tuple[str, str]:
    """What a form is about, and its line, where both stand together: "12/fix"."""
    about, slash, line = text.partition("/")
    return about, f"{slash}{line}"


def _line(use: Use, args: Mapping[str, ArgValue]) -> tuple[str, str]:
    """The command with its action, and its arguments, as they are typed."""
    name = f"/{use.command.name} {use.action.name}" if use.action else f"/{use.command.name}"
    words = [as_typed(it, args.get(it.name)) for it in use.params]
    return name, " ".join(word for word in words if word)


def _label(use: Use, speak: Speaker) -> str:
    """The Fluent id of what a form does: some do something else with a message that is pointed at."""
    pointed = f"{use.label}-pointed"
    return pointed if use.about and speak.knows(pointed) else use.label


def _field(label: str, use: Use, param: Param, speak: Speaker) -> Field:
    names = (f"{label}-{param.name}", param.help, param.label)
    label = speak.say(next(it for it in names if it == param.label or speak.knows(it)))
    value = str(use.args.get(param.name, ""))
    return Field(param.name, label, value, long=param.asked is TextPrompt.TEXT, required=param.required)


def _how(call: CommandCall, form: Form) -> str:
    words = " ".join(f"<{it.label}>" for it in form.fields)
    return call.speak.say("form-how", usage=f"{localised(form.line, call.table, call.speak)} {words}")


def mark(text: str) -> str:
    """What tells a text from others in a few letters, whatever blanks a platform leaves out at its ends."""
    return blake2b("\n".join(text.split("\r\n")).strip().encode("utf-8", "replace"), digest_size=4).hexdigest()


def _fitting(stands: str | OverlongText) -> str:
    """What a field shows of a text that stands there."""
    return "" if isinstance(stands, OverlongText) else stands


def _whole(stands: str | OverlongText) -> str:
    """All of a text that stands there, whether or not a field shows it."""
    return stands.text if isinstance(stands, OverlongText) else stands


async def caught_up(
    call: CommandCall, use: Use, fields: Mapping[str, str], stood: Mapping[str, str]
) -> Mapping[str, str] | Reply:
    """What a form gave, where others have changed meanwhile only what it left as it stood; else a word, and both texts.

    ``stood``: the marks of what stood there when it was asked. Raises what reading the present words raises.
    """
    if use.present is None or not stood:
        return fields
    now = {name: _whole(it) for name, it in (await use.present(replace(call, args=use.args))).items()}
    marks = {name: mark(now.get(name, "")) for name in fields}
    other = {name: now.get(name, "") for name in fields if name in stood and marks[name] != stood[name]}
    own = [name for name in fields if mark(fields[name]) not in (stood.get(name), marks[name], mark(""))]
    if not other.keys() & own:
        return {**fields, **other}
    use = replace(use, args={name: it for name, it in use.args.items() if name not in fields})
    return _both(call, use, {name: fields[name] for name in own}, other)


def _both(call: CommandCall, use: Use, own: Mapping[str, str], other: Mapping[str, str]) -> Reply:
    """What is told of a form that came too late: all of its ``own`` words, and what others have put in their place.

    ``use`` is that of the form, which opens it again.
    """
    form = blank(use, call.speak) or Form(use.line, "", (), use.about or "")
    labels = {it.name: call.speak.say(it.label) for it in use.params} | {it.param: it.label for it in form.fields}
    blocks: list[Paragraph | QuotedText] = [Paragraph(call.speak.say("form-overtaken"))]
    for name, words in own.items():
        label = labels[name]
        if name in other:
            now = QuotedText(other[name][:_LONG] or "–")
            blocks += [Paragraph(call.speak.say("form-overtaken-now", label=label)), now]
        blocks += [Paragraph(call.speak.say("form-overtaken-yours", label=label)), QuotedText(words[:_LONG])]
    again = _opens(form, call.speak)
    choices = (again,) if controls.fits(again.control) else ()
    return Reply(tuple(blocks), choices=choices, documents=words_back(own), private=True)


def words_back(fields: Mapping[str, str]) -> tuple[Document, ...]:
    """Long words that came to nothing, as files."""
    return tuple(
        Document(f"{name}.txt", "text/plain", words.encode("utf-8", "replace"))
        for name, words in fields.items()
        if len(words) >= _WORTH_A_FILE
    )
