# The director: what is told of how far a story has come.

plot-ended = The last point of the outline is done: the story has reached its end. Keep writing if you like, or choose another background.

error-point-missing = The outline has { $points ->
    [one] one point
   *[other] { $points } points
}, so there is no point { $point }.
error-outline-missing = The background of this story has no outline yet. Write its first point with /story background edit, its number, 1 and a text; or choose another background with /story background.
