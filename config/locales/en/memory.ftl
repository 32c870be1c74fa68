# The garden, the diary, corrections and the about-me card.

memory-kind = { $kind ->
    [said] said
    [core] noted
    [manual] written by hand
    [diary] diary
    [event] event
    [plot] in detail
   *[other] memory
}
memory-moment = { DATETIME($at, dateStyle: "medium", timeStyle: "short") }
memory-pin-mark = 📌
memory-list = What { $name } remembers: { $total ->
    [one] one note
   *[other] { $total } notes
} ({ $page }/{ $pages })
memory-list-hint = { $said ->
    [0] {""}
    [one] One message is remembered besides: /memory search finds it.{" "}
   *[other] { $said } messages are remembered besides: /memory search finds them.{" "}
}/memory show { $number } · /memory add text · /memory edit { $number } text · /memory delete { $number } · /memory pin { $number } · /memory sky
memory-none = { $name } has noted nothing yet. { $said ->
    [0] What matters is noted while you talk.
    [one] One message is remembered: /memory search finds it.
   *[other] { $said } messages are remembered: /memory search finds them.
} /memory add and a text writes a memory down.
memory-not-found = Nothing remembered is about “{ $words }”. Try other words, or a time such as last week.
memory-found = About “{ $words }” ({ $page }/{ $pages })
memory-found-hint = /memory show { $number } · /memory edit { $number } text · /memory delete { $number } · /memory pin { $number }
memory-shown = Memory { $number }{ $pinned ->
    [yes] {" "}· pinned
   *[no] {""}
}
memory-of-chat = { $own ->
    [yes] From this chat
   *[no] From the chat { $chat }
}
memory-uses = { $uses ->
    [0] not recalled lately
    [one] recalled once
   *[other] recalled { $uses } times
}
memory-was = before: { $words }
memory-ended = { $why ->
    [edited] changed by hand
    [corrected] put right
    [pinned] pinned or let go
    [shared] shared with every character
    [unshared] kept to one character
    [deleted] deleted
    [forgotten] forgotten
   *[other] replaced by something newer
}{ $known ->
    [yes] {" "}on { $at }
   *[no] {""}
}
memory-added = Remembered as { $number }: { $words }
memory-edited = Changed, it is { $number } now: { $words }
memory-delete-sure = Delete { $count ->
    [one] this memory: { $words }?
   *[other] these { $count } memories: { $words }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }?
} What was said stays in the chat.
memory-deleted = { $count ->
    [one] One memory was deleted.
   *[other] { $count } memories were deleted.
} /load brings it back from an earlier save.
memory-pinned = Pinned: { $number }.
memory-unpinned = No longer pinned: { $number }.

button-change = ✏️ { $number }
button-drop = 🗑 { $number }
button-pin = 📌 Pin
button-unpin = 📌 Let go

sky-title = What { $name } remembers
sky-below = { $shown } of { $total } memories
sky-file = garden
sky-said = The garden: { $shown } of { $total } memories. Bright is new, large is often recalled, near is alike.

diary-day = { DATETIME($at, dateStyle: "full") }
diary-page = { $name }’s diary, { $day }
diary-page-hint = /memory edit { $number } text changes this page · /diary list shows all
diary-list = { $name }’s diary: { $total ->
    [one] one page
   *[other] { $total } pages
} ({ $page }/{ $pages })
diary-list-hint = /diary { $day } opens a page
diary-none = { $asked ->
    [yes] { $name }’s diary has no page for “{ $day }”. /diary list shows the days that have one.
   *[no] { $name }’s diary is still empty.
} When a day is over, it gets a page if { $name } said at least { $needed ->
    [one] one thing
   *[other] { $needed } things
} that day (/settings diary_turns).

fix-proposed = “{ $was }” → “{ $now }”
fix-yes = Yes
fix-edit = ✏️ Edit
fix-forget = 🗑 Forget
fix-done = Corrected: “{ $was }” → “{ $now }”. The last reply can be written again.
fix-forgotten = Forgotten: “{ $was }”. The last reply can be written again.
fix-again = ↻ Again

