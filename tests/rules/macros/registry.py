"""What every macro stands for in one scene: a row for each name, a section for each file of SillyTavern's registry."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from engine.rules.macros.context import MacroContext
from engine.values.models.stage import Variables

SCENE: Final = MacroContext(
    user="Ann",
    char="Mia",
    now=datetime(2026, 3, 1, 21, 5, tzinfo=UTC),
    group=("Mia", "Bo", "Cy"),
    muted=("Cy",),
    description="A baker.",
    personality="Calm.",
    scenario="A kitchen.",
    persona="A pilot.",
    mes_examples="<START>\nMia: Hi",
    char_prompt="Be Mia.",
    char_instruction="Be brief.",
    char_version="1.2",
    char_depth_prompt="Deep.",
    creator_notes="For adults.",
    greetings=("Hello.", "Hey."),
    original="Write.",
    last_message="Yes?",
    last_user_message="Bread?",
    last_char_message="Yes?",
    last_message_id=7,
    first_included_message_id=2,
    current_swipe_id=1,
    last_swipe_id=3,
    idle=timedelta(hours=2),
    summary="They met.",
    authors_note="Rain.",
    main_prompt="Write on.",
    generation="swipe",
    input="typed",
    outlets={"lore": "Old books."},
    max_prompt=4_096,
    max_context=8_192,
    max_response=300,
    model="large",
)
STORED: Final = Variables({"hp": "10", "name": "Bo"}, {"day": "3"})

_CORE: Final = {
    "space": ("[{{space}}{{space::2}}]", "[   ]"),
    "newline": ("[{{newline}}{{newline::2}}]", "[\n\n\n]"),
    "noop": ("a\n{{noop}}{{trim}}\nb", "a\nb"),
    "trim": ("a\n\n{{trim}}\nb{{trim}} c {{/trim}}", "abc"),
    "if": ("{{if description}}a{{else}}b{{/if}}{{if !description::c}}", "a"),
    "else": ("a{{else}}b", "ab"),
    "input": ("{{input}}", "typed"),
    "maxprompt": ("{{maxPrompt}}", "4096"),
    "maxprompttokens": ("{{maxPromptTokens}}", "4096"),
    "maxcontext": ("{{maxContext}}", "8192"),
    "maxcontexttokens": ("{{maxContextTokens}}", "8192"),
    "maxresponse": ("{{maxResponse}}", "300"),
    "maxresponsetokens": ("{{maxResponseTokens}}", "300"),
    "reverse": ("{{reverse::abc}}{{reverse}}de{{/reverse}}", "cbaed"),
    "//": ("a{{// {{char}} }}{{//}}\nb{{///}}c", "ac"),
    "comment": ("a{{comment: b}}", "a"),
    "roll": ("{{roll::1d1}}{{roll 1}}{{roll: 2d1+3}}{{roll::x}}", "115"),
    "random": ("{{random::a}}{{random: b }}{{random c\\,d}}", "abc,d"),
    "pick": ("{{pick::a}}{{pick b}}", "ab"),
    "banned": ('a{{banned "delve"}}{{banned::tapestry}}', "a"),
    "outlet": ("{{outlet::lore}}{{outlet::other}}", "Old books."),
}
_ENVIRONMENT: Final = {
    "user": ("{{user}}<USER>", "AnnAnn"),
    "char": ("{{char}}<BOT><CHAR>", "MiaMiaMia"),
    "group": ("{{group}}|<GROUP>", "Mia, Bo, Cy|Mia, Bo, Cy"),
    "charifnotgroup": ("{{charIfNotGroup}}|<CHARIFNOTGROUP>", "Mia, Bo, Cy|Mia, Bo, Cy"),
    "groupnotmuted": ("{{groupNotMuted}}", "Mia, Bo"),
    "notchar": ("{{notChar}}", "Bo, Cy, Ann"),
    "charprompt": ("{{charPrompt}}", "Be Mia."),
    "charinstruction": ("{{charInstruction}}", "Be brief."),
    "charjailbreak": ("{{charJailbreak}}", "Be brief."),
    "chardescription": ("{{charDescription}}", "A baker."),
    "description": ("{{description}}", "A baker."),
    "charpersonality": ("{{charPersonality}}", "Calm."),
    "personality": ("{{personality}}", "Calm."),
    "charscenario": ("{{charScenario}}", "A kitchen."),
    "scenario": ("{{scenario}}", "A kitchen."),
    "persona": ("{{persona}}", "A pilot."),
    "mesexamplesraw": ("{{mesExamplesRaw}}", "<START>\nMia: Hi"),
    "mesexamples": ("{{mesExamples}}", "<START>\nMia: Hi\n"),
    "chardepthprompt": ("{{charDepthPrompt}}", "Deep."),
    "charcreatornotes": ("{{charCreatorNotes}}", "For adults."),
    "creatornotes": ("{{creatorNotes}}", "For adults."),
    "charfirstmessage": ("{{charFirstMessage}}{{charFirstMessage::1}}", "Hello.Hey."),
    "greeting": ("{{greeting}}{{greeting::1}}{{greeting::2}}", "Hello.Hey."),
    "charversion": ("{{charVersion}}", "1.2"),
    "version": ("{{version}}", "1.2"),
    "char_version": ("{{char_version}}", "1.2"),
    "model": ("{{model}}", "large"),
    "original": ("{{original}}{{original}}", "Write."),
    "ismobile": ("{{isMobile}}{{if {{isMobile}}}}a{{/if}}", "false"),
}
_CHAT: Final = {
    "lastmessage": ("{{lastMessage}}", "Yes?"),
    "lastmessageid": ("{{lastMessageId}}", "7"),
    "lastusermessage": ("{{lastUserMessage}}", "Bread?"),
    "lastcharmessage": ("{{lastCharMessage}}", "Yes?"),
    "firstincludedmessageid": ("{{firstIncludedMessageId}}", "2"),
    "firstdisplayedmessageid": ("{{firstDisplayedMessageId}}", ""),
    "lastswipeid": ("{{lastSwipeId}}", "3"),
    "currentswipeid": ("{{currentSwipeId}}", "1"),
    "allchatrange": ("{{allChatRange}}", "0-7"),
}
_STATE: Final = {
    "lastgenerationtype": ("{{lastGenerationType}}", "swipe"),
    "hasextension": ("{{hasExtension::Regex}} {{hasExtension::third}} {{hasExtension}}", "true false {{hasExtension}}"),
}
_TIME: Final = {
    "time": ("{{time}} {{time::UTC+2}} {{time_UTC-1}}", "9:05 PM 11:05 PM 8:05 PM"),
    "time_utc": ("{{time_UTC+2}}", "11:05 PM"),
    "date": ("{{date}}", "March 1, 2026"),
    "weekday": ("{{weekday}}", "Sunday"),
    "isotime": ("{{isotime}}", "21:05"),
    "isodate": ("{{isodate}}", "2026-03-01"),
    "datetimeformat": ("{{datetimeformat::YYYY/MM/DD HH:mm}}", "2026/03/01 21:05"),
    "idleduration": ("{{idleDuration}}", "2 hours"),
    "idle_duration": ("{{idle_duration}}", "2 hours"),
    "timediff": ("{{timeDiff::2023-01-01 12:00:00::2023-01-01 15:00:00}}", "3 hours ago"),
}
_VARIABLES: Final = {
    "getvar": ("{{getvar::hp}}{{getvar::none}}", "10"),
    "setvar": ("{{setvar::a::x}}{{setvar::b}}\n  y\n{{/setvar}}{{.a}}{{.b}}", "xy"),
    "addvar": ("{{addvar::hp::5}}{{addvar::name::!}}{{.hp}}{{.name}}", "15Bo!"),
    "incvar": ("{{incvar::hp}}{{incvar::new}}", "111"),
    "decvar": ("{{decvar::hp}}{{decvar::new}}", "9-1"),
    "hasvar": ("{{hasvar::hp}} {{hasvar::day}}", "true false"),
    "varexists": ("{{varexists::hp}} {{varexists::day}}", "true false"),
    "deletevar": ("{{deletevar::hp}}{{hasvar::hp}}", "false"),
    "flushvar": ("{{flushvar::hp}}{{hasvar::hp}}", "false"),
    "getglobalvar": ("{{getglobalvar::day}}", "3"),
    "setglobalvar": ("{{setglobalvar::day::4}}{{$day}}", "4"),
    "addglobalvar": ("{{addglobalvar::day::4}}{{$day}}", "7"),
    "incglobalvar": ("{{incglobalvar::day}}", "4"),
    "decglobalvar": ("{{decglobalvar::day}}", "2"),
    "hasglobalvar": ("{{hasglobalvar::hp}} {{hasglobalvar::day}}", "false true"),
    "globalvarexists": ("{{globalvarexists::hp}} {{globalvarexists::day}}", "false true"),
    "deleteglobalvar": ("{{deleteglobalvar::day}}{{hasglobalvar::day}}", "false"),
    "flushglobalvar": ("{{flushglobalvar::day}}{{hasglobalvar::day}}", "false"),
}
_TEMPLATES: Final = {
    **{
        name.lower(): (f"[{{{{{name}}}}}]", "[]")
        for name in (
            *("instructStoryStringPrefix", "instructStoryStringSuffix", "instructUserPrefix", "instructInput"),
            *("instructUserSuffix", "instructAssistantPrefix", "instructOutput", "instructAssistantSuffix"),
            *("instructSeparator", "instructSystemPrefix", "instructSystemSuffix", "instructFirstAssistantPrefix"),
            *("instructFirstOutputPrefix", "instructLastAssistantPrefix", "instructLastOutputPrefix", "instructStop"),
            *("instructUserFiller", "instructSystemInstructionPrefix", "instructFirstUserPrefix"),
            *("instructFirstInput", "instructLastUserPrefix", "instructLastInput"),
        )
    },
    "defaultsystemprompt": ("{{defaultSystemPrompt}}", "Write on."),
    "instructsystem": ("{{instructSystem}}", "Write on."),
    "instructsystemprompt": ("{{instructSystemPrompt}}", "Write on."),
    "systemprompt": ("{{systemPrompt}}", "Be Mia."),
    "exampleseparator": ("{{exampleSeparator}}", "***"),
    "chatseparator": ("{{chatSeparator}}", "***"),
    "chatstart": ("{{chatStart}}", "***"),
}
_EXTENSIONS: Final = {
    "summary": ("{{summary}}", "They met."),
    "authorsnote": ("{{authorsNote}}", "Rain."),
    "charauthorsnote": ("[{{charAuthorsNote}}]", "[]"),
    "defaultauthorsnote": ("[{{defaultAuthorsNote}}]", "[]"),
    "charprefix": ("[{{charPrefix}}]", "[]"),
    "charnegativeprefix": ("[{{charNegativePrefix}}]", "[]"),
    "reasoningprefix": ("{{reasoningPrefix}}", "<think>\n"),
    "reasoningsuffix": ("{{reasoningSuffix}}", "\n</think>"),
    "reasoningseparator": ("{{reasoningSeparator}}", "\n\n"),
}
_CARDS_V3: Final = {"hidden_key": ("a{{hidden_key:dragon}}", "a")}

ROWS: Final[Mapping[str, tuple[str, str]]] = {
    **_CORE,
    **_ENVIRONMENT,
    **_CHAT,
    **_STATE,
    **_TIME,
    **_VARIABLES,
    **_TEMPLATES,
    **_EXTENSIONS,
    **_CARDS_V3,
}
"""By the macro's name in lower case: a text, and what it becomes in the scene with what is stored."""
