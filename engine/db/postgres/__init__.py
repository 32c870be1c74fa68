"""The door to Postgres: the driver, statements, migrations, dumps, and the server that comes along."""
