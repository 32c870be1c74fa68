# Characters that grow in a cradle from what people feed them.

error-no-such-cradle = No character is growing here, or that one no longer is. Start one: /cradle new
error-nothing-fed = There is nothing to feed. Write something, attach a text file or a picture, or send a link.
error-piece-too-long = That is too long: a piece can have up to { $limit } characters, this one has { $length }. Feed the parts that say something about the character.
error-piece-unreadable = “{ $filename }” can't be read. Feed text files or PNG, JPEG or WebP pictures; copy the text out of other files.
error-cradle-full = A character can be fed { $limit } pieces, and this one has had them all. Remove some to make room, or let it be born.
error-too-much-fed = All that a character is fed can have up to { $limit } characters. Remove pieces to make room, or let it be born.
error-no-such-piece = Nothing was fed under number { NUMBER($number, useGrouping: 0) }, or it was removed already. See the pieces: /cradle pieces
error-no-such-statement = No sentence { NUMBER($number, useGrouping: 0) } can be changed that way. See the draft: /cradle show
error-born-already = { $name } has been born. Change the card, or feed { $name } and decide what becomes of it in a chat: /cradle show
error-not-born-yet = { $name } is still growing, so nothing waits for a yes. See the draft: /cradle show
error-draft-empty = Nothing is known about { $name } yet. Feed something first: /cradle feed
error-link-unread = No text could be read at { $address }. Check the link, or copy the text and feed that.
error-picture-unseen = No model can see what is on the picture. Describe it in words, or ask the operator to set up a utility model that sees pictures.
error-proposal-elsewhere = { $name } does not play in this chat, so nothing can be added here. Start or open a chat with { $name }, then say yes there: /char use { NUMBER($number, useGrouping: 0) }

command-char-cradle = let a character grow from what you feed it
command-cradle = characters that grow from what you feed them
command-cradle-help = Start a character with a name and feed it over days: words, text files, pictures, links. A draft of its card grows with each piece and asks you questions. When it is ready, let it be born.
command-cradle-new = start a character that grows
command-cradle-new-name = Name of the character
command-cradle-show = see what the draft says, and from which piece
command-cradle-feed = feed words or a link
command-cradle-file = feed a text file or a picture
command-cradle-pieces = see what was fed, and when
command-cradle-unfeed = remove a piece, with all that came of it
command-cradle-strike = take a sentence out of the draft
command-cradle-older = of two that contradict each other, keep the older one
command-cradle-dream = have the missing parts made up
command-cradle-try = talk with the draft in a chat of its own
command-cradle-born = let the character be born, into the gallery
command-cradle-agree = add what was fed after birth to the character's persona here
command-cradle-refuse = leave it out
command-cradle-delete = move a growing character to the trash

param-cradle = character
param-cradle-help = its number in /cradle, or its name; the newest if you leave it out
param-food = food
param-food-help = words about the character, or a link
param-fed = piece
param-fed-help = its number in /cradle pieces
param-sentence = sentence
param-sentence-help = its number in /cradle show

cradle-none =
    No character is growing here yet.
    /cradle new – start one with a name, then feed it what you have: notes, a letter, a picture, a link
