# What people may ask for themselves: their data in a file, and to be forgotten.

forget-counts = Of you there { $messages ->
        [one] is 1 message
       *[other] are { $messages } messages
    } in { $chats ->
        [one] 1 chat
       *[other] { $chats } chats
    } of { $places ->
        [one] 1 place
       *[other] { $places } places
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
forget-what-goes = All of it goes, on every branch, with the replies to you, quotes of you, your files and settings. In private chats everything goes, with the characters, books and presets you brought there. What others said stays. Messages on the platform itself are yours to delete.
forget-owner = You are an owner of this house. Afterwards you are not: the code makes somebody the owner again.
forget-export-first = It cannot be undone. { $command } gives you all of it first.
forget-sure = Forget you?
forget-label = Forget me
forget-done = Forgotten: { $messages ->
        [one] 1 message
       *[other] { $messages } messages
    } in { $chats ->
        [one] 1 chat
       *[other] { $chats } chats
    } of { $places ->
        [one] 1 place
       *[other] { $places } places
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
forget-begun = Being forgotten: { $messages ->
        [one] 1 message
       *[other] { $messages } messages
    } in { $chats ->
        [one] 1 chat
       *[other] { $chats } chats
    } of { $places ->
        [one] 1 place
       *[other] { $places } places
    }, { $memories ->
        [one] 1 memory
       *[other] { $memories } memories
    }, { $facts ->
        [one] 1 fact
       *[other] { $facts } facts
    }, { $personas ->
        [one] 1 persona
       *[other] { $personas } personas
    }. It is much; a line here says when it is done.
forget-after = Whatever you say from now on is said by somebody nobody knows.
forget-after-terminal = The next start begins as the first one did.
own-nothing = Nothing you said is kept here, and no facts about you. Nobody has opened this place yet; only your name is known, so that the owner can decide.
rights-exported = { $name } holds all there is of you. It is for you alone.
rights-readme-file = README.txt
rights-readme = Your data in Omoide, { DATETIME($date, dateStyle: "long") }

    messages.json   what you said, where and when, with what you replied to. Revisions are entries of their own; branch_id and seq say where in the chat each stands.
    memories.json   what characters remember of what you said and wrote, and about you. ended: it is not told any more.
    facts.json      what is known about you, with what it said before: ended_by names the fact that took its place.
    personas.json   who you are in stories.
    settings.json   what you have set for yourself.
    consent.json    how you are known, and what you allow.
    saves.json      places of stories that you named.

    Times are in UTC. The files are JSON, which any text editor opens. Other people's words are in here only where you replied to them.
