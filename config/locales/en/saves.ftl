# Saves, chats and branches: their lists, what parts one from another, and what happened before.

error-branch-in-use = You are on branch { NUMBER($number, useGrouping: 0) }, so it can't be archived. Switch to another one first; /chats branches shows them.
error-one-place-only = The terminal has no threads, so the story can't go on in one. /chats from 0 starts a branch right here.
error-no-thread-here = { $why ->
    [private] There are no threads in a private chat, so nothing has changed. /chats from 0 starts a branch right here.
    [no-forum] This group has no topics, so nothing has changed. Its owner can switch them on: group settings › Topics.
    [kind] This kind of channel can't have threads, so nothing has changed. Try it in a text channel.
    [later] The platform didn't answer just now, so nothing has changed. Try again in a moment.
   *[rights] I can't open a thread here, so nothing has changed. On Discord give me “Create Public Threads” and “Send Messages in Threads”, on Telegram make me an administrator with “Manage Topics”.
}

command-chats-search = find a chat by its title
command-chats-branches-rename = name a branch
command-chats-branches-archive = archive a branch
command-chats-branches-archived = see archived branches
command-chats-branches-back = restore an archived branch
command-chats-diff = compare a branch with the current one
command-chats-diff-save = compare a save with the current point
command-chats-tree = see the branches as a tree
command-chats-tree-picture = see the tree as a picture
command-chats-fork = go on from here in a thread or topic
command-save-deleted = see deleted saves
command-save-undelete = restore a deleted save
command-load-list = see your saves
command-load-search = find a save
command-load-deleted = see deleted saves
command-recap = read what happened before
command-recap-help = Tells what was said here since you last wrote. Only you see it, and it isn't remembered.

previous-page = ‹ Page { $page }
button-undelete = ↩ Restore

story-save-delete-sure = Delete the save “{ $name }”? The story itself is kept, and you can restore the save for 30 days.
story-save-deleted = Deleted: “{ $name }”. You can restore it for 30 days with /save undelete.
story-save-undeleted = “{ $name }” is back. Type /load { $number } to go there.
story-load-sure = Go back to this point? The current point is saved first.

saves-list = Saves: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
saves-found = Saves with “{ $words }”: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
saves-not-found = No save contains “{ $words }”. /load shows them all.
saves-hint =
    /load { $number } – go back to this save
    /load storm – find a save
    /save rename { $number } Before the storm – give it another name
    /save delete { $number } – delete it
    /save deleted – see deleted saves
saves-messages = { $messages ->
    [one] one message
   *[other] { $messages } messages
}
saves-none-deleted = No save was deleted in the last 30 days.
saves-deleted = Deleted saves: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
saves-deleted-hint = /save undelete { $number } – restore it
saves-gone-on = deleted for good on { DATETIME($date, dateStyle: "medium") }

load-changes = What changes (nothing is lost)
load-nothing-changes = Nothing changes: the story is at this point already.
load-stays = What stays: your settings, and what is known about people.
load-left = What came after it is kept on branch { $branch }. To go back there: /chats branch { $branch }.
load-left-button = ↩ Branch { $branch }
load-part = { $here ->
    [0] { $part }: { $there ->
        [one] one comes back
       *[other] { $there } come back
    }
   *[other] { $part }: { $here ->
        [one] one moves to another branch
       *[other] { $here } move to another branch
    }{ $there ->
        [0] {""}
        [one] , one comes back
       *[other] , { $there } come back
    }
}

diff-title = Here and “{ $name }”: { $common ->
    [one] one message is the same in both.
   *[other] { $common } messages are the same in both.
}
diff-none = There is no difference.
diff-part = { $part }: { $here } here, { $there } there
diff-here = ‹
diff-there = ›
diff-states = Also different
diff-state = { $state }: { $here } → { $there }
diff-nothing = none
part-messages = Messages
part-memories = Memories
part-facts = Facts of the story
part-diary = Diary pages
part-pages = Pages
part-summaries = Summaries
part-timeline = Timeline entries
part-items = Items
part-people = People
state-plot = Outline point
state-persona = Persona version
state-note = Author's note
state-preset = Preset
state-background = Background

chats-list = Chats: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
chats-list-hint =
    /chats open { $number } – go on with it
    /chats rename { $number } The lighthouse – give it another title
    /chats archive { $number } – archive it
    /chats trash { $number } – move it to the trash
    /chats search lighthouse – find a chat
chats-found = Chats with “{ $words }”: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
chats-not-found = No chat has “{ $words }” in its title. /chats shows them all.
chats-archived-list = Archived and deleted chats: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
chats-archived-list-hint = /chats open { $number } – restore it
chats-empties = deleted for good on { DATETIME($date, dateStyle: "medium") }
chats-trash-counted = Delete “{ $title }”? It contains { $messages ->
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
   *[other] , and is used in { $places } channels
}. You can restore it until { DATETIME($date, dateStyle: "medium") }.
chats-trash-done = Deleted: { $title }. Until { DATETIME($date, dateStyle: "medium") } you can restore it with /chats open { $number }.

branches-list = Branches of this chat: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
branches-list-hint =
    /chats branch { $number } – switch to it
    /chats branches rename { $number } Over the ridge – name it
    /chats branches archive { $number } – archive it
    /chats diff { $number } – see what is different there
    /chats tree – see all branches as a tree
branches-archived-list = Archived branches: { $total }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
branches-archived-hint = /chats branches back { $number } – restore it
branches-none-archived = There are no archived branches.
branches-item = { $reason ->
    [again] another reply
    [undo] after an undo
    [restore] after loading a save
    [branch] started by you
    [thread] continued in a thread
   *[start] the beginning
}, { $messages ->
    [one] one message
   *[other] { $messages } messages
}, { $ago }
branches-after = after: { $words }
branches-elsewhere = used in another channel
branches-renamed = Branch { $number } is now called “{ $name }”.
branches-archived = Branch { $number } is archived. Nothing is lost; /chats branches archived shows it.
branches-back = Branch { $number } is in the list again.
branches-forked = The story also goes on in “{ $title }”. Here nothing changes.

tree-title = Tree: { $total ->
    [one] one branch
   *[other] { $total } branches
}{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
tree-hint =
    /chats branch { $number } – switch to it
    /chats diff { $number } – see what is different there
tree-button = 🌳 Picture
tree-item = { $messages ->
    [one] one message
   *[other] { $messages } messages
}{ $archived ->
    [yes] {" "}· archived
   *[no] {""}
}
tree-below = { $total ->
    [one] one branch
   *[other] { $total } branches
} · the number on the right counts messages
tree-hidden = +n: this many more branches start there
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
   *[no] {" "}so far; you haven't written here yet
}:
recap-nothing-new = Nothing new since you last wrote{ $known ->
    [yes] , { $ago }
   *[no] {""}
}. So far:
recap-nothing-said = Nothing has been said here yet. Write something to start.
