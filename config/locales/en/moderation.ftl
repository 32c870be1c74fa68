# Order among people: who is blocked, which words are, what is for adults, reports.

error-word-blocked = That has a word that is blocked here, so I did not keep it. Write it another way.
error-word-unusable = That can't be blocked: give a word or a phrase of at least two letters, no longer than { $limit }.
error-words-full = The list of blocked words is full ({ $most }). Remove one first: /admin words
error-owners-stay = The owner of this bot and you yourself can't be blocked.
blocked-here = A manager has blocked you here. I do not keep what you write. What I hold about you is still yours: /me export and /me forget work.
block-done = { $name } is blocked { $where ->
    [all] everywhere
   *[server] { $platform ->
        [telegram] in this group
       *[other] on this server
    }
} now: I neither answer them nor keep what they write. To undo that: /admin unblock
unblock-done = { $name } is no longer blocked.
unblock-none = { $name } is not blocked { $where ->
    [all] everywhere
   *[server] here
}. See who is: /admin blocked
blocked-title = Blocked people{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
blocked-none = Nobody is blocked here.
blocked-everywhere = everywhere
blocked-hint = { $platform ->
    [discord] To block somebody: /admin block @name
   *[other] To block somebody, reply to a message of theirs with /admin block
}
words-title = Blocked words{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
words-none = No words are blocked here.
words-hint = To block a word or a phrase: /admin words add nonsense. A star at its end covers all that starts so. Nobody's message with it is kept, and characters' words are covered before anybody sees them.
word-done = That word is blocked now.
word-gone = That word may be said again.
word-none = That word was not blocked { $where ->
    [all] everywhere
   *[server] here
}. See which are: /admin words
audit-reach = { $everywhere ->
    [yes] everywhere
   *[no] here
}
audit-word = { $blocked ->
    [yes] Blocked a word
   *[no] Unblocked a word
}
audit-adult = { $adult ->
    [yes] for adults
    [no] not for adults
   *[as-said] as its card says
}

command-admin-block = block somebody
command-admin-unblock = hear somebody again
command-admin-blocked = see who is blocked
command-admin-words = see the blocked words
command-admin-words-add = block a word
command-admin-words-remove = unblock a word
param-reach = where
param-reach-help = { $platform ->
    [telegram] group
   *[other] server
} or all
param-somebody = person
param-somebody-help = a mention, a number, or the name shown with their messages
param-word = word
param-word-help = a word or a phrase; a star at its end covers all that starts so

error-adult-elsewhere = { $name } is for adults. { $where ->
    [private] Here they answer once you have said that you are 18 or older (or of full age where you live). To say so: /me adult on. It is kept with you until /me adult off. Then write again.
   *[shared] { $platform ->
        [discord] They can be seen only in channels that Discord keeps for adults: somebody who manages this channel switches on Age-Restricted Channel in its settings. Then write again. Nothing is lost.
       *[other] They can be seen only in private chats with people who have said that they are adults. Nothing is lost.
    }
}
button-adult = I am 18 or older
about-adult = { $switch ->
    [on] You have said that you are an adult: in our private chat characters for adults can answer. To undo that: /me adult off
   *[off] { $set ->
        [yes] Undone: characters for adults no longer answer in our private chat.
       *[no] You have not said that you are an adult, so characters for adults do not answer in our private chat.
    }
}
char-adult = { $name } is { $adult ->
    [yes] for adults now. They can be seen only where adults alone can read.
    [no] not for adults now.
   *[as-said] for adults if the tags of the card say so, now.
}
char-adult-mark = 18+
file-card-adult = For adults, by its tags: it can be seen only in age-restricted channels, and in private by people who have said that they are adults.
command-me-adult = say that you are an adult, or undo that
command-char-adult = say whether a character is for adults
param-adult = for adults
param-adult-help = yes, no, or card: as its tags say

error-nothing-to-report = There is nothing here to report. Reply to what a character said with /report, or choose Report behind ⋯ under it. For what people wrote use the report of the app.
error-reported-already = You have reported this reply already.
report-sure = Report this reply of { $character }? What it says, and that it was you, will be read by { $to ->
    [channel] everybody who can read { $channel }, where the managers want reports.
   *[owners] the owner of this bot.
}
report-label = Report it
report-sent = { $to ->
    [channel] Reported in { $channel }.
   *[owners] Reported to the owner of this bot.
} Thank you.
report-made = ⚑ Report by { $who }: what { $character } said{ $named ->
    [yes] {" "}in { $where }
   *[no] {""}
}:
reports-go = { $to ->
    [channel] Reports go to { $channel }: who can read it reads what was reported, and by whom.
   *[owners] Reports go to the owner of this bot, in private.
}
reports-hint = To have them here: /admin reports here. To the owner: /admin reports off
more-report = ⚑ Report
command-report = report what a character said
command-report-help = Tells the managers, or the owner of this bot, of a reply that should not have been written: the newest, or the one you reply to. It says first who will read it.
command-report-send = send the report
command-admin-reports = see or choose where reports go
param-report-to = where to
param-report-to-help = here, or off: to the owner
