"""Zip archives and backups."""
