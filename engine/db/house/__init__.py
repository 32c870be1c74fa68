"""Stores of the installation itself: settings, access, what may be used in a day, marked work."""