memory-from = from { $platform }
recalled-title = Recalled for the last reply: { $total }
recalled-page = Recalled for the last reply: { $total } ({ $page }/{ $pages })
recalled-nothing = Nothing was recalled for the last reply. /memory search and a word shows whether there is something; /memory add and a text writes it down.
recalled-further = All that was recalled
recalled-score = { $strength ->
    [strong] close to the question
    [fair] related
   *[faint] loosely related
}
recalled-fact = { $own ->
    [yes] about you
   *[no] about somebody here
}
recalled-fact-key = fact
recalled-story-page = page { $number } of the story · { $by ->
    [keywords] for words in common
   *[other] chosen by the model
}
recalled-dossier = what is known of { $name } · { $by ->
    [keywords] for words in common
   *[other] chosen by the model
}

about-title = About you
about-count = { $total ->
    [0] nothing noted yet
    [one] one fact
   *[other] { $total } facts
}
about-none = Nothing is known about you yet. { $remembers ->
    [on] Facts are noted while you talk as yourself.
   *[off] Facts are not noted; /me remember on changes that.
} /me fact add and a text writes one down.
about-list = What is known about you: { $total ->
    [one] one fact
   *[other] { $total } facts
} ({ $page }/{ $pages })
about-list-hint = /me fact edit { $number } text · /me fact delete { $number } · /me fact share { $number } · /me fact share { $number } groups · /me fact show { $number }
about-shown = Fact { $number }
about-known = { $shared ->
    [yes] every character knows it
   *[no] only { $name } knows it
}, { $private ->
    [yes] told in private only
   *[no] may be told in groups
}
about-added = Noted as { $number }: { $words } ({ $known })
about-edited = Changed, it is { $number } now: { $words } ({ $known })
about-delete-sure = Delete “{ $words }”? Nobody is told it any more.
about-deleted = Deleted.
about-shared = { $number }: { $words } ({ $known })
about-remember = Noting facts about you
about-remember-is = { $switch ->
    [on] on
   *[off] off
}
about-remember-set = { $switch ->
    [on] From now on, facts about you are noted while you talk.
   *[off] From now on, no facts about you are noted.{ $known ->
        [0] {""}
        [one] {" "}The one that is known stays until you delete it: /me fact delete.
       *[other] {" "}The { $known } that are known stay until you delete them: /me fact delete.
    }
}
about-elsewhere = Private things in groups
about-elsewhere-is = { $switch ->
    [on] may be told
   *[off] stay private
}
about-elsewhere-set = { $switch ->
    [on] What you say in private may be told in groups from now on, and what you say in one chat in another.
   *[off] What you say in private stays there from now on.
}

secret-said = I have answered you in private.
secret-unsaid = I can say that to you in private only, and I may not write to you. Open a private chat with me and ask there.

error-no-such-memory = There is no memory { $number } here. Type /memory to see what there is, or /memory search and a word.
error-memory-elsewhere = Memory { $number } belongs to another chat where others talk too. Open it with /chats open { $chat } to change it.
error-memory-linked = Memory { $number } comes from your chats on { $platform }. Change it there.
error-memory-empty = There are no words in it. Write behind the command what is to be remembered.
error-no-such-fact = There is no fact { $number } about you. Type /me fact to see what there is.
error-fact-known = That is known already. Type /me fact to see it.
error-date-unknown = “{ $given }” names no day that has been. Try yesterday, last Friday or 2026-03-05; /diary list shows the days that have a page.

recallable-group = { $group ->
    [talk] What { $name } can recall here
    [people] About you
    [story] The story
   *[books] World books in use
}
recallable-kind = { $kind ->
    [said] Messages
    [notes] Notes
    [diary] Diary pages
    [facts] Facts
    [pages] Pages
    [timeline] Timeline
    [items] Things
    [people] People
    [summaries] Summaries
    [chapters] Chapters
    [events] Scenes in brief
    [plots] Scenes in detail
    [grown] How the character has grown
   *[entries] Entries
}
recallable-count = { $all ->
    [yes] { $count }
   *[no] { $count }, of which { $here } may come up here
}
