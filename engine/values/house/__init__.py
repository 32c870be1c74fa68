"""Values of the installation itself: settings, what may be used in a day, backups, panels, how things stand."""
