# Pages of a story.

error-nothing-to-compress = This story has no detailed pages to compress. /settings story_pages on has a page written in the background every few messages.
pages-begun = This chat has grown long, so from now on an index and pages are kept in the background to look up older messages. { $every ->
    [one] Every message takes
   *[other] Every { $every } messages take
} about { $tokens ->
    [one] one token
   *[other] { NUMBER($tokens) } tokens
} for that, and the messages so far about { NUMBER($behind, maximumSignificantDigits: 2) } once.