cradle-list = Growing characters{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
cradle-list-hint =
    /cradle show { $number } – see the draft
    /cradle feed { $number } – feed something
    /cradle new – start another one
cradle-of = { $born ->
    [yes] born
   *[no] growing
} · started { $ago } · { $pieces ->
    [one] 1 piece
   *[other] { $pieces } pieces
}{ $waiting ->
    [0] {""}
   *[other] , { $waiting } not read yet
}
cradle-begun = { $name } (number { $number }) is in the cradle now, with a name and nothing else.
cradle-begun-hint = Feed it what you have, over as many days as you like: words, a text file, a picture, a link. { $private ->
    [yes] {""}
   *[no] Everybody here who may import characters can read what you feed.{" "}
}Nothing is made up unless you ask for it.
    /cradle feed { $number } – feed something
cradle-title = { $name } · { $stage ->
    [seed] a seed
    [sketch] a sketch
    [shape] taking shape
    [ready] ready to be born
   *[born] born
} · { $pieces ->
    [one] 1 piece
   *[other] { $pieces } pieces
}{ $waiting ->
    [0] {""}
   *[other] , { $waiting } not read yet
}
cradle-empty =
    Nothing is known about { $name } yet.
    /cradle feed { $number } – feed something
cradle-show-hint =
    /cradle strike { $sentence } { $number } – take a sentence out
    /cradle pieces { $number } – see what was fed
cradle-grown-up =
    Nothing waits for a yes. What you feed now is proposed for the persona that grows in a chat.
    /cradle feed { $number } – feed something
cradle-proposals = Since birth, waiting for a yes
cradle-proposals-hint =
    Say yes in a chat with the character: it becomes part of who they are there.
    /cradle agree { $sentence } { $number } – say yes
cradle-asks = ❓ { $question }
cradle-food = Words or a link for { $name }
cradle-how =
    Feed what you have:
    /cradle feed { $number } – feed words, or a link
    /cradle file { $number } – feed a text file or a picture
cradle-read = Piece { $piece }: { $count ->
    [one] 1 new sentence
   *[other] { $count } new sentences
}
cradle-nothing-new = Nothing new about the character in piece { $piece }. It is kept.
cradle-more =
    and { $count } more
    /cradle show { $number } – see the draft
cradle-unfounded = { $count ->
    [one] 1 sentence was left out, because the piece does not say it.
   *[other] { $count } sentences were left out, because the piece does not say them.
}
cradle-because = { $field }{ $quoted ->
    [yes] {" "}– “{ $quote }”
   *[no] {""}
}
cradle-before = { $against ->
    [yes] Contradicts
   *[no] Instead of
} { $piece ->
    [0] what was made up
   *[other] piece { $piece }
}: “{ $text }”
cradle-where = { $field } · { $piece ->
    [0] made up
   *[other] piece { $piece }
}
cradle-field-description = Description
cradle-field-personality = Personality
cradle-field-speech = Way of speaking
cradle-field-scenario = Scenario
cradle-field-example = Says
cradle-field-greeting = Greeting
cradle-field-world = World
cradle-waits = Piece { $piece } is kept, and not read yet. { $fault ->
    [none] It takes a while; see the draft later.
    [error-model-none] No model is set up that can read it; it is read as soon as there is one.
    [error-day-spent] The budget for the day is used up; it is read when that is over.
   *[other] The model does not answer just now; it is read as soon as it does.
}
    /cradle show { $number } – see the draft
cradle-unread = Piece { $piece } is kept, but could not be read: { $fault ->
    [error-link-unread] there is no text at that address. Check the link, or copy the text and feed that.
    [error-picture-unseen] no model can see pictures here. Describe it in words.
   *[other] the model's answer was of no use. Try it in smaller parts.
}
    /cradle pieces { $number } – see what was fed
cradle-pieces = What { $name } was fed{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
cradle-pieces-hint =
    /cradle unfeed { $piece } { $number } – remove a piece, with all that came of it
cradle-not-fed =
    { $name } has not been fed yet.
    /cradle feed { $number } – feed something
cradle-piece = { $day } · { $kind ->
    [text] words
    [file] file
    [picture] picture
   *[link] link
}{ $state ->
    [waiting] , not read yet
    [unread] , could not be read
    [taken] , removed
   *[read] {" "}· { $count ->
        [one] 1 sentence
       *[other] { $count } sentences
    }
}
cradle-unfed = Removed: piece { $piece }, with its words. { $count ->
    [0] Nothing came of it.
    [one] 1 sentence that came of it is gone too.
   *[other] { $count } sentences that came of it are gone too.
}
cradle-struck = Taken out: “{ $text }”
cradle-settled = It holds: “{ $holds }” No longer: “{ $gone }” The same command turns it round again.
cradle-dreamed = { $count ->
    [one] 1 sentence made up
   *[other] { $count } sentences made up
}
cradle-dreamed-hint =
    /cradle strike { $sentence } { $number } – take out what does not fit
cradle-dreamed-nothing = Nothing was made up that { $name } does not have already.
cradle-thread = Trying { $name }
cradle-trying = You can talk with the draft of { $name } in “{ $title }”. The chat here stays as it is.
cradle-born = { $name } is born. Among the characters it has number { $number }.
cradle-born-lacking =
    The card lacks: { $fields }.
    /char edit { $number } – write them yourself
cradle-agreed = { $name } is like this here from now on: “{ $text }”
cradle-refused = Left out: “{ $text }”
cradle-delete-sure = Move { $name } to the trash, with { $count ->
    [one] 1 piece
   *[other] { $count } pieces
} of food? It stays there for 30 days.
cradle-deleted =
    { $name } is in the trash now, for 30 days.
    /char trash – see the trash
cradle-button-all = Growing
cradle-button-feed = Feed
cradle-button-try = Try it
cradle-button-dream = Dream up the rest
cradle-button-born = Let it be born
cradle-button-older = Keep the older ({ $number })
cradle-button-agree = Yes
cradle-button-refuse = No
cradle-button-export = Export
