# Why the character said what it said: the last prompt, part by part.

why-nothing = No reply has been written here yet. Say something first.
why-unbuilt = The last turn ended before a prompt was made.
why-above = What this reply was written with:
why-above-nothing = Nothing was recalled for this reply.
why-group = { $group ->
    [memories] Memories
    [you] About you
    [others] About others here
    [story] From the story
    [world] From world books
   *[missed] Left out
}: { $all ->
    [yes] { $total }
   *[no] { $shown } of { $total }
}
why-used = Also in use: { $parts }.
why-named = { $part ->
    [card] the character card
    [persona] the persona
    [evolution] the grown persona
    [note] the author's note
    [background] the background
    [director] the outline
    [reminder] a reminder of what happened
    [reactions] reactions
    [occasion] why it writes first
    [inject] a script's text
   *[story] summaries of the story
}
why-messages = { $run ->
    [yes] from “{ $words }” on
   *[no] “{ $words }”
}
# How much of what was recalled is in the prompt.
why-lines = { $count ->
    [one] one line
   *[other] { $count } lines
}
why-since = { $known ->
    [yes] the messages from “{ $words }” on
   *[no] the latest messages
}
why-told = { $why ->
    [meaning] close in meaning to what was said
    [sticky] still in use from earlier
    [constant] always in use
    [forced] switched on by a script
   *[key] its keyword was used
}
why-fired-by = “{ $key }” in the entry “{ $entry }”
why-loss = { $verdict ->
    [late] came too late
    [failed] failed
    [trimmed] no room
   *[out] not used
}
why-title = The last prompt: { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
}{ $counted ->
    [yes] {" "}(the model counted { $reported })
   *[no] {""}
}, { $model }
why-page = { $title }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
why-further = Every part, with sizes and times
why-as-file = As a file
why-steps = Time
why-step = { $step ->
    [queue] waiting
    [claim] starting
    [load] reading the chat
    [retrieve] recalling
    [assemble] building the prompt
    [first-word] until the model's first word
    [last-word] from then to its last word
    [commit] saving
    [shown] from start to first shown
   *[delivered] from start to all delivered
} { $ms ->
    [0] under 1 ms
   *[other] { NUMBER($ms, useGrouping: 0) } ms
}
why-book-of-card = the card's book
why-fired = “{ $key }” { $known ->
    [yes] in “{ $words }”
   *[no] in an earlier message
}
why-web = { $state ->
    [looked] Web: looked up at { $provider }, { $by ->
        [model] words by the utility model
        [tool] by the chat model itself
        [person] words by you
       *[rule] words by rule
    }, { $hits ->
        [one] one page
       *[other] { $hits } pages
    } in { NUMBER($ms, maximumFractionDigits: 0) } ms{ $cached ->
        [yes] , known from before
       *[no] {""}
    }
    [failed] Web: looked up in vain ({ $provider }); the reply is without it
    [crowded] Web: looked up at { $provider }, but the prompt had no room for it; the reply is without it
    [wanted] Web: the message asks for it, nothing was looked up
   *[no] Web: the message does not ask for it
} (score { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } of 1)
why-web-words = Searched for: { $words }
why-path = { $fact ->
    [generation] Kind of reply: { $value ->
        [normal] a reply
        [continue] continuation
        [impersonate] in your name
        [swipe] another version
        [regenerate] rewritten
        [quiet] in the background
       *[other] a reply
    }
    [preset] Preset: { $value }
    [budget] Budget: { $value ->
        [one] one token
       *[other] { $value } tokens
    }
    [context] The model's context: { $value ->
        [one] one token
       *[other] { $value } tokens
    }
    [whole] The whole chat was available: { $value ->
        [true] yes
       *[false] no
    }
   *[other] Also: { $value }
}
why-slot = { $slot ->
    [persona] Character
    [world-before] World book, before
    [user-persona] Your persona
    [world-after] World book, after
    [evolved-persona] Character, grown
    [world-setting] World setting
    [outline] Outline
    [instruction] Instruction
    [examples] Examples
    [stable-memory] Memory
    [history] Messages
    [recalled] Recalled
    [search] Search
    [reminder] Reminder
    [reactions] Reactions
    [time] Time
    [depth] In the chat
    [current] Newest message
    [post-history] After the chat
    [occasion] Why it writes first
   *[other] Something else
}
why-example = { $number } of { $count }
# Which text a part is, by where it came from; what is not listed needs no more words than its place.
why-origin = { $from ->
    [prompt] preset
    [preset] preset
    [card] { $part ->
        [description] description
        [personality] personality
        [scenario] scenario
        [mes-example] Examples
        [system-prompt] system prompt
        [post-history-instructions] post-history instructions
        [depth-prompt] text at a depth
       *[other] card
    }
    [history] message { $part }
    [current] message { $part }
    [note] author's note
    [inject] text of a script
    [persona] your persona
    [time] the time
    [dates] days that are near
    [evolution] grown persona
    [background] background
    [director] { $part ->
        [outline] outline
       *[other] director
    }
    [reactions] reactions
    [occasion] why it writes first
    [reminder] { $part ->
        [events] what happened here
        [others] what happened in other stories
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
    [plots] pages in detail
    [world] entries found by meaning
    [macro] macro { $part }
    [script] script “{ $part }”
   *[other] {""}
}
why-fate = { $verdict ->
    [in] { $tokens ->
        [one] one token
       *[other] { $tokens } tokens
    }
    [trimmed] { $tokens ->
        [one] one token
       *[other] { $tokens } tokens
    }, shortened
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
    [added-to-order] added, because the preset's order lacks it
    [overridden] replaced by the card
    [not-scheduled] not due yet
    [trigger] not for this kind of reply
    [no-note] no author's note this time
    [shown] already among the messages
    [summarised] covered by a summary
    [shortened] too long, so its middle is left out
    [paged] covered by story pages
    [selection] an excerpt of what was said
    [unsent] marked as one of SillyTavern's own and is none, so not sent there either
    [no-speaker] nobody speaks in it under a name, as in "Lan: …"
    [claude-only] sent to Claude alone, as in SillyTavern
    [nothing-here] not available here, so left empty
    [probability] not drawn this time
    [group] another entry of its group was used
    [cooldown] cooling down
    [delay] too early in the chat
    [filter] not for this character
    [greeting] the chat began with another greeting
    [replies] not for this reply
    [waits] waits for other entries
    [excluded] a word excludes it
    [second-keys] its second keys speak against it
    [book-budget] no room in its book
    [key-refused] its key can't be read
    [too-slow] its regex takes too long
   *[other] for another reason
}
why-warning = { $kind ->
    [middle] Messages and memories take up much of the prompt. /settings history_limit 40 keeps fewer messages in it.
    [total] The whole prompt is close to its limit: soon older messages are left out. A shorter card, preset or world book makes room.
    [conversation] This chat is long. /new starts another one; /save keeps this point.
    [pictures] No model here can see pictures: please describe them in words.
   *[other] This prompt is unusual. /why full shows more.
}
