"""What people do with the installation itself: settings, access, limits, backups."""
