# Discord and Telegram as the operator meets them: tokens, invitations, the owner's code.

setup-discord = Discord: the bot's token [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip Discord
}] (shown as *):
setup-telegram = Telegram: the bot's token from @BotFather [Enter: { $kept ->
    [yes] keep { $now }
   *[no] skip Telegram
}] (shown as *):
setup-token-trying = Asking { $platform } …
setup-token-works = This token works: { $name } on { $platform }.
setup-discord-hears = { $hears ->
    [yes] Message Content Intent is on: the bot can read what is said in its channels.
   *[no] Message Content Intent is off: in servers the bot can read only mentions and replies to it. Switch it on under “Privileged Gateway Intents”: { $page }
}
setup-telegram-hears = { $hears ->
    [yes] Privacy mode is off: the bot can read everything in its groups.
   *[no] Privacy mode is on: in groups the bot can read only commands, replies and mentions. To change that, send /setprivacy to @BotFather and choose Disable; then add the bot to its groups again. Making it an administrator of a group works too.
}
setup-token-anyway = [1] use it anyway  [Enter] another token:
setup-token-elsewhere = That looks like a token of { $platform }.

app-invite-discord = Invite the bot to a Discord server: { $link }
app-invite-telegram = Talk with the bot on Telegram: { $link }
app-invite-added = Talk with the bot on { $platform }: { $link }
app-owner-code = Nobody is the owner on { $platform } yet. Send this code to the bot in a private chat: { $code }

error-platform = { $platform } refused the bot's login. See the log for details.
error-platform-token = { $platform } doesn't accept the bot's token. Copy it again and put it into { $name } (“make setup” does it for you).
error-platform-unreachable = { $platform } can't be reached ({ $reason }). Check the network and the address.

doctor-part-platform = { $platform }
doctor-platform-none = no token; “make setup” asks for one if you want it
doctor-platform = { $name } can log in. Its link: { $link }
