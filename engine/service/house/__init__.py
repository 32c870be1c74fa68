"""The installation: access, limits, settings, backups, forms, panels, how things stand."""
