"""What only buttons say: no text asks anybody to type it, no help offers it, and no terminal prints it."""

import json
import re
from dataclasses import replace

import pytest

from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import UNTYPED, Action, Command
from bot.commands.framework.forms import Use, asked_for, use_of
from bot.commands.framework.offering import offered_in
from bot.commands.framework.reply import Confirm, Paragraph, Reply, ReplyChoice
from bot.terminal.wording import reply_lines
from tests.bot.at_terminal import SPEECH, AtTerminal, Terminals
from tests.bot.commands.test_people import call_of
from tests.bot.words.test_matrix import EVERYWHERE
from tests.bot.words.test_offering import all_said
from tests.code.locales import LANGUAGES, messages
from tests.servers.model import say

OF_BUTTONS = [
    (command, action)
    for command in EVERYWHERE
    for action in command.actions
    if any(it.name == UNTYPED for it in action.params)
]
DRAFT = {"name": "Storm", "setting": "Water.", "outline": ["A boat comes."], "ending": "Dawn."}
COMMANDS = {
    "en": ("/story background draft rain", "/story background change"),
    "zh": ("/剧情 背景 起草 雨", "/剧情 背景 改稿"),
}
_NAMES = [f"/{command.name} {action.name}" for command, action in OF_BUTTONS]


def test_no_text_asks_for_a_token() -> None:
    """Somebody reads "type: /story background redraft 80bbf0f3a4d1 and what to change"."""
    assert len(OF_BUTTONS) > 6
    assert [f"/{command.name}" for command in EVERYWHERE if any(it.name == UNTYPED for it in command.params)] == []
    of_buttons = {command.action_ability(action) for command, action in OF_BUTTONS}
    assert sorted((lang, name) for lang, name, text in all_said() if of_buttons & {*offered_in(text, EVERYWHERE)}) == []
    assert [name for lang in LANGUAGES for name, it in messages(lang).items() if UNTYPED in it.variables] == []
    assert [name for (_, action), name in zip(OF_BUTTONS, _NAMES, strict=True) if not action.hidden] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", _NAMES)
def test_a_terminal_prints_none(name: str, language: str) -> None:
    """Whoever sits at a terminal is shown a number to type, and beside it a line that nobody types."""
    token = "80bbf0f3a4d1"
    reply = Reply(confirm=Confirm("Sure?", f"{name} {token}"), choices=(ReplyChoice(f"run:{name} {token}", "Do it"),))
    printed = [it.text for it in reply_lines(reply, EVERYWHERE, SPEECH.speaker(language))]
    assert any("Do it" in it for it in printed)
    assert [it for it in printed if token in it] == []


FORMS = [(command, action) for command, action in OF_BUTTONS if action.form or any(it.asked for it in action.params)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("command", "action"), FORMS)
async def test_a_form_in_words_names_what_people_type(
    anybody: AtTerminal, command: Command, action: Action, language: str
) -> None:
    """Where no window opens, somebody reads "type: /story background amend 80bbf0f3a4d1 <what to change>"."""
    call, token = call_of(anybody, language), "80bbf0f3a4d1"
    use = Use(command, replace(action, form=None), {UNTYPED: token})
    asked = await asked_for(call, use)
    assert asked
    assert asked.form
    assert asked.form.line.endswith(token), "a window knows what it is about"
    [how] = [it.text for it in asked.blocks if isinstance(it, Paragraph)]
    assert token not in how
    typed = use_of(EVERYWHERE, action.typed)
    assert typed
    assert localised(action.typed, call.table, call.speak) in how
    assert [it.name for it in typed.lacking] == [it.name for it in use.lacking], (
        "what is asked for can be typed behind it"
    )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draft_is_changed_at_a_terminal(terminals: Terminals, language: str) -> None:
    """The way to change a draft is printed as a line with twelve hexadecimal digits."""
    it, speak = await terminals.somebody(language=language), SPEECH.speaker(language)
    it.model.notes = lambda _: say(json.dumps(DRAFT))
    drafting, changing = COMMANDS[language]
    button = re.compile(rf"^\[(\d+)\] {speak.say('story-draft-change')}", re.MULTILINE)
    drafted, asked, changed = await it.answers(drafting, lambda printed: button.findall(printed)[-1], "with snow")
    assert changing in drafted
    assert speak.say("form-question", label=speak.say("command-story-background-change-text")) in asked
    assert "Storm" in changed
    assert "with snow" in it.model.errands[-1].prompt
    assert "/import" not in drafted + changed
