# Settings: what each is called, one line of help, and what can go wrong when they are set.

setting-language = Language
setting-language-help = The language in which Omoide speaks to you. The character answers in the language you write in.
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
setting-proxies = Proxied speakers
setting-proxies-help = Hear people who speak through PluralKit or Tupperbox.
setting-controls = Buttons
setting-controls-help = Show buttons below a reply: again, stop, more.
setting-webhooks = Own face
setting-webhooks-help = On Discord the character speaks with its own name and picture.
setting-drafts = Drafts
setting-drafts-help = In private Telegram chats replies grow as a draft. Faster to see, but a crash may show a reply twice.
setting-history-limit = Messages in view
setting-history-limit-help = How many of the last messages the character reads word for word. 0: as many as the budget holds.
setting-budget-tokens = Budget
setting-budget-tokens-help = How much the model reads for each reply. More remembers more and costs more.
setting-memory-position = Place of memories
setting-memory-position-help = Where recalled memories stand in what the model reads.
setting-memory-position-is-before-history = before the conversation
setting-memory-position-is-before-last-message = right before your last message
setting-reply-max-tokens = Longest reply
setting-reply-max-tokens-help = A reply ends here at the latest.
setting-temperature = Temperature
setting-temperature-help = Low is steady, high is surprising. Not set: the model's own.
setting-show-gestures = Show gestures
setting-show-gestures-help = Leave gestures such as *smiles* in the reply.
setting-emotion-pattern = Emotion mark
setting-emotion-pattern-help = How the model marks an emotion. {"{}"} stands for the emotion.
setting-gesture-pattern = Gesture mark
setting-gesture-pattern-help = How the model marks a gesture. {"{}"} stands for the gesture.
setting-debounce = Pause before answering
setting-debounce-help = How long the character waits whether you write more, so that several messages get one answer.
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
unit-seconds = { $count } s
unit-minutes = { $count } min

scope-default = Omoide's default
scope-mode = mode of this place
scope-space = this server
scope-character = this character here
scope-channel = this chat
scope-person = you

error-setting-unknown = There is no setting called “{ $name }”. Perhaps: { $near }
error-setting-out-of-range = { $name } can be { $low } to { $high }.
error-setting-not-understood = { $name ->
    [timezone] There is no such time zone. They look like this: { $expected }
   *[other] { $name } does not take that. What it takes: { $expected }
  }
error-setting-not-here = { $name } cannot be set { $scope ->
    [person] for one person
    [channel] for one chat
    [character] for one character
    [space] for a whole server
   *[other] here
  }. See where it can be set with /settings { $name }.
error-setting-too-loose = { $name } can be at most { $limit } here: { $scope ->
    [space] the server
    [character] the character
    [channel] the chat
   *[other] a higher setting
  } holds it to that.

error-prompt-too-long = This is too long for the model: { $tokens } tokens, and { $limit } fit. Shorten your message, or raise budget_tokens if the model can read more.

error-config-invalid = { $count ->
    [one] One setting of the process cannot be used. This is what it should look like:
   *[other] { $count } settings of the process cannot be used. This is what they should look like:
  }
    { $problems }
config-unknown-name = { $name } is not a name that Omoide reads. See .env.example.
config-unknown-name-near = { $name } is not a name that Omoide reads. Did you mean { $near }?
