# Backgrounds of stories, and the persona that grows.

error-no-such-background = There is no background { NUMBER($number, useGrouping: 0) } for you here. /story background shows what there is.
error-background-empty = This background says nothing: it needs a setting, a numbered outline or an ending.
error-outline-too-long = This outline has { $count } points, and { $limit } are allowed. Please join some of them.
error-point-too-long = Point { NUMBER($number, useGrouping: 0) } of the outline is too long: { $length } characters, and { $limit } are allowed. Please shorten it.
error-no-such-point = There is no point “{ $point }”: the outline has { $points }, and the next number adds one.
error-no-background = The story here is set nowhere yet. Choose a background with /story background, or have one written: /story background draft and an idea.

file-background = An outline of { $points ->
    [one] one point
   *[other] { $points } points
}, about { $tokens } tokens with its setting
file-background-ending = It says how the story ends
background-used = The story here is set in it from the next reply on.
background-used-at = The story here is set in it from the next reply on, and stands at point { NUMBER($point, useGrouping: 0) } of { $points }.
background-used-cut = The story here is set in it from the next reply on. It stood at point { NUMBER($before, useGrouping: 0) }; this outline has { $points }, so it stands at point { NUMBER($point, useGrouping: 0) } now.

error-no-such-persona-version = The persona has no version { NUMBER($number, useGrouping: 0) } here. /story persona list shows them.
error-no-such-persona-field = A persona has no field “{ $field }”. Its fields are personality, feelings, relations, goals, beliefs, habits and speech.
error-persona-not-grown = The character is still as its card says: there is no other version yet.

evolution-grown = The character has grown: version { NUMBER($number, useGrouping: 0) } of the persona holds from the next reply on.{ $kept ->
    [0] {""}
    [one] { " " }One field stays as it was, because too much would have changed at once.
   *[other] { " " }{ $kept } fields stay as they were, because too much would have changed at once.
}
evolution-same = The character has not changed since the last version.
evolution-unanswered = The model could not say how the character has changed. Try again, or choose another utility model.
