# What people may ask for themselves: their data in a file, and to be forgotten.

forget-counts = Of you there { $messages ->
        [one] is 1 message
       *[other] are { $messages } messages
    } in { $chats ->
        [one] 1 chat
       *[other] { $chats } chats
    } in { $places ->
        [one] 1 server, group or private chat
       *[other] { $places } servers, groups and private chats
    }, { $memories ->
        [one] 1 memory
       *[other] { $memories } memories
    }, { $facts ->
        [one] 1 fact
       *[other] { $facts } facts
    } about you and { $personas ->
        [one] 1 persona
       *[other] { $personas } personas
    }.
forget-what-goes = All of it is deleted, on every branch, with the replies to you, quotes of you, your files and settings. In private chats everything is deleted, with the characters, books and presets you imported there. What others said is kept. Messages on the platform itself you have to delete yourself.
forget-owner = You are an owner of this bot. Afterwards you are not: the owner's code makes somebody the owner again.
forget-export-first = This can't be undone. { $command } gives you a copy of everything first.
forget-sure = Delete everything about you?
forget-label = Forget me
forget-done = Deleted: { $messages ->
        [one] 1 message
       *[other] { $messages } messages
    } in { $chats ->
        [one] 1 chat
       *[other] { $chats } chats
    } in { $places ->
        [one] 1 server, group or private chat
       *[other] { $places } servers, groups and private chats
    }, { $memories ->
        [one] 1 memory
       *[other] { $memories } memories
    }, { $facts ->
        [one] 1 fact
       *[other] { $facts } facts
    }, { $personas ->
        [one] 1 persona
       *[other] { $personas } personas
    }.
forget-begun = Deleting: { $messages ->
        [one] 1 message
       *[other] { $messages } messages
    } in { $chats ->
        [one] 1 chat
       *[other] { $chats } chats
    } in { $places ->
        [one] 1 server, group or private chat
       *[other] { $places } servers, groups and private chats
    }, { $memories ->
        [one] 1 memory
       *[other] { $memories } memories
    }, { $facts ->
        [one] 1 fact
       *[other] { $facts } facts
    }, { $personas ->
        [one] 1 persona
       *[other] { $personas } personas
    }. This takes a while; I'll tell you here when it is done.
forget-after = From now on, I know you as a stranger.
forget-after-terminal = The next start is like the very first one.
own-nothing = Nothing you said is stored here, and no facts about you. I'm not switched on here yet; I know only your name, so that the owner can decide.
rights-exported = { $name } contains all your data. Only you can see it.
rights-readme-file = README.txt
rights-readme = Your data in Omoide, { DATETIME($date, dateStyle: "long") }

    messages.json   what you said, where and when, with what you replied to. Edited versions are entries of their own; branch_id and seq say where in the chat each belongs.
    memories.json   what characters remember of what you said and wrote, and about you. ended: it is not used any more.
    facts.json      what is known about you, with earlier versions: ended_by names the fact that replaced it.
    personas.json   who you are in stories.
    settings.json   the settings you chose for yourself.
    consent.json    how you are known, and what you allow.
    saves.json      the saves that you named.
    stored_by_quick_replies.json
                    what quick replies that you used have stored and placed, and taken away.
    posts_for_them_alone.json
                    which characters of circles post for you alone.
    characters_that_write_first.json, what_they_planned.json, busy_days.json
                    which characters you let write first, when they planned to, and when not.

    Times are in UTC. The files are JSON, which any text editor opens. Other people's words are in here only where you replied to them or a quick reply that you used copied them.
