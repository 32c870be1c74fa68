# The director: what is told of how far a story has come.

plot-ended = The last point of the outline is completed: the story has come to its end. Write on if you like, or choose another background.

error-point-missing = The outline has { $points } points, so there is no point { $point }.
error-outline-missing = The background of this story has no outline yet. /story background edit with its number, 1 and a text writes the first point; /story background shows what else there is.
