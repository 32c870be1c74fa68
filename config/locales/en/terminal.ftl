# The terminal and the program around it.

terminal-person = Friend
terminal-hint = /help shows what you can do · Tab completes · Ctrl-C stops a reply · Ctrl-D quits
terminal-first = Just write to talk. Type “/” to see the commands: /char for other characters, /import for a card, /settings. Alt-Enter starts a new line, Ctrl-R finds what you typed before.
terminal-swipes = ◀ { $number }/{ $count } ▶  Alt-← and Alt-→ switch, or /again back, /again next
terminal-writing = { $name } is writing…
terminal-thinking = { $name } is still thinking…
terminal-replaced = – started over by another model –
terminal-confirm = { $question } (type yes or no)
terminal-left-as-is = Nothing was changed.
terminal-number = Type a number in [ ] to choose, or just keep writing.
terminal-not-a-choice = { NUMBER($number, useGrouping: 0) } can't be chosen here: only the numbers in [ ] can.
terminal-choice = [{ NUMBER($number, useGrouping: 0) }] { $label }{ $typed ->
    [yes] {" "}– { $command }
   *[no] {""}
}
terminal-saved = Saved to { $path }.
terminal-not-saved = { $name } couldn't be written ({ $reason }). Free some space there, or set OMOIDE_DATA_DIR to a folder you can write to.
terminal-leave = Press Ctrl-C again or Ctrl-D to quit.

said-interrupted = – interrupted –
said-interrupted-now = – interrupted: /continue goes on, /again starts over –
said-empty = (no reply)
said-error = – this reply failed –
said-error-now = – this reply failed: /again tries once more –

app-about = Characters who live in your chats and remember.
app-chat = chat in the terminal (this is the default)
app-run = run as a daemon
app-setup = choose a model
app-doctor = check everything and say what to do
app-doctor-quick = don't ask the models anything
app-doctor-quiet = print only what needs attention
app-import = import a card, world book, preset, chat or backup
app-import-file = the file, or a folder with SillyTavern's data
app-import-yes = allow the regex scripts in it to run
app-import-unsure = Nothing was imported: these scripts would change what you read and what the model reads. To import them anyway: --yes
app-imported-calm = Its regex scripts will not run. To let them run, import it again with --yes.
app-preview = show the prompt that a card, a preset, world books and a chat would make
app-migrate = bring the database up to date
app-version = show the version
app-no-platforms = Omoide is running, but neither Discord nor Telegram is set up. They need a token: “make setup” asks for it (or OMOIDE_DISCORD__TOKEN, OMOIDE_TELEGRAM__TOKEN in .env). To talk in the terminal: make run
app-running = Omoide is running: { $platforms }. Press Ctrl-C to stop it.
app-stopped = Omoide has stopped.
app-migrated = The database is up to date.
app-imported = { $kind ->
    [character] Imported: { $name }. To talk with { $name }, run: python -m bot chat, then type /char use { $number }
    [preset] Imported: { $name }. To use it, run: python -m bot chat, then type /scene preset use { $number }
    [chat] Imported: { $name }. To go on with it, run: python -m bot chat
   *[other] Imported: { $name }.
}
app-failed = Omoide stopped because of an internal error. Details are in the log; with OMOIDE_LOG=debug they are shown here.

editor-hint = { $title }. Write below the lines, save and close. Unchanged or empty, it changes nothing.
editor-none = To write it in an editor instead, start me with EDITOR set, such as EDITOR=nano.
editor-unchanged = Nothing was written or changed, so everything stays as it is.
editor-lines-gone = The lines between the fields are gone, so I can't tell what belongs where. Nothing was changed; what you wrote is in this file:
editor-cannot = I couldn't open the editor { $name }: { $reason }. Set EDITOR to one that is installed, such as EDITOR=nano, or write it here.
editor-ended = The editor { $name } ended with an error ({ $code }), so I didn't use what it wrote. You can write it here.
