# Settings: what each is called, one line of help, and what can go wrong when they are set.

setting-language = Language
setting-language-help = The language in which Omoide speaks to you. Until you choose one, it is the one you write in. The character answers in the language you write in anyway.
setting-language-is-en = English
setting-language-is-zh = 中文
setting-timezone = Time zone
setting-timezone-help = Whose clock "today" and "last night" mean, for example Asia/Shanghai.
setting-mode = Mode
setting-mode-help = What this place is for. It sets the pace, when the character speaks, and whether there are buttons.
setting-mode-is-chat = chat: company, like with a friend
setting-mode-is-story = story: prose, with other versions and saves
setting-mode-is-lounge = lounge: a group, answers when called
setting-speaks = Answers
setting-speaks-help = When the character answers. A mention, a reply or its name always calls it.
setting-speaks-is-always = every message
setting-speaks-is-called = when called
setting-speaks-is-chance = when called, and now and then
setting-chance = Now and then
setting-chance-help = How likely the character answers a message that does not call it: 0.1 is one in ten.
setting-listen = Listen
setting-listen-help = The character also reads and remembers what is not said to it. Otherwise none of that is kept.
setting-undo-by = Who may undo
setting-undo-by-help = Who may take back what was said last. Whoever began the chat or looks after the place always may.
setting-undo-by-is-part = who took part in it
setting-undo-by-is-everyone = everybody who may talk
setting-undo-by-is-host = the host only
setting-proxies = Proxied speakers
setting-proxies-help = Hear people who speak through PluralKit or Tupperbox.
setting-controls = Buttons
setting-controls-help = Show buttons below a reply: again, stop, more.
setting-webhooks = Own face
setting-webhooks-help = On Discord the character speaks with its own name and picture.
setting-drafts = Drafts
setting-drafts-help = In private Telegram chats replies grow as a draft. Faster to see, but a crash may show a reply twice.
setting-scene-strategy = Who answers
setting-scene-strategy-help = Where several characters play: who answers when nobody is called by name.
setting-scene-strategy-is-auto = as the story came with it, else naturally
setting-scene-strategy-is-natural = who feels like it
setting-scene-strategy-is-list = all, one after another
setting-scene-strategy-is-pooled = one who was silent
setting-scene-strategy-is-manual = only who is called
setting-scene-rounds = Among themselves
setting-scene-rounds-help = How many replies characters may give one another after a message of people. Each costs as much as any reply.
setting-scene-cards = Cards in a scene
setting-scene-cards-help = What a character reads of the others' cards.
setting-scene-cards-is-auto = as the story came with it, else only its own
setting-scene-cards-is-swap = only its own
setting-scene-cards-is-join = all cards joined
setting-history-limit = Messages in view
setting-history-limit-help = How many of the last messages the character reads word for word. 0: as many as the budget holds.
setting-budget-tokens = Budget
setting-budget-tokens-help = How much the model reads for each reply. More remembers more and costs more.
setting-memory-position = Place of memories
setting-memory-position-help = Where recalled memories stand in what the model reads.
setting-memory-position-is-before-history = before the conversation
setting-memory-position-is-before-last-message = right before your last message
setting-history-characters = Characters in view
setting-history-characters-help = Cut the conversation that the model reads to this many characters. 0: do not.
setting-history-load-all = Whole conversation
setting-history-load-all-help = Send the conversation from its first message on. Too long for the model is an error then.
setting-recall = Recall
setting-recall-help = The character recalls earlier conversations that fit what is being said.
setting-recall-items = Recall: how many
setting-recall-items-help = At most this many memories are recalled for a reply.
setting-recall-tokens = Recall: budget
setting-recall-tokens-help = At most this much of a prompt is recalled memories.
setting-recall-candidates = Recall: candidates
setting-recall-candidates-help = Among how many likely memories the best are chosen.
setting-recall-floor = Recall: likeness
setting-recall-floor-help = How like the question a memory must be, by meaning and by words: 0.2 is unrelated, 0.5 a question and its answer. /why full shows the figure.
setting-recall-ranking = Recall: order
setting-recall-ranking-help = How memories are ordered.
setting-recall-ranking-is-fused = by everything that speaks for a memory
setting-recall-ranking-is-decay = by likeness that fades with age
setting-recall-half-life = Recall: fading
setting-recall-half-life-help = With “likeness that fades”: after how long a memory counts for little.
setting-recall-tags = Recall: kinds
setting-recall-tags-help = Which memories come back by themselves, with commas between them: manual (written by hand), summary, user_input (what people said), ai_output (what the character said).
setting-recall-replies = Recall replies
setting-recall-replies-help = Recall what the character itself said too, not only what people said.
setting-diary-filter = Diary: by topic
setting-diary-filter-help = For questions about a day, bring only what is like the question.
setting-diary-threshold = Diary: likeness
setting-diary-threshold-help = How alike that must be.
setting-diary-turns = Diary: turns a day
setting-diary-turns-help = A day gets its own page in the diary when at least this many replies were given.
setting-facts = Facts
setting-facts-help = Notice facts about people and the story, and remember them. Costs a call of the utility model now and then.
setting-core-rounds = Facts: rounds
setting-core-rounds-help = From how many of the last exchanges facts are noticed.
setting-core-items = Facts: how many
setting-core-items-help = At most this many facts are brought for a reply.
setting-core-floor = Facts: likeness
setting-core-floor-help = How alike a fact must be to what is said.
setting-world-top-k = World: by meaning
setting-world-top-k-help = At most this many entries of world books are brought because they mean what is said.
setting-books-threshold = World: likeness
setting-books-threshold-help = How alike such an entry must be.
setting-background-tokens = Background budget
setting-background-tokens-help = At most this many tokens a day for work in the background here. 0: none.
setting-retention-days = Keep for
setting-retention-days-help = What was said is erased after so long. 0: kept.
setting-summary = Summaries
setting-summary-help = When the older part of a long talk is told by a summary instead of word for word.
setting-summary-is-off = never
setting-summary-is-auto = when it fills half of the budget
setting-summary-is-classic = when it is longer than a number of characters
setting-summary-trigger = Summaries: from
setting-summary-trigger-help = With “characters”: a talk longer than this is summed up.
setting-summary-length = Summaries: length
setting-summary-length-help = How long a summary may be.
setting-summary-first = Summaries: first messages
setting-summary-first-help = With “characters”: so many messages at the beginning stay word for word.
setting-summary-last = Summaries: last messages
setting-summary-last-help = With “characters”: so many messages at the end stay word for word.
setting-chapter-turns = Chapters: turns kept
setting-chapter-turns-help = A new chapter begins with the last so many turns of the one before.
setting-chapter-order = Chapters: order
setting-chapter-order-help = What a new chapter begins with.
setting-chapter-order-is-summary-first = the summary, then the last turns
setting-chapter-order-is-last-n-first = the last turns, then the summary
setting-story-pages = Story pages
setting-story-pages-help = The story is kept as an index, pages and dossiers; what fits is brought back when it is needed.
setting-page-every = Pages: every
setting-page-every-help = After so many messages a page is written.
setting-page-choice = Pages: chosen by
setting-page-choice-help = Who chooses the pages and dossiers that a reply needs.
setting-page-choice-is-model = the utility model
setting-page-choice-is-keywords = the words they share with the talk
setting-page-items = Pages: how many
setting-page-items-help = At most this many pages are brought back for a reply.
setting-page-depth = Pages: depth
setting-page-depth-help = So many messages before the end of the talk they stand.
setting-dossier-items = Dossiers: how many
setting-dossier-items-help = At most this many dossiers are brought back for a reply.
setting-dossier-depth = Dossiers: depth
setting-dossier-depth-help = So many messages before the end of the talk they stand.
setting-index-tokens = Index: budget
setting-index-tokens-help = At most this much of a prompt is the story index.
setting-fresh-pages = Pages: detailed
setting-fresh-pages-help = So many pages stay detailed; older ones are made brief.
setting-catalogue-pages = Pages: in the catalogue
setting-catalogue-pages-help = So many pages can be brought back; older brief ones live on in the timeline.
setting-timeline-lines = Timeline: lines
setting-timeline-lines-help = When the timeline is longer than this, its old lines are merged.
setting-hide-processed = Hide what is on pages
setting-hide-processed-help = Messages that are on a page leave the prompt. The log keeps them.
setting-visible-messages = Hide: messages kept
setting-visible-messages-help = The newest so many messages always stay word for word.
setting-init-batch = Reading a story in: batch
setting-init-batch-help = So many messages are read at once when a story is read in.
setting-director = Director
setting-director-help = The story follows the outline of its background.
setting-director-after = Director: reminds after
setting-director-after-help = After so many replies without progress the character is reminded of the current point.
setting-director-events = Director: events
setting-director-events-help = A reminder holds at most so many events of this story.
setting-director-others = Director: other stories
setting-director-others-help = A reminder holds at most so many events of other stories, for reference.
setting-director-checks = Director: checks
setting-director-checks-help = The utility model judges from the talk whether a point was reached.
setting-show-progress = Director: show marks
setting-show-progress-help = The marks of progress in replies are shown to people too.
setting-evolve = Growing persona
setting-evolve-help = The character's persona grows with the story.
setting-evolve-every = Persona: every
setting-evolve-every-help = After so many turns the persona grows by itself.
setting-evolve-turns = Persona: turns read
setting-evolve-turns-help = It grows from the last so many turns.
setting-evolve-change = Persona: change
setting-evolve-change-help = So much of the persona may change at once.
setting-evolve-locked = Persona: locked
setting-evolve-locked-help = Fields that never change, with commas between them.
setting-total-tokens = Upper limit
setting-total-tokens-help = A prompt longer than this, with all trimmed that can be, is not sent.
setting-middle-warning = Warn: middle
setting-middle-warning-help = Warn once when history, recalled memories and reminder together are longer than this.
setting-conversation-warning = Warn: conversation
setting-conversation-warning-help = Warn once when the whole conversation is longer than this.
setting-depth-counting = Counting depth
setting-depth-counting-help = From where depths are counted. Cards and books mean “from the newest message”.
setting-depth-counting-is-st = from the newest message
setting-depth-counting-is-user = from your newest message
setting-strict-order = Strict order
setting-strict-order-help = Send only what the preset's order names, even if a part of the card is missing there.
setting-scripts = Regex scripts
setting-scripts-help = Run the regex scripts of cards and presets that were allowed when they were imported.
setting-world-scan-depth = World: scan depth
setting-world-scan-depth-help = In how many of the last messages keys of world books are looked for.
setting-world-budget = World: budget
setting-world-budget-help = How much of the model's context entries of world books may take.
setting-world-budget-cap = World: budget cap
setting-world-budget-cap-help = At most so much for entries of world books, whatever the share is. 0: no cap.
setting-world-recursion = World: recursion
setting-world-recursion-help = Entries may call other entries by their keys.
setting-world-recursion-steps = World: recursion steps
setting-world-recursion-steps-help = How often the texts are searched, the first time included. 1: no entry calls another. 0: no limit.
setting-world-min-activations = World: at least
setting-world-min-activations-help = Scan further back until so many entries are found. 0: do not.
setting-world-case = World: upper and lower case
setting-world-case-help = Keys must match in upper and lower case.
setting-world-whole-words = World: whole words
setting-world-whole-words-help = A key of one word must stand by itself. Chinese and Japanese keys match inside a sentence all the same.
setting-world-group-scoring = World: group scoring
setting-world-group-scoring-help = In a group, the entry with the most matching keys wins.
setting-world-names = World: names
setting-world-names-help = Keys are also looked for in the names of who spoke.
setting-world-order = World: order of books
setting-world-order-help = Which entries take the budget first, and whose stand last among equals.
setting-world-order-is-character-first = book by book: the chat's, the persona's, the character's
setting-world-order-is-evenly = all books together, the highest order first
setting-reply-max-tokens = Longest reply
setting-reply-max-tokens-help = A reply ends here at the latest.
setting-temperature = Temperature
setting-temperature-help = Low is steady, high is surprising. Not set: the model's own.
setting-pictures = Pictures shown
setting-pictures-help = So many of the newest pictures of a chat go to a model that sees. Each takes about 1,000 tokens. 0: none.
setting-bubbles = Bubbles
setting-bubbles-help = Send a reply as at most this many short messages. 0: as one text.
setting-show-gestures = Show gestures
setting-show-gestures-help = Leave gestures such as *smiles* in the reply.
setting-emotion-pattern = Emotion mark
setting-emotion-pattern-help = How the model marks an emotion. {"{}"} stands for the emotion.
setting-gesture-pattern = Gesture mark
setting-gesture-pattern-help = How the model marks a gesture. {"{}"} stands for the gesture.
setting-debounce = Pause before answering
setting-debounce-help = How long the character waits at most whether you write more, so that several messages get one answer. A quarter of it when a sentence is complete and nobody is typing.
setting-answer-unanswered = Late answers
setting-answer-unanswered-help = How old a message may be that is still answered when the model is back.

