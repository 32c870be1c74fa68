error-answer-unusable = { $model } at { $endpoint } answered twice in a form that can't be used. It is asked again later; a larger model may take better notes.
error-background-spent = Background work has used up its budget for the day here ({ $limit } tokens). It goes on in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
error-correction-gone = This correction was made already, or it has expired. Please say again what was wrong.
error-nothing-to-correct = I found no memory about that. /memory shows all memories. To add one: /memory add Lena comes on Sunday
