"""Pictures for people. Values in, PNG out; every text in them is given, in the person's language."""
