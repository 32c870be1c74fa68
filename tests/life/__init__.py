"""A month of a circle: eight characters and four people, on a clock that is moved, in a process that may be killed."""
