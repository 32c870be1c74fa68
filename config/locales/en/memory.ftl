# The garden, the diary, corrections and the about-me card.

memory-kind = { $kind ->
    [said] message
    [core] note
    [manual] written by hand
    [diary] diary page
    [event] story page in brief
    [plot] story page in detail
   *[other] memory
}
memory-moment = { DATETIME($at, dateStyle: "medium", timeStyle: "short") }
memory-pin-mark = 📌
memory-list = What { $name } remembers: { $total ->
    [one] one note
   *[other] { $total } notes
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
memory-said-hint = { $said ->
    [one] One message is remembered too: /memory search finds it.
   *[other] { $said } messages are remembered too: /memory search finds them.
}
memory-list-hint =
    /memory show { $number } – see where it comes from
    /memory add Lena comes on Sunday – add one
    /memory edit { $number } Lena comes on Monday – change it
    /memory delete { $number } – delete it
    /memory pin { $number } – keep it at the top
    /memory sky – see all as stars in the sky
memory-none = { $name } has no notes yet. { $said ->
    [0] Important things are noted while you chat.
   *[other] What was said is remembered too: /memory search finds it.
}
    /memory add Lena comes on Sunday – add one
memory-not-found = There is no memory about “{ $words }”. Try other words, or a time such as last week.
memory-found = About “{ $words }”{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
memory-found-hint =
    /memory show { $number } – see where it comes from
    /memory edit { $number } Lena comes on Monday – change it
    /memory delete { $number } – delete it
    /memory pin { $number } – keep it at the top
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
    [corrected] corrected
    [pinned] pinned or unpinned
    [shared] shared with every character
    [unshared] kept to one character
    [deleted] deleted
    [forgotten] forgotten
   *[other] replaced by something newer
}{ $known ->
    [yes] {" "}on { $at }
   *[no] {""}
}
memory-added = Added as number { $number }: { $words }
memory-edited = Changed; it is now number { $number }: { $words }
memory-delete-sure = Delete { $count ->
    [one] this memory: { $words }?
   *[other] these { $count } memories: { $words }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }?
} The messages in the chat are kept.
memory-deleted = { $count ->
    [one] One memory was deleted.
   *[other] { $count } memories were deleted.
} To get them back, /load an earlier save.
memory-pinned = Pinned: { $number }.
memory-unpinned = Unpinned: { $number }.

button-change = ✏️ { $number }
button-change-alone = ✏️ Change { $number }
button-drop = 🗑 { $number }
button-drop-alone = 🗑 Delete { $number }
button-pin = 📌 Pin
button-unpin = 📌 Unpin

sky-title = What { $name } remembers
sky-below = { $whole ->
    [yes] { $shown ->
        [one] one memory
       *[other] { $shown } memories
    }
   *[no] { $shown } of { $total ->
        [one] one memory
       *[other] { $total } memories
    }
}
sky-file = memories
sky-said = Memory sky: { $whole ->
    [yes] { $shown ->
        [one] one memory
       *[other] { $shown } memories
    }
   *[no] { $shown } of { $total ->
        [one] one memory
       *[other] { $total } memories
    }
}. Brighter is newer, larger is recalled more often, closer is more alike.

diary-day = { DATETIME($at, dateStyle: "full") }
diary-page = { $name }'s diary, { $day }
diary-page-hint =
    /memory edit { $number } We talked about the sea – change this page
    /diary list – see all pages
diary-list = { $name }'s diary: { $total ->
    [one] one page
   *[other] { $total } pages
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
diary-list-hint = /diary { $day } – read this page
diary-none = { $asked ->
    [yes] { $name }'s diary has no page for “{ $day }”. /diary list shows the days that have one.
   *[no] { $name }'s diary is still empty.
} At the end of a day a page is written if { $name } said at least { $needed ->
    [one] one thing
   *[other] { $needed } things
} that day (/settings diary_turns).

fix-proposed = “{ $was }” → “{ $now }”
fix-yes = Yes, change it
fix-edit = ✏️ Edit
fix-forget = 🗑 Forget
fix-done = Corrected: “{ $was }” → “{ $now }”. You can have the last reply rewritten.
fix-forgotten = Forgotten: “{ $was }”. You can have the last reply rewritten.
fix-again = ↻ Rewrite

