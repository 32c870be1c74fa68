# Who may talk: the owner, and wherever the owner has switched me on.

error-not-owner = Only the owner of this bot can do that. If that's you, send me the owner's code in a private chat.
error-no-such-space = There is no server, group or private chat with number { $number }. /admin spaces shows them.

access-closed = { $access ->
    [refused] I'm switched off here. Only the owner of this bot can change that.
    [unowned] Nobody has set me up here yet: whoever runs this bot has to send me the owner's code first. Once they let you in, I'll answer you.
   *[new] I'm not switched on here yet. I've asked the owner. If that's you, send me the owner's code.
}
access-owner = Welcome, { $name }! You are the owner of this bot now.
access-welcome = Welcome, { $name }!
access-owner-already = You are the owner of this bot already.
access-now = { $place ->
    [private] You can talk to me here now.
   *[group] { $calling ->
        [mention] You can talk to me here now. Mention me or reply to me.
        [always] You can talk to me here now. Just write: I answer every message.
       *[name] You can talk to me here now. Mention me, reply to me or say my name.
    }
}
access-opened-here = You can talk to me here now. { $calling ->
    [mention] Mention me or reply to me
    [always] Just write, I answer every message
   *[name] Mention me, reply to me or say my name
}; { $help } shows what else I can do.
access-next = Just write to talk. { $char } shows the characters, { $new } starts another chat, { $help } shows the rest.
access-asks = { $kind ->
    [private] { $title } would like to talk to me on { $platform }. Is that OK?
   *[group] May people talk to me in { $title } ({ $platform })? Until you say yes, I stay silent there.
}
access-open-chat = Yes, as a chat
access-open-story = Yes, for stories
access-open-lounge = Yes, as a lounge: I answer when called
access-refuse = No

admin-spaces = { $platform ->
    [discord] Servers and private chats
    [telegram] Groups and private chats
   *[several] Servers, groups and private chats
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
admin-spaces-hint = To choose what it is for: /admin open { $number } chat (or story, lounge)
admin-no-spaces = Nobody has written to me yet. Invite me to a server or group, or write to me in private, and it appears here.
admin-space = { $platform }, { $kind ->
    [owned] private chat of an owner
    [private] private chat
   *[group] { $people ->
        [one] one person has written
       *[other] { $people } people have written
    }
}{ $access ->
    [listed] {""}
    [new] , not decided yet
    [asked] , waiting for you
    [open] , on { $mode ->
        [chat] as a chat
        [story] for stories
        [circle] as a circle
       *[lounge] as a lounge
    }{ $kind ->
        [group] {" "}({ $speaks ->
            [always] answers every message
            [chance] answers when called, and now and then
           *[called] answers when called
        }{ $who ->
            [roles] , only certain roles may talk
           *[all] {""}
        })
       *[private] {""}
    }
   *[refused] , off
}, { $ago }
admin-space-waiting = waiting: { $names }{ $more ->
    [0] {""}
    [one] {" "}and one more
   *[other] {" "}and { $more } more
}
admin-rest = Budgets, a pause, permissions, backups and more: { $help }
admin-waiting = Waiting for your answer
admin-waiting-hint = People you let in are told at once, and their messages are answered. You'll find this list later under { $admin }.
admin-waiting-none = Nobody is waiting for your answer any more.
admin-let-in = Let in: { $title }
admin-keep-out = Decline: { $title }
admin-switch-off = Switch off: { $title }
admin-let-in-done = { $kind ->
    [private] { $title }
   *[group] People in { $title }
} can talk to me now.
admin-kept-out-done = { $kind ->
    [private] { $title }
   *[group] People in { $title }
} can't talk to me; only owners can.
admin-closed = { $kind ->
    [private] { $title }
   *[group] People in { $title }
} can't talk to me any more; only owners can.
admin-owned = { $title } is an owner of this bot and can always talk to me.
admin-code-wait = Too many wrong codes were sent. Please try again in an hour.
admin-code-wrong = That isn't the owner's code, or it was used already. The code is in the log, right after the start.
admin-code-made = This code makes whoever sends it to me in a private chat on { $platform } an owner of this bot too: { $code }
    It works once, within an hour. Owners can do everything here, so show it to nobody else.
owner-code-guessed = Somebody is trying out owner's codes on { $platform }: { $tries } were wrong. I look at no more than one an hour from now on. If that wasn't you, take OMOIDE_OWNER_CODE out of .env and start me again.
