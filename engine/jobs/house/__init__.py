"""Work for the installation itself: backups, retention, the nightly sweep."""
