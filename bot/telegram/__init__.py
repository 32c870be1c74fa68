"""Telegram, through its Bot API."""
