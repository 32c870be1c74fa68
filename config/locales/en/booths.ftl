# Booths: a place beside a lounge where one person is alone with the character.

error-no-booth = { $why ->
    [one-place] There is one place here only, so there are no booths. You are alone with the character already.
    [private] You are alone with the character here already.
    [kind] This kind of channel can hold no threads, so nothing has changed. Booths need a text channel.
    [later] The platform did not answer just now, so you have no booth yet. Try again in a moment.
    [talk-alone] I cannot let you into a thread: I lack the right “Send Messages in Threads” here. Ask whoever looks after the server to give it to me, then press again.
   *[rights] I cannot open a private thread: I lack the right “Create Private Threads” here. Ask whoever looks after the server to give it to me, then press again.
}

command-mode-booths = let people talk with the character alone
booths-lounge = Booths belong to a lounge. This makes the place one: { $command }
booths-offered = Would you like to talk with { $character } alone? The button gives you a place of your own.
booths-button = Talk alone
booth-title = Alone with { $character }
booth-made = Your own place: { $way }
booth-again = You have a place of your own already: { $way }
booth-alone = You can talk with me alone here: { $address }
divider-booth = — alone with { $character }; only those who look after the server can read this thread too —
command-mode-booth = a place of your own with the character
