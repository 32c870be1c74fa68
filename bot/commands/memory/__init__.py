"""Commands for what is remembered, and why something was said."""
