error-model = The model gave no reply. Try again; the log says more.
error-model-none = No model is set up for { $role }. Run `python -m bot setup`, or set OMOIDE_CHAT__URL, OMOIDE_CHAT__MODEL and OMOIDE_CHAT__KEY.
error-model-key = { $endpoint } doesn't accept the key for { $model }. Check the key in Omoide's configuration, and that it may use this model.
error-model-credit = The account at { $endpoint } has no credit left for { $model }. Top it up, or choose another model.
error-model-not-found = { $endpoint } has no model called { $model }. Check the spelling, or download the model there first.
error-model-url = No model answers at { $url }. Check the address; for most services it ends in /v1.
error-model-unreachable = { $endpoint } can't be reached at { $url }. Check that it is running and that the address is right.
error-model-rate = { $seconds ->
    [0] { $endpoint } is getting too many requests for { $model }. Try again in a moment.
    [one] { $endpoint } is getting too many requests for { $model }. Try again in a second.
   *[other] { $endpoint } is getting too many requests for { $model }. Try again in { $seconds } seconds.
}
error-model-busy = { $status ->
    [0] { $endpoint } has a problem with { $model }. Try again in a moment.
   *[other] { $endpoint } has a problem with { $model } (status { NUMBER($status, useGrouping: 0) }). Try again in a moment.
}
error-model-paused = { $endpoint } has failed several times in a row with { $model }. The next try is in { $seconds ->
    [one] a second.
   *[other] { $seconds } seconds.
}
error-model-silent = { $model } at { $endpoint } sent nothing for { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}. Try again; a large local model may still be loading.
error-model-broken = The connection to { $model } at { $endpoint } broke before the reply began. Try again.
error-model-context = The chat is longer than { $model } at { $endpoint } can read. From now on less is sent to it: type /again. A model with a larger context reads more.
error-model-refused = { $endpoint } refused the request for { $model } ({ $reason }). It may not take one of the sampling settings, or pictures. The service's own log says more.
error-embedding-local-missing = { $model } needs a package that is not installed. Run pip install fastembed, or remove OMOIDE_EMBEDDING__FORMAT.
error-embedding-local-failed = { $model } can't be loaded here. Check its name, and that its files can be downloaded once.
error-embedding-unfit = { $endpoint } sent no usable vectors for { $model }. Check that it is an embedding model.

# The same where the answer comes by itself, so that nobody has to try again.

error-model-rate-waits = { $endpoint } is getting too many requests for { $model }.
error-model-busy-waits = { $endpoint } has a problem with { $model }{ $status ->
    [0] {""}
   *[other] {" "}(status { NUMBER($status, useGrouping: 0) })
}.
error-model-silent-waits = { $model } at { $endpoint } sent nothing for { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}. A large local model may still be loading.
error-model-broken-waits = The connection to { $model } at { $endpoint } broke before the reply began.
turn-broken-cut-waits = The connection to { $endpoint } broke before a word of the reply came.
turn-broken-error-waits = { $endpoint } reported an error before a word of the reply came.
turn-broken-silent-waits = { $endpoint } stopped sending before a word of the reply came.

# What stands instead where others read it, or whoever reads it can change nothing.

model-trouble = I can't do that right now: there is a problem with the model. { $owner ->
    [yes] Send me { $command } in a private chat to see which.
   *[no] Try again in a while; if it goes on, tell the owner of this bot.
}