unit-messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
  }
unit-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
  }
unit-characters = { $count ->
    [one] { $count } character
   *[other] { $count } characters
  }
unit-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
unit-percent = { $count } %
unit-seconds = { $count } s
unit-minutes = { $count } min

scope-default = Omoide's default
scope-house = default given at the start
scope-mode = the mode of this place
scope-app = the language of your app
scope-space = this server
scope-character = this character
scope-channel = this chat
scope-written = what you write
scope-person = you

error-setting-unknown = There is no setting called “{ $name }”. { $count ->
    [0] /settings lists what there is.
   *[other] Perhaps: { $near }
  }
error-setting-out-of-range = { $label } ({ $name }) can be { $low } to { $high }.
error-setting-not-understood = { $name ->
    [timezone] There is no such time zone. They look like this: { $expected }
   *[other] { $label } ({ $name }) does not take that. What it takes: { $expected }
  }
error-setting-not-here = { $label } ({ $name }) cannot be set { $scope ->
    [person] for one person
    [channel] for one chat
    [character] for one character
    [space] for a whole server
   *[other] here
  }. See where it can be set with /settings { $name }.
error-setting-too-loose = { $label } ({ $name }) can be at most { $limit } here: { $scope ->
    [space] the server
    [character] the character
    [channel] the chat
   *[other] a higher setting
  } holds it to that.

