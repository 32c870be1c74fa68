# Emotion and gesture tags in replies.

error-tag-pattern = “{ $pattern }” can't be used to mark emotions or gestures. Write the text before, then {"{}"}, then the text after, on one line – for example [emotion:{"{}"}].
