"""What entries and rows say, between the log's JSON and values."""
