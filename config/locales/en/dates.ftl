# Dates of a person: what comes next, and what is to be done about it.

date-none = I know of no date of yours yet. To add one: /me date add birthday 3 May every year
date-list = Your dates: { $total ->
    [one] one
   *[other] { $total }
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
date-list-hint =
    /me date add exam next Thursday 9am – add one
    /me date edit { $number } 3 May every year – change the day
    /me date wish { $number } remind – say what I do about it: remind, mention or leave
    /me date delete { $number } – delete it
    /me fact edit { $number } My exam in biology – change the words
date-kind = { $kind ->
    [birthday] birthday
    [anniversary] anniversary
    [exam] exam
    [appointment] appointment
    [promise] your promise
    [promised] a character's promise
   *[other] other
}
date-wish = { $wish ->
    [remind] 🔔 I remind you
    [mention] 💬 I mention it
   *[leave] 🤫 I leave it
}
button-date-wish = { $wish ->
    [remind] 🔔 Remind me { $number }
    [mention] 💬 Mention it { $number }
   *[leave] 🤫 Leave it { $number }
}
date-day = { $timed ->
    [yes] { DATETIME($at, dateStyle: "full", timeStyle: "short") }
   *[no] { DATETIME($at, dateStyle: "full") }
}
date-away = { $days ->
    [0] today
    [1] tomorrow
   *[other] in { $days } days
}
date-every = { $every ->
    [never] {""}
    [year] every year
    [month] every month
   *[week] every week
}
date-over = over
date-added = Added as number { $number }: { $words }
    { $when }. { $wish ->
    [remind] I will remind you.
    [mention] I will mention it when you talk with me.
   *[leave] I will leave it alone.
}
date-edited = Changed, number { $number }: { $words }
    { $when }. { $wish ->
    [remind] I will remind you.
    [mention] I will mention it when you talk with me.
   *[leave] I will leave it alone.
}
date-wished = Number { $number }: { $words }
    { $when }. { $wish ->
    [remind] I will remind you.
    [mention] I will mention it when you talk with me.
   *[leave] I will leave it alone.
}

error-no-such-date = Fact { $number } has no date. To give it one: /me date edit { $number } next Thursday 9am
error-when-unclear = I don't understand which day “{ $given }” is. Try: next Thursday 9am, 2027-03-05 14:00, in two weeks, 3 May every year, every Monday, lunar 8/15
error-when-over = “{ $given }” is over. Name a day that is still to come, or say that it comes again: 3 May every year
error-no-such-lunar-day = The lunar calendar has no such day: “{ $given }”. A month has 29 or 30 days, and a leap month only comes in some years. Try: lunar 8/15, lunar leap 6/10 every year
