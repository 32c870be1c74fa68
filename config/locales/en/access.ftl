# Who may talk: the owner, and the places that the owner has opened.

error-not-owner = Only the owner of this Omoide can do that. If that is you, send me the owner's code in private.
error-no-such-space = There is no place with the number { $number }. /admin spaces shows them.

access-closed = Nobody has opened this place yet. The owner of this Omoide can let you in; if that is you, send me the owner's code.
access-owner = Welcome, { $name }! From now on you look after this Omoide.
access-welcome = Welcome, { $name }!
access-opened-here = I am awake here now. Mention me, reply to me or say my name to talk; { $help } explains the rest.
access-next = Just write to talk. { $char } shows who there is, { $new } begins another chat, { $help } explains the rest.
access-asks = { $kind ->
    [private] { $title } would like to talk to me on { $platform }. May they?
   *[group] May people talk to me in { $title } ({ $platform })? Until you say so I stay silent there.
}
access-open-chat = Yes, as a chat
access-open-story = Yes, for stories
access-open-lounge = Yes, as a lounge
access-refuse = No

admin-spaces = Places ({ $page }/{ $pages })
admin-spaces-hint = /admin open { $number } story opens a place · /admin close { $number } closes it
admin-no-spaces = Nobody has written to me anywhere yet. Invite me to a server or group, or write to me in private; it stands here then.
admin-space = { $platform }, { $access ->
    [new] nobody has decided
    [asked] waiting for you
    [open] open
   *[refused] closed
}, { $people ->
    [one] one person
   *[other] { $people } people
}, { $ago }
admin-opened = { $title } is open now. /admin close { $number } closes it again.
admin-closed = { $title } is closed now; only owners are heard there. /admin open { $number } opens it.
admin-code-wrong = That is not the owner's code, or it has been used. The code stands in the log of this Omoide, right after its start.
