# Emotion and gesture tags in replies.

error-tag-pattern = “{ $pattern }” is not a usable tag pattern. Write the text before, then {"{}"}, then the text after, on one line – for example [emotion:{"{}"}].
