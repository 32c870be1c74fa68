# Characters that write first.

first-title = Writing first
first-what = With it a character may write to you first: about a day that you want to be reminded of, a promise, something left open, or after a long silence. At most once a day, never at night, and after two messages without an answer not until you write again. /me first on allows it in this chat, for this character.
first-hint = More or less often: /me first often 2. Quiet hours: /me first quiet 22-9. A day on which you are busy: /me first busy Friday. What is planned: /me plans
first-holds = { $state ->
    [on] may write first, at most { $daily ->
        [one] once
       *[other] { $daily } times
    } { $every ->
        [one] a day
       *[other] every { $every } days
    }
    [never] never writes first, as you said
   *[off] doesn't write first
}
first-quiet = Quiet hours
first-hours = { $none ->
    [yes] none
   *[no] { $begin } – { $end }
} ({ $zone })
first-unwanted = Not about
first-unwanted-is = { $count ->
    [one] 1 thing
   *[other] { $count } things
}
first-cost = Cost
first-cost-is = about { $tokens } tokens a day{ $priced ->
    [yes] {" "}(US${ $dollars })
   *[no] {""}
} at most; all characters that write first may use { $percent } % of what everybody may use in a day
first-others = Others that may
first-on = { $name } may write to you first in this chat from now on.
first-off = { $name } doesn't write to you first.
first-quiet-set = Quiet hours are set.
first-less = { $name } writes first less often from now on.
first-topic = { $name } doesn't write first about this any more.
first-never = { $name } never writes to you first again. Only you can change that, with /me first on
first-busy = On { DATETIME($day, dateStyle: "full") } no character writes to you first.
first-free = On { DATETIME($day, dateStyle: "full") } characters may write to you first again.
button-first-on = Let it write first
button-first-off = Don't write first
button-first-often = At most { $count } a day
button-first-plans = What is planned
button-first-free = I'm not busy after all
button-first-less = Less often
button-first-topic = Not about this
button-first-never = Never

plans-title = What characters plan to write{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
plans-none = Nothing is planned. Plans are made a day ahead, and only where you allow a character to write first: /me first
plans-hint = A day on which you are busy: /me first busy Friday
plans-when = { $name }, { DATETIME($day, dateStyle: "medium") }, { $begins } – { $ends }
plans-why = { $why ->
    [due] a day of yours
    [promise] a promise
    [thread] something left open
    [silence] after a long silence
    [moment] a post for you alone
   *[other] something else
}{ $words ->
    [yes] : { $about }
   *[no] {""}
}
plans-state = { $state ->
    [planned] planned
    [written] written
    [lost] written, but it may not have arrived
   *[dropped] dropped: { $obstacle ->
        [never] you don't want it
        [off] it is switched off
        [unwanted] you don't want to hear of it
        [quiet] quiet hours
        [busy] you are busy
        [enough] it has written enough
        [unanswered] two messages have no answer
        [gone] there is no reason any more
        [elsewhere] the character doesn't play in that chat
        [shut] nobody may write there
        [late] its time is over
       *[budget] the budget for it is used up
    }
}

first-under = Less of this: /me first less · not about this: /me first topic · never: /me first never

error-first-not-here = A character writes first only in a private chat. Open one with me and type /me first on there.
error-nothing-written-first = No character has written to you first here. What is allowed: /me first
error-day-not-understood = I don't know which day “{ $day }” is. Type for example: /me first busy tomorrow
error-hours-not-understood = “{ $hours }” are no two hours of a day. Type for example: /me first quiet 22-9
