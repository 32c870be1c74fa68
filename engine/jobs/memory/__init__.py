"""Work that remembers: messages, facts, vectors, the diary."""
