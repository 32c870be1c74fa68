# Settings: what each is called, one line of help, and what can go wrong when they are set.

setting-language = Language
setting-language-help = The language in which Omoide speaks to you. Until you choose one, it is the one you write in. The character answers in the language you write in anyway.
setting-language-is-en = English
setting-language-is-zh = 中文
setting-timezone = Time zone
setting-timezone-help = The time zone for "today" and "last night", for example Asia/Shanghai.
setting-mode = Mode
setting-mode-help = How I behave here: as company like a friend (chat), in prose with several versions and saves (story), in a group, answering when called (lounge), or where characters post by themselves (circle).
setting-mode-is-chat = chat
setting-mode-is-story = story
setting-mode-is-lounge = lounge
setting-mode-is-circle = circle
setting-speaks = Answers
setting-speaks-help = When the character answers. It always answers { $hears ->
    [no] a mention or a reply. Other messages in groups don't reach me.
   *[yes] a mention, a reply or its name.
}
setting-speaks-is-always = every message
setting-speaks-is-called = when called
setting-speaks-is-chance = when called, and now and then
setting-chance = Now and then
setting-chance-help = How likely the character answers a message that isn't for it: 0.1 is one in ten.{ $hears ->
    [no] {" "}Such messages in groups don't reach me.
   *[yes] {""}
}
setting-listen = Listen
setting-listen-help = The character also reads and remembers messages that aren't for it. Otherwise none of them is kept.{ $hears ->
    [no] {" "}Such messages in groups don't reach me.
   *[yes] {""}
}
setting-undo-by = Who may undo
setting-undo-by-help = Who can undo the last exchange. The host (who started the chat) and managers always can.
setting-undo-by-is-part = those who took part in it
setting-undo-by-is-everyone = everybody who may talk
setting-undo-by-is-host = the host only
setting-proxies = PluralKit speakers
setting-proxies-help = Read messages sent through PluralKit or Tupperbox.
setting-controls = Buttons
setting-controls-help = Show buttons below a reply: another reply, continue, what was recalled, more.
setting-webhooks = Own name and picture
setting-webhooks-help = On Discord the character speaks with its own name and picture.
setting-drafts = Drafts
setting-drafts-help = In private Telegram chats replies grow as a draft. You see them sooner, but after a crash a reply may appear twice.
setting-scene-strategy = Who answers
setting-scene-strategy-help = Who answers in a chat with several characters when nobody is called by name.
setting-scene-strategy-is-auto = as in the imported story, else naturally
setting-scene-strategy-is-natural = whoever wants to
setting-scene-strategy-is-list = all, one after another
setting-scene-strategy-is-pooled = somebody who hasn't spoken yet
setting-scene-strategy-is-manual = only those who are called
setting-scene-rounds = Talk among characters
setting-scene-rounds-help = How many replies characters may give one another after a message of people. Each costs as much as any reply.
setting-scene-cards = Cards in a scene
setting-scene-cards-help = How much a character reads of the others' cards.
setting-scene-cards-is-auto = as in the imported story, else only its own
setting-scene-cards-is-swap = only its own
setting-scene-cards-is-join = all cards joined
setting-history-limit = Messages in view
setting-history-limit-help = How many of the last messages the character reads word for word. 0: as many as fit into the budget.
setting-budget-tokens = Budget
setting-budget-tokens-help = How much the model reads for each reply. More remembers more and costs more.
setting-memory-position = Position of memories
setting-memory-position-help = Where recalled memories are placed in what the model reads.
setting-memory-position-is-before-history = before the messages
setting-memory-position-is-before-last-message = right before your last message
setting-history-characters = Characters in view
setting-history-characters-help = Cut the messages that the model reads to this many characters. 0: don't cut.
setting-history-load-all = Whole chat
setting-history-load-all-help = Send the chat from its first message on. If it is too long for the model, that is an error.
setting-recall = Recall
setting-recall-help = The character recalls earlier messages and notes that fit what is being said.
setting-recall-items = Recall: how many
setting-recall-items-help = At most this many memories are recalled for a reply.
setting-recall-tokens = Recall: budget
setting-recall-tokens-help = How much of a prompt recalled memories may take at most.
setting-recall-candidates = Recall: candidates
setting-recall-candidates-help = From how many likely memories the best are chosen.
setting-recall-floor = Recall: similarity
setting-recall-floor-help = How similar to the question a memory must be, by meaning and by words: 0.2 is unrelated, 0.5 a question and its answer. /why full shows the figure.
setting-recall-ranking = Recall: order
setting-recall-ranking-help = How memories are ordered.
setting-recall-ranking-is-fused = by everything that matters
setting-recall-ranking-is-decay = by similarity that fades with age
setting-recall-half-life = Recall: fading
setting-recall-half-life-help = With “similarity that fades”: after how long a memory counts for little.
setting-recall-tags = Recall: kinds
setting-recall-tags-help = Which memories are recalled automatically, with commas between them: manual (written by hand), summary, user_input (what people said), ai_output (what the character said).
setting-recall-replies = Recall replies
setting-recall-replies-help = Recall what the character itself said too, not only what people said.
setting-diary-filter = Diary: by topic
setting-diary-filter-help = For questions about a day, send only what is related to the question.
setting-diary-threshold = Diary: similarity
setting-diary-threshold-help = How similar that must be.
setting-diary-turns = Diary: replies a day
setting-diary-turns-help = A day gets its own page in the diary when at least this many replies were given.
setting-facts = Facts
setting-facts-help = Note facts about people and the story, and remember them. Uses the utility model now and then.
setting-core-rounds = Facts: rounds
setting-core-rounds-help = From how many of the last exchanges facts are noted.
setting-core-items = Facts: how many
setting-core-items-help = How many facts are sent for a reply at most.
setting-core-floor = Facts: similarity
setting-core-floor-help = How similar to what is said a fact must be.
setting-world-top-k = World: by meaning
setting-world-top-k-help = How many entries of world books are sent at most because they are similar in meaning.
setting-books-threshold = World: similarity
setting-books-threshold-help = How similar such an entry must be.
setting-background-tokens = Background budget
setting-background-tokens-help = How many tokens a day background work may use here. 0: none.
setting-retention-days = Keep for
setting-retention-days-help = Messages are deleted after this long. 0: they are kept.
setting-summary = Summaries
setting-summary-help = When the older part of a long chat is replaced by a summary instead of being sent word for word.
setting-summary-is-off = never
setting-summary-is-auto = when it fills half of the budget
setting-summary-is-classic = when it is longer than a number of characters
setting-summary-trigger = Summaries: from
setting-summary-trigger-help = With “characters”: a chat longer than this is summarized.
setting-summary-length = Summaries: length
setting-summary-length-help = How long a summary may be.
setting-summary-first = Summaries: first messages
setting-summary-first-help = With “characters”: how many messages at the beginning stay word for word.
setting-summary-last = Summaries: last messages
setting-summary-last-help = With “characters”: how many messages at the end stay word for word.
setting-chapter-turns = Chapters: turns kept
setting-chapter-turns-help = With how many of the last turns of the previous chapter a new one starts.
setting-chapter-order = Chapters: order
setting-chapter-order-help = What a new chapter starts with.
setting-chapter-order-is-summary-first = the summary, then the last turns
setting-chapter-order-is-last-n-first = the last turns, then the summary
setting-story-pages = Story pages
setting-story-pages-help = The story is remembered with an index, pages and profiles; what is relevant is used when it is needed.
setting-page-every = Pages: every
setting-page-every-help = After how many messages a page is written.
setting-page-choice = Pages: chosen by
setting-page-choice-help = Who chooses the pages and profiles that a reply needs.
setting-page-choice-is-model = the utility model
setting-page-choice-is-keywords = words in common
setting-search = Web search
setting-search-help = Whether the character looks something up on the web when what you write asks for news, prices, the weather or other things of the world outside. “tool”: the chat model decides itself while it answers, at most twice a reply; a model that can't is served as by “auto”. Needs a provider: make doctor shows whether there is one.
setting-search-is-off = off
setting-search-is-ask = asks first
setting-search-is-auto = by itself
setting-search-is-tool = the model decides
setting-search-results = Web search: results
setting-search-results-help = How many pages a search brings at most.
setting-search-tokens = Web search: size
setting-search-tokens-help = How much of what was found the character reads.
setting-search-daily = Web search: a day
setting-search-daily-help = How often one person may have something looked up in a day. 0: never.
setting-search-sections = Web search: thoughts
setting-search-sections-help = Whether the character also says what it remembers and what it makes of the pages, and how that is shown.
setting-search-sections-is-off = not at all
setting-search-sections-is-quote = as a quote
setting-search-sections-is-spoiler = covered (spoiler)
setting-page-items = Pages: how many
setting-page-items-help = How many pages are used for a reply at most.
setting-page-depth = Pages: depth
setting-page-depth-help = How many messages before the end of the chat they are placed.
setting-dossier-items = Profiles: how many
setting-dossier-items-help = How many profiles are used for a reply at most.
setting-dossier-depth = Profiles: depth
setting-dossier-depth-help = How many messages before the end of the chat they are placed.
setting-index-tokens = Index: budget
setting-index-tokens-help = How much of a prompt the story index may take at most.
setting-fresh-pages = Pages: detailed
setting-fresh-pages-help = How many pages stay detailed; older ones are made brief.
setting-catalogue-pages = Pages: in the catalogue
setting-catalogue-pages-help = How many pages can be used; older brief ones stay only in the timeline.
setting-timeline-lines = Timeline: entries
setting-timeline-lines-help = When the timeline is longer than this, its old entries are merged.
setting-hide-processed = Hide what is on pages
setting-hide-processed-help = Messages that are on a page are no longer sent to the model. They are still kept.
setting-visible-messages = Hide: messages kept
setting-visible-messages-help = How many of the newest messages always stay word for word.
setting-init-batch = Reading into memory: batch
setting-init-batch-help = How many messages are read at once when a story is read into memory.
setting-director = Director
setting-director-help = The story follows the outline of its background.
setting-director-after = Director: reminds after
setting-director-after-help = After how many replies without progress the character is reminded of the current point.
setting-director-events = Director: events
setting-director-events-help = How many events of this story a reminder contains at most.
setting-director-others = Director: other stories
setting-director-others-help = How many events of other stories a reminder contains at most, for reference.
setting-director-checks = Director: checks
setting-director-checks-help = The utility model decides from the chat whether a point was reached.
setting-show-progress = Director: show marks
setting-show-progress-help = Show people the marks of progress in replies too.
setting-evolve = Growing persona
setting-evolve-help = The character's persona grows with the story.
setting-evolve-every = Persona: every
setting-evolve-every-help = After how many turns the persona grows by itself.
setting-evolve-turns = Persona: turns read
setting-evolve-turns-help = From how many of the last turns it grows.
setting-evolve-change = Persona: change
setting-evolve-change-help = How much of the persona may change at once.
setting-evolve-locked = Persona: locked
setting-evolve-locked-help = Fields that never change, with commas between them.
setting-total-tokens = Upper limit
setting-total-tokens-help = A prompt that is still longer than this after trimming is not sent.
setting-cached-percent = Price of the cache
setting-cached-percent-help = What the model's service charges for text it has just read before, in percent of its price for new text. From this follows how many messages stay word for word before older ones are summarized: as many as cost least. If you set the budget, or replies are not recalled, half of the budget is for messages instead.
setting-middle-warning = Warn: middle
setting-middle-warning-help = Warn once when messages, recalled memories and reminder together are longer than this.
setting-conversation-warning = Warn: whole chat
setting-conversation-warning-help = Warn once when the whole chat is longer than this.
setting-depth-counting = Counting depth
setting-depth-counting-help = From where depths are counted. Cards and books mean “from the newest message”.
setting-depth-counting-is-st = from the newest message
setting-depth-counting-is-user = from your newest message
setting-strict-order = Strict order
setting-strict-order-help = Do as SillyTavern where the preset's order lacks something: the chat and the examples are not sent, and parts of the card go to the very end.
setting-scripts = Regex scripts
setting-scripts-help = Run the regex scripts of cards and presets that were allowed during import.
setting-world-scan-depth = World: scan depth
setting-world-scan-depth-help = In how many of the last messages the keys of world books are searched for.
setting-world-budget = World: budget
setting-world-budget-help = How much of the model's context world book entries may take.
setting-world-budget-cap = World: budget cap
setting-world-budget-cap-help = How long world book entries may be at most, whatever the share is. 0: no cap.
setting-world-recursion = World: recursion
setting-world-recursion-help = Entries can trigger other entries by their keys.
setting-world-recursion-steps = World: recursion steps
setting-world-recursion-steps-help = How often the texts are searched, including the first time. 1: no entry triggers another. 0: no limit.
setting-world-min-activations = World: at least
setting-world-min-activations-help = Search further back until this many entries are found. 0: don't.
setting-world-case = World: upper and lower case
setting-world-case-help = Keys must match in upper and lower case.
setting-world-whole-words = World: whole words
setting-world-whole-words-help = A key of one word must be a whole word. Chinese and Japanese keys still match inside a sentence.
setting-world-group-scoring = World: group scoring
setting-world-group-scoring-help = In a group, the entry with the most matching keys wins.
setting-world-names = World: names
setting-world-names-help = Keys are also searched for in the names of the speakers.
setting-world-order = World: order of books
setting-world-order-help = Which entries use the budget first, and which come last among equals.
setting-world-order-is-character-first = the chat's book first, then the persona's and the character's
setting-world-order-is-evenly = all books together, the highest order first
setting-reply-max-tokens = Longest reply
setting-reply-max-tokens-help = A reply is cut off at this length.
setting-temperature = Temperature
setting-temperature-help = Low is predictable, high is surprising. Not set: the model's own.
setting-pictures = Pictures shown
setting-pictures-help = How many of the newest pictures of a chat are sent to a model that sees. Each takes about 1,000 tokens. 0: none.
setting-bubbles = Message bubbles
setting-bubbles-help = Send a reply as at most this many short messages. 0: as one text.
setting-voice = Voice
setting-voice-help = When replies are said aloud as well: never, when somebody types /speak, or always. It needs a service that speaks.
setting-voice-is-off = never
setting-voice-is-request = on request
setting-voice-is-always = always
setting-feelings = Pictures of emotions
setting-feelings-help = When a reply names an emotion that the character has a picture of, send the picture behind it, once a change.
setting-show-gestures = Show gestures
setting-show-gestures-help = Keep gestures such as *smiles* in the reply.
setting-emotion-pattern = Emotion mark
setting-emotion-pattern-help = How the model marks an emotion; {"{}"} is the emotion.
setting-gesture-pattern = Gesture mark
setting-gesture-pattern-help = How the model marks a gesture; {"{}"} is the gesture.
setting-debounce = Pause before answering
setting-debounce-help = How long the character waits at most for you to write more, so that several messages get one answer. Only a quarter of it when your sentence is complete and nobody is typing.
setting-answer-unanswered = Late answers
setting-answer-unanswered-help = How old a message may be to still be answered once the model is back.
setting-person-share = Share of one person
setting-person-share-help = How much of the budget for everybody here one person may use in a day, unless a budget of their own is set. 0: all of it.
setting-person-files = Files of one person
setting-person-files-help = How much one person may keep here: cards, books, other imports and pictures.
setting-space-files = Files of all together
setting-space-files-help = How much everybody here together may keep.
setting-person-imports = Waiting imports of one person
setting-person-imports-help = How many files of one person may wait for an answer whether to import them.
setting-space-imports = Waiting imports of all
setting-space-imports-help = How many files of everybody together may wait.
setting-person-memories = Memories of one person
setting-person-memories-help = How many memories written by hand or imported one person may have here.
setting-space-memories = Memories of all together
setting-space-memories-help = How many memories written by hand or imported everybody here together may have.