error-prompt-too-long = This is too long for the model: { $tokens } tokens, and { $limit } fit.
error-prompt-refused = { $cause ->
    [message] Your message is too long to be answered: { $own } tokens, and beside what every prompt needs there is room for { $free }. Send it in parts or shorten it with /edit; the next message is answered without it.
    [history] The whole chat is to be read each time (history_load_all), and by now it takes { $tokens } tokens; { $limit } fit. Type /settings history_load_all off, or begin anew with /new.
   *[standing] Character, preset and persona alone take { $own } tokens, and { $limit } fit. Shorten the character with /char edit, or choose a shorter preset.
} { $bound ->
    [total] The limit is total_tokens: /settings total_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [reply] The limit is what the model takes in, and part of that is kept for the reply: /settings reply_max_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [context] The limit is what the model takes in. A model with a larger context reads more.
   *[most] No setting allows more than that.
}
error-message-too-long = This message was not taken in: it is { $length } characters long, about { $tokens } tokens, and { $limit } fit into a prompt. Send it in parts, or shorten it. { $bound ->
    [total] The limit is total_tokens: /settings total_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [reply] The limit is what the model takes in, and part of that is kept for the reply: /settings reply_max_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [context] The limit is what the model takes in. A model with a larger context reads more.
   *[most] No setting allows more than that.
}

error-config-invalid = { $count ->
    [one] One setting of the process cannot be used. This is what it should look like:
   *[other] { $count } settings of the process cannot be used. This is what they should look like:
  }
    { $problems }
config-unknown-name = { $name } is not a name that Omoide reads. See .env.example.
config-unknown-name-near = { $name } is not a name that Omoide reads. Did you mean { $near }?
