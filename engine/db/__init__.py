"""Postgres: the only SQL of the product, the door to it, its migrations, and the server we bring along."""