unit-bubbles = { $count ->
    [0] one message
    [1] one message
   *[other] up to { $count } messages
  }
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
unit-megabytes = { $count } MB
unit-seconds = { $count } s
unit-minutes = { $count } min

scope-default = Omoide's default
scope-house = the default from the configuration
scope-mode = the mode of this chat
scope-app = the language of your app
scope-space = { $platform ->
    [telegram] this group
    [terminal] all chats here
   *[other] this server
}
scope-character = this character
scope-channel = this chat
scope-written = what you write
scope-named = the command you typed
scope-person = you

error-setting-unknown = There is no setting called “{ $name }”. { $count ->
    [0] /settings lists all settings.
   *[other] Did you mean: { $near }
  }
error-setting-out-of-range = { $label } ({ $name }) can be { $low } to { $high }.
error-setting-not-understood = { $name ->
    [timezone] There is no such time zone. They look like this: { $expected }
   *[other] { $label } ({ $name }) can't have that value. Allowed: { $expected }
  }
error-setting-not-here = { $label } ({ $name }) can't be set { $scope ->
    [person] for one person
    [channel] for one chat
    [character] for one character
    [space] for { $platform ->
        [telegram] a whole group
        [terminal] all chats here
       *[other] a whole server
    }
   *[other] here
  }. See where it can be set with /settings { $name }.
