"""Programs of ours as processes: started, heard, killed wherever they stand, and started again."""
