allowance-spent = { $holder ->
    [person] You have used what you may use in a day
    [role] You have used what you may use in a day
    [channel] This channel has used what it may use in a day
    [space] This server has used what it may use in a day
   *[house] What all of us here may use in a day is used up
} ({ $unit ->
    [cents] US${ $dollars }
    [messages] { $amount } replies
   *[tokens] { $amount } tokens
}). It goes on in { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes } min
}; your message is kept, and /again answers it then. { $holder ->
    [house] The owner can raise it
   *[other] Whoever looks after this place can raise it
}: /admin budget
allowance-near = { $percent } % of what { $holder ->
    [channel] this channel
    [space] this server
   *[house] the whole house
} may use today is used ({ $unit ->
    [cents] of US${ $dollars }
    [messages] of { $amount } replies
   *[tokens] of { $amount } tokens
}). More: /admin budget
place-paused = The characters are silent here for now. What you write is kept; they answer when it goes on.
error-day-spent = What may be used in a day is used up, so nothing is done behind the chat either. It goes on in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
error-no-such-person = Nobody called “{ $name }” has written here. Take the name as it stands in front of their messages.

budget-amount = { $unit ->
    [cents] US${ $dollars }
    [messages] { $number } replies
   *[tokens] { $number } tokens
}
budget-no-limit = no limit
budget-each = { $whole } a day each
budget-used = { $bar } { $percent } % · { $used } of { $whole }
budget-holder = { $holder ->
    [house] The whole house
    [space] Server { $title }
    [channel] Channel { $title }
    [role] Role { $title }
    [each] Each person
   *[person] { $title }
}{ $default ->
    [true] {" "}(by default)
   *[false] {""}
}
budget-title = What may be used today ({ $page }/{ $pages })
budget-none = Nothing holds anybody back here: no budget is set.
budget-hint = Set one: /admin budget set <house | server | here | everyone | me | @role | name> <amount> <tokens | cents | messages>. Take it away: /admin budget off <whose>
budget-set = From now on { $holder ->
    [house] the whole house
    [space] this server
    [channel] this channel
    [role] each person with that role
    [each] each person
    [asker] you
   *[person] this person
} may use { $amount } a day.
budget-off = { $holder ->
    [space] The server’s budget
    [channel] This channel’s budget
    [role] The role’s budget
    [each] The budget of each person
    [asker] Your budget
   *[person] The person’s budget
} is off.
budget-off-house = The house has no limit any more. Set one again: /admin budget set house 100 cents
budget-off-none = No budget was set there.

usage-title = { $reach ->
    [house] What the house has used
    [space] What this server has used
   *[person] What you have used
}
usage-days = { $days ->
    [one] Today
   *[other] Last { $days } days
}
usage-total = { $replies ->
    [one] 1 reply · { $amount }
   *[other] { $replies } replies · { $amount }
}
usage-for = For
usage-kind = { $kind ->
    [reply] replies
    [memory] memory
    [pages] pages
    [summaries] summaries
    [persona] persona
   *[other] other
}
usage-characters = Characters
usage-channels = Channels
usage-nameless = private chats
usage-empty = Nothing was used in these days.
usage-left = What you may use today
usage-file = usage
usage-hundred = { $priced ->
    [true] 100 messages cost about US${ $dollars }
   *[false] 100 messages take about { $tokens } tokens
}{ $measured ->
    [true] {""}, as measured here.
   *[false] {""}, by a typical chat.
}

order-paused = { $where ->
    [all] The characters are silent everywhere.
    [server] The characters are silent in all of this place.
   *[here] The characters are silent in this channel.
} What people write is kept. To go on: /admin resume
order-resumed = { $where ->
    [all] The characters speak again everywhere.
    [server] The characters speak again here.
   *[here] The characters speak again in this channel.
} What is fresh is answered now.
order-roles = What roles may do here ({ $page }/{ $pages })
order-no-roles = No role is set here: everybody may talk; whoever manages the server looks after it.
order-roles-hint = { $platform ->
    [discord] Let a role: /admin roles give @role <talk | import | admin>
    [telegram] Let admins or everyone: /admin roles give <admins | everyone> <talk | import>
   *[other] Let everyone: /admin roles give everyone <talk | import>
}. Back: /admin roles take. Once a role may talk, only such roles may.
order-may = { $may ->
    [talk] may talk with the characters
    [import] may import cards, worlds and presets
   *[admin] looks after this place
}
order-given = { $role }: { $may ->
    [talk] may talk with the characters now. Who has no such role may not.
    [import] may import now.
   *[admin] looks after this place now.
}
order-taken = Taken back from { $role }.
order-not-taken = Nothing was given to that role here.
order-role-unknown = Which role is that? { $platform ->
    [discord] Mention it: @role
   *[other] Here there are two: admins, everyone
}
order-role-own = { $role ->
    [admins] admins
   *[everyone] everyone
}
audit-title = Who changed what ({ $page }/{ $pages })
audit-none = Nothing was changed here yet.
audit-somebody = somebody
audit-nothing = taken away
audit-act = { $act ->
    [setting] Setting { $name }: { $to }
    [allowance] Budget: { $to }
    [pause] Characters silenced
    [resume] Characters speak again
    [grant] Role { $to }
    [revoke] Taken from { $to }
    [claim] Became the owner
    [open] Place opened
    [close] Place closed
    [delete] Deleted: { $to }
    [forget] Somebody was forgotten: { $to }
   *[other] { $name }
}
audit-deleted = { $kind ->
    [chat] a chat
    [save] a save
    [character] a character
    [book] a world book
    [preset] a preset
    [background] a background
    [memories] { $count ->
        [one] 1 memory
       *[other] { $count } memories
    }
   *[other] { $count ->
        [one] 1 message
       *[other] { $count } messages
    }
}
rights-title = Who may do what here
rights-who = { $who ->
    [member] Everybody
    [player] Who may talk here
    [session-owner] Who began the chat
    [importer] Who may import
    [admin] Who looks after the place
   *[owner] The owner
}
rights-hint = Each may also do what stands above; in a private chat you may do all but what is the owner’s.
not-allowed = You may not do that here. { $who ->
    [member] Everybody in an open place may.
    [player] It is for those who may talk here.
    [session-owner] It is for whoever began this chat, and for who looks after the place.
    [importer] It is for who looks after the place, and for roles that may import.
    [admin] It is for who looks after the place.
   *[owner] It is for the owner of this house.
} All of it: /help rights
talk-not-allowed = Here only some roles may talk with the characters. Ask whoever looks after this place.
too-fast = Slowly, please: that is more than I can read. What you wrote just now was not kept; go on in a minute.

status-page = Omoide { $version } ({ $page }/{ $pages })
status-paused = Silent
status-paused-is = the characters are silent here. /admin resume
status-budget = Used today
status-more = More: /status { $page }

command-admin-budget = see what may be used in a day
command-admin-budget-set = set what may be used in a day
command-admin-budget-off = take a budget away
command-admin-usage = see what was used, as a picture
command-admin-pause = make the characters silent
command-admin-resume = let them speak again
command-admin-roles = see what roles may do
command-admin-roles-give = let a role talk, import or look after the place
command-admin-roles-take = take that back
command-admin-audit = see who changed what
command-me-usage = see what you have used
param-where = where
param-where-help = here, server or house; everyone, a role or a name
param-amount = amount
param-amount-help = how much a day
param-unit = unit
param-unit-help = tokens, cents or messages
param-days = days
param-days-help = how many days back, at most 30
param-named-role = role
param-named-role-help = a role, mentioned
param-may = may
param-may-help = talk, import or admin
order-overview = What you can do here
