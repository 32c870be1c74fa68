"""What a message asks of memory."""
