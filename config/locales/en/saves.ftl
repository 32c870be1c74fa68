# Saves, chats and branches: their lists, what parts one from another, and what happened before.

error-branch-in-use = You stand on branch { NUMBER($number, useGrouping: 0) }, so it stays in the list. Go to another one first: /chats branch and its number.
error-one-place-only = The terminal is one place only, so the story cannot go on in another one. /chats from 0 begins a branch right here.
error-no-thread-here = { $why ->
    [private] There are no threads in a private chat, so nothing has changed. /chats from 0 begins a branch right here.
    [no-forum] This group has no topics, so nothing has changed. Its owner can turn them on: group settings › Topics.
    [kind] This kind of channel can hold no threads, so nothing has changed. Try it in a text channel.
    [later] The platform did not answer just now, so nothing has changed here. Try again in a moment.
   *[rights] I may not open a thread here, so nothing has changed. On Discord allow me “Create Public Threads” and “Send Messages in Threads”, on Telegram make me an administrator with “Manage Topics”.
}

command-chats-search = find a chat by its title
command-chats-branches-rename = give a branch a name
command-chats-branches-archive = leave a branch out of the list
command-chats-branches-archived = see the branches that were put away
command-chats-branches-back = show a branch in the list again
command-chats-diff = see what parts a branch from here
command-chats-diff-save = see what parts a save from here
command-chats-tree = see the branches as a tree
command-chats-tree-picture = see the tree as a picture
command-chats-fork = go on from here in a thread or topic
command-save-deleted = see saves that were deleted
command-save-undelete = take a deleted save back
command-load-list = see your saves
command-load-search = find a save
command-load-deleted = see saves that were deleted
command-recap = read what happened before
command-recap-help = Tells what was said here since you last wrote. Only you see it, and nothing of it is remembered.

previous-page = ‹ Page { $page }
button-undelete = ↩ Take it back

story-save-delete-sure = Delete the save “{ $name }”? The story itself stays, and for 30 days the save can be taken back.
story-save-deleted = Deleted: { $name }. For 30 days /save undelete takes it back.
story-save-undeleted = { $name } is back. Type /load { $number } to go there.
story-load-sure = Go back to this place? Where you are now is saved first.

saves-list = Saves: { $total } ({ $page }/{ $pages })
saves-found = Saves with “{ $words }”: { $total } ({ $page }/{ $pages })
saves-not-found = No save has “{ $words }” in it. /load shows them all.
saves-hint = /load { $number } · /load words finds one · /save rename { $number } name · /save delete { $number } · /save deleted
saves-messages = { $messages ->
    [one] one message
   *[other] { $messages } messages
}
saves-none-deleted = No save was deleted in the last 30 days.
saves-deleted = Deleted saves: { $total } ({ $page }/{ $pages })
saves-deleted-hint = /save undelete { $number } takes a save back.
saves-gone-on = gone for good on { DATETIME($date, dateStyle: "medium") }

load-changes = What changes
load-nothing-changes = Nothing changes: the story stands there already.
load-stays = What stays: your settings, and what is known of people.
load-left = What you left is branch { $branch }. /chats branch { $branch } leads back to it.
load-part = { $here ->
    [0] { $part }: { $there ->
        [one] one comes back
       *[other] { $there } come back
    }
   *[other] { $part }: { $here ->
        [one] one stays behind on the branch
       *[other] { $here } stay behind on the branch
    }{ $there ->
        [0] {""}
        [one] , one comes back
       *[other] , { $there } come back
    }
}

diff-title = From here to “{ $name }”: { $common ->
    [one] one message is the same on both.
   *[other] { $common } messages are the same on both.
}
diff-none = They are the same.
diff-part = { $part }: { $here } here, { $there } there
diff-here = ‹
diff-there = ›
diff-states = What both have one of
diff-state = { $state }: { $here } → { $there }
diff-nothing = none
part-messages = Messages
part-memories = Memories
part-facts = Facts of the story
part-diary = Diary entries
part-pages = Pages
part-summaries = Summaries
part-timeline = Lines of the timeline
part-items = Things
part-people = People
state-plot = Plot point
state-persona = Version of the persona
state-note = Author’s note
state-preset = Preset
state-background = Background

chats-list = Chats: { $total } ({ $page }/{ $pages })
chats-list-hint = /chats open { $number } · /chats rename { $number } title · /chats archive { $number } · /chats trash { $number } · /chats search words
chats-found = Chats with “{ $words }”: { $total } ({ $page }/{ $pages })
chats-not-found = No chat has “{ $words }” in its title. /chats shows them all.
chats-archived-list = Put away and thrown away: { $total } ({ $page }/{ $pages })
chats-archived-list-hint = /chats open { $number } brings a chat back.
chats-empties = gone for good on { DATETIME($date, dateStyle: "medium") }
chats-trash-counted = Throw away “{ $title }”? With it go { $messages ->
    [one] one message
   *[other] { $messages } messages
} on { $branches ->
    [one] one branch
   *[other] { $branches } branches
}, { $saves ->
    [one] one save
   *[other] { $saves } saves
} and { $memories ->
    [one] one memory
   *[other] { $memories } memories
}{ $places ->
    [1] {""}
   *[other] , in all { $places } channels where it is played
}. It can be brought back until { DATETIME($date, dateStyle: "medium") }.
chats-trash-done = Thrown away: { $title }. Until { DATETIME($date, dateStyle: "medium") } /chats open { $number } brings it back.

branches-list = Branches of this chat: { $total } ({ $page }/{ $pages })
branches-list-hint = /chats branch { $number } · /chats branches rename { $number } name · archive { $number } · /chats diff { $number } · /chats tree
branches-archived-list = Branches put away: { $total } ({ $page }/{ $pages })
branches-archived-hint = /chats branches back { $number } shows a branch in the list again.
branches-none-archived = No branch was put away.
branches-item = { $reason ->
    [again] another reply
    [undo] after taking back
    [restore] after loading
    [branch] begun by you
    [thread] gone on in a thread
   *[start] the beginning
}, { $messages ->
    [one] one message
   *[other] { $messages } messages
}, { $ago }
branches-after = after: { $words }
branches-elsewhere = played in another channel
branches-renamed = Branch { $number } is called { $name } now.
branches-archived = Branch { $number } is out of the list. Nothing of it is lost; /chats branches archived shows it.
branches-back = Branch { $number } is in the list again.
branches-forked = The story goes on in “{ $title }” too. Here it stays as it is.

tree-title = Tree: { $total ->
    [one] one branch
   *[other] { $total } branches
} ({ $page }/{ $pages })
tree-hint = /chats branch { $number } goes on along a branch · /chats diff { $number }
tree-button = 🌳 Picture
tree-item = { $messages ->
    [one] one message
   *[other] { $messages } messages
}{ $archived ->
    [yes] {" "}· put away
   *[no] {""}
}
tree-below = { $total ->
    [one] one branch
   *[other] { $total } branches
} · the number at the right counts messages
tree-hidden = +n: so many more branches begin there
tree-here = ◀ here
tree-file = branches
tree-said = { $total ->
    [one] One branch
   *[other] { $total } branches
}. You are on branch { $number }; /chats tree lists them all.

recap-title = Previously – { $missed ->
    [one] one message
   *[other] { $missed } messages
}{ $known ->
    [yes] {" "}since you last wrote, { $ago }
   *[no] {" "}before you came
}:
recap-nothing-new = Nothing new since you last wrote{ $known ->
    [yes] , { $ago }
   *[no] {""}
}. Where the story stands:
recap-nothing-said = Nothing has been said here yet. Write something, and the story begins.
