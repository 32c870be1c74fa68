"""Raising a character in a cradle: pieces are read, a card is made of what they say."""
