# People: what they set and allow for themselves, their names on several platforms, what is asked of newcomers.

me-links = Also you
me-links-none = nobody elsewhere
me-timezone-how = Which zone are you in? Press one, or type it: { $command } Europe/Berlin

button-link = Link another platform
button-unlink = Take the link back
button-persona-new = Write a persona
button-persona-list = My personas
button-persona-off = Just me
button-persona-lock = Only in this chat
button-persona-unlock = Here as elsewhere
persona-locked = In this chat you play “{ $name }”, whoever you play elsewhere.
persona-unlocked = { $somebody ->
    [no] In this chat you are yourself, as elsewhere.
   *[other] In this chat you play “{ $name }”, as elsewhere.
}
persona-but-here = In this chat you stay “{ $name }”: that was chosen for it alone. To be here who you are elsewhere: { $command }
button-edit = Edit
button-remember = { $switch ->
    [on] Note facts about me
   *[off] Note nothing about me
}
button-elsewhere = { $switch ->
    [on] Tell private things in groups
   *[off] Keep private things private
}
button-heard = { $switch ->
    [on] Hear me in groups again
   *[off] Do not hear me in groups
}
elsewhere-no = Keep it private
elsewhere-yes = Groups too

about-heard = What you say in groups
about-heard-is = { $switch ->
    [on] heard, where I am asked or told to listen
   *[off] not heard
}
about-opted-out = From now on I do not hear you in groups: nothing you say there is stored or answered. What was stored before stays until { $forget }. { $optin } takes this back.
about-opted-in = I hear you in groups again.

persona-how = Type: /me persona set “{ $name }” and then who that is, for example: a tired sea captain, fifty, who trusts nobody.
persona-example = Captain Reed
persona-delete-sure = Delete the persona “{ $name }”? Chats keep what was said as it.
persona-deleted = “{ $name }” is deleted.

link-code = On your other platform, send me this in private within ten minutes: { $line }
link-what = Then your personas, the facts about you, what you allow, language and time zone are the same on both, and what you told a character alone here, it remembers when you are alone with it there. It works once; tell the code to nobody.
link-name = { $name } ({ $platform })
link-done = Done: you are also { $names }.
link-holds = Personas, the facts about you, language and time zone are now one, and what you tell a character alone it remembers in your other private chats. Private things in groups: { $elsewhere ->
    [yes] may be told.
   *[no] not told.
}
link-owners = { $all ->
    [yes] You look after this house under each of your names.
   *[no] Looking after this house stays with the name that has it: a link gives no rights.
}
unlink-sure = Part this name from { $names }? Each keeps what was made under it.
unlink-done = Parted from { $names }. Each name has what it had before; what was set since stays where it was set.

error-link = These two names cannot be joined. Ask for a new code with /me link.
error-link-code-wrong = Nobody has this code, or it was used already. Ask for a new one with /me link on your other platform.
error-link-code-old = This code is older than ten minutes. Ask for a new one with /me link on your other platform.
error-link-code-own = This is your own code. Send it from your other platform, not from here.
error-link-code-tries = { $tries } codes were wrong. Wait ten minutes, then ask for a new one.
error-link-known = These two names are joined already. /me shows them.
error-link-taken = Both of them have a name on { $platform }. Only one name of each platform can be linked; /me unlink takes one back.
error-link-shared = Several people speak under this name, so it cannot be linked. Use an account of your own.
error-link-none = This name is linked to nobody. /me link gives you a code for your other platform.

newcomer-asked = By the way: I speak { $language } with you, and think it is { $time } where you are ({ $city }). Is that right?
newcomer-right = That is right
newcomer-zone = { $city } { $time }
newcomer-other-zone = Another zone
newcomer-settled = Good: { $city }, { $time }. { $me } changes that at any time.
elsewhere-asked = In a group just now there was something I know from you in private, and I kept it to myself. May characters use such things where others read along, too? /me elsewhere on says yes; until then it stays between us.
elsewhere-asked-here = There is something I was told in private and do not use here, where others read along. If it was you: /me elsewhere says whether I may.

welcome-talk = Talk now
welcome-choose = Choose a character
welcome-card = Bring my own card
welcome-just-write = { $place ->
    [private] Just write, as you would to a friend. For example: “Good morning! How did you sleep?”
   *[group] Mention me, reply to me or say my name. For example: “Good morning, how did you sleep?”
}
welcome-bring = { $how ->
    [terminal] Type { $command } and the path of the card: a PNG, JSON or CHARX file, also from SillyTavern or Chub.
   *[sent] Send me the card as a file: PNG, JSON or CHARX, also from SillyTavern or Chub. In a server use { $command }. I show what is in it before anything changes.
}

place-listens = From now on I also keep what is said here without me being asked, so that I can follow. Whoever does not want that: { $optout }
place-listens-no-more = I keep only what is said to me here from now on.
status-listens = Listening
status-listens-is = { $listens ->
    [yes] keeps what is said here, also when nobody asks me
   *[no] keeps only what is said to me
}

turn-failed = Something went wrong while I was answering. Your message is kept and taken up again; the sign { $number } is in the log, /help errors says what to do with it.

needs-content = Message Content Intent is off: I read only what is said to me.
needs-send = I may not write here: give me Send Messages.
needs-history = I may not read what was said before: give me Read Message History.
needs-files = I may not send files: give me Attach Files.
needs-webhooks = Characters speak under my name: give me Manage Webhooks for their own faces.
needs-threads = I may not write in threads: give me Send Messages in Threads.
needs-privacy = Privacy mode is on: I read only commands, replies to me and my name. @BotFather, /setprivacy turns it off.
