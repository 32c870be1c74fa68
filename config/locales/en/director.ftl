# The director: what is told of how far a story has come.

plot-ended = The last point of the outline is completed: the story has come to its end. Write on if you like, or choose another background.
