# Backgrounds of stories, and the persona that grows.

error-no-such-background = There is no background { NUMBER($number, useGrouping: 0) } that you can use here. /story background lists them.
error-background-empty = This background is empty: it needs a setting, a numbered outline or an ending.
error-outline-too-long = This outline has { $count } points, and { $limit } are allowed. Please merge some of them.
error-point-too-long = Point { NUMBER($number, useGrouping: 0) } of the outline is too long: { $length } characters, and { $limit } are allowed. Please shorten it.
error-no-such-point = There is no point “{ $point }”: the outline has { $points }. Use the next number to add one.
error-no-background = This story has no background yet. Choose one with /story background, or have one written, for example: /story background draft A lighthouse that answers
error-no-draft = There is no draft to change here. A draft waits for an hour, until you use it, keep it or say no. /story background shows those you kept. To have a new one written, for example: /story background draft A lighthouse that answers

file-background = An outline of { $points ->
    [one] one point
   *[other] { $points } points
}, about { $tokens ->
    [one] one token
   *[other] { $tokens } tokens
} with its setting
file-background-ending = With an ending
background-used = This story takes place in it from the next reply on.
background-used-at = This story takes place in it from the next reply on, { $point ->
    [1] starting at point 1
   *[other] at point { NUMBER($point, useGrouping: 0) }
} of { $points }.
background-used-cut = This story takes place in it from the next reply on. It was at point { NUMBER($before, useGrouping: 0) }, but this outline has only { $points }, so it is now at point { NUMBER($point, useGrouping: 0) }.

error-no-such-persona-version = There is no version { NUMBER($number, useGrouping: 0) } of the persona here. /story persona list shows them all.
error-no-such-persona-field = A persona has no field “{ $field }”. The fields are personality, feelings, relations, goals, beliefs, habits and speech.
error-persona-not-grown = The character is still as on its card; there is no other version yet.

evolution-grown = The character has grown: version { NUMBER($number, useGrouping: 0) } of the persona is used from the next reply on.{ $kept ->
    [0] {""}
    [one] { " " }One field stays as it was, because too much would have changed at once.
   *[other] { " " }{ $kept } fields stay as they were, because too much would have changed at once.
}
evolution-same = The character has not changed since the last version.
evolution-unanswered = The model couldn't say how the character has changed. Try again, or choose another utility model.