error-setting-too-loose = { $label } ({ $name }) can be at most { $limit } here, because { $scope ->
    [space] { $platform ->
        [telegram] the group
        [terminal] what is set for all chats here
       *[other] the server
    }
    [character] the character
    [channel] the chat
   *[other] a higher setting
  } limits it.

error-prompt-too-long = This is too long for the model: { $tokens } tokens, and { $limit } fit.
error-prompt-refused = { $cause ->
    [message] Your message is too long to be answered: it has { $own } tokens, and next to what every prompt needs there is room for { $free }. Send it in parts or shorten it with /edit; the next message is answered without it.
    [history] The whole chat is sent each time (history_load_all). It now takes { $tokens } tokens, and { $limit } fit. Type /settings history_load_all off, or start over with /new.
   *[standing] Character, preset and persona alone take { $own } tokens, and { $limit } fit. Shorten the character with /char edit, or choose a shorter preset.
} { $bound ->
    [total] The limit is total_tokens: /settings total_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [reply] The limit is what the model can read, and part of that is kept for the reply: /settings reply_max_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [context] The limit is what the model can read. A model with a larger context reads more.
   *[most] No setting allows more than that.
}
error-message-too-long = I couldn't take this message: it is { $length } characters long, about { $tokens } tokens, and { $limit } fit into a prompt. Send it in parts, or shorten it. { $bound ->
    [total] The limit is total_tokens: /settings total_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [reply] The limit is what the model can read, and part of that is kept for the reply: /settings reply_max_tokens { NUMBER($better, useGrouping: 0) } makes room.
    [context] The limit is what the model can read. A model with a larger context reads more.
   *[most] No setting allows more than that.
}

error-config-invalid = { $count ->
    [one] One setting in the configuration can't be used. It should look like this:
   *[other] { $count } settings in the configuration can't be used. They should look like this:
  }
    { $problems }
error-owner-code-weak = { $name } is too easy to guess: whoever finds it owns the bot. Choose at least ten letters and digits in no order, such as { $example }, or leave it empty: then a new code is made and printed at each start.
config-unknown-name = Omoide doesn't know the name { $name }. See .env.example.
config-unknown-name-near = Omoide doesn't know the name { $name }. Did you mean { $near }?