memory-from = from { $platform }
recalled-page = Recalled for the last reply: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
recalled-nothing =
    Nothing was recalled for the last reply.
    /memory search Sunday – look for a memory
    /memory add Lena comes on Sunday – add one
recalled-further = Everything that was recalled
recalled-score = { $strength ->
    [strong] closely related
    [fair] related
   *[faint] loosely related
}
recalled-fact = { $own ->
    [yes] about you
   *[no] about somebody here
}
recalled-fact-key = fact
recalled-piece = { $what ->
    [pages] story page { $name }
   *[people] profile of { $name }
}
recalled-story-page = story page { $number } · { $by ->
    [keywords] has the same words
   *[other] chosen by the model
}
recalled-dossier = profile of { $name } · { $by ->
    [keywords] has the same words
   *[other] chosen by the model
}

about-title = About you
about-count = { $total ->
    [0] nothing noted yet
    [one] one fact
   *[other] { $total } facts
}
about-none = I don't know anything about you yet. { $remembers ->
    [on] Facts are noted while you chat as yourself.
   *[off] Noting facts is off; /me remember on switches it on.
} To add one: /me fact add I have two cats
about-list = What is known about you: { $total ->
    [one] one fact
   *[other] { $total } facts
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
about-list-hint =
    /me fact show { $number } – see its earlier versions
    /me fact edit { $number } I have two cats – change it
    /me fact delete { $number } – delete it
    /me fact share { $number } – let every character know it
    /me fact share { $number } groups – let it be mentioned in groups
about-shown = Fact { $number }
about-known = { $shared ->
    [yes] every character knows it
   *[no] only { $name } knows it
}, { $private ->
    [yes] mentioned in private only
   *[no] may be mentioned in groups
}
about-added = Added as number { $number }: { $words } ({ $known })
about-edited = Changed; it is now number { $number }: { $words } ({ $known })
about-delete-sure = Delete “{ $words }”? Nobody will mention it any more.
about-deleted = Deleted.
about-shared = { $number }: { $words } ({ $known })
about-remember = Noting facts about you
about-remember-is = { $switch ->
    [on] on
   *[off] off
}
about-remember-set = { $switch ->
    [on] From now on, facts about you are noted while you chat.
   *[off] From now on, no facts about you are noted.{ $known ->
        [0] {""}
        [one] {" "}The one that is known stays until you delete it: /me fact delete.
       *[other] {" "}The { $known } that are known stay until you delete them: /me fact delete.
    }
}
about-elsewhere = Private things in groups
about-elsewhere-is = { $switch ->
    [on] may be mentioned
   *[off] stay private
}
about-elsewhere-set = { $switch ->
    [on] From now on, what you say in private may be mentioned in groups, and what you say in one chat may come up in another.
   *[off] From now on, what you say in private stays there.
}

secret-said = I answered you in private.
secret-unsaid = I can only tell you that in private, and I can't send you a message. { $platform ->
    [telegram] Start a private chat with me, and I'll tell you there: { $address }
   *[other] Allow messages from me, then try again here.
}
secret-about = About “{ $title }”:
secret-commands = Type these commands { $named ->
    [yes] in “{ $title }”
   *[no] where you asked
}: they are about the chat there.

error-no-such-memory = There is no memory { $number } here. /memory shows all memories; /memory search Sunday finds those about Sunday.
error-memory-elsewhere = { $chat ->
    [none] Memory { $number } belongs to another chat that you share with others. To change it, open that chat first: /chats lists them.
   *[other] Memory { $number } belongs to the chat “{ $chat }”, which you share with others. To change it, open that chat first: /chats lists them.
}
error-memory-linked = Memory { $number } comes from your chats on { $platform }. Please change it there.
error-memory-empty = There is no text. Write after the command what should be remembered.
error-no-such-fact = There is no fact { $number } about you. /me fact shows all facts.
error-fact-known = I know that already. /me fact shows it.
error-date-unknown = “{ $given }” isn't a day in the past. Try yesterday, last Friday or 2026-03-05; /diary list shows the days that have a page.

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
    [pages] Story pages
    [timeline] Timeline
    [items] Items
    [people] People
    [summaries] Summaries
    [chapters] Chapters
    [events] Story pages in brief
    [plots] Story pages in detail
    [grown] How the character has grown
   *[entries] Entries
}
recallable-count = { $all ->
    [yes] { $count }
   *[no] { $count }, of which { $here } may be mentioned here
}
