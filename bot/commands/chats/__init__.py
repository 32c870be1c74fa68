"""Commands for chats: talking, branches, saves, moving, booths."""
