"""Forums of Discord that are circles: one channel of ours, in which every post is a thread."""
