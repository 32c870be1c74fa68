"""The utility model: asking it for checked answers, and whether a day still allows it."""
