"""Runs tests many times while the machine is busy and what they wait for comes at odd moments: ``make shake``."""
