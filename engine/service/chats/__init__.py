"""A chat: talking, sessions, branches, booths, moving, where it is."""
