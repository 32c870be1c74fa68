"""A channel with the group that discusses it as one circle: posts in the channel, what answers them in the group."""
