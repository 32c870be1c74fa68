"""World books in every dialect."""
