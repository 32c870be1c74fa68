# Stories as files that another Omoide opens, and chats that move.

error-story-file-broken = This file of a story was damaged, cut or changed ({ $what }). Nothing was imported. Please export it again.
error-story-file-newer = This file comes from a newer Omoide (format { $version }; this one reads { $known }). Update Omoide first.
error-story-file-unequal = What was read from the file is not what was exported, so nothing was imported. Please report this.
error-move-code = No chat waits under this code. Codes hold for ten minutes and work once; /chats move gives a new one where the chat is.
error-move-code-tries = Wrong { $tries } times. Wait ten minutes, then get a new code with /chats move where the chat is.
error-move-same-place = The chat is here already.
error-move-others-spoke = Others have spoken in this chat, so it cannot move into a private one. It can move to another channel or group. For a copy of your own, use /export there and /import here; it leaves out what is remembered about the others.

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
file-story-characters = Played by { $names }.
file-story-person = It says who { $name } is in the story, in their own words.
file-story-scripts = { $count ->
    [one] One regex script ran in it. You see it whole before it may run.
   *[other] { $count } regex scripts ran in it. You see each whole before any of them may run.
}
file-story-own = { $name } has exported it. If that is you, what you said stays yours{ $facts ->
    [0] {""}
    [one] , and one fact about you comes along
   *[other] , and { $facts } facts about you come along
  }.
file-story-left-out = Left out, because they belong to others: { $count ->
    [one] one memory
   *[other] { $count } memories
  }.
file-story-hash = Hash { $hash }.
brought-story-equal = It is here whole: { $entries } entries on { $branches ->
    [one] one branch
   *[other] { $branches } branches
  }, hash { $hash } as when it was exported.

brought-story-played = In this chat you are { $name }, as in the file.
brought-story-settings = { $count ->
    [one] One setting holds
   *[other] { $count } settings hold
  } otherwise here: { $names }.
brought-story-scripts = Regex scripts of this place run in it too: { $names }.

export-story = Here is the whole story, for another Omoide: /import opens it there. Hash { $hash }; it will be the same there.
export-story-person = What you wrote about who you are in it ({ $name }) goes along. Only whoever imports it as their own gets that as a persona, but anybody with the file can read it.
export-story-left-out = Left out: { $count ->
    [one] one memory of somebody
   *[other] { $count } memories of people
  } who has not said that it may be told elsewhere, facts about others, and vectors, which are made anew.
export-story-warning = What everybody said here is in it, with the names people have here.

chats-move-code = The code for this chat: { $code }
    In the place where it is to go on, type: /chats move { $code }
    It holds for ten minutes and works once. Until then the chat stays here.
chats-move-sure = Take “{ $title }” over from { $place }? { $messages ->
    [one] Its one message comes
   *[other] Its { $messages } messages come
  } along with all branches, saves and memories; it is no longer played there.
chats-move-into-group = Careful: it comes from a private place. Everybody here will be able to read what was said there, and the characters may speak of it.
chats-move-others = { $count ->
    [one] It is played in one more channel there, which will lose it.
   *[other] It is played in { $count } more channels there, which will lose it.
  }
chats-move-done = “{ $title }” goes on here now.
moved-away = This chat has moved to another place. /new begins a new one here.
