"""Every exception to the limits of this folder, by name and with its reason. The checks read nothing else.

An entry that is no longer needed fails the check too, so that the list stays as short as it looks.
"""

# "path" -> why this module may be longer than 500 lines.
LONG_MODULES: dict[str, str] = {}

# "path:function" -> why this function may be longer than 50 lines.
LONG_FUNCTIONS: dict[str, str] = {
    "tests/stores/test_memories_seen.py:cage": "one table of who may be told what, to be read at a glance",
}

# "path" -> why this module may ask the machine what time it is. For the product, too, there is one such place.
WALL_CLOCKS: dict[str, str] = {
    "engine/work/clock.py": "the product's clock",
    "tests/calendar.py": "the tests' clock, which the product's follows",
}

# "path:definition" -> why this test, which takes today's date into its hands, comes out alike on every date.
ANY_DATE: dict[str, str] = {
    "tests/attacks/test_poisoning.py:gone_round": "only the hour matters, and it is noon",
    "tests/attacks/test_poisoning.py:arrives": "messages of now; what is asked of the model does not depend on the day",
    "tests/rules/growth/test_growth.py:steep_in": "which shapes are tried, nothing more",
    "tests/rules/growth/test_growth.py:test_work_on_a_prompt_grows_with_each_text_of_it": "which stage is tried",
    "tests/turns/memory/test_recall_sentences.py:_heard": "the moment at which a message comes, nothing more",
    "tests/turns/test_pictures.py:send": "the moment at which a picture comes, nothing more",
    "tests/turns/test_voice_in.py:send": "the moment at which a recording comes, nothing more",
    "tests/turns/test_voice_in.py:test_others_are_not_kept_waiting": "the same of a message behind it",
    "tests/turns/test_statements.py:_talked": "puts off what other tests left due, nothing more",
    "tests/turns/test_prompt.py:test_files_and_replies_are_told": "the moment at which a file comes, nothing more",
}

# The edges, where everything is caught so that one failure stays one failure. "path" -> what ends there.
EDGES: dict[str, str] = {
    "bot/__main__.py": "the process: an unexpected error becomes a line in the log and an exit code",
    "bot/delivery/channel.py": "a reply on its way to people: a fault in one must not end the others",
    "bot/discord/errands.py": "a platform event, and the loops of the client: one failure ends in the log",
    "bot/discord/catch_up.py": "a platform event: a history that nobody understands must not cost the others theirs",
    "bot/handler.py": "a platform event: one bad event must not end the listening",
    "bot/telegram/client.py": "a loop of the process: it begins again; an answer to one person: the others go on",
    "bot/telegram/updates.py": "a platform event: one bad update must not end the reading",
    "engine/embed/local.py": "a library that raises of everything: a missing network, a broken file, a wrong name",
    "engine/recall/leftover_worker.py": "a process of its own: its library raises of whatever it cannot read",
    "engine/web/reading.py": "a process of its own: its library raises of whatever it cannot read",
    "engine/recall/fan_out.py": "a retriever: it counts as absent and the ledger says so",
    "engine/turns/runner.py": "a turn: it ends with the outcome error and the person is told",
    "engine/work/tasks.py": "a loop of the process: it begins again",
    "engine/work/due.py": "a background job: it stays due and is tried again later",
}

# "path:function" -> why the words of a library's error may be read here. They are told to nobody.
FOREIGN_WORDS: dict[str, str] = {
    "engine/config/reading.py:_read_toml": "the number of the line, found by its shape",
    "engine/rules/regexes/js_linear.py:linear": "which of two kinds of refusal it is",
}

