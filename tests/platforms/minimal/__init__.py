"""IRC as a third platform: what an adapter outside of the product takes. ``docs/add-a-platform.md`` tells the steps."""
