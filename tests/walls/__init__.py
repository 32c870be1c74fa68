"""Random people in random places: what is said where few can read is told nowhere else."""
