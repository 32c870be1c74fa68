# People: what they set and allow for themselves, their names on several platforms, what is asked of newcomers.

me-links = Linked accounts
me-links-none = none
me-timezone-how = Which time zone are you in? Choose one, or type it: { $command } Europe/Berlin

button-link = Link another platform
button-unlink = Unlink
button-persona-new = Write a persona
button-persona-list = My personas
button-persona-off = No persona
button-persona-lock = Only in this chat
button-persona-unlock = Same as elsewhere
persona-locked = In this chat you are “{ $name }”, whatever persona you use elsewhere.
persona-unlocked = { $somebody ->
    [no] In this chat you are yourself, as elsewhere.
   *[other] In this chat you are “{ $name }”, as elsewhere.
}
persona-but-here = In this chat you are still “{ $name }”, because you chose that for this chat only. To use the same persona as elsewhere: { $command }
button-edit = Edit
button-remember = { $switch ->
    [on] Note facts about me
   *[off] Don't note facts about me
}
button-elsewhere = { $switch ->
    [on] Allow private things in groups
   *[off] Keep private things private
}
button-heard = { $switch ->
    [on] Read my messages in groups again
   *[off] Don't read my messages in groups
}
elsewhere-no = Keep it private
elsewhere-yes = Groups too

about-heard = Your messages in groups
about-heard-is = { $switch ->
    [on] read when you talk to me, and where listening is on
   *[off] not read
}
about-opted-out = From now on I don't read your messages in groups: I neither store nor answer them. What was stored before is kept; { $forget } deletes it. { $optin } lets me read them again.
about-opted-in = I read your messages in groups again.

persona-how = Say who that is, for example: /me persona set “{ $name }” a tired sea captain, fifty, who trusts nobody
persona-example = Captain Reed
persona-delete-sure = Delete the persona “{ $name }”? What was said as it stays in the chats.
persona-deleted = Deleted: “{ $name }”.

link-code = On your other platform, send me this in a private chat within ten minutes: { $line }
link-what = Both accounts are asked then whether they are you; a day after both said yes, personas, the facts about you, permissions, language and time zone are the same on both, and what you tell a character in private here, it remembers in private there. The code works once; don't show it to anybody, and never type one that somebody gave you.
link-name = { $name } ({ $platform })
link-asked = Are both of these you: { $mine } ({ $mine_on }) and { $other } ({ $other_on })? If so, say Yes here and on the other platform, where I ask the same. A day later they are one person for me: each can read, export and delete everything of the other. If you don't know { $other }, or somebody sent you the code, say No; nothing is linked then.
link-half = OK. Now say Yes on { $other_on } too, as { $other }: I ask you the same there in private, or when you type /me link. Nothing is linked until then.
link-agreed = { $mine } ({ $mine_on }) and { $other } ({ $other_on }) become one person for me in a day; both said yes. Until then each sees, exports and deletes only its own. If that isn't right, /me unlink ends it.
link-joined = { $mine } ({ $mine_on }) and { $other } ({ $other_on }) are one person for me now: personas, the facts about you, language and time zone are shared, and what you tell a character in private it remembers in your other private chats. If that isn't right, /me unlink ends it.
link-parted = { $mine } ({ $mine_on }) and { $other } ({ $other_on }) are not linked; that was decided on the other side. Each has only what is its own.
error-link-not-asked = This question is no longer open. Get a new code with /me link.
button-link-no = No, that isn't me
button-link-yes = Yes, both are me
link-owners = { $all ->
    [yes] All of your linked accounts are owners of this bot.
   *[no] Only the account that was an owner of this bot is one: linking gives no rights.
}
unlink-sure = Unlink this account from { $names }? Each keeps what was made under it.
unlink-done = Unlinked from { $names }. Each account has what it had before; settings changed since then stay with the account that changed them.

