"""How a character grows in a cradle: what may be taken from a piece, and what a card is made of. Pure."""
