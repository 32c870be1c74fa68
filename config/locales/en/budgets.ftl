allowance-what = { $unit ->
    [cents] US${ $dollars }
    [messages] { $amount } replies
   *[tokens] { $amount } tokens
}
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
