# Regex scripts of cards and presets, and the regexes of world books.

error-regex-refused = This regex can't be used: { $reason ->
    [syntax] it isn't valid JavaScript syntax; there is a mistake at “{ $detail }”. Please correct it.
    [flags] “{ $detail }” are not flags of a JavaScript regex. Please use only g, i, m, s, u and y.
    [property] the property “{ $detail }” in \p is not supported. Please list the characters instead.
    [sets] it uses set operations of the flag v. Please list the characters instead.
    [repeat] it repeats something more than { $detail } times. Please use a smaller number.
    [long] it is longer than { $detail } characters. Please shorten it.
    [many] its world book has too many regexes, or they are too large together. Please shorten or remove some.
    [deep] its groups are nested more than { $detail } deep. Please simplify it.
   *[size] it needs too much memory. Please shorten it or repeat less.
  }
