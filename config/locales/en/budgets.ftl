allowance-spent = { $holder ->
    [person] You have used up your budget for the day
    [role] You have used up your budget for the day
    [channel] This chat has used up its budget for the day
    [space] The budget for the day is used up here
   *[house] The budget for the day is used up
} ({ $unit ->
    [cents] US${ $dollars }
    [messages] { $amount ->
        [one] one reply
       *[other] { $amount } replies
    }
   *[tokens] { $amount ->
        [one] one token
       *[other] { $amount } tokens
    }
}). It is full again in { $hours ->
    [0] { $minutes } min
   *[other] { $hours } h { $minutes } min
}. Your message is kept; /again answers it then. { $holder ->
    [house] The owner can raise the budget
   *[other] A manager can raise the budget
}: /admin budget
allowance-near = { $percent } % of { $holder ->
    [channel] this chat's budget
    [space] the budget here
   *[house] the whole budget
} for today is used ({ $unit ->
    [cents] of US${ $dollars }
    [messages] of { $amount ->
        [one] one reply
       *[other] { $amount } replies
    }
   *[tokens] of { $amount ->
        [one] one token
       *[other] { $amount } tokens
    }
}). More: /admin budget
place-paused = The characters are paused here. What you write is kept; they answer once they are back.
error-day-spent = The budget for the day is used up, so background work is paused too. It goes on in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
error-storage-full = { $kind ->
    [files] { $holder ->
        [person] There is no room for this file: you may keep { $limit } MB here and would have { $used } MB with it. Delete characters, books or presets that you no longer need; their room is free 30 days later. Pictures go with their message
       *[space] There is no room for this file: everybody here together may keep { $limit } MB, and with it there would be { $used } MB. Delete characters, books or presets that nobody needs; their room is free 30 days later. Pictures go with their message
    }
    [imports] { $holder ->
        [person] No more of your files may wait for an answer here (limit: { $limit }). Import or cancel one of them; after an hour they go by themselves
       *[space] No more files may wait for an answer here (limit: { $limit }). Import or cancel one of them; after an hour they go by themselves
    }
   *[memories] { $holder ->
        [person] You have no room for another memory or fact here ({ $used } of { $limit }). Delete some first
       *[space] There is no room for another memory of people here ({ $used } of { $limit }). Delete some first
    }
}. A manager can raise the limit: /settings limits. Nothing was changed.
file-no-room = I read your message but couldn't keep { $count ->
    [one] its file
   *[other] { $count } of its files
}: { $holder ->
    [person] you have { $used } MB of { $limit } MB here
   *[space] everybody here together has { $used } MB of { $limit } MB
}. Delete pictures or imports that you no longer need, or ask a manager to raise the limit: /settings limits
error-no-such-person = Nobody called “{ $name }” has written here. Use the name shown with their messages.

