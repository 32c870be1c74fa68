# The director: what is told of how far a story has come.

plot-ended = The last point of the outline is done: the story has reached its end. Keep writing if you like, or choose another background.

error-point-missing = The outline has { $points ->
    [one] one point
   *[other] { $points } points
}, so there is no point { $point }.
error-outline-missing = The background of this story has no outline yet. /story background shows the backgrounds with their numbers; /story background edit 2 1 Kai comes home, for example, writes the first point of number 2.
