# Why the character said what it said: the last prompt, part by part.

why-nothing = Nothing has been asked of a model here yet. Say something first.
why-unbuilt = The last turn ended before there was a prompt.
why-title = The last prompt: { $tokens } tokens{ $counted ->
    [yes] {" "}(the model counted { $reported })
   *[no] {""}
}, { $model }
why-page = { $title } ({ $page }/{ $pages })
why-further = Every part
why-as-file = As a file
why-steps = Time
why-step = { $step ->
    [queue] waiting
    [claim] claim
    [load] load
    [retrieve] retrieve
    [assemble] assemble
    [first-word] the model’s first word
    [last-word] its last word after that
    [commit] commit
    [shown] first seen, from the start
   *[delivered] all delivered, from the start
} { NUMBER($ms, useGrouping: 0) } ms
why-book-of-card = the card's book
why-fired = “{ $key }” { $known ->
    [yes] in “{ $words }”
   *[no] in an earlier message
}
why-path = { $fact ->
    [generation] Kind of reply: { $value ->
        [normal] an answer
        [continue] going on
        [impersonate] in your name
        [swipe] another answer
        [regenerate] written anew
        [quiet] silent
       *[other] an answer
    }
    [preset] Preset: { $value }
    [budget] Budget: { $value } tokens
    [context] The model's context: { $value } tokens
    [whole] The whole chat was at hand: { $value ->
        [true] yes
       *[false] no
    }
   *[other] Besides: { $value }
}
why-slot = { $slot ->
    [persona] Character
    [world-before] World book, before
    [user-persona] Your persona
    [world-after] World book, after
    [evolved-persona] Character, evolved
    [world-setting] World setting
    [outline] Outline
    [instruction] Instruction
    [examples] Examples
    [stable-memory] Memory
    [history] History
    [recalled] Recalled
    [search] Search
    [reminder] Reminder
    [time] Time
    [depth] In the chat
    [current] Newest message
    [post-history] After the chat
   *[other] Something else
}
# Which text a part is, by where it came from; what is not listed needs no more words than its place.
why-origin = { $from ->
    [prompt] preset
    [preset] preset
    [card] { $part ->
        [description] description
        [personality] personality
        [scenario] scenario
        [mes-example] examples
        [system-prompt] system prompt
        [post-history-instructions] after the talk
        [depth-prompt] text at a depth
       *[other] card
    }
    [history] message { $part }
    [current] message { $part }
    [note] author's note
    [inject] text of a script
    [persona] who you play
    [time] the time
    [evolution] who the character has become
    [background] background
    [director] { $part ->
        [outline] outline
       *[other] director
    }
    [reminder] { $part ->
        [events] what happened here
        [others] what happened elsewhere
       *[other] reminder
    }
    [story] { $part ->
        [summary] summary
        [chapter] chapter
       *[other] index
    }
    [pages] pages
    [dossiers] people of the story
    [about] about people
    [core] facts
    [diary] diary
    [episodic] what was said
    [plots] how it went
    [world] entries by their meaning
   *[other] {""}
}
why-fate = { $verdict ->
    [in] { $tokens } tokens
    [trimmed] { $tokens } tokens, cut
    [empty] empty
    [late] came too late
    [failed] failed
   *[out] left out
}
why-because = { $fate }: { $reason }
why-reason = { $reason ->
    [budget] no room
    [history-limit] beyond the message limit
    [not-spoken] nothing was said
    [no-text] no text
    [hidden] hidden
    [disabled] switched off
    [not-in-order] not in the preset's order
    [added-to-order] added: the preset's order lacks it
    [overridden] the card says it instead
    [not-scheduled] not its turn
    [trigger] not for this kind of reply
    [no-note] no author's note this time
    [shown] stands in the history
    [summarised] told by a summary
    [shortened] its middle is left out: it is too long for a line of the history
    [paged] told by pages
    [selection] a selection, more was said then
    [probability] chance decided against it
    [group] another of its group came
    [cooldown] it rests
    [delay] too early in the chat
    [filter] not for this character
    [greeting] the chat began with another greeting
    [replies] not at this reply
    [waits] it waits for other entries
    [excluded] a word was there that excludes it
    [book-budget] no room in its book
    [key-refused] its key cannot be read
   *[other] for another reason
}
why-warning = { $kind ->
    [middle] History and memories take up much of the prompt. /settings history_limit 40 keeps fewer messages in it.
    [total] The whole prompt is close to its limit: older messages are left out soon. A shorter card, preset or world book makes room.
    [conversation] This chat is long. /new begins another one; /save keeps this place.
    [pictures] Nobody here sees pictures: say in words what is on them.
   *[other] This prompt is unusual. /why full tells more.
}
