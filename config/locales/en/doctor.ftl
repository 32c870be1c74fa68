# What `doctor` says. What it says about the database is in database.ftl.

doctor-line-ok = ok       { $part }: { $text }
doctor-line-problem = PROBLEM  { $part }: { $text }
doctor-well = Everything works.
doctor-unwell = Something needs fixing; see the lines marked PROBLEM.

doctor-part-program = Program
doctor-part-data = Data folder
doctor-part-database = Database
doctor-part-chat = Chat model
doctor-part-utility = Utility model
doctor-part-embedding = Embedding model
doctor-part-search = Web search
doctor-part-hearing = Voice messages
doctor-part-speaking = Read aloud
doctor-part-demo = Demonstration model
doctor-part-terminal = Terminal
doctor-part-clock = Clock

doctor-python = Python { $version }.
doctor-python-old = Python { $version } is too old. Install 3.11 or newer, then run “make clean run”.
doctor-packages = All packages are installed.
doctor-packages-missing = Packages are missing: { $names }. Run “make run” again.
doctor-data = { $folder } is writable.
doctor-data-folder = { $folder } is not writable ({ $reason }). Change its owner, or set another folder with OMOIDE_DATA_DIR.
doctor-data-disk = { $megabytes } MB are free.
doctor-data-disk-low = Only { $megabytes } MB are free. Free some space, or move the folder and set its new location with OMOIDE_DATA_DIR.
doctor-database-new = There is no database in { $folder } yet; the first start creates it.
doctor-chat-none = No model is set up, so the demonstration model answers, in English. “make setup” sets up a real one.
doctor-utility-none = No separate model is set up; the chat model does this work too.
doctor-embedding-none = The built-in one is used.
doctor-search-none = It is off; OMOIDE_SEARCH__URL, OMOIDE_SEARCH__KEY or OMOIDE_SEARCH__MCP__COMMAND switches it on.
doctor-search-set = { $provider } is set up; it was not asked.
doctor-search-answers = { $provider } answers; it found { $results ->
    [one] one page
   *[other] { $results } pages
  } about the weather.
doctor-search-empty = { $provider } answers, but found nothing about the weather. Check which engines it uses.
doctor-hearing-none = Nobody listens to them; OMOIDE_TRANSCRIPTION__URL sets up a service that does.
doctor-hearing-answers = { $endpoint } listens, with { $model }.
doctor-speaking-none = Nobody reads replies aloud; OMOIDE_SPEECH__URL sets up a service that does.
doctor-speaking-answers = { $endpoint } speaks, with { $model }.
doctor-speaking-other = { $endpoint } speaks, with { $model }, but not as Opus in Ogg. Replies come as files instead of voice messages.
doctor-voice-set = { $endpoint } is set up with { $model }; it was not asked.
doctor-model-reachable = { $endpoint } can be reached; { $model } was not asked.
doctor-model-answers = { $model } at { $endpoint } answers.
doctor-model-proved = { $model } at { $endpoint } answers and takes { $context } tokens; { $proved } of them were tried.
doctor-model-context-unknown = { $model } at { $endpoint } answers and took the { $proved } tokens that were tried. It doesn't say how many it can take; you can set { $name }.
doctor-model-unsure = { $model } at { $endpoint } answers. It couldn't be confirmed that it reads a prompt of { $proved } tokens completely.
doctor-model-cuts = { $model } at { $endpoint } silently cuts prompts of { $proved } tokens, so characters forget. Raise its context there (Ollama: num_ctx), or set { $name } to what it takes.
doctor-model-refuses = { $model } at { $endpoint } refuses prompts of { $proved } tokens. Set { $name } to what it takes.
doctor-demo = The demonstration model is installed.
doctor-demo-none = It is not installed; it is only needed while no other model is set up.
doctor-terminal = The terminal can show every language.
doctor-terminal-encoding = The terminal uses { $encoding }, which can't show every language. Set LANG=C.UTF-8.
doctor-clock = It is { $now } UTC; times in chats are shown in the time zone { $zone }.
doctor-clock-wrong = The clock says { $now } UTC, which can't be right. Please set it; otherwise encrypted connections fail.
