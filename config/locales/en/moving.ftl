# Stories as files that another Omoide opens, and chats that move.

error-story-file-broken = This story file is damaged, incomplete or was changed ({ $what }). Nothing was imported. Please export it again.
error-story-file-newer = This file comes from a newer version of Omoide (format { $version }; this one reads { $known }). Please update Omoide first.
error-story-file-unequal = What was read from the file doesn't match what was exported, so nothing was imported. Please report this.
error-move-code = There is no chat for this code. Codes are valid for ten minutes and work once; to get a new one, type /chats move in the chat that should move.
error-move-code-tries = The code was wrong { $tries } times. Wait ten minutes, then get a new one with /chats move in the chat that should move.
error-move-same-place = The chat is here already.
error-move-others-spoke = Other people wrote in this chat, or the character told in it what it knows from others, so it can't move into a private chat or to where other people are. It can move to another channel or topic right here. To get a copy of your own, use /export there and /import here; memories about the others are left out.
error-move-walled = Other people wrote in this chat where only some members can read, or the character told in it what it knows from there, so it can't move to where more people read. It can move to a channel or thread that the same people or fewer can see. To get a copy of your own, use /export there and /import in a private chat with me.

file-story = { $entries ->
    [one] One entry
   *[other] { $entries } entries
  } on { $branches ->
    [one] one branch
   *[other] { $branches } branches
  }; { $saves ->
    [0] no saves
    [one] one save
   *[other] { $saves } saves
  }, { $memories ->
    [0] no memories
    [one] one memory
   *[other] { $memories } memories
  }.
file-story-characters = Characters: { $names }.
file-story-person = It says who { $name } is in the story, in their own words.
file-story-scripts = { $count ->
    [one] One regex script ran in it. You see its full text before it may run.
   *[other] { $count } regex scripts ran in it. You see the full text of each before it may run.
}
file-story-own = { $name } exported it. If that's you, what you said stays yours{ $facts ->
    [0] {""}
    [one] , and one fact about you is imported too
   *[other] , and { $facts } facts about you are imported too
  }.
file-story-left-out = Left out, because it belongs to others: { $count ->
    [one] one memory
   *[other] { $count } memories
  }.
file-story-hash = Checksum { $hash }.
brought-story-equal = Imported completely: { $entries ->
      [one] one entry
     *[other] { $entries } entries
  } on { $branches ->
    [one] one branch
   *[other] { $branches } branches
  }, checksum { $hash } as in the export.

brought-story-played = In this chat you are { $name }, as in the file.
brought-story-settings = { $count ->
    [one] One setting is
   *[other] { $count } settings are
  } different here: { $names }.
brought-story-scripts = Regex scripts that are used here already run in it too: { $names }.

export-story = Here is the whole story. Another Omoide opens it with /import. Checksum { $hash }; it stays the same there.
export-story-person = It contains what you wrote about who you are in the story ({ $name }). Only somebody who imports it as their own gets that as a persona, but anybody with the file can read it.
export-story-left-out = Left out: { $count ->
    [one] one memory of somebody
   *[other] { $count } memories of people
  } who didn't allow it to be mentioned elsewhere, facts about others, and vectors, which are made again.
export-story-warning = It contains everything said here, with the names people have here.

chats-move-code = The code for this chat: { $code }
    Where you want to go on with it, type: /chats move { $code }
    The code is valid for ten minutes and works once. Until then the chat stays here.
chats-move-sure = Move “{ $title }” here from { $place }? { $messages ->
    [one] Its one message moves
   *[other] Its { $messages } messages move
  } with all branches, saves and memories; it can't be continued there any more.
chats-move-into-group = Careful: this chat was private. Everybody here will be able to read it, and the characters may mention what was said.
chats-move-others = { $count ->
    [one] One more channel there uses this chat and will lose it.
   *[other] { $count } more channels there use this chat and will lose it.
  }
chats-move-done = “{ $title }” is here now. Just go on.
moved-away = This chat was moved to another channel. /new starts a new one here.
