"""The macros of cards and prompts expanded: ``{{char}}``, ``{{random::a::b}}``, ``{{if x}}…{{/if}}``, ``<USER>``.

Only texts of cards, presets, books and of the house are expanded, never what people wrote; and what a macro stands for
is not read again. Names are case-insensitive, arguments follow ``::``, one alone also ``:`` or a blank, inner macros
come first, unknown ones stay as they are, ``\\{`` and ``\\}`` are plain braces. A block up to ``{{/name}}`` is the last
argument of ``{{name}}``; ``{{.name = x}}`` is a shorthand for a variable. Macros change variables in the order in which
they are expanded. The work is linear in the text, the output bounded.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.rules.macros.calls import STOP, TRIM, MacroCall, MacroScene
from engine.rules.macros.context import MacroContext
from engine.rules.macros.reading import (
    IF,
    MAX_DEPTH,
    Argument,
    Head,
    MacroNode,
    MacroReader,
    Piece,
    Span,
    blocks,
    has_blocks,
    place_of_else,
    raw,
)
from engine.rules.macros.shorthands import Shorthand, is_false, result, shorthand_of, variable_named
from engine.rules.macros.store import VariableStore
from engine.rules.macros.table import MACROS
from engine.rules.text.names import on_one_line
from engine.values.characters.characters import Card
from engine.values.models.stage import Variables

MAX_PRODUCED: Final = 200_000
"""Characters that the macros of one text may produce; once they are spent, macros stay as they are."""

MAX_MACROS: Final = 4_000
"""Macros of one text that are read; those after them stay as they are. Eight arguments count as one more."""

MAX_PRODUCED_IN_PROMPT: Final = 2_000_000
"""Characters that the macros of all texts of a prompt may produce."""

MAX_MACROS_IN_PROMPT: Final = 20_000
"""Macros of all texts of a prompt that are read."""

_ARGUMENTS_A_MACRO: Final = 8


class Expander:
    """Expands the texts of one prompt, one after the other. ``context`` may be replaced between them."""

    def __init__(self, context: MacroContext, variables: Variables | None = None) -> None:
        self.context = context
        self.unfilled: set[str] = set()
        self.filled: set[str] = set()
        self.store = VariableStore(variables or Variables())
        self._produced = MAX_PRODUCED_IN_PROMPT
        self._macros = MAX_MACROS_IN_PROMPT

    @property
    def variables(self) -> Variables:
        """What macros have stored by now; the very value it began with when nothing changed."""
        return self.store.after()

    def expand(self, text: str, place: str, original: str = "") -> str:
        """``text``, which stands at ``place``, with its macros replaced; ``{{original}}`` is ``original``.

        At most ``MAX_PRODUCED`` characters longer than ``text``.
        """
        if self._macros <= 0 or ("{{" not in text and "<" not in text and "\\" not in text):
            return text
        context = replace(self.context, place=place, original=original or self.context.original)
        expansion = _Expansion(
            MacroScene(context, self.store, text, self.unfilled, self.filled),
            min(self._produced, MAX_PRODUCED),
            min(self._macros, MAX_MACROS),
        )
        expanded = expansion.run(MacroReader(text).read())
        self._produced -= expansion.produced
        self._macros -= expansion.macros
        return _finished(expanded)

    def take_card(self, card: Card) -> None:
        """Let macros stand for ``card``'s texts from now on.

        Description, personality and scenario are expanded here, in this order. What macros store in the other texts is
        stored when those texts themselves are expanded. Blanks around a text are left out, unless macros make them. Of
        the greetings, the first is expanded.
        """
        texts = {"description": card.description, "personality": card.personality, "scenario": card.scenario}
        others = {
            "mes_examples": card.mes_example,
            "char_prompt": card.system_prompt,
            "char_instruction": card.post_history_instructions,
            "char_depth_prompt": card.depth_prompt.text if card.depth_prompt else "",
            "creator_notes": card.creator_notes,
        }
        self.context = replace(
            self.context,
            char=card.called,
            user=on_one_line(self.context.user),
            char_version=card.character_version,
            greetings=(),
            **dict.fromkeys([*texts, *others], ""),
        )
        self.context = replace(self.context, **{name: self.expand(text.strip(), name) for name, text in texts.items()})
        apart = Expander(self.context, self.variables)
        told = {name: apart.expand(text.strip(), name) for name, text in others.items()}
        greetings = (
            Expander(self.context, self.variables).expand(card.first_greeting.strip(), "greeting"),
            *(it.strip() for it in card.alternate_greetings),
        )
        self.context = replace(self.context, **told, greetings=greetings)

    def take_chat(self, authors_note: str, main_prompt: str) -> None:
        """Let macros stand for the chat's note and the preset's main prompt. What macros store in them is not kept."""
        apart = Expander(self.context, self.variables)
        told = {"authors_note": authors_note.strip(), "main_prompt": main_prompt.strip()}
        self.context = replace(self.context, **{name: apart.expand(text, name) for name, text in told.items()})


def with_card(context: MacroContext, card: Card) -> MacroContext:
    """The context in which ``card``'s own texts, greetings too, are expanded."""
    expander = Expander(context)
    expander.take_card(card)
    return expander.context


