"""Stores of a chat: the log and its branches, sessions, turns, saves, the inbox."""
