"""The platforms people talk on, and the commands they share."""

__version__ = "0.1.0"
