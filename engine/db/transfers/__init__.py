"""Stores of files on their way in and out."""
