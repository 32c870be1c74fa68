"""Values of a chat: the log, its sessions, turns, swipes, and where it is shown."""
