"""Chat files of SillyTavern and of other programs."""
