"""What people read: messages by language, in rows and with the spaces they need."""
