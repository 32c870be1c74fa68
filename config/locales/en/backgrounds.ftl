# Backgrounds of stories, and the persona that grows.

error-no-such-background = There is no background { NUMBER($number, useGrouping: 0) } for you here.
error-background-empty = This background says nothing: it needs a setting, a numbered outline or an ending.
error-outline-too-long = This outline has { $count } points, and { $limit } are allowed. Please join some of them.
error-point-too-long = Point { NUMBER($number, useGrouping: 0) } of the outline is too long: { $length } characters, and { $limit } are allowed. Please shorten it.
