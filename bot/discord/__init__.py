"""Discord: what arrives there becomes our words, what is said becomes messages. discord.py speaks the protocol."""