error-name-shared = Several people can write under this name (a channel, an anonymous administrator or a proxy), so nobody can export or delete everything that was said under it. Delete your own messages here, or write under your own account.
error-link = These two accounts can't be linked. Get a new code with /me link.
error-link-code-wrong = This code doesn't exist or was used already. Get a new one with /me link on your other platform.
error-link-code-old = This code is older than ten minutes. Get a new one with /me link on your other platform.
error-link-code-own = This is your own code. Please send it from your other platform, not from here.
error-link-code-tries = { $tries } codes were wrong. Wait ten minutes, then get a new one.
error-link-known = These two accounts are linked already. /me shows them.
error-link-taken = Both of them have an account on { $platform }. Only one account of each platform can be linked; /me unlink removes one.
error-link-shared = Several people use this account, so it can't be linked. Please use an account of your own.
error-link-none = This account isn't linked to another one. /me link gives you a code for your other platform.

newcomer-asked = So that I get the days right: is it { $time } where you are ({ $city })?{ $holds ->
    [UTC] {" "}Until you answer I go by UTC.
   *[this] {""}
}
newcomer-right = Yes
newcomer-zone = { $city } { $time }
newcomer-other-zone = Another time zone
newcomer-settled = OK: { $city }, { $time }. You can change that any time with { $me }.
elsewhere-asked = { $named ->
    [no] In a group just now
   *[other] In { $where }
} I kept to myself what you told me in private: “{ $what }”{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
}. May characters mention such things in groups, where others can read them? /me elsewhere on says yes; until then it stays between us. To share one thing alone: /me fact
elsewhere-asked-here = I was told something in private that I don't mention here, where others can read it. If it was you: /me elsewhere says whether I may.

welcome-talk = Start talking
welcome-choose = Choose a character
welcome-card = Import my own card
welcome-just-write = { $place ->
    [private] Just write, as you would to a friend. For example: “Good morning! How did you sleep?”
   *[group] { $calling ->
        [mention] Mention me or reply to me.
        [always] Just write, I answer every message here.
       *[name] Mention me, reply to me or say my name.
    } For example: “Good morning, how did you sleep?”
}
welcome-bring = { $how ->
    [terminal] Type { $command } and the path of the card: a PNG, JSON or CHARX file, also from SillyTavern or Chub.
   *[sent] Send me the card as a file: PNG, JSON or CHARX, also from SillyTavern or Chub. { $platform ->
        [telegram] In a group
       *[other] On a server
    } use { $command }. I show you what is in it before anything changes.
}

place-listens = From now on I also store what is said here without talking to me, so that I can follow. If you don't want that for your messages: { $optout }
place-listens-no-more = From now on I store only what is said to me here.
status-listens = Listening
status-listens-is = { $listens ->
    [yes] also stores messages here that aren't for me
   *[no] stores only messages to me
}

turn-failed = Something went wrong while I was answering. Your message is kept and I will try again. Error code: { $number }. /help errors explains what to do with it.

needs-content = Message Content Intent is off: I can only read what is said to me.
needs-send = I can't write here: please give me Send Messages.
needs-posts = I can't post in this forum: please give me Create Posts.
needs-history = I can't read earlier messages: please give me Read Message History.
needs-files = I can't send files: please give me Attach Files.
needs-webhooks = All characters speak under my name: give me Manage Webhooks for their own names and pictures.
needs-threads = I can't write in threads: please give me Send Messages in Threads.
needs-privacy = Privacy mode is on: in groups I can read only commands, replies and mentions. To change that, open https://t.me/BotFather?text=/setprivacy and send it, then choose Disable; then add me to my groups again. Making me an administrator of a group works too.

persona-asked = Your persona “{ $name }” was written elsewhere. { $named ->
    [no] In a group just now
   *[other] In { $where }
} I called you by your own name and didn't mention it. May those who can read there know your persona?
persona-known = From now on “{ $name }” is known there.
persona-where = { $here ->
    [yes] {""}
   *[no] Here you are called by your own name: you wrote this persona elsewhere. To be known as it here: /me persona use. {""}
}{ $known ->
    [0] Known in private chats only.
   *[other] Known in: { $titles }
}
persona-keep = Keep it to myself
persona-tell = Let them know
