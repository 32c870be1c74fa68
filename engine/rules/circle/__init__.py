"""Rules of a social circle: when characters post and what about, who of them likes and comments."""
