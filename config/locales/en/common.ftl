# Errors that are about no subject in particular, times, and names of languages.

error-internal = Something went wrong inside Omoide. Please try again; /help errors says what to do if it keeps happening.
error-config = The configuration can't be used: { $name } ({ $reason }). Correct it and start again.
error-input = I couldn't use that. Please check what you typed and try again.
error-state = That isn't possible right now. Please try again a little later.

time-now = just now
time-minutes = { $count ->
    [one] a minute ago
   *[other] { $count } minutes ago
}
time-hours = { $count ->
    [one] an hour ago
   *[other] { $count } hours ago
}
time-days = { $count ->
    [one] yesterday
   *[other] { $count } days ago
}
time-months = { $count ->
    [one] a month ago
   *[other] { $count } months ago
}
time-years = { $count ->
    [one] a year ago
   *[other] { $count } years ago
}

language-en = English
language-zh = 中文

list-comma = {", "}
with-colon = { $before }: { $behind }
with-brackets = { $before } ({ $inside })
sentences = { $one } { $other }