def expand(text: str, context: MacroContext) -> str:
    """``text`` alone with its macros replaced. At most ``MAX_PRODUCED`` characters longer than ``text``."""
    return Expander(context).expand(text, context.place)


class _Expansion:
    """One text. ``produced`` and ``macros`` count what was spent of the two limits."""

    def __init__(self, scene: MacroScene, most_produced: int, most_macros: int) -> None:
        self._scene = scene
        self._most_produced = most_produced
        self._most_macros = most_macros
        self._depth = 0
        self._has_blocks = has_blocks(scene.text)
        self.produced = 0
        self.macros = 0

    def run(self, pieces: Sequence[Piece]) -> str:
        """``pieces`` with their macros replaced, from left to right."""
        return self._run(Span(pieces, 0, len(pieces), blocks(pieces) if self._has_blocks else {}))

    def _run(self, span: Span) -> str:
        self._depth += 1
        out: list[str] = []
        index = span.start
        while index < span.end:
            piece = span.pieces[index]
            end = span.blocks.get(index) if self._depth <= MAX_DEPTH else None
            if isinstance(piece, str) or self.macros >= self._most_macros:
                out.append(raw(piece))
            elif end is None:
                self.macros += 1
                out.append(self._alone(piece))
            else:
                self.macros += 1
                out.append(self._block(piece, span.part(index + 1, end)))
                index = end
            index += 1
        self._depth -= 1
        return "".join(out)

    def _alone(self, node: MacroNode) -> str:
        head = node.head()
        if head is None or head.closes:
            shorthand = shorthand_of(node.pieces) if head is None else None
            return self._unread(node) if shorthand is None else self._variable(shorthand)
        if head.name == IF:
            return self._inline_condition(head, node)
        values = self._values(head)
        value = self._meaning(head, MacroCall(tuple(values), node.at))
        return _written(head, values) if value is None else value

    def _block(self, node: MacroNode, inside: Span) -> str:
        head = node.head()
        if head is None:
            return self._unread(node)
        if head.name == IF:
            return self._condition(head, node, inside)
        values = self._values(head)
        block = self._run(inside)
        trimmed = _finished(block if head.keeps else dedented(block))
        value = self._meaning(head, MacroCall((*values, trimmed), node.at, scoped=True))
        return f"{_written(head, values)}{block}{raw(inside.pieces[inside.end])}" if value is None else value

    def _variable(self, shorthand: Shorthand) -> str:
        texts: list[str] = []

        def text() -> str:
            texts.append(_finished(self.run(shorthand.text)).strip())
            return texts[-1]

        value = self._within(result(shorthand, self._scene.variables, text))
        if value is not None:
            return value
        return f"{{{{{shorthand.lead}{texts[0] if texts else ''.join(map(raw, shorthand.text))}}}}}"

    def _unread(self, node: MacroNode) -> str:
        """What is no macro, with the macros inside it replaced."""
        return f"{{{{{self.run(node.pieces)}}}}}"

    def _values(self, head: Head) -> list[str]:
        self.macros += len(head.arguments) // _ARGUMENTS_A_MACRO
        return [self._value(argument) for argument in head.arguments]

    def _value(self, argument: Argument) -> str:
        pieces = argument.pieces
        plain = pieces[0] if len(pieces) == 1 and isinstance(pieces[0], str) else None
        return _finished(self.run(pieces) if plain is None else plain)

    def _meaning(self, head: Head, call: MacroCall) -> str | None:
        """What the macro stands for, if it is one and the limit allows it."""
        macro = MACROS.get(head.name)
        arguments = macro.arguments(list(call.arguments)) if macro else None
        if macro is None or arguments is None:
            return None
        return self._within(macro.meaning(replace(call, arguments=arguments), self._scene))

    def _within(self, value: str | None) -> str | None:
        """``value`` if the limit allows it."""
        if value is None or self.produced + len(value) > self._most_produced:
            return None
        self.produced += len(value)
        return value

    # --- {{if}} ---

    def _inline_condition(self, head: Head, node: MacroNode) -> str:
        """``{{if condition::text}}``; without a text it is no macro."""
        if len(head.arguments) < 2:
            return self._unread(node)
        inside: list[Piece] = []
        for argument in head.arguments[1:]:
            inside += ["::", argument.left, *argument.pieces, argument.right]
        inner = blocks(inside) if self._has_blocks else {}
        return self._condition(head, node, Span(inside, 2, len(inside), inner))

    def _condition(self, head: Head, node: MacroNode, inside: Span) -> str:
        """The half of ``inside`` that the condition chooses; nothing in the other half is expanded."""
        other = place_of_else(inside)
        holds = self._holds(head.arguments[0].pieces, node.at)
        part = (inside.start, other) if holds else (min(other + 1, inside.end), inside.end)
        chosen = _finished(self._run(inside.part(*part)))
        return chosen if head.keeps else dedented(chosen)

    def _holds(self, pieces: list[Piece], at: int) -> bool:
        first = pieces[0] if pieces else ""
        negated = isinstance(first, str) and first.startswith("!")
        rest: list[Piece] = [first[1:].lstrip(), *pieces[1:]] if isinstance(first, str) and negated else pieces
        return is_false(self._named(_finished(self.run(rest)), at)) == negated

    def _named(self, name: str, at: int) -> str:
        """What a bare name in a condition stands for: a variable, ``.name`` or ``$name``, or a macro; else itself."""
        value = variable_named(name, self._scene.variables)
        if value is not None:
            return value
        macro = MACROS.get(name.lower())
        if macro is None or macro.least:
            return name
        return _finished(macro.meaning(MacroCall((), at), self._scene) or "")


def dedented(text: str) -> str:
    """``text`` without blanks around it, and without the indentation of its first line on all lines."""
    lines = text.split("\n")
    indent = next((len(line) - len(line.lstrip(" \t")) for line in lines if line.strip()), 0)
    if not indent:
        return text.strip()
    return "\n".join(_without_indent(line, indent) for line in lines).strip()


def _without_indent(line: str, indent: int) -> str:
    bare = line.lstrip(" \t")
    return line[indent:] if len(line) - len(bare) >= indent else bare


def _written(head: Head, values: list[str]) -> str:
    """The macro as it was written, but for the macros inside it."""
    arguments = (
        f"{argument.left}{value}{argument.right}" for argument, value in zip(head.arguments, values, strict=True)
    )
    return f"{{{{{head.lead}{'::'.join(arguments)}}}}}"


def _finished(text: str) -> str:
    """``text`` without marks, and without the line ends that they stand for."""
    if TRIM in text:
        pieces = text.split(TRIM)
        trimmed = [piece.strip("\n") for piece in pieces[1:-1]]
        text = "".join([pieces[0].rstrip("\n"), *trimmed, pieces[-1].lstrip("\n")])
    return text.replace(STOP, "") if STOP in text else text
