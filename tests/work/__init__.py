"""The work around a turn: saver, leases, due marks, the instance lock, what is shown."""
