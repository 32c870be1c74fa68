# Booths: a place beside a lounge where one person is alone with the character.

error-no-booth = { $why ->
    [one-place] There are no booths here: you are alone with the character already.
    [private] You are alone with the character here already.
    [kind] This kind of channel can't have threads, so nothing has changed. Booths need a text channel.
    [later] The platform didn't answer just now, so you have no booth yet. Try again in a moment.
    [talk-alone] I can't add you to a thread: I need the permission “Send Messages in Threads” here. Ask a manager of this server, then press again.
   *[rights] I can't open a private thread: I need the permission “Create Private Threads” here. Ask a manager of this server, then press again.
}

command-mode-booths = offer everybody a private thread with the character
booths-lounge = Booths need the lounge mode. To switch to it: { $command }
booths-offered = Would you like to talk with { $character } alone? The button opens a private thread for you.
booths-button = Talk alone
booth-title = Alone with { $character }
booth-made = Your private thread: { $way }
booth-again = You have a private thread already: { $way }
booth-alone = You can talk with me alone here: { $address }
divider-booth = – alone with { $character }; only { $platform ->
    [telegram] this group's
   *[other] this server's
} managers can read this thread too –
command-mode-booth = open a private thread with the character
