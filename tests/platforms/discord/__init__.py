"""The Discord side of Omoide against a Discord on loopback, with the real discord.py in between."""
