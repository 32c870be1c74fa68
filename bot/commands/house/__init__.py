"""Commands for the installation: access, settings, limits, backups, order, newcomers."""
