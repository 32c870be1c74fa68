"""What people do with a chat: swipes, edits, branches, saves, undoing, another place."""
