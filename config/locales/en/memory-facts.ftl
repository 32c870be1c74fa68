error-answer-unusable = { $model } at { $endpoint } answered twice in a form that cannot be read. It is asked again later; for notes, a larger model may do better.
error-background-spent = The work in the background has used what a day allows here ({ $limit } tokens). It goes on in { $seconds ->
    [one] a second
   *[other] { $seconds } seconds
}.
error-correction-gone = This correction was made already, or waits no longer. Say once more what was wrong.
error-nothing-to-correct = Nothing remembered was found that this could be about. /memory add and a text writes it down; /memory shows what there is.
