# Presets changed by hand: prompts on and off, their order, their texts, samplers, versions, copies.

error-no-such-preset-version = { $name } has no version { NUMBER($number, useGrouping: 0) }. /scene preset versions lists those there are.
error-no-such-prompt = The preset has no prompt { $name } any more. /scene preset prompts lists them.
error-prompt-fixed = Every preset has { $name }. It can't be deleted, and a text that Omoide fills in can't be written by hand. You can switch it off or move it.
error-sampler-unknown = A preset has no setting “{ $name }”. You can change: { $known }.
error-sampler-value = { $name } takes { $whole ->
    [1] a whole number
   *[0] a number
} from { NUMBER($low, useGrouping: 0) } to { NUMBER($high, useGrouping: 0) }; - leaves it to the service.

command-scene-preset-prompts = see the prompts of this chat's preset
command-scene-preset-prompt = read one prompt
command-scene-preset-switch = switch a prompt on or off
command-scene-preset-move = move a prompt in the order
command-scene-preset-write = change the text of a prompt
command-scene-preset-rename = rename a prompt
command-scene-preset-role = choose who says a prompt
command-scene-preset-depth = put a prompt into the chat or the order
command-scene-preset-add = add a prompt
command-scene-preset-remove = delete a prompt
command-scene-preset-sampler = change temperature, length and the like
command-scene-preset-copy = make a copy and use it in this chat
command-scene-preset-versions = see the versions of this chat's preset
command-scene-preset-revert = go back to an older version
command-scene-preset-everywhere = let all chats here use this preset as it is now
command-scene-preset-apply = use this version in all chats here
command-scene-preset-unapply = take that back in all chats

param-prompt = prompt
param-prompt-help = its number in /scene preset prompts, or its name
param-place = position
param-place-help = its new number in the order; 1 is first
param-prompt-depth = depth
param-prompt-depth-help = messages from the end, 0 is after the newest; order takes it out of the chat
param-sampler = setting
param-sampler-help = temperature, length and the like; /scene preset sampler names them

preset-edit-hint =
    /scene preset switch 3 – switch a prompt on or off
    /scene preset prompt 3 – read one, and change it
    /scene preset move 3 1 – move one to the front
    /scene preset add Mood – add one
    /scene preset sampler temperature 0.8 – how freely the model writes
    /scene preset versions – see and undo changes
preset-switch = { $on ->
    [yes] ✓
   *[no] ○
} { $name }
preset-switched = { $on ->
    [yes] Switched on: { $name }.
   *[no] Switched off: { $name }.
}
preset-moved = { $name } is now number { $place }.
preset-written = Changed: { $name }.
preset-added = Added at the end: { $name }.
preset-remove-sure = Delete the prompt { $name } from this chat's preset? An older version of the preset keeps it.
preset-removed = Deleted: { $name }.
preset-sampled = { $given ->
    [no] { $name } is left to the service.
   *[other] { $name } is now { $value }.
}
preset-depth-unclear = Please give a depth from { $low } to { NUMBER($high, useGrouping: 0) }, or order.
preset-prompt-title = { $number }. { $name }
preset-button-on = Switch on
preset-button-off = Switch off
preset-button-up = Up
preset-button-down = Down
preset-button-write = Edit
preset-button-remove = Delete
preset-copy-name = { $name } (copy)
preset-copied = This chat now uses the copy { $name }. Other chats keep what they use.
preset-copy-made = The preset that was used can't be changed here, so this chat now uses a copy of it: { $name }.
preset-no-versions = This chat uses the built-in preset, which has one version. The first change makes a copy of it.
preset-versions = Versions of { $name }{ $pages ->
    [1] {""}
   *[other] {" "}({ $page }/{ $pages })
}
preset-versions-hint = /scene preset revert 1 – go back to version 1 in this chat
preset-version = { $prompts ->
    [0] { $order ->
        [yes] what is sent and in which order
       *[no] { $rest ->
            [yes] settings
           *[no] the original
        }
    }
   *[other] { $names }{ $more ->
        [0] {""}
       *[other] {" "}and { $more } more
    }
}
preset-everywhere-sure = Use “{ $name }” in version { $version } in { $count ->
    [one] one other chat
   *[other] { $count } other chats
} here too? { $count ->
    [one] It uses
   *[other] They use
} another version of it now. It holds from the next reply on, and can be undone in all of them.
preset-everywhere-none = { $built ->
    [yes] The built-in preset is the same in every chat.
   *[no] No other chat here uses “{ $name }” in another version.
}
preset-everywhere = Done: { $count ->
    [one] one more chat uses
   *[other] { $count } more chats use
} version { $version } from the next reply on.
preset-everywhere-back = Undone: { $count ->
    [one] one chat uses what it used
   *[other] { $count } chats use what they used
} before.
button-everywhere-back = Undo in all chats
preset-reverted = This chat now uses version { $version }. What you say from here on is answered with it.
