"""What a platform is served by that is more than one action: talking, places, texts in parts, previews, the house."""