# "path:name" -> who uses what the product itself does not.
FOR_OTHERS: dict[str, str] = {
    "bot/delivery/numbers.py:OfferedNumbers": "a platform outside the product that has no buttons takes numbers",
    "engine/db/postgres/migrate.py:dump_catalog": "tests compare the migrated schema with the written one",
    "engine/rules/formats/books/book_dialects.py:BOOK_DIALECTS": "tests try every dialect that is read",
    "engine/rules/formats/chats/foreign_chats.py:PROGRAMS": "tests try every program whose chats are read",
    "engine/rules/formats/presets/regex_scripts.py:write_scripts": "tests prove by writing back that nothing is lost",
    "engine/actions/characters/characters.py:import_file": "tests bring a card in one step",
    "engine/rules/audiences.py:audience_covers": "the rule that the store is held equal to",
    "engine/work/clock.py:HandClock": "tests set the time",
    "engine/work/crashpoints.py:IN_BACKUPS": "tests die at each of these points",
    "engine/work/crashpoints.py:IN_CIRCLES": "tests die at each of these points",
    "engine/work/crashpoints.py:IN_LETTING_IN": "tests die at each of these points",
    "engine/work/due.py:DueWork.run_ready": "tests and benchmarks do what is due without waiting for its time",
}

# why what an English text counts is never one -> "message: number things".
NEVER_ONE: dict[str, set[str]] = {
    "a limit far above one, or what lies above it": {
        "error-archive-overpacked: ratio times",
        "error-archive-too-many: limit files",
        "error-background-spent: limit tokens",
        "error-cast-full: most characters",
        "error-chat-line-too-long: length characters",
        "error-chat-too-many-lines: limit messages",
        "error-chat-too-many-swipes: limit swipes",
        "error-chat-too-many-values: limit pieces",
        "circle-cost: tokens tokens",
        "circle-joined: tokens tokens",
        "error-cradle-full: limit pieces",
        "error-too-many-quick-sets: limit sets",
        "error-database-start-timeout: seconds seconds",
        "error-field-too-long: length characters",
        "error-json-number: length digits",
        "error-json-too-deep: limit levels",
        "error-json-too-many: limit values",
        "error-link-code-tries: tries codes",
        "error-message-too-long: length characters",
        "error-move-code-tries: tries times",
        "error-outline-too-long: count points",
        "error-picture-too-many-parts: limit chunks",
        "error-piece-too-long: limit characters",
        "error-point-too-long: length characters",
        "error-regex-refused: detail characters",
        "error-regex-refused: detail times",
        "error-slash-too-long: limit characters",
        "error-slash-too-long: limit commands",
        "error-slash-too-long: limit messages",
        "error-slash-too-long: limit replies",
        "error-slash-too-long: limit texts",
        "error-text-too-long: length characters",
        "error-too-many-entries: limit entries",
        "error-too-much-fed: limit characters",
        "file-cut: length characters",
        "first-cost-is: tokens tokens",
        "setup-models-many: count models",
    },
    "what a model takes in, or what is nearly that much or more": {
        "doctor-model-context-unknown: proved tokens",
        "doctor-model-cuts: proved tokens",
        "doctor-model-proved: context tokens",
        "doctor-model-refuses: proved tokens",
        "doctor-model-unsure: proved tokens",
        "error-message-too-long: tokens tokens",
        "error-prompt-refused: own tokens",
        "error-prompt-refused: tokens tokens",
        "error-prompt-too-long: tokens tokens",
        "prompt-long-conversation: tokens tokens",
        "prompt-long-middle: tokens tokens",
        "prompt-long-total: tokens tokens",
        "prompt-shortened: tokens tokens",
        "status-role-is: context tokens",
    },
    "the number of a fact in a line that is typed": {"about-list-hint: number groups"},
}

# "path" -> how many keys of bodies this module names. What the database stores has classes. Left are rows of a story
# file before they are believed (checking, names), and what is called a body too: bytes (archives), a branch of a regex
# (js_looks).
UNTYPED_BODIES: dict[str, int] = {
    "engine/rules/formats/archives/archives.py": 1,
    "engine/rules/story/checking.py": 3,
    "engine/rules/story/names.py": 2,
    "engine/rules/regexes/js_looks.py": 4,
}