budget-amount = { $unit ->
    [cents] US${ $dollars }
    [messages] { $number ->
        [one] one reply
       *[other] { $number } replies
    }
   *[tokens] { $number ->
        [one] one token
       *[other] { $number } tokens
    }
}
budget-no-limit = no limit
budget-each = { $whole } a day each
budget-used = { $bar } { $percent } % · { $used } of { $whole }
budget-holder = { $holder ->
    [house] Everything
    [space] { $platform ->
        [telegram] Group
       *[other] Server
    } { $title }
    [channel] { $platform ->
        [telegram] Chat
       *[other] Channel
    } { $title }
    [role] Role { $title }
    [each] Each person
   *[person] { $title }
}{ $default ->
    [true] {" "}(default)
   *[false] {""}
}
budget-title = Budgets for today{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
budget-none = No budgets are set, so nothing is limited.
budget-hint = To set one: /admin budget set everyone 50 messages (or all, { $platform ->
    [telegram] group
   *[other] server
}, here, me, @role, a name; and tokens or cents). To remove it: /admin budget off everyone
budget-set = New budget for { $holder ->
    [house] everything
    [space] this { $platform ->
        [telegram] group
       *[other] server
    }
    [channel] this { $platform ->
        [telegram] chat
       *[other] channel
    }
    [role] each person with that role
    [each] each person
    [asker] you
   *[person] this person
}: { $amount } a day.
budget-off = { $holder ->
    [space] The { $platform ->
        [telegram] group's
       *[other] server's
    } budget
    [channel] This { $platform ->
        [telegram] chat's
       *[other] channel's
    } budget
    [role] The role's budget
    [each] The budget of each person
    [asker] Your budget
   *[person] The person's budget
} is off.
budget-off-house = There is no overall budget any more. To set one again: /admin budget set all 100 cents
budget-off-none = There was no budget to remove.

usage-title = { $reach ->
    [house] Usage
    [space] Usage { $platform ->
        [telegram] in this group
       *[other] on this server
    }
   *[person] Your usage
}
usage-days = { $days ->
    [one] Today
   *[other] Last { $days } days
}
usage-total = { $replies ->
    [one] 1 reply · { $amount }
   *[other] { $replies } replies · { $amount }
}
usage-for = Used for
usage-kind = { $kind ->
    [reply] replies
    [unasked] written first
    [circle] circle
    [memory] memory
    [pages] pages
    [summaries] summaries
    [persona] persona
   *[other] other
}
usage-characters = Characters
usage-channels = { $platform ->
    [telegram] Groups and private chats
    [terminal] Where
   *[other] Channels
}
usage-nameless = private chats
usage-empty = No usage in these days.
usage-left = Left for today
usage-rest = { $used }, { $left } left
usage-day = Today
usage-minute = Messages a minute
usage-minute-left = { $left } of { $whole } left now
usage-kept = What you keep here
usage-kept-kind = { $kind ->
    [files] Files
    [imports] Waiting imports
   *[memories] Memories of your own
}{ $holder ->
    [space] {" "}(of everybody here)
   *[person] {""}
}
usage-kept-used = { $bar } { $percent } % · { $used } of { $limit }{ $kind ->
    [files] {" "}MB
   *[other] {""}
}, { $left } left
usage-file = usage
usage-hundred = { $priced ->
    [true] 100 messages cost about US${ $dollars }
   *[false] 100 messages take about { $tokens ->
        [one] one token
       *[other] { $tokens } tokens
    }
} with the work in the background, { $measured ->
    [true] as measured here.
   *[false] by a typical chat.
}

order-paused = { $where ->
    [all] The characters are paused everywhere.
    [server] The characters are paused { $platform ->
        [telegram] in this whole group
       *[other] on this whole server
    }.
   *[here] The characters are paused here.
} Messages are kept. To go on: /admin resume
order-resumed = { $where ->
    [all] The characters are back everywhere.
    [server] The characters are back { $platform ->
        [telegram] in this group
       *[other] on this server
    }.
   *[here] The characters are back here.
} They answer recent messages now.
order-roles = What roles may do here{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
order-no-roles = No roles are set here: everybody may talk, and the managers here manage me.
order-roles-hint = { $platform ->
    [discord] To allow a role: /admin roles give @role talk (or import, admin)
    [telegram] To allow admins or everyone: /admin roles give admins talk (or everyone; or import)
   *[other] To allow everyone: /admin roles give everyone talk (or import)
}. To undo that: /admin roles take. Once a role may talk, only people with such a role may.
order-may = { $may ->
    [talk] may talk with the characters
    [import] may import cards, world books and presets
   *[admin] may manage me here
}
order-given = { $role }: { $may ->
    [talk] may talk with the characters now. People without such a role may not.
    [import] may import now.
   *[admin] may manage me here now.
}
order-taken = { $role } may no longer do that.
order-not-taken = That role had no such right here.
order-role-unknown = Which role is that? { $platform ->
    [discord] Mention it: @role
   *[other] Here there are two: admins, everyone
}
order-role-own = { $role ->
    [admins] admins
   *[everyone] everyone
}
audit-title = Who changed what{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
audit-none = Nothing was changed here yet.
audit-somebody = somebody
audit-nothing = removed
audit-act = { $act ->
    [setting] Setting { $name }: { $to }
    [allowance] Budget: { $to }
    [pause] Characters paused
    [resume] Characters resumed
    [grant] Role { $to }
    [revoke] Taken from { $to }
    [block] Blocked somebody { $to }
    [unblock] Unblocked somebody { $to }
    [word] { $to }
    [report] Reported a reply
    [reports] Changed where reports go
    [adult] Said of a character: { $to }
    [claim] Became the owner
    [open] Switched on here
    [close] Switched off here
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
    [quick] a set of quick replies
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
rights-title = { $who } may{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
rights-own = What you may do here
rights-own-hint = Choose to see what others may do, and each action.
rights-back = ‹ What you may do
rights-who = { $who ->
    [member] Everybody
    [player] Who may talk here
    [session-owner] The host (who started the chat)
    [importer] Who may import
    [admin] Managers
   *[owner] The owner
}
rights-hint = They may also do what those before them may. In a private chat you may do everything except what only the owner may.
not-allowed = { $who ->
    [member] Everybody can do that where I'm switched on.
    [player] Only people who may talk here can do that.
    [session-owner] Only the person who started this chat and managers can do that.
    [importer] Only managers and people who may import can do that.
    [admin] Only this { $platform ->
        [telegram] group's
       *[discord] server's
    } managers can do that.
   *[owner] Only the owner of this bot can do that.
} See who may do what: /help rights
talk-not-allowed = Only some people may talk with the characters here. Ask a manager.
too-fast = Please slow down: I can't read that fast. I didn't keep your last message; go on in a minute.

status-page = Omoide { $version }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
status-paused = Paused
status-paused-is = the characters are paused here. /admin resume
status-budget = Used today
status-first = Writing first
status-first-is = { $people ->
    [one] 1 person allows it
   *[other] { $people } people allow it
}; { $written } written today, { $planned } planned{ $limited ->
    [yes] ; { $used } % of their share of the day is used ({ $percent } % of everything)
   *[no] {""}
}
status-circle = Circles
status-circle-is = { $characters ->
    [one] 1 character posts
   *[other] { $characters } characters post
}; { $written } written today{ $limited ->
    [yes] ; { $used } % of their share of the day is used ({ $percent } % of everything)
   *[no] {""}
}
status-more = More: /status { $page }

command-admin-budget = see the budgets for a day
command-admin-budget-set = set a budget for a day
command-admin-budget-off = remove a budget
command-admin-usage = see the usage as a picture
command-admin-pause = pause the characters
command-admin-resume = let the characters answer again
command-admin-roles = see what roles may do
command-admin-roles-give = let a role talk, import or manage me
command-admin-roles-take = undo that
command-admin-audit = see who changed what
command-me-usage = see your usage
param-where = where
param-where-help = here, { $platform ->
    [telegram] group
   *[other] server
} or all; everyone, a role or a name
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
